// Networks are written with files beside them, which must not take the place of a person's own.
#include "core/base/file.h"
#include "core/exchange/exchange.h"
#include "core/network/standard_networks.h"
#include "core/tensor/safetensors.h"
#include "tests/core/exchange/onnx_support.h"

namespace fovea::testing_onnx {
namespace {

class ExchangeFiles : public testing::Test {
 protected:
  ExchangeFiles() {
    std::string name = (std::filesystem::temp_directory_path() / "fovea_exchange_XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    checkpoint_.network = standardNetwork("lenet").value();
    checkpoint_.tensors = firstWeights(checkpoint_.network, 3).value();
  }
  ~ExchangeFiles() override { std::filesystem::remove_all(folder_); }

  Status write(const char* name) {
    ExchangeReport report;
    return writeExchanged(folder_ / name, checkpoint_, {}, report);
  }

  std::filesystem::path folder_;
  Checkpoint checkpoint_;
};

TEST_F(ExchangeFiles, ACheckpointOfTheSameNameStays) {
  ASSERT_TRUE(write("net.safetensors").ok());
  for (const char* name : {"net.json", "net.py"}) {
    const Status written = write(name);
    ASSERT_FALSE(written.ok()) << name;
    EXPECT_EQ(written.error().code, ErrorCode::AlreadyExists);
    EXPECT_NE(written.error().message.find("net.safetensors is there already"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder_ / name));
  }
  EXPECT_TRUE(readCheckpoint(folder_ / "net.safetensors").ok());
  ASSERT_TRUE(writeFileAtomic(folder_ / "net.json", "{}").ok());
  EXPECT_FALSE(write("net.json").ok()) << "the network file may be older than the checkpoint";
}

TEST_F(ExchangeFiles, ACheckpointIsReplacedOnlyWhereThatIsAsked) {
  checkpoint_.position.step = 7;
  ASSERT_TRUE(write("net.safetensors").ok());
  checkpoint_.position.step = 0;
  const std::filesystem::path file = folder_ / "net.safetensors";
  ExchangeReport report;
  ExchangeOptions options;
  for (const bool pytorchNames : {true, false}) {
    options.pytorchNames = pytorchNames;
    const Status written = writeExchanged(file, checkpoint_, options, report);
    ASSERT_FALSE(written.ok()) << pytorchNames;
    EXPECT_EQ(written.error().code, ErrorCode::AlreadyExists);
    EXPECT_EQ(readCheckpoint(file).value().position.step, 7);
  }
  options.replace = true;
  EXPECT_TRUE(writeExchanged(file, checkpoint_, options, report).ok());
  EXPECT_EQ(readCheckpoint(file).value().position.step, 0);
}

TEST_F(ExchangeFiles, WhatBelongsToAnotherFileStays) {
  ASSERT_TRUE(writeFileAtomic(folder_ / "net.caffemodel", "weights of another network").ok());
  ASSERT_TRUE(writeSafetensors(folder_ / "net.safetensors", {checkpoint_.tensors, {}}).ok());
  for (const char* name : {"net.prototxt", "net.json", "net.py"}) {
    const Status written = write(name);
    ASSERT_FALSE(written.ok()) << name;
    EXPECT_EQ(written.error().code, ErrorCode::AlreadyExists) << name;
  }
}

TEST_F(ExchangeFiles, EndingsMayHaveAnyCase) {
  for (const char* name : {"A.JSON", "B.Safetensors"}) {
    ASSERT_TRUE(write(name).ok()) << name;
    ExchangeReport report;
    const auto read = readExchanged((folder_ / name).string(), {}, nullptr, report);
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_EQ(read->network, checkpoint_.network) << name;
  }
}

TEST_F(ExchangeFiles, AFileIsWrittenAgainWithWhatBelongsToIt) {
  for (const char* name : {"a.prototxt", "b.json", "c.py"})
    for (int time = 0; time < 2; ++time) {
      const Status written = write(name);
      EXPECT_TRUE(written.ok()) << name << ": " << written.error().text();
    }
}

}  // namespace
}  // namespace fovea::testing_onnx

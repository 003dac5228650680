// Shapes whose sizes would overflow, tensors that share memory, and weights files with false headers.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/base/guarded.h"
#include "core/base/random.h"
#include "core/tensor/half.h"
#include "core/tensor/safetensors.h"
#include "core/tensor/tensor_numbers.h"

namespace fovea {
namespace {
namespace fs = std::filesystem;

TEST(ShapeTest, ProductsAreChecked) {
  const std::int64_t huge[] = {std::int64_t{1} << 40, std::int64_t{1} << 40};
  EXPECT_FALSE(Shape::make(huge).ok());
  const std::int64_t negative[] = {3, -1};
  EXPECT_FALSE(Shape::make(negative).ok());
  const std::int64_t nine[9] = {};
  EXPECT_FALSE(Shape::make(nine).ok());
  EXPECT_EQ(Shape({64, 1, 28, 28}).elementCount(), 50176);
  EXPECT_EQ(Shape().elementCount(), 1);
  EXPECT_EQ(Shape({0, 5}).elementCount(), 0);
}

TEST(TensorTest, CopiesShareAndClonesDoNot) {
  Tensor a = Tensor::of<float>({2, 2}, {1, 2, 3, 4});
  Tensor shared = a;
  const Tensor own = a.clone();
  shared.data<float>()[0] = 9;
  EXPECT_EQ(a.data<float>()[0], 9);
  EXPECT_EQ(own.data<float>()[0], 1);
  EXPECT_EQ(a.reshaped({4}).data<float>()[3], 4);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.raw()) % 64, 0u);
}

std::string sampleFile() {
  const fs::path path = fs::temp_directory_path() / ("fovea-tensor-" + std::to_string(::getpid()) + ".safetensors");
  SafetensorsFile file;
  file.tensors.emplace_back("conv1.weight", Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6}));
  file.tensors.emplace_back("empty", Tensor::make({DataType::Float32, Shape({0})}));
  file.tensors.emplace_back("step", Tensor::of<std::int64_t>({}, {7}));
  file.metadata["note"] = "ünïcode";
  EXPECT_TRUE(writeSafetensors(path, file).ok());
  auto back = readSafetensors(path);
  EXPECT_TRUE(back.ok());
  EXPECT_EQ(back->tensors.size(), 3u);
  EXPECT_EQ(back->metadata["note"], "ünïcode");
  EXPECT_EQ(back->find("conv1.weight")->data<float>()[5], 6);
  EXPECT_EQ(back->find("step")->data<std::int64_t>()[0], 7);
  std::ifstream stream(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  fs::remove(path);
  return bytes;
}

TEST(SafetensorsTest, RoundTripAndEveryTruncationIsRefused) {
  const std::string bytes = sampleFile();
  ASSERT_TRUE(parseSafetensors(bytes).ok());
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(parseSafetensors(std::string_view(bytes).substr(0, length)).ok()) << length;
}

TEST(TensorTest, MoreThanTheMemoryHoldsIsAnErrorInWords) {
  const TensorType vast{DataType::Float32, Shape{1 << 24, 1 << 22}};
  const auto tried = Tensor::tryMake(vast);
  ASSERT_FALSE(tried.ok());
  EXPECT_EQ(tried.error().code, ErrorCode::OutOfMemory);
  EXPECT_EQ(tried.error().message.find("There is not enough memory for 256.0 TiB (f32[16777216, 4194304])"), 0u)
      << tried.error().message;
  for (const auto& made : {guarded([&] { return Tensor::make(vast); }), guarded([&] { return Tensor::zeros(vast); })}) {
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().message, tried.error().message);
  }
}

TEST(SafetensorsTest, MutatedFilesNeverCrash) {
  const std::string bytes = sampleFile();
  Random random(11);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string mutated = bytes;
    for (std::uint64_t edits = 1 + random.below(4); edits > 0; --edits)
      mutated[random.below(mutated.size())] = static_cast<char>(random.next32());
    accepted += parseSafetensors(mutated).ok() ? 1 : 0;
  }
  EXPECT_LT(accepted, 20000);
}

TEST(SafetensorsTest, LiesAreNamed) {
  const auto file = [](const std::string& header, const std::string& body) {
    const std::uint64_t size = header.size();
    return std::string(reinterpret_cast<const char*>(&size), 8) + header + body;
  };
  const auto message = [&](const std::string& header, const std::string& body = "") {
    const auto result = parseSafetensors(file(header, body));
    return result.ok() ? std::string() : result.error().message;
  };
  EXPECT_NE(message(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", "1234").find("needs 8 bytes"),
            std::string::npos);
  EXPECT_NE(message(R"({"a":{"dtype":"Q4","shape":[2],"data_offsets":[0,4]}})", "1234").find("unknown element type"),
            std::string::npos);
  EXPECT_NE(message(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "12345").find("belong to no tensor"),
            std::string::npos);
  EXPECT_NE(message(R"({"a":{"dtype":"F32","shape":[9223372036854775807,4],"data_offsets":[0,4]}})", "1234")
                .find("too large"),
            std::string::npos);
  EXPECT_FALSE(message(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", "1234").empty());
}

TEST(TensorNumbers, AreReadFromEveryType) {
  const std::vector<double> expected{0, 1, 1};
  EXPECT_EQ(numbersOf(Tensor::of<float>({3}, {0, 1, 1})), expected);
  EXPECT_EQ(numbersOf(Tensor::of<double>({3}, {0, 1, 1})), expected);
  EXPECT_EQ(numbersOf(Tensor::of<std::int32_t>({3}, {0, 1, 1})), expected);
  EXPECT_EQ(numbersOf(Tensor::of<std::int64_t>({3}, {0, 1, 1})), expected);
  EXPECT_EQ(numbersOf(Tensor::of<std::uint8_t>({3}, {0, 1, 1})), expected);
  for (const DataType type : {DataType::Float16, DataType::BFloat16})
    EXPECT_EQ(numbersOf(converted(Tensor::of<float>({3}, {0, 1, 1}), type)), expected);
  Tensor flags = Tensor::zeros({DataType::Bool, Shape{3}});
  for (const int i : {1, 2}) static_cast<std::uint8_t*>(flags.raw())[i] = 1;
  EXPECT_EQ(numbersOf(flags), expected);
  EXPECT_EQ(numberAt(Tensor::of<std::int64_t>({2}, {0, -7}), 1), -7);
}

}  // namespace
}  // namespace fovea

// ONNX files that request too much, contain functions or store their weights elsewhere. The messages are written field
// by field, since no code here writes such files.
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <map>
#include <random>

#include "core/base/file.h"
#include "core/exchange/onnx/onnx_import.h"
#include "tests/core/exchange/onnx_support.h"

namespace fovea::testing_onnx {
namespace {

std::size_t peakMemory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stoul(line.substr(6)) << 10;
  return 0;
}

std::string repeated(const std::string& part, std::size_t bytes) {
  std::string result;
  while (result.size() < bytes) result += part;
  return result;
}

// Ten megabytes that request a lot: each is rejected within a second, in bounded memory.
TEST(OnnxFile, RefusesTenHostileMegabytesInASecond) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  constexpr std::size_t kBytes = 10 << 20;
  std::string deep;
  for (int i = 0; i < 3000; ++i) deep = field(1, field(5, field(6, deep)));
  const std::string huge = std::string("\x08", 1) + std::string("\xff\xff\xff\xff\xff\xff\xff\x7f", 8);  // dims: 2^55
  std::string cycle;
  for (int i = 0; i < 100000; ++i)
    cycle += field(
        1, field(1, "v" + std::to_string((i + 1) % 100000)) + field(2, "v" + std::to_string(i)) + field(4, "Relu"));
  const std::map<std::string, std::string> graphs = {
      {"depth", deep + field(2, std::string(kBytes, 'x'))},
      {"empty nodes", repeated(field(1, ""), kBytes)},
      {"empty initializers", repeated(field(5, ""), kBytes)},
      {"empty attributes", field(1, repeated(field(5, ""), kBytes))},
      {"empty inputs of a node", field(1, repeated(field(1, ""), kBytes))},
      {"huge shape", field(5, huge + huge + field(9, std::string(kBytes, 'x')))},
      {"many extents", field(5, repeated(std::string("\x08\x01", 2), kBytes))},
      {"a cycle", cycle + repeated(field(10, std::string(1 << 20, 'x')), kBytes)},
      {"one name", repeated(field(1, field(1, "a") + field(2, "a") + field(4, "Relu")), kBytes)},
      {"random", [] {
         std::mt19937 random(1);
         std::string bytes(kBytes, '\0');
         for (char& byte : bytes) byte = static_cast<char>(random());
         return bytes;
       }()}};
  for (const auto& [what, graph] : graphs) {
    for (const char version : {8, 12}) {  // the checker knows only the first one
      SCOPED_TRACE(what);
      const std::string model = std::string{0x08, version} + field(8, std::string("\x10\x11", 2)) + field(7, graph);
      const std::size_t before = peakMemory();
      const auto begin = std::chrono::steady_clock::now();
      const auto read = parseOnnx(model);
      Status status = read.ok() ? Status() : Status(read.error());
      ExchangeReport report;
      if (read.ok()) {
        const auto layers = readOnnxLayers(*read, report);
        status = layers.ok() ? Status() : Status(layers.error());
      }
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      EXPECT_FALSE(status.ok());
      EXPECT_LT(peakMemory() - before, std::size_t{600} << 20);
#ifdef NDEBUG
      EXPECT_LT(seconds, 1);
#endif
    }
  }
}

// A function that calls another one, with an attribute of the call instead of a reference to it.
TEST(OnnxFile, WritesFunctionsOut) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  const auto call = [](const std::string& op, const std::string& from, const std::string& to,
                       const std::string& attributes) {
    return field(1, from) + field(2, to) + field(4, op) + field(7, "own") + attributes;
  };
  const std::string opsets =
      field(9, std::string("\x10\x11", 2)) + field(9, field(1, "own") + std::string("\x10\x01", 2));
  const std::string leaky = field(1, "x") + field(2, "t") + field(4, "LeakyRelu") +
                            field(5, field(1, "alpha") + field(21, "slope") + std::string("\xa0\x01\x01", 3));
  const std::string inner = field(1, "Bent") + field(4, "x") + field(5, "y") + field(6, "slope") + field(7, leaky) +
                            field(7, field(1, "t") + field(2, "y") + field(4, "Neg")) + opsets + field(10, "own");
  const std::string outer =
      field(1, "Twice") + field(4, "a") + field(5, "c") + field(6, "slope") +
      field(7,
            call("Bent", "a", "b", field(5, field(1, "slope") + field(21, "slope") + std::string("\xa0\x01\x01", 3)))) +
      field(7,
            call("Bent", "b", "c", field(5, field(1, "slope") + field(21, "slope") + std::string("\xa0\x01\x01", 3)))) +
      opsets + field(10, "own");
  const auto value = [](const std::string& name) {
    return field(1, name) +
           field(2, field(1, std::string("\x08\x01", 2) + field(2, field(1, std::string("\x08\x02", 2)))));
  };
  const std::string half = std::string("\x15", 1) + std::string("\x00\x00\x00\x3f", 4) + std::string("\xa0\x01\x01", 3);
  const std::string graph = field(1, call("Twice", "x", "y", field(5, field(1, "slope") + half))) + field(2, "graph") +
                            field(11, value("x")) + field(12, value("y"));
  const std::string bytes = std::string("\x08\x08", 2) + field(8, std::string("\x10\x11", 2)) +
                            field(8, field(1, "own") + std::string("\x10\x01", 2)) + field(7, graph) +
                            field(25, inner) + field(25, outer);
  const auto model = parseOnnx(bytes);
  ASSERT_TRUE(model.ok()) << model.error().text();
  EXPECT_EQ(model->graph.nodes.size(), 4u);
  const OnnxTensor x{"x", OnnxElement::Float, Tensor::of<float>(Shape{2}, {-4, 2})};
  const OnnxRun run = runOnnx(*model, {&x, 1}, cpu());
  ASSERT_TRUE(run.outputs.ok()) << run.outputs.error().text();
  EXPECT_EQ(run.outputs->at(0).tensor.values<float>()[0], -2);  // -4 → -2 → 2; 2 → 2 → -2
  EXPECT_EQ(run.outputs->at(0).tensor.values<float>()[1], 1);   // 2 → 2 → -2; -2 → -1 → 1
  const std::string endless = field(1, "Bent") + field(4, "x") + field(5, "y") + field(6, "slope") +
                              field(7, call("Twice", "x", "y", "")) + opsets + field(10, "own");
  EXPECT_FALSE(parseOnnx(std::string("\x08\x0c", 2) + field(8, std::string("\x10\x11", 2)) + field(7, graph) +
                         field(25, endless) + field(25, outer))
                   .ok());
}

// A function of opset 12, where axes of sums were attributes, in a model of opset 18, where such an attribute is
// invalid.
TEST(OnnxFile, ReadsTheNodesOfAFunctionInItsOwnOpset) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  const std::string axes = field(5, field(1, "axes") + std::string("\x40\x01\xa0\x01\x07", 5));
  const auto sum = [&](const std::string& from, const std::string& to) {
    return field(1, from) + field(2, to) + field(4, "ReduceSum") + axes;
  };
  const std::string call = field(1, "x") + field(2, "y") + field(4, "Sums") + field(7, "own");
  const auto value = [](const std::string& name) {
    const std::string two = field(1, std::string("\x08\x02", 2));
    return field(1, name) + field(2, field(1, std::string("\x08\x01", 2) + field(2, two + two)));
  };
  const auto modelWith = [&](const std::string& node) {
    const std::string function = field(1, "Sums") + field(4, "a") + field(5, "b") + field(7, sum("a", "b")) +
                                 field(9, std::string("\x10\x0c", 2)) + field(10, "own");
    const std::string graph = field(1, node) + field(2, "graph") + field(11, value("x")) + field(12, value("y"));
    return parseOnnx(std::string("\x08\x08", 2) + field(8, std::string("\x10\x12", 2)) +
                     field(8, field(1, "own") + std::string("\x10\x01", 2)) + field(7, graph) + field(25, function));
  };
  const OnnxTensor x{"x", OnnxElement::Float, Tensor::of<float>(Shape{2, 2}, {1, 2, 3, 4})};
  const auto called = modelWith(call), plain = modelWith(sum("x", "y"));
  ASSERT_TRUE(called.ok()) << called.error().text();
  ASSERT_TRUE(plain.ok()) << plain.error().text();
  const OnnxRun run = runOnnx(*called, {&x, 1}, cpu());
  ASSERT_TRUE(run.outputs.ok()) << run.outputs.error().text();
  EXPECT_EQ(run.outputs->at(0).tensor.values<float>()[1], 7);
  EXPECT_EQ(runOnnx(*plain, {&x, 1}, cpu()).outputs.error().message,
            "unsupported ReduceSum: the attribute axes is of opset 12 and before");
}

class ExternalData : public testing::Test {
 protected:
  void SetUp() override {
    if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
    folder_ = std::filesystem::temp_directory_path() / ("fovea_onnx_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_ / "inside");
    ASSERT_TRUE(writeFileAtomic(folder_ / "inside/weights.bin", std::string("....\0\0\x80\x3f\0\0\0\x40", 12)).ok());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // y = x + two numbers that are stored at `location`.
  Result<OnnxModel> read(const std::string& location, const std::string& offset, const std::string& length) {
    const auto entry = [](const std::string& key, const std::string& value) {
      return field(13, field(1, key) + field(2, value));
    };
    const auto value = [](const std::string& name) {
      return field(1, name) +
             field(2, field(1, std::string("\x08\x01", 2) + field(2, field(1, std::string("\x08\x02", 2)))));
    };
    const std::string tensor = std::string("\x08\x02\x10\x01", 4) + field(8, "w") + entry("location", location) +
                               entry("offset", offset) + entry("length", length) + std::string("\x70\x01", 2);
    const std::string graph = field(1, field(1, "x") + field(1, "w") + field(2, "y") + field(4, "Add")) +
                              field(2, "graph") + field(5, tensor) + field(11, value("x")) + field(12, value("y"));
    const std::string model = std::string("\x08\x08", 2) + field(8, std::string("\x10\x11", 2)) + field(7, graph);
    EXPECT_TRUE(writeFileAtomic(folder_ / "model.onnx", model).ok());
    return readOnnx(folder_ / "model.onnx");
  }
  std::filesystem::path folder_;
};

TEST_F(ExternalData, IsReadFromTheModelsFolder) {
  const auto model = read("inside/weights.bin", "4", "8");
  ASSERT_TRUE(model.ok()) << model.error().text();
  EXPECT_EQ(model->graph.findInitializer("w")->tensor.values<float>()[1], 2.0f);
}

TEST_F(ExternalData, IsNotReadFromElsewhere) {
  EXPECT_FALSE(read("../weights.bin", "0", "8").ok());
  EXPECT_FALSE(read("/etc/passwd", "0", "8").ok());
  EXPECT_FALSE(read("inside/../../weights.bin", "0", "8").ok());
  EXPECT_FALSE(read("", "0", "8").ok());
  EXPECT_FALSE(read("inside", "0", "8").ok());
  EXPECT_FALSE(read("inside/missing.bin", "0", "8").ok());
  std::filesystem::create_symlink("/etc/passwd", folder_ / "link");
  EXPECT_FALSE(read("link", "0", "8").ok());
}

TEST_F(ExternalData, MustFitItsFileAndItsShape) {
  EXPECT_FALSE(read("inside/weights.bin", "8", "8").ok());
  EXPECT_FALSE(read("inside/weights.bin", "18446744073709551615", "8").ok());
  EXPECT_FALSE(read("inside/weights.bin", "4", "4").ok());
  EXPECT_FALSE(read("inside/weights.bin", "4", "9223372036854775808").ok());
  EXPECT_FALSE(read("inside/weights.bin", "four", "8").ok());
}

}  // namespace
}  // namespace fovea::testing_onnx

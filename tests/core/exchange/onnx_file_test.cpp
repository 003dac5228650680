// ONNX files: what is written is read back, and damaged files are rejected with a message, without a crash.
#include "tests/core/exchange/onnx_support.h"

#include <algorithm>
#include <random>

#include "core/base/file.h"
#include "core/exchange/onnx/onnx_import.h"

namespace fovea::testing_onnx {
namespace {

OnnxModel allKinds() {
  const OnnxTensor bias{"bias", OnnxElement::Float, Tensor::of<float>(Shape{2}, {1.5f, -2.0f})};
  const OnnxTensor shape{"shape", OnnxElement::Int64, Tensor::of<std::int64_t>(Shape{2}, {-1, 2})};
  const auto inner = std::make_shared<const OnnxGraph>(
      OnnxGraph{"branch", {node("Identity", {"x"}, {"then"})}, {}, {}, {info("then", OnnxElement::Float, {2, 2})}});
  return modelOf({info("x", OnnxElement::Float, {2, 2}), info("yes", OnnxElement::Bool, {})},
                 {node("Add", {"x", "bias"}, {"sum"}), node("Reshape", {"sum", "shape"}, {"same"}),
                  node("LeakyRelu", {"same"}, {"act"}, {{"alpha", 0.25}}),
                  node("If", {"yes"}, {"chosen"}, {{"then_branch", inner}, {"else_branch", inner}}),
                  node("Concat", {"act", "chosen"}, {"y"}, {{"axis", std::int64_t{0}}})},
                 {info("y", OnnxElement::Float, {4, 2})}, {bias, shape});
}

TEST(OnnxFile, ReadsWhatItWrote) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  const auto bytes = serializeOnnx(allKinds());
  ASSERT_TRUE(bytes.ok()) << bytes.error().text();
  const auto model = parseOnnx(*bytes);
  ASSERT_TRUE(model.ok()) << model.error().text();
  EXPECT_EQ(model->opset(), 17);
  ASSERT_EQ(model->graph.nodes.size(), 5u);
  EXPECT_EQ(model->graph.nodes[2].find("alpha")->value.index(), 2u);
  EXPECT_EQ(model->graph.findInitializer("bias")->tensor.values<float>()[1], -2.0f);
  EXPECT_EQ(model->graph.freeInputs().size(), 2u);
  EXPECT_EQ(serializeOnnx(*model).value(), *bytes);
}

TEST(OnnxFile, KeepsEveryTypeOfNumber) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  for (const OnnxElement element :
       {OnnxElement::Float, OnnxElement::Double, OnnxElement::Float16, OnnxElement::BFloat16, OnnxElement::Int8,
        OnnxElement::UInt8, OnnxElement::Int16, OnnxElement::UInt16, OnnxElement::Int32, OnnxElement::UInt32,
        OnnxElement::Int64, OnnxElement::UInt64, OnnxElement::Bool, OnnxElement::Float8E4M3FN,
        OnnxElement::Float8E5M2FNUZ, OnnxElement::UInt4, OnnxElement::Int2, OnnxElement::Float4E2M1,
        OnnxElement::Float8E8M0}) {
    const Tensor numbers = Tensor::of<double>(Shape{3}, {0, 1, 100});
    const OnnxTensor tensor = fromComputed("t", element, numbers);
    const auto model = modelOf({}, {node("Constant", {}, {"y"}, {{"value", tensor}})}, {info("y", element, {3})});
    const auto bytes = serializeOnnx(model);
    ASSERT_TRUE(bytes.ok()) << onnxElementName(element) << ": " << bytes.error().text();
    const auto read = parseOnnx(*bytes);
    ASSERT_TRUE(read.ok()) << read.error().text();
    const auto& value = std::get<OnnxTensor>(read->graph.nodes[0].attributes[0].value);
    EXPECT_EQ(value.element, element);
    EXPECT_EQ(0, std::memcmp(value.tensor.raw(), tensor.tensor.raw(), tensor.tensor.bytes()))
        << onnxElementName(element);
  }
}

TEST(OnnxFile, RefusesWhatIsNoModel) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  EXPECT_EQ(parseOnnx("").error().code, ErrorCode::Corrupt);
  EXPECT_EQ(parseOnnx("hello, this is text").error().code, ErrorCode::Corrupt);
  OnnxModel bad = allKinds();
  bad.graph.nodes[0].inputs[1] = "nobody";
  const auto refused = serializeOnnx(bad);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("nobody"), std::string::npos) << refused.error().message;
  const std::string bytes = serializeOnnx(allKinds()).value();
  EXPECT_EQ(parseOnnx(bytes.substr(0, bytes.size() / 2)).error().code, ErrorCode::Corrupt);
  EXPECT_EQ(parseOnnx(bytes, {.bytes = 10}).error().code, ErrorCode::Unsupported);
  EXPECT_EQ(parseOnnx(bytes, {.nodes = 3}).error().code, ErrorCode::Unsupported);
  EXPECT_EQ(parseOnnx(bytes, {.depth = 0}).error().code, ErrorCode::Unsupported);
}

// Nested length prefixes: messages in messages, thousands deep.
TEST(OnnxFile, RefusesEndlessNesting) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  std::string bytes;
  const auto wrap = [](char tag, const std::string& content) {
    return field(static_cast<unsigned>(tag) >> 3, content);
  };
  for (int i = 0; i < 2000; ++i) bytes = wrap(0x0a, wrap(0x2a, wrap(0x32, bytes)));  // graph of attribute of node
  EXPECT_FALSE(parseOnnx(wrap(0x3a, bytes)).ok());
}

std::vector<OnnxTensor> zerosFor(const OnnxModel& model) {
  std::vector<OnnxTensor> inputs;
  for (const OnnxValueInfo& value : model.graph.freeInputs()) {
    std::vector<std::int64_t> extents;
    for (const OnnxDimension& dimension : value.shape)
      extents.push_back(dimension.extent >= 0 && dimension.extent < 64 ? dimension.extent : 2);
    auto shape = Shape::make(extents);
    if (!isNumber(value.element) || !shape.ok() || shape->elementCount() > 100000) return {};
    inputs.push_back(fromComputed(value.name, value.element, Tensor::zeros({DataType::Float64, *shape})));
  }
  return inputs;
}

std::vector<std::string> seeds() {
  std::vector<std::string> bytes{serializeOnnx(allKinds()).value()};
  if (suiteFolder().empty()) return bytes;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(suiteFolder() / "node"))
    if (entry.path().filename() == "model.onnx") bytes.push_back(readFile(entry.path(), 1 << 20).value());
  std::sort(bytes.begin(), bytes.end());
  return bytes;
}

// Thousands of models with a few bytes changed, removed or duplicated: each is rejected, or translated, run and drawn.
TEST(OnnxFile, SurvivesDamagedModels) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  const std::vector<std::string> originals = seeds();
  std::mt19937 random(7);
  const auto device = cpu();
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  int read = 0, run = 0, drawn = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = originals[static_cast<std::size_t>(i) % originals.size()];
    for (std::size_t changes = 1 + below(3); changes > 0 && !bytes.empty(); --changes) {
      const std::size_t at = below(bytes.size());
      switch (below(4)) {
        case 0:
          bytes[at] = static_cast<char>(below(256));
          break;
        case 1:
          bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
          break;
        case 2:
          bytes.erase(at, 1 + below(4));
          break;
        default:
          bytes.insert(at, bytes.substr(at, 1 + below(8)));
      }
    }
    const auto model = parseOnnx(bytes);
    if (!model.ok()) continue;
    ++read;
    OnnxProgramOptions options;
    options.mostElements = 1 << 18;
    const auto outputs = runOnnx(*model, zerosFor(*model), device, options).outputs;
    run += outputs.ok() ? 1 : 0;
    ExchangeReport report;
    drawn += readOnnxLayers(*model, report).ok() ? 1 : 0;
  }
  RecordProperty("read", read);
  RecordProperty("run", run);
  RecordProperty("drawn", drawn);
  if (!suiteFolder().empty()) {
    EXPECT_GT(read, 500);
    EXPECT_GT(run, 100);
    EXPECT_GT(drawn, 50);
  }
}

}  // namespace
}  // namespace fovea::testing_onnx

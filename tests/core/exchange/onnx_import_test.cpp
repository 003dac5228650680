// ONNX models that know nothing of Fovea become networks: layers, weights, the same outputs.
#include "core/exchange/onnx/onnx_import.h"

#include "core/exchange/onnx/onnx_export.h"
#include "core/network/standard_networks.h"
#include "tests/core/exchange/onnx_support.h"

namespace fovea::testing_onnx {
namespace {

class ForeignNetwork : public testing::TestWithParam<std::string> {};

// Written without the drawing, and read back node by node.
TEST_P(ForeignNetwork, BecomesLayersWithTheSameOutputs) {
  Checkpoint before;
  before.network = standardNetwork(GetParam()).value();
  before.tensors = firstWeights(before.network, 3).value();
  const auto written = exportOnnx(before.network, weightsOf(before), {.opset = 17, .drawing = false});
  ASSERT_TRUE(written.ok()) << written.error().text();
  ExchangeReport report;
  const auto after = importOnnx(written->model, cpu(), report);
  ASSERT_TRUE(after.ok()) << after.error().text();
  EXPECT_GE(report.difference, 0) << (report.notes.empty() ? "" : report.notes[0]);
  EXPECT_LT(report.difference, 1e-4);
  EXPECT_TRUE(report.dropped.empty());
  // Whoever trains on has the same numbers to train.
  std::int64_t weightsBefore = 0, weightsAfter = 0;
  for (const auto& [name, value] : before.tensors) weightsBefore += value.elementCount();
  for (const auto& [name, value] : after->tensors) weightsAfter += value.elementCount();
  EXPECT_EQ(weightsBefore, weightsAfter);
}

INSTANTIATE_TEST_SUITE_P(Standard, ForeignNetwork,
                         testing::Values("mlp", "lenet", "resnet-mini", "resnet18-cifar", "squeezenet-v1-1", "srcnn"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

OnnxTensor counting(const std::string& name, const Shape& shape) {
  Tensor numbers = Tensor::make({DataType::Float32, shape});
  for (std::int64_t i = 0; i < numbers.elementCount(); ++i)
    numbers.data<float>()[i] = 0.1f * static_cast<float>((i * 7) % 11) - 0.5f;
  return {name, OnnxElement::Float, numbers};
}

// What TensorFlow's converters write: borders on one side, products with added numbers, means over places.
TEST(OnnxImport, ReadsWhatOtherProgramsWrite) {
  const auto model = modelOf(
      {info("x", OnnxElement::Float, {-1, 3, 9, 9})},
      {node("Conv", {"x", "w"}, {"c"},
            {{"strides", std::vector<std::int64_t>{2, 2}}, {"auto_pad", std::string("SAME_LOWER")}}),
       node("Add", {"c", "cb"}, {"b"}), node("Clip", {"b", "zero", "six"}, {"r"}),
       node("MaxPool", {"r"}, {"p"},
            {{"kernel_shape", std::vector<std::int64_t>{2, 2}}, {"pads", std::vector<std::int64_t>{0, 0, 1, 1}}}),
       node("Mul", {"p", "two"}, {"m"}),
       node("ReduceMean", {"m"}, {"g"}, {{"axes", std::vector<std::int64_t>{2, 3}}, {"keepdims", std::int64_t{0}}}),
       node("MatMul", {"g", "fw"}, {"f"}), node("Add", {"f", "fb"}, {"l"}), node("Softmax", {"l"}, {"y"})},
      {info("y", OnnxElement::Float, {-1, 5})},
      {counting("w", Shape{4, 3, 4, 4}),
       counting("cb", Shape{4, 1, 1}),
       counting("fw", Shape{4, 5}),
       counting("fb", Shape{5}),
       {"zero", OnnxElement::Float, Tensor::of<float>(Shape{}, {0})},
       {"six", OnnxElement::Float, Tensor::of<float>(Shape{}, {6})},
       {"two", OnnxElement::Float, Tensor::of<float>(Shape{}, {2})}});
  ExchangeReport report;
  const auto read = importOnnx(model, cpu(), report);
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_LT(report.difference, 1e-5);
  EXPECT_GE(report.difference, 0);
  int linear = 0;
  for (const Layer& layer : read->network.layers()) {
    linear += layer.type == "linear" ? 1 : 0;
    const bool weighted = layer.type == "linear" || layer.type == "convolution";
    EXPECT_TRUE(!weighted || layer.parameters.boolean("bias"));
  }
  EXPECT_EQ(linear, 1);
}

TEST(OnnxImport, NamesWhatNothingDoes) {
  const auto model = modelOf({info("x", OnnxElement::Float, {-1, 3})}, {node("Bernoulli", {"x"}, {"y"})},
                             {info("y", OnnxElement::Float, {-1, 3})});
  ExchangeReport report;
  const auto read = importOnnx(model, cpu(), report);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message, "unsupported op Bernoulli");
}

// A drawing that does not fit its weights is not believed.
TEST(OnnxImport, DoesNotBelieveADrawingThatDoesNotFit) {
  Checkpoint before;
  before.network = standardNetwork("lenet").value();
  before.tensors = firstWeights(before.network, 3).value();
  OnnxModel model = exportOnnx(before.network, weightsOf(before)).value().model;
  model.metadata[kNetworkMetadata] = "{\"format\": \"fovea-network\"}";
  ExchangeReport report;
  const auto read = importOnnx(model, cpu(), report);
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_NE(read->network, before.network);
  EXPECT_LT(report.difference, 1e-4);
}

}  // namespace
}  // namespace fovea::testing_onnx

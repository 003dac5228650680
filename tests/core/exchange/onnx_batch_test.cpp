// A model made for a fixed number of samples contains numbers for each of them: grids, positions, initial states. The
// network imported from it accepts any number of samples.
#include "tests/core/exchange/onnx_layer_support.h"

namespace fovea::testing_onnx {
namespace {

const OnnxAttribute kAxis1{"axis", std::int64_t{1}};

// The same numbers for each of two samples.
OnnxTensor forTwo(const std::string& name, OnnxTensor one) {
  std::vector<std::int64_t> extents(one.tensor.shape().begin(), one.tensor.shape().end());
  extents.insert(extents.begin(), 2);
  Tensor both = Tensor::make({one.tensor.dtype(), Shape(extents)});
  for (std::size_t i = 0; i < 2; ++i)
    std::memcpy(static_cast<std::byte*>(both.raw()) + i * one.tensor.type().bytes(), one.tensor.raw(),
                one.tensor.type().bytes());
  return {name, one.element, both};
}

TEST(OnnxBatch, AGridThatAllSamplesShareIsReadForAnyNumber) {
  for (const char* mode : {"bilinear", "bicubic", "nearest"})
    for (const char* padding : {"zeros", "border", "reflection"}) {
      auto model = withOutput(oneInput({2, 3, 5, 4},
                                       {node("GridSample", {"x", "grid"}, {"y"},
                                             {{"mode", std::string(mode)}, {"padding_mode", std::string(padding)}})},
                                       {forTwo("grid", some("", Shape{4, 6, 2}))}));
      EXPECT_GT(read(model).at("op_embedding"), 0) << mode << " " << padding;
    }
}

TEST(OnnxBatch, AGridForEachSampleIsRefused) {
  const auto model =
      withOutput(oneInput({2, 3, 5, 4}, {node("GridSample", {"x", "grid"}, {"y"})}, {some("grid", Shape{2, 4, 6, 2})}));
  ExchangeReport report;
  const auto checkpoint = importOnnx(model, cpu(), report);
  ASSERT_FALSE(checkpoint.ok());
  EXPECT_EQ(checkpoint.error().message, "unsupported GridSample: numbers that depend on the number of samples");
}

TEST(OnnxBatch, PositionsThatAllSamplesShareAreReadForAnyNumber) {
  const OnnxTensor positions = forTwo("at", wholes("", {0, 2, 2, 5, 1}));
  const auto gathered =
      read(withOutput(oneInput({2, 6}, {node("GatherElements", {"x", "at"}, {"y"}, {kAxis1})}, {positions})));
  EXPECT_EQ(gathered.at("op_embedding"), 1);
  for (const char* reduction : {"none", "add", "max"}) {
    const auto types = read(withOutput(oneInput(
        {2, 6}, {node("ScatterElements", {"x", "at", "more"}, {"y"}, {kAxis1, {"reduction", std::string(reduction)}})},
        {positions, forTwo("more", some("", Shape{5}))})));
    EXPECT_FALSE(types.empty());
  }
}

// Initial states as torch's older exporter writes them: numbers for one sample, expanded to the present samples.
TEST(OnnxBatch, FirstStatesAreExpanded) {
  const auto types = read(withOutput(oneInput(
      {2, 4, 3},
      {node("Transpose", {"x"}, {"t"}, {{"perm", List{1, 0, 2}}}), node("Shape", {"t"}, {"s"}),
       node("Slice", {"s", "one", "two"}, {"n"}),
       node("Concat", {"one", "n", "five"}, {"to"}, {{"axis", std::int64_t{0}}}),
       node("Expand", {"zeros", "to"}, {"h"}),
       node("RNN", {"t", "w", "u", "b", "", "h"}, {"all", ""}, {{"hidden_size", std::int64_t{5}}}),
       node("Squeeze", {"all", "one"}, {"steps"}), node("Transpose", {"steps"}, {"y"}, {{"perm", List{1, 0, 2}}})},
      {wholes("one", {1}),
       wholes("two", {2}),
       wholes("five", {5}),
       {"zeros", OnnxElement::Float, Tensor::zeros({DataType::Float32, Shape{1, 2, 5}})},
       some("w", Shape{1, 5, 3}),
       some("u", Shape{1, 5, 5}),
       some("b", Shape{1, 10})})));
  EXPECT_FALSE(types.empty());
}

// [N, 5, 6] -> [5, N 6] -> [N 6, 5] -> [N, 6, 5]: for one sample, the first axis could hold the samples as well.
TEST(OnnxBatch, TheAxisThatAShapeLeavesOpenHoldsTheSamples) {
  for (const std::int64_t samples : {1, 2}) {
    const auto model = withOutput(
        oneInput({samples, 5, 6},
                 {node("Transpose", {"x"}, {"t"}, {{"perm", List{1, 0, 2}}}), node("Reshape", {"t", "flat"}, {"f"}),
                  node("Transpose", {"f"}, {"g"}, {{"perm", List{1, 0}}}), node("Reshape", {"g", "back"}, {"y"})},
                 {wholes("flat", {5, -1}), wholes("back", {-1, 6, 5})}));
    ExchangeReport report;
    const auto checkpoint = importOnnx(model, cpu(), report);
    ASSERT_TRUE(checkpoint.ok()) << checkpoint.error().text();
    EXPECT_EQ(report.difference, 0);
    const auto sample = tellingSample(*checkpoint, 3, cpu());
    ASSERT_TRUE(sample.ok()) << sample.error().text();
    ASSERT_EQ(sample->outputs[0].second.shape(), (Shape{3, 6, 5}));
    for (std::int64_t i = 0; i < 90; ++i)
      EXPECT_EQ(sample->outputs[0].second.data<float>()[i],
                sample->inputs[0].second.data<float>()[i / 30 * 30 + i % 5 * 6 + i % 30 / 5]);
  }
}

TEST(OnnxBatch, FiltersOfSignalsAreALayers) {
  const auto types =
      read(withOutput(oneInput({-1, 4, 9},
                               {node("Conv", {"x", "w", "b"}, {"c"}, {{"pads", List{1, 1}}, {"dilations", List{2}}}),
                                node("ConvTranspose", {"c", "v"}, {"y"}, {{"strides", List{2}}})},
                               {some("w", Shape{6, 4, 3}), some("b", Shape{6}), some("v", Shape{6, 2, 4})})));
  EXPECT_EQ(types, (std::map<std::string, int>{{"input", 1}, {"convolution", 1}, {"transposed_convolution", 1}}));
}

// Half as many pixels: each lies in the middle between two, of which the model's rule chooses one.
TEST(OnnxBatch, TheNearestOfTwoIsTheOneThatTheModelNames) {
  for (const auto& [rule, place] : std::map<std::string, int>{{"round_prefer_floor", 0}, {"round_prefer_ceil", 1}}) {
    Tensor half = Tensor::of<float>(Shape{4}, {1, 1, 0.5f, 0.5f});
    const auto model = withOutput(oneInput(
        {-1, 2, 4, 6},
        {node("Resize", {"x", "", "scales"}, {"y"}, {{"mode", std::string("nearest")}, {"nearest_mode", rule}})},
        {{"scales", OnnxElement::Float, half}}));
    ExchangeReport report;
    const auto checkpoint = importOnnx(model, cpu(), report);
    ASSERT_TRUE(checkpoint.ok()) << checkpoint.error().text();
    EXPECT_EQ(report.difference, 0) << rule;
    const auto sample = tellingSample(*checkpoint, 1, cpu());
    ASSERT_TRUE(sample.ok()) << sample.error().text();
    EXPECT_EQ(sample->outputs[0].second.data<float>()[0], sample->inputs[0].second.data<float>()[place * 7]) << rule;
  }
}

// Integers, and values of 64 bits, among the outputs are compared like any number.
TEST(OnnxBatch, OutputsOfEveryTypeAreCompared) {
  for (const OnnxElement element : {OnnxElement::Int64, OnnxElement::Int32, OnnxElement::Double}) {
    const auto type = static_cast<std::int64_t>(element);
    read(withOutput(modelOf({info("x", OnnxElement::Float, {-1, 6})},
                            {node("Cast", {"x"}, {"y"}, {{"to", type}})}, {info("y", element, {-1})})));
  }
  const auto several = withOutput(modelOf(
      {info("x", OnnxElement::Float, {-1, 6})},
      {node("ArgMax", {"x"}, {"place"}, {kAxis1, {"keepdims", std::int64_t{0}}}), node("Relu", {"x"}, {"y"})},
      {info("y", OnnxElement::Float, {-1}), info("place", OnnxElement::Int64, {-1})}));
  read(several);
}

TEST(OnnxBatch, ValuesOfDifferentTypesAreCompared) {
  const Tensor whole = Tensor::of<std::int32_t>({3}, {1, -2, 4});
  EXPECT_EQ(relativeDifference(Tensor::of<double>({3}, {1, -2, 4}), whole), 0);
  EXPECT_EQ(relativeDifference(whole, Tensor::of<float>({3}, {1, -2, 5})), 0.2);
  EXPECT_EQ(relativeDifference(whole, Tensor::of<float>({1, 3}, {1, -2, 4})), std::numeric_limits<double>::infinity());
  EXPECT_EQ(relativeDifference(whole, Tensor::of<double>({3}, {1, -2, NAN})), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace fovea::testing_onnx

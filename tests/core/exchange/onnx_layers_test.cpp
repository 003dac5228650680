// Operators without a corresponding layer become primitive layers, patterns become a single layer, and a model made for
// one sample accepts any number.
#include <chrono>
#include <cmath>
#include <numbers>

#include "core/network/network_analysis.h"
#include "tests/core/exchange/onnx_layer_support.h"

namespace fovea::testing_onnx {
namespace {

TEST(OnnxLayers, OpsBecomePrimitiveLayers) {
  const auto types = read(
      withOutput(oneInput({-1, 3, 4},
                          {node("Abs", {"x"}, {"a"}), node("Sqrt", {"a"}, {"b"}), node("Pow", {"b", "three"}, {"c"}),
                           node("Less", {"c", "half"}, {"d"}), node("Where", {"d", "x", "places"}, {"e"}),
                           node("ReduceMax", {"e"}, {"f"}, {{"axes", List{2}}}), node("Sub", {"e", "f"}, {"y"})},
                          {one("three", 3), one("half", 0.5f), some("places", Shape{3, 4})})));
  EXPECT_EQ(types.at("op_square_root"), 1);
  EXPECT_EQ(types.at("op_reduce_max"), 1);
  EXPECT_EQ(types.at("op_subtract"), 1);
  EXPECT_GE(types.at("constant"), 1);
}

// [N, T, 3 H] as attention splits it, with the batch in the middle.
TEST(OnnxLayers, TheBatchMayMove) {
  const auto types = read(withOutput(
      oneInput({-1, 4, 6},
               {node("Transpose", {"x"}, {"t"}, {{"perm", List{1, 0, 2}}}), node("Shape", {"x"}, {"s"}),
                node("Gather", {"s", "first"}, {"n"}), node("Mul", {"n", "two"}, {"n2"}),
                node("Concat", {"four", "n2", "three"}, {"to"}, {{"axis", std::int64_t{0}}}),
                node("Reshape", {"t", "to"}, {"h"}), node("Softmax", {"h"}, {"p"}),
                node("Transpose", {"p"}, {"q"}, {{"perm", List{1, 0, 2}}}), node("Reshape", {"q", "back"}, {"y"})},
               {wholes("first", {0}), wholes("two", {2}), wholes("four", {4}), wholes("three", {3}),
                wholes("back", {-1, 24})})));
  EXPECT_EQ(types.at("op_reshape"), 2);
  EXPECT_EQ(types.at("softmax"), 1);
}

TEST(OnnxLayers, TurnsThatTakeEachOtherAwayAreNoLayers) {
  const auto types = read(
      withOutput(oneInput({-1, 3, 4, 5},
                          {node("Transpose", {"x"}, {"a"}, {{"perm", List{0, 2, 3, 1}}}),
                           node("LayerNormalization", {"a", "scale", "bias"}, {"b"}),
                           node("Transpose", {"b"}, {"c"}, {{"perm", List{0, 3, 1, 2}}}), node("Relu", {"c"}, {"y"})},
                          {some("scale", Shape{3}), some("bias", Shape{3})})));
  EXPECT_EQ(types, (std::map<std::string, int>{{"input", 1}, {"layer_normalization", 1}, {"relu", 1}}));
}

// A network with more layers could not be stored.
TEST(OnnxLayers, MoreLayersThanANetworkCanHaveAreRefused) {
  std::vector<OnnxNode> nodes;
  for (int i = 0; i < 20'001; ++i)
    nodes.push_back(
        node("Tanh", {i == 0 ? "x" : "t" + std::to_string(i)}, {i == 20'000 ? "y" : "t" + std::to_string(i + 1)}));
  ExchangeReport report;
  const auto imported = importOnnx(withOutput(oneInput({-1, 2}, std::move(nodes))), cpu(), report);
  ASSERT_FALSE(imported.ok());
  EXPECT_NE(imported.error().message.find("20002 layers with 20001 edges, which is more than a network can have"),
            std::string::npos)
      << imported.error().text();
}

// Computations for which newer opsets have a single node.
TEST(OnnxLayers, NewerNodesBecomeTheirLayer) {
  auto model =
      withOutput(oneInput({-1, 4, 6},
                          {node("GroupNormalization", {"x", "scale", "bias"}, {"a"}, {{"num_groups", std::int64_t{2}}}),
                           node("Swish", {"a"}, {"y"})},
                          {some("scale", Shape{4}), some("bias", Shape{4})}));
  model.opsets[""] = 24;
  EXPECT_EQ(read(model), (std::map<std::string, int>{{"input", 1}, {"group_normalization", 1}, {"silu", 1}}));
}

TEST(OnnxLayers, PatternsBecomeTheirLayer) {
  const float root = std::sqrt(2.0f);
  const auto gelu = read(withOutput(
      oneInput({-1, 6},
               {node("Div", {"x", "root"}, {"a"}), node("Erf", {"a"}, {"b"}), node("Add", {"b", "one"}, {"c"}),
                node("Mul", {"x", "c"}, {"d"}), node("Mul", {"d", "half"}, {"y"})},
               {one("root", root), one("one", 1), one("half", 0.5f)})));
  EXPECT_EQ(gelu, (std::map<std::string, int>{{"input", 1}, {"gelu", 1}}));
  const auto silu =
      read(withOutput(oneInput({-1, 6}, {node("Sigmoid", {"x"}, {"a"}), node("Mul", {"x", "a"}, {"y"})})));
  EXPECT_EQ(silu, (std::map<std::string, int>{{"input", 1}, {"silu", 1}}));
  const auto swish =
      read(withOutput(oneInput({-1, 6},
                               {node("Add", {"x", "three"}, {"a"}), node("Clip", {"a", "zero", "six"}, {"b"}),
                                node("Mul", {"x", "b"}, {"c"}), node("Div", {"c", "six"}, {"y"})},
                               {one("three", 3), one("zero", 0), one("six", 6)})));
  EXPECT_EQ(swish, (std::map<std::string, int>{{"input", 1}, {"hard_swish", 1}}));
  const auto norm = read(withOutput(
      oneInput({-1, 4, 6},
               {node("ReduceMean", {"x"}, {"m"}, {{"axes", List{-1}}}), node("Sub", {"x", "m"}, {"d"}),
                node("Pow", {"d", "two"}, {"s"}), node("ReduceMean", {"s"}, {"v"}, {{"axes", List{-1}}}),
                node("Add", {"v", "epsilon"}, {"e"}), node("Sqrt", {"e"}, {"r"}), node("Div", {"d", "r"}, {"n"}),
                node("Mul", {"n", "scale"}, {"w"}), node("Add", {"w", "bias"}, {"y"})},
               {one("two", 2), one("epsilon", 1e-5f), some("scale", Shape{6}), some("bias", Shape{6})})));
  EXPECT_EQ(norm, (std::map<std::string, int>{{"input", 1}, {"layer_normalization", 1}}));
}

Checkpoint imported(const OnnxModel& model, ExchangeReport& report) {
  auto checkpoint = importOnnx(model, cpu(), report);
  EXPECT_TRUE(checkpoint.ok()) << checkpoint.error().text();
  return checkpoint.ok() ? *std::move(checkpoint) : Checkpoint();
}

// Two branches with the same weights, as exporters write Siamese networks.
OnnxModel twoBranches(const std::string& secondBias, const Shape& biasShape) {
  return withOutput(oneInput(
      {-1, 3, 8, 8},
      {node("Conv", {"x", "w", "b"}, {"a"}), node("Relu", {"x"}, {"r"}), node("Conv", {"r", "w", secondBias}, {"c"}),
       node("Add", {"a", "c"}, {"s"}), node("Transpose", {"turned"}, {"v"}, {{"perm", List{1, 0}}}),
       node("Transpose", {"turned"}, {"v2"}, {{"perm", List{1, 0}}}), node("Flatten", {"s"}, {"f"}),
       node("MatMul", {"f", "v"}, {"g"}), node("Tanh", {"f"}, {"t"}), node("MatMul", {"t", "v2"}, {"h"}),
       node("Add", {"g", "h"}, {"y"})},
      {some("w", Shape{4, 3, 3, 3}), some("b", biasShape), some("turned", Shape{5, 144})}));
}

TEST(OnnxLayers, NodesWithTheSameWeightsShareThem) {
  ExchangeReport exchange;
  const auto checkpoint = imported(twoBranches("b", Shape{4}), exchange);
  EXPECT_LT(exchange.difference, 1e-5);
  EXPECT_TRUE(exchange.approximated.empty()) << exchange.approximated.front();
  const NetworkReport report = analyzeNetwork(checkpoint.network);
  std::map<std::string, int> own, sharing;
  for (const Layer& layer : checkpoint.network.layers()) {
    const bool shares = !sharesWeightsWith(layer.parameters).empty();
    ++(shares ? sharing : own)[layer.type];
    EXPECT_EQ(report.problemOf(layer.id), nullptr) << layer.name;
  }
  EXPECT_EQ(own["convolution"], 1);
  EXPECT_EQ(own["linear"], 1);
  EXPECT_EQ(sharing, (std::map<std::string, int>{{"convolution", 1}, {"linear", 1}}));
  EXPECT_EQ(checkpoint.tensors.size(), 3u);
}

TEST(OnnxLayers, WeightsThatCannotBeSharedAsTheyAreInTheModelAreNamed) {
  auto model = twoBranches("other", Shape{4});
  model.graph.initializers.push_back({"other", OnnxElement::Float, Tensor::of<float>(Shape{4}, {1, 2, 3, 4})});
  ExchangeReport report;
  const auto checkpoint = imported(model, report);
  EXPECT_LT(report.difference, 1e-5);
  ASSERT_EQ(report.approximated.size(), 1u);
  EXPECT_NE(report.approximated[0].find(" share w in the model"), std::string::npos) << report.approximated[0];
}

// Exporters store equal tensors once. Equal ones and zeros are no evidence of shared weights.
TEST(OnnxLayers, ScalesBeforeTrainingAreNotShared) {
  OnnxTensor ones = some("scale", Shape{6}), zeros = some("bias", Shape{6});
  std::ranges::fill(std::span(ones.tensor.data<float>(), 6), 1.0f);
  std::ranges::fill(std::span(zeros.tensor.data<float>(), 6), 0.0f);
  ExchangeReport report;
  const auto checkpoint = imported(
      withOutput(oneInput({-1, 4, 6},
                          {node("LayerNormalization", {"x", "scale", "bias"}, {"a"}), node("Relu", {"a"}, {"b"}),
                           node("LayerNormalization", {"b", "scale", "bias"}, {"y"})},
                          {ones, zeros})),
      report);
  for (const Layer& layer : checkpoint.network.layers()) EXPECT_EQ(sharesWeightsWith(layer.parameters), "");
  EXPECT_TRUE(report.approximated.empty());
}

// Looks like SiLU, but the product's other factor is not the sigmoid's input.
TEST(OnnxLayers, WhatIsNoPatternStays) {
  const auto types = read(withOutput(
      oneInput({-1, 6}, {node("Sigmoid", {"x"}, {"a"}), node("Tanh", {"x"}, {"b"}), node("Mul", {"b", "a"}, {"y"})})));
  EXPECT_FALSE(types.contains("silu"));
}

// Reshapes to [1, 12], and concatenates a class token [1, 1, 4]: as exporters write it for a single sample.
TEST(OnnxLayers, AModelForOneSampleTakesAnyNumber) {
  const auto types = read(withOutput(
      oneInput({1, 3, 4},
               {node("Concat", {"token", "x"}, {"a"}, {{"axis", std::int64_t{1}}}),
                node("Reshape", {"a", "halves"}, {"b"}), node("Transpose", {"b"}, {"c"}, {{"perm", List{1, 0, 2, 3}}}),
                node("Reshape", {"c", "rows"}, {"d"}), node("MatMul", {"d", "w"}, {"e"}),
                node("Reshape", {"e", "out"}, {"f"}), node("Transpose", {"f"}, {"y"}, {{"perm", List{1, 0, 2}}})},
               {some("token", Shape{1, 1, 4}), wholes("halves", {1, 4, 2, 2}), wholes("rows", {4, 4}),
                some("w", Shape{4, 3}), wholes("out", {4, 1, 3})})));
  EXPECT_EQ(types.at("linear"), 1);
  EXPECT_EQ(types.at("constant"), 1);
}

OnnxModel recurrence(const std::string& op, std::int64_t gates, std::int64_t directions) {
  std::vector<OnnxAttribute> attributes{{"hidden_size", std::int64_t{5}},
                                        {"direction", std::string(directions == 2 ? "bidirectional" : "forward")}};
  if (op == "GRU") attributes.push_back({"linear_before_reset", std::int64_t{1}});
  return withOutput(
      oneInput({-1, 7, 3},
               {node("Transpose", {"x"}, {"t"}, {{"perm", List{1, 0, 2}}}),
                node(op, {"t", "w", "r", "b"}, {"s", "h"}, std::move(attributes)),
                node("Transpose", {"s"}, {"u"}, {{"perm", List{0, 2, 1, 3}}}), node("Reshape", {"u", "wide"}, {"v"}),
                node("Transpose", {"v"}, {"k"}, {{"perm", List{1, 0, 2}}}), node("Relu", {"k"}, {"y"})},
               {some("w", Shape{directions, gates * 5, 3}), some("r", Shape{directions, gates * 5, 5}),
                some("b", Shape{directions, 2 * gates * 5}), wholes("wide", {0, 0, -1})}));
}

TEST(OnnxLayers, RecurrencesAreOneLayerEach) {
  for (const auto& [op, layer, gates] : std::vector<std::tuple<std::string, std::string, std::int64_t>>{
           {"LSTM", "lstm", 4}, {"GRU", "gru", 3}, {"RNN", "rnn", 1}})
    for (const std::int64_t directions : {1, 2}) {
      SCOPED_TRACE(op + std::to_string(directions));
      const std::map<std::string, int> expected{{"input", 1}, {layer, 1}, {"relu", 1}};
      EXPECT_EQ(read(recurrence(op, gates, directions)), expected);
    }
}

TEST(OnnxLayers, TheLastStateIsAStep) {
  OnnxModel model = recurrence("LSTM", 4, 2);
  model.graph.nodes.resize(2);
  model.graph.nodes.push_back(node("Transpose", {"h"}, {"k"}, {{"perm", List{1, 0, 2}}}));
  model.graph.nodes.push_back(node("Flatten", {"k"}, {"y"}));
  const auto types = read(model);
  EXPECT_EQ(types.at("lstm"), 1);
  EXPECT_FALSE(types.contains("permute"));
}

// Blocks of convolution, ReLU and a sum with the block's input.
OnnxModel longModel(int rounds) {
  std::vector<OnnxNode> nodes;
  std::vector<OnnxTensor> weights;
  std::string before = "x";
  for (int i = 0; i < rounds; ++i) {
    const std::string n = std::to_string(i);
    weights.push_back(some("w" + n, Shape{4, 4, 3, 3}));
    nodes.push_back(node("Conv", {before, "w" + n}, {"c" + n}, {{"pads", List{1, 1, 1, 1}}}));
    nodes.push_back(node("Relu", {"c" + n}, {"r" + n}));
    nodes.push_back(node("Add", {"r" + n, before}, {"a" + n}));
    before = "a" + n;
  }
  nodes.push_back(node("Relu", {before}, {"y"}));
  return withOutput(oneInput({-1, 4, 8, 8}, std::move(nodes), std::move(weights)));
}

// Height and width are open; a line of text must have height 8, or its rows cannot be merged.
OnnxModel lineReader() {
  return withOutput(oneInput({-1, 3, -1, -1},
                             {node("MaxPool", {"x"}, {"p"}, {{"kernel_shape", List{8, 2}}, {"strides", List{8, 2}}}),
                              node("Reshape", {"p", "rows"}, {"y"})},
                             {wholes("rows", {0, 3, -1})}));
}

InputChoice sampleOf(const List& shape) {
  return {.name = {}, .shape = shape};
}

TEST(OnnxLayers, AnOpenShapeIsSaidOrGuessed) {
  const OnnxModel model = lineReader();
  ExchangeReport report;
  const auto said = importOnnx(model, cpu(), report, {.inputs = {sampleOf({3, 8, 40})}});
  ASSERT_TRUE(said.ok()) << said.error().text();
  EXPECT_EQ(said->network.layers()[0].parameters.list("shape"), (List{3, 8, 40}));
  EXPECT_TRUE(report.openInputs.empty());
  EXPECT_TRUE(report.approximated.empty());
  EXPECT_LT(report.difference, 1e-6);
  EXPECT_GE(report.difference, 0);

  ExchangeReport guess;
  const auto guessed = importOnnx(model, cpu(), guess);
  ASSERT_TRUE(guessed.ok()) << guessed.error().text();
  EXPECT_EQ(guessed->network.layers()[0].parameters.list("shape"), (List{3, 224, 224}));
  ASSERT_EQ(guess.openInputs.size(), 1u);
  EXPECT_EQ(guess.openInputs[0].shape, (List{3, 0, 0}));
  EXPECT_EQ(guess.approximated.size(), 2u);

  ExchangeReport asked;
  const auto unsaid = importOnnx(model, cpu(), asked, {.guessShape = false});
  ASSERT_FALSE(unsaid.ok());
  ASSERT_EQ(asked.openInputs.size(), 1u);
  EXPECT_EQ(asked.openInputs[0].shape, (List{3, 0, 0}));

  for (const List& wrong : {List{1, 8, 40}, List{3, 8}, List{3, 8, 40, 1}}) {
    ExchangeReport none;
    const auto refused = importOnnx(model, cpu(), none, {.inputs = {sampleOf(wrong)}});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(refused.error().message.find("3 × ? × ?"), std::string::npos) << refused.error().message;
  }
}

// If a guessed shape does not fit the model, the error advises to state the shape.
TEST(OnnxLayers, AWrongGuessAsksForTheShape) {
  OnnxModel model = lineReader();
  model.graph.initializers = {wholes("rows", {-1, 3, 20})};
  ExchangeReport report;
  EXPECT_TRUE(importOnnx(model, cpu(), report, {.inputs = {sampleOf({3, 8, 40})}}).ok());
  const auto guessed = importOnnx(model, cpu(), report);
  ASSERT_FALSE(guessed.ok());
  EXPECT_NE(guessed.error().advice.find("--shape"), std::string::npos) << guessed.error().text();
  const auto wrong = importOnnx(model, cpu(), report, {.inputs = {sampleOf({3, 8, 44})}});
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().advice.find("3 × 8 × 44"), std::string::npos) << wrong.error().text();
}

// Integers used in arithmetic rather than as indices: one-hot by comparison.
TEST(OnnxLayers, WholeNumbersMayBeComputedWith) {
  OnnxModel model = modelOf({info("x", OnnxElement::Int32, {-1, 6})},
                            {node("Unsqueeze", {"x", "last"}, {"u"}), node("Equal", {"u", "kinds"}, {"e"}),
                             node("Cast", {"e"}, {"y"}, {{"to", std::int64_t{1}}})},
                            {info("y", OnnxElement::Float, {-1})}, {wholes("last", {-1})});
  OnnxTensor kinds = wholes("kinds", {-1, 0, 1, 2});
  kinds = fromComputed("kinds", OnnxElement::Int32, toComputed(kinds));
  model.graph.initializers.push_back(kinds);
  read(withOutput(std::move(model)));
}

TEST(OnnxLayers, NumbersInARowBecomeOneScale) {
  const std::vector<OnnxTensor> numbers{one("two", 2), one("three", 3), one("half", 0.5f)};
  const auto types = read(withOutput(
      oneInput({-1, 3, 4},
               {node("Mul", {"x", "two"}, {"a"}), node("Add", {"a", "three"}, {"b"}), node("Sub", {"two", "b"}, {"c"}),
                node("Div", {"c", "half"}, {"d"}), node("Relu", {"d"}, {"y"})},
               numbers)));
  EXPECT_EQ(types.at("scale_bias"), 1);
  // Values with other readers are kept.
  const auto shared = read(withOutput(
      oneInput({-1, 3, 4},
               {node("Mul", {"x", "two"}, {"a"}), node("Add", {"a", "three"}, {"b"}), node("Add", {"a", "b"}, {"y"})},
               numbers)));
  EXPECT_EQ(shared.at("scale_bias"), 2);
}

// Other readers see it under another name, behind a reshape, or turned forth and back.
TEST(OnnxLayers, AValueWithOtherReadersKeepsItsNumbers) {
  const std::vector<OnnxTensor> numbers{some("w", Shape{4, 6}), some("b", Shape{6}),        one("two", 2),
                                        one("three", 3),        wholes("wide", {-1, 1, 6}), wholes("flat", {-1, 6})};
  read(withOutput(oneInput({-1, 4},
                           {node("Mul", {"x", "two"}, {"a"}), node("Identity", {"a"}, {"same"}),
                            node("Mul", {"same", "three"}, {"c"}), node("Sub", {"c", "a"}, {"y"})},
                           numbers)));
  read(withOutput(
      oneInput({-1, 4},
               {node("MatMul", {"x", "w"}, {"a"}), node("Reshape", {"a", "wide"}, {"r"}),
                node("Add", {"r", "b"}, {"s"}), node("Reshape", {"s", "flat"}, {"t"}), node("Sub", {"t", "a"}, {"y"})},
               numbers)));
  const List order{0, 2, 1};
  read(withOutput(oneInput(
      {-1, 3, 4},
      {node("MatMul", {"x", "w"}, {"a"}), node("Transpose", {"a"}, {"t"}, {{"perm", order}}),
       node("Transpose", {"t"}, {"u"}, {{"perm", order}}), node("Add", {"u", "b"}, {"s"}), node("Relu", {"t"}, {"v"}),
       node("Transpose", {"v"}, {"z"}, {{"perm", order}}), node("Sub", {"s", "z"}, {"y"})},
      numbers)));
}

// The border follows from the size of the output: TensorFlow's converters leave it out.
TEST(OnnxLayers, ATransposedConvolutionMayNameTheSizeOfItsOutput) {
  const auto check = [](std::int64_t kernel, OnnxAttribute size, std::int64_t stride) {
    const auto types = read(withOutput(oneInput(
        {-1, 3, 5, 5}, {node("ConvTranspose", {"x", "w"}, {"y"}, {std::move(size), {"strides", List{stride, stride}}})},
        {some("w", Shape{3, 2, kernel, kernel})})));
    EXPECT_EQ(types.count("transposed_convolution"), 1u) << kernel << ", " << stride;
  };
  for (const std::int64_t kernel : {2, 3, 4, 5})
    for (const std::int64_t stride : {2, 3}) {
      check(kernel, {"auto_pad", std::string("SAME_UPPER")}, stride);
      check(kernel, {"auto_pad", std::string("SAME_LOWER")}, stride);
    }
  check(3, {"output_shape", List{10, 10}}, 2);
  check(3, {"output_shape", List{8, 9}}, 2);
  check(3, {"output_shape", List{12, 11}}, 2);
}

// A window that begins behind the image does not count, even if it lies in the border.
TEST(OnnxLayers, PoolingsRoundUpOverABorderOnOneSide) {
  for (const char* op : {"MaxPool", "AveragePool"})
    for (const List& pads : {List{0, 0, 1, 1}, List{0, 0, 2, 2}, List{1, 1, 0, 0}})
      for (const std::int64_t kernel : {2, 3})
        for (const std::int64_t stride : {2, 3})
          for (const std::int64_t extent : {5, 6, 7}) {
            if (pads[2] >= kernel) continue;
            std::vector<OnnxAttribute> attributes{{"kernel_shape", List{kernel, kernel}},
                                                  {"strides", List{stride, stride}},
                                                  {"pads", pads},
                                                  {"ceil_mode", std::int64_t{1}}};
            if (op == std::string("AveragePool")) attributes.push_back({"count_include_pad", std::int64_t{1}});
            read(withOutput(oneInput({-1, 2, extent, extent}, {node(op, {"x"}, {"y"}, attributes)})));
          }
}

// 10 · 1.3f and 7 · (13 / 7)f lie just below 13 in double precision.
TEST(OnnxLayers, AnExtentThatIsScaledIsRoundedInSinglePrecision) {
  const OnnxTensor scales{"scales", OnnxElement::Float, Tensor::of<float>(Shape{4}, {1, 1, 1.3f, 13.0f / 7})};
  const OnnxModel model = withOutput(oneInput(
      {-1, 2, 10, 7}, {node("Resize", {"x", "", "scales"}, {"y"}, {{"mode", std::string("linear")}})}, {scales}));
  ExchangeReport report;
  const auto checkpoint = importOnnx(model, cpu(), report);
  ASSERT_TRUE(checkpoint.ok()) << checkpoint.error().text();
  EXPECT_LT(report.difference, 1e-5);
  EXPECT_EQ(tellingSample(*checkpoint, 2, cpu()).value().outputs[0].second.shape(), (Shape{2, 2, 13, 13}));
}

TEST(OnnxLayers, FiveThousandNodesAreReadInTwoSeconds) {
  const OnnxModel model = longModel(1667);
  const auto begin = std::chrono::steady_clock::now();
  ExchangeReport report;
  const auto checkpoint = readOnnxLayers(model, report);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  ASSERT_TRUE(checkpoint.ok()) << checkpoint.error().text();
  EXPECT_EQ(checkpoint->network.layers().size(), 5003u);
  RecordProperty("seconds", std::to_string(seconds));
#ifdef NDEBUG
  EXPECT_LT(seconds, 2);
#endif
}

}  // namespace
}  // namespace fovea::testing_onnx

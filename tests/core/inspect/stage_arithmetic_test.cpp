// Layers that take several sums one after another: each gate, score and weight must be the one that the engine used.
#include <algorithm>

#include "tests/core/inspect/arithmetic_support.h"

namespace fovea::test {
namespace {

Tensor symbolsOf(std::int64_t steps, int symbols, std::uint64_t seed = 3) {
  Random random(seed);
  Tensor text = Tensor::make({DataType::Int32, Shape{steps}});
  for (std::int32_t& symbol : text.values<std::int32_t>())
    symbol = static_cast<std::int32_t>(random.uniform() * symbols) % symbols;
  return text;
}

Checkpoint withoutBias(Checkpoint checkpoint) {
  for (auto& [name, tensor] : checkpoint.tensors)
    if (name.find("bias") != std::string::npos) tensor = Tensor::zeros(tensor.type());
  return checkpoint;
}

// data [5, 3] → a recurrent layer.
Drawing recurrentDrawing(const std::string& type, FieldValues parameters) {
  parameters.set("units", std::int64_t{4});
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{5, 3}}}).add("cells", type, parameters, {"data"});
  return drawing;
}

// Every kind of recurrent layer, in stacks and in both directions.
std::vector<std::pair<std::string, FieldValues>> recurrentCases() {
  return {
      {"lstm", {}},
      {"gru", {}},
      {"rnn", {}},
      {"rnn", {{"activation", std::string("relu")}}},
      {"lstm", {{"output", std::string("last")}}},
      {"gru", {{"output", std::string("last")}, {"bidirectional", true}}},
      {"lstm", {{"bidirectional", true}}},
      {"gru", {{"bidirectional", true}}},
      {"lstm", {{"layers", std::int64_t{3}}}},
      {"gru", {{"layers", std::int64_t{2}}, {"bidirectional", true}}},
      {"rnn", {{"layers", std::int64_t{2}}, {"output", std::string("last")}}},
  };
}

TEST(StageArithmetic, EveryGateOfARecurrentLayerIsExplained) {
  for (const auto& [type, parameters] : recurrentCases())
    for (const bool bias : {true, false})
      for (const char* device : {"reference", "cpu"}) {
        SCOPED_TRACE(type + " on " + device);
        const Checkpoint drawn = drawnWeights(recurrentDrawing(type, parameters).network);
        const Checkpoint checkpoint = bias ? drawn : withoutBias(drawn);
        const NetworkTrace trace = traceOf(checkpoint, noiseOf({5, 3}), -1, device);
        EXPECT_GT(expectExplained(trace).at("recurrent"), 3);
      }
}

TEST(StageArithmetic, TheGradientThroughEveryRecurrentLayerIsExplained) {
  for (const auto& [type, parameters] : recurrentCases()) {
    const FieldValue* const output = parameters.find("output");
    const bool last = output && std::get<std::string>(*output) == "last";
    Drawing drawing;
    FieldValues cells = parameters;
    cells.set("units", std::int64_t{4});
    drawing.add("data", "input", {{"shape", List{5, 3}}})
        .add("wide", "linear", {{"units", std::int64_t{3}}}, {"data"})
        .add("cells", type, cells, {"wide"})
        .add("fc", "linear", {{"units", std::int64_t{6}}}, {"cells"})
        .add("loss", "cross_entropy", last ? FieldValues{} : FieldValues{{"labels", std::string("position")}}, {"fc"});
    for (const char* device : {"reference", "cpu"}) {
      SCOPED_TRACE(type + " on " + device);
      const Checkpoint checkpoint = drawnWeights(drawing.network);
      const NetworkTrace trace =
          last ? traceOf(checkpoint, noiseOf({5, 3}), 2, device)
               : traceOf(checkpoint, noiseOf({5, 3}), -1, device, symbolsOf(5, 6).reshaped(Shape{1, 5}));
      const auto kinds = expectExplained(trace);
      EXPECT_GT(kinds.at("gradient"), 20);
      EXPECT_GT(kinds.at("weight"), 20);
    }
  }
}

TEST(StageArithmetic, AnLstmIsWorkedOutByHand) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{2, 1}}}).add("cell", "lstm", {{"units", std::int64_t{1}}}, {"data"});
  Checkpoint checkpoint;
  checkpoint.network = drawing.network;
  // Gates i, f, g, o.
  checkpoint.tensors = {{"cell.weight_input_0", Tensor::of<float>(Shape{4, 1}, {1, 2, 3, 4})},
                        {"cell.weight_hidden_0", Tensor::of<float>(Shape{4, 1}, {0.5f, 0.25f, -1, 2})},
                        {"cell.bias_input_0", Tensor::of<float>(Shape{4}, {0.1f, 0.2f, 0.3f, 0.4f})},
                        {"cell.bias_hidden_0", Tensor::of<float>(Shape{4}, {0, 0, 0, 1})}};
  const NetworkTrace trace = traceOf(checkpoint, Tensor::of<float>(Shape{2, 1}, {0.5f, -1}), -1);
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  const double i0 = sigmoid(0.6), g0 = std::tanh(1.8), o0 = sigmoid(3.4), c0 = i0 * g0, h0 = o0 * std::tanh(c0);
  const double i1 = sigmoid(-0.9 + 0.5 * h0), f1 = sigmoid(-1.8 + 0.25 * h0), g1 = std::tanh(-2.7 - h0),
               o1 = sigmoid(-2.6 + 2 * h0), c1 = f1 * c0 + i1 * g1, h1 = o1 * std::tanh(c1);
  const LayerExplanation at = valueOf(explainOutput(trace, 1, {1, 0}));
  ASSERT_EQ(at.stages.size(), 6u);
  const double expected[] = {i1, f1, g1, o1, c1, h1};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(at.stages[k].result, expected[k], 1e-6) << k;
  EXPECT_NEAR(at.stages[4].groups[0].terms[0].x, c0, 1e-6) << "the cell before";
  EXPECT_NEAR(at.stages[4].groups[0].terms[0].factor, f1, 1e-6);
  EXPECT_EQ(at.stages[1].groups[0].terms[0].factor, 2) << "the forget gate's weight comes second";
  EXPECT_NEAR(at.stages[1].groups[1].terms[0].x, h0, 1e-6) << "the output of the step before";
  EXPECT_NEAR(at.result, h1, 1e-6);
  // In the first step there is no state.
  EXPECT_EQ(valueOf(explainOutput(trace, 1, {0, 0})).stages[0].groups[1].terms[0].x, 0);
}

TEST(StageArithmetic, AGruIsWorkedOutByHand) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{2, 1}}}).add("cell", "gru", {{"units", std::int64_t{1}}}, {"data"});
  Checkpoint checkpoint;
  checkpoint.network = drawing.network;
  // Gates r, z, n; the reset gate works on the state's products and its bias.
  checkpoint.tensors = {{"cell.weight_input_0", Tensor::of<float>(Shape{3, 1}, {1, 2, 3})},
                        {"cell.weight_hidden_0", Tensor::of<float>(Shape{3, 1}, {0.5f, 0.25f, -1})},
                        {"cell.bias_input_0", Tensor::of<float>(Shape{3}, {0.1f, 0.2f, 0.3f})},
                        {"cell.bias_hidden_0", Tensor::of<float>(Shape{3}, {0, 0, 0.7f})}};
  const NetworkTrace trace = traceOf(checkpoint, Tensor::of<float>(Shape{2, 1}, {0.5f, -1}), -1);
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  const double r0 = sigmoid(0.6), z0 = sigmoid(1.2), n0 = std::tanh(1.8 + r0 * 0.7), h0 = (1 - z0) * n0;
  const double r1 = sigmoid(-0.9 + 0.5 * h0), z1 = sigmoid(-1.8 + 0.25 * h0), n1 = std::tanh(-2.7 + r1 * (-h0 + 0.7)),
               h1 = (1 - z1) * n1 + z1 * h0;
  const LayerExplanation at = valueOf(explainOutput(trace, 1, {1, 0}));
  ASSERT_EQ(at.stages.size(), 4u);
  const double expected[] = {r1, z1, n1, h1};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(at.stages[k].result, expected[k], 1e-6) << k;
  EXPECT_NEAR(at.stages[2].groups[1].factor, r1, 1e-6);
}

// In a stack, the unit below that adds most is explained first, and the numbers of the recurrence above read it.
TEST(StageArithmetic, AStackOfRecurrencesIsFollowedDownwards) {
  const Checkpoint checkpoint = drawnWeights(recurrentDrawing("lstm", {{"layers", std::int64_t{2}}}).network);
  const NetworkTrace trace = traceOf(checkpoint, noiseOf({5, 3}), -1);
  const LayerExplanation at = valueOf(explainOutput(trace, 1, {3, 2}));
  ASSERT_EQ(at.stages.size(), 12u);
  const ArithmeticStage& below = at.stages[5];
  EXPECT_EQ(below.kind, StageKind::State);
  EXPECT_EQ(below.recurrence, 0);
  EXPECT_EQ(at.stages[6].recurrence, 1);
  const Summand& read = at.stages[8].groups[0].terms[static_cast<std::size_t>(below.at[1])];
  EXPECT_EQ(read.x, *below.value);
  EXPECT_EQ(read.source, kInnerSource);
  EXPECT_EQ(at.stages[0].groups[0].terms[0].source, 0);
}

TEST(StageArithmetic, EveryNumberOfAttentionIsExplained) {
  for (const bool causal : {false, true})
    for (const bool bias : {true, false})
      for (const char* device : {"reference", "cpu"}) {
        Drawing drawing;
        drawing.add("data", "input", {{"shape", List{6, 8}}})
            .add("look", "multi_head_attention", {{"heads", std::int64_t{2}}, {"causal", causal}}, {"data"});
        const Checkpoint drawn = drawnWeights(drawing.network);
        const NetworkTrace trace = traceOf(bias ? drawn : withoutBias(drawn), noiseOf({6, 8}), -1, device);
        EXPECT_GT(expectExplained(trace).at("attention"), 40);
        const LayerExplanation at = valueOf(explainOutput(trace, 1, {2, 5}));
        ASSERT_EQ(at.stages.size(), 7u);
        const ArithmeticStage& weights = at.stages[3];
        EXPECT_EQ(weights.kind, StageKind::Weights);
        double sum = 0;
        for (const Summand& term : weights.groups[0].terms) sum += term.product;
        EXPECT_NEAR(sum, 1, 1e-9);
        EXPECT_EQ(std::ranges::count(weights.groups[0].terms, std::int64_t{-1}, &Summand::input), causal ? 3 : 0);
        // The score is the one that the softmax takes.
        EXPECT_NEAR(at.stages[2].result, weights.groups[0].terms[static_cast<std::size_t>(weights.chosen)].x, 1e-9);
      }
}

TEST(StageArithmetic, HeadNumberAndKeyCanBeChosen) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{6, 8}}})
      .add("look", "multi_head_attention", {{"heads", std::int64_t{2}}, {"causal", true}}, {"data"});
  const NetworkTrace trace = traceOf(drawnWeights(drawing.network), noiseOf({6, 8}), -1);
  for (const std::int64_t head : {0, 1})
    for (const std::int64_t number : {0, 3})
      for (const std::int64_t key : {0, 2}) {
        const LayerExplanation at = valueOf(explainOutput(trace, 1, {2, 5}, {head, number, key}));
        ASSERT_EQ(at.choices.size(), 3u);
        EXPECT_EQ(at.choices[0].chosen, head);
        EXPECT_EQ(at.choices[1].chosen, number);
        EXPECT_EQ(at.choices[2].chosen, key);
        EXPECT_EQ(at.stages[5].at, (List{2, head * 4 + number}));
        EXPECT_EQ(at.stages[2].at, (List{2, key}));
        expectStages(trace.layers[1], at);
        EXPECT_NEAR(at.result, at.value, 1e-5);
      }
  expectError(explainOutput(trace, 1, {2, 5}, {2}), ErrorCode::InvalidArgument, "There is no head 2");
  expectError(explainOutput(trace, 1, {2, 5}, {-1, 4}), ErrorCode::InvalidArgument, "There is no number 4");
  expectError(explainOutput(trace, 1, {2, 5}, {0, 0, 3}), ErrorCode::InvalidArgument, "There is no key 3");
  expectError(explainOutput(trace, 1, {2, 5}, {0, 0, 0, 0}), ErrorCode::InvalidArgument, "offers 3 parts");
  expectError(explainOutput(trace, 0, {2, 5}, {0}), ErrorCode::InvalidArgument, "offers 0 parts");
}

TEST(StageArithmetic, EveryNumberOfASmallTransformerIsExplained) {
  for (const char* device : {"reference", "cpu"})
    for (const char* kind : {"sinusoidal", "learned"}) {
      Drawing drawing;
      drawing
          .add("text", "input", {{"shape", List{7}}, {"values", std::string("symbols")}, {"symbols", std::int64_t{9}}})
          .add("embedding", "embedding", {{"symbols", std::int64_t{9}}, {"size", std::int64_t{8}}}, {"text"})
          .add("positions", "positional_encoding", {{"kind", std::string(kind)}}, {"embedding"})
          .add("block", "transformer_block", {{"heads", std::int64_t{2}}, {"causal", true}}, {"positions"})
          .add("block2", "transformer_block", {{"heads", std::int64_t{4}}, {"expansion", std::int64_t{2}}}, {"block"})
          .add("norm", "layer_normalization", {}, {"block2"})
          .add("fc", "linear", {{"units", std::int64_t{9}}}, {"norm"})
          .add("loss", "cross_entropy", {{"labels", std::string("position")}}, {"fc"});
      const Tensor next = symbolsOf(7, 9, 8);
      const NetworkTrace trace =
          traceOf(drawnWeights(drawing.network), symbolsOf(7, 9), -1, device, next.reshaped(Shape{1, 7}));
      EXPECT_TRUE(std::isfinite(trace.loss));
      const auto kinds = expectExplained(trace, false);
      for (const char* each : {"embedding", "position", "transformer_block", "sample_normalization", "linear",
                               "cross_entropy", "gradient", "weight"})
        EXPECT_TRUE(kinds.contains(each)) << each;
      const LayerExplanation at = valueOf(explainOutput(trace, 3, {4, 6}, {1, 2, 0, 20}));
      EXPECT_EQ(at.choices[3].chosen, 20);
      EXPECT_EQ(at.stages.size(), 13u);
      expectStages(trace.layers[3], at);
      // The loss of a sequence is that of each step: the probabilities of a step add up to 1.
      const LayerExplanation loss = valueOf(explainOutput(trace, trace.find("loss"), {2, 3}));
      EXPECT_EQ(loss.terms.size(), 9u);
      // The loss of the sequence is the mean over its steps.
      double sum = 0;
      for (std::int64_t step = 0; step < 7; ++step)
        sum += valueOf(explainOutput(trace, trace.find("loss"), {step, 0})).numbers.back().value / 7;
      EXPECT_NEAR(sum, trace.loss, 1e-5);
      EXPECT_TRUE(valueOf(explainGradient(trace, trace.find("fc"), {2, 3})).complete) << "through the loss";
      EXPECT_TRUE(valueOf(explainGradient(trace, trace.find("norm"), {2, 3})).complete);
      EXPECT_TRUE(valueOf(explainGradient(trace, trace.find("block2"), {2, 3})).complete) << "through the norm";
      EXPECT_TRUE(valueOf(explainGradient(trace, trace.find("embedding"), {2, 3})).complete);
      for (const char* layer : {"positions", "block", "block2"})
        EXPECT_TRUE(valueOf(explainGradient(trace, trace.find(layer), {2, 3})).complete) << layer;
    }
}

TEST(StageArithmetic, TheGradientThroughAttentionIsExplained) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{6, 4}}})
      .add("wide", "linear", {{"units", std::int64_t{8}}}, {"data"})
      .add("look", "multi_head_attention", {{"heads", std::int64_t{2}}, {"causal", true}}, {"wide"})
      .add("fc", "linear", {{"units", std::int64_t{5}}}, {"look"})
      .add("loss", "cross_entropy", {{"labels", std::string("position")}}, {"fc"});
  for (const char* device : {"reference", "cpu"}) {
    const NetworkTrace trace =
        traceOf(drawnWeights(drawing.network), noiseOf({6, 4}), -1, device, symbolsOf(6, 5).reshaped(Shape{1, 6}));
    for (const char* layer : {"data", "wide", "look", "fc"}) {
      const GradientExplanation at = valueOf(explainGradient(trace, trace.find(layer), {3, 2}));
      EXPECT_TRUE(at.known && at.complete) << layer;
      EXPECT_NEAR(at.sum, at.value, 5e-6 * at.magnitude + 1e-8) << layer;
    }
    expectExplained(trace, false);
  }
}

TEST(StageArithmetic, ACharacterLstmIsExplained) {
  Drawing drawing;
  drawing.add("text", "input", {{"shape", List{12}}, {"values", std::string("symbols")}, {"symbols", std::int64_t{9}}})
      .add("embedding", "embedding", {{"symbols", std::int64_t{9}}, {"size", std::int64_t{5}}}, {"text"})
      .add("lstm", "lstm", {{"units", std::int64_t{8}}, {"layers", std::int64_t{2}}, {"state", std::string("carried")}},
           {"embedding"})
      .add("fc", "linear", {{"units", std::int64_t{9}}}, {"lstm"})
      .add("loss", "cross_entropy", {{"labels", std::string("position")}}, {"fc"});
  const auto kinds = expectExplained(
      traceOf(drawnWeights(drawing.network), symbolsOf(12, 9), -1, "cpu", symbolsOf(12, 9, 8).reshaped(Shape{1, 12})));
  EXPECT_GT(kinds.at("recurrent"), 40);
}

}  // namespace
}  // namespace fovea::test

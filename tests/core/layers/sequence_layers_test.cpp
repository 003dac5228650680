// Why: the results of sequence layers for their input: shapes, variables, ops, and messages for invalid inputs.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/layers/layer_probe.h"

namespace fovea {
namespace {

TensorType symbols(const Shape& shape) {
  return {DataType::Int32, shape};
}

TEST(EmbeddingLayer, GivesARowOfNumbersForEachSymbol) {
  const BuiltLayer built = buildLayerOn("embedding", {{"symbols", 96_i}, {"size", 32_i}}, {symbols({4, 10})});
  ASSERT_TRUE(built.status.ok());
  EXPECT_EQ(built.types.at(0), (TensorType{DataType::Float32, Shape{4, 10, 32}}));
  EXPECT_EQ(built.ops(), "embedding");
  EXPECT_EQ(built.find("weight")->type.shape, (Shape{96, 32}));
  EXPECT_FALSE(built.find("weight")->decay);
  EXPECT_EQ(built.find("weight")->initializer.kind, InitializerKind::Normal);
  EXPECT_EQ(built.find("weight")->initializer.deviation, 1.0);
}

TEST(EmbeddingLayer, NeedsSymbols) {
  EXPECT_EQ(buildLayer("embedding", {}, {Shape{4, 10}}).status.error().message,
            "An embedding needs symbols (whole numbers), but got numbers 10.");
}

TEST(PositionalEncodingLayer, AddsWavesOrALearnedTable) {
  const BuiltLayer waves = buildLayer("positional_encoding", {}, {Shape{2, 6, 4}});
  ASSERT_TRUE(waves.status.ok());
  EXPECT_EQ(waves.ops(), "add");
  EXPECT_EQ(waves.outputs.at(0), (Shape{2, 6, 4}));
  EXPECT_TRUE(waves.variables.empty());
  const Graph& graph = waves.graph->graph();
  const Tensor& table = graph.value(graph.nodes()[0].inputs[1]).constant;
  EXPECT_EQ(table.shape(), (Shape{6, 4}));
  EXPECT_FLOAT_EQ(table.data<float>()[0], 0.0f);
  EXPECT_FLOAT_EQ(table.data<float>()[1], 1.0f);
  EXPECT_FLOAT_EQ(table.data<float>()[3 * 4 + 0], static_cast<float>(std::sin(3.0)));
  EXPECT_FLOAT_EQ(table.data<float>()[3 * 4 + 3], static_cast<float>(std::cos(0.03)));
  const BuiltLayer learned = buildLayer("positional_encoding", {{"kind", std::string("learned")}}, {Shape{2, 6, 4}});
  EXPECT_EQ(learned.find("weight")->type.shape, (Shape{6, 4}));
}

TEST(PositionalEncodingLayer, NeedsASequence) {
  EXPECT_EQ(buildLayer("positional_encoding", {}, {Shape{2, 3, 8, 8}}).status.error().message,
            "A positional encoding needs a sequence [T, K], but got 3×8×8.");
}

TEST(MatrixProductLayer, MultipliesTheMatricesOfEachSample) {
  EXPECT_EQ(buildLayer("matrix_product", {}, {Shape{2, 3, 4}, Shape{2, 4, 5}}).outputs.at(0), (Shape{2, 3, 5}));
  const FieldValues transposed{{"transpose_first", true}, {"transpose_second", true}};
  EXPECT_EQ(buildLayer("matrix_product", transposed, {Shape{2, 6, 4, 3}, Shape{2, 6, 5, 4}}).outputs.at(0),
            (Shape{2, 6, 3, 5}));
}

TEST(MatrixProductLayer, SaysWhatDoesNotFit) {
  EXPECT_EQ(buildLayer("matrix_product", {}, {Shape{2, 3}, Shape{2, 3}}).status.error().message,
            "A matrix product needs a matrix [M, K] in each sample, but got 3 numbers.");
  EXPECT_NE(buildLayer("matrix_product", {}, {Shape{2, 3, 4}, Shape{2, 3, 4}})
                .status.error()
                .message.find("The rows of the first matrix have 4 numbers, but the columns of the second 3."),
            std::string::npos);
}

TEST(RecurrentLayers, GiveTheSequenceOfTheirStates) {
  for (const auto& [type, gates] : std::map<std::string, std::int64_t>{{"lstm", 4}, {"gru", 3}, {"rnn", 1}}) {
    SCOPED_TRACE(type);
    const BuiltLayer built = buildLayer(type.c_str(), {{"units", 32_i}}, {Shape{4, 10, 6}});
    ASSERT_TRUE(built.status.ok());
    EXPECT_EQ(built.outputs.at(0), (Shape{4, 10, 32}));
    EXPECT_EQ(built.ops(), type);
    EXPECT_EQ(built.find("weight_input_0")->type.shape, (Shape{gates * 32, 6}));
    EXPECT_EQ(built.find("weight_hidden_0")->type.shape, (Shape{gates * 32, 32}));
    EXPECT_EQ(built.find("weight_input_0")->initializer.kind, InitializerKind::HeUniform);
    EXPECT_EQ(built.find("weight_input_0")->initializer.fanIn, 32);
    EXPECT_FALSE(built.find("bias_hidden_0")->decay);
    EXPECT_EQ(built.trainable(), gates * 32 * (6 + 32 + 2));
  }
}

TEST(RecurrentLayers, StackAndGoBothWays) {
  const FieldValues parameters{{"units", 8_i}, {"layers", 2_i}, {"bidirectional", true}, {"dropout", 0.5}};
  const BuiltLayer built = buildLayer("gru", parameters, {Shape{4, 10, 6}});
  EXPECT_EQ(built.outputs.at(0), (Shape{4, 10, 16}));
  EXPECT_EQ(built.ops(), "gru gru concatenate dropout gru gru concatenate");
  EXPECT_EQ(built.find("weight_input_1_reverse")->type.shape, (Shape{24, 16}));
  const BuiltLayer inference = buildLayer("gru", parameters, {Shape{4, 10, 6}}, NetworkMode::Inference);
  EXPECT_EQ(inference.ops(), "gru gru concatenate gru gru concatenate");
}

TEST(RecurrentLayers, GiveTheLastStateOnly) {
  const FieldValues last{{"units", 8_i}, {"output", std::string("last")}};
  EXPECT_EQ(buildLayer("rnn", last, {Shape{4, 10, 6}}).outputs.at(0), (Shape{4, 8}));
  FieldValues both = last;
  both.set("bidirectional", true);
  EXPECT_EQ(buildLayer("lstm", both, {Shape{4, 10, 6}}).outputs.at(0), (Shape{4, 16}));
}

TEST(RecurrentLayers, CarryTheirStateAlongStreams) {
  const FieldValues carried{{"units", 8_i}, {"state", std::string("carried")}};
  const auto built = [&](std::int64_t batch, NetworkMode mode) {
    return buildLayer("lstm", carried, {Shape{batch, 10, 6}}, mode, 4);
  };
  const BuiltLayer training = built(4, NetworkMode::Training);
  EXPECT_EQ(training.ops(), "multiply multiply lstm assign assign");
  ASSERT_EQ(training.carried.size(), 2u);
  EXPECT_EQ(training.carried[0].name, "layer.hidden_0");
  EXPECT_EQ(training.carried[1].name, "layer.cell_0");
  EXPECT_EQ(training.carried[1].type.shape, (Shape{4, 8}));
  EXPECT_EQ(training.find("cell_0"), nullptr) << "what is carried is no weight";
  EXPECT_EQ(built(3, NetworkMode::Training).ops(), "slice multiply slice multiply lstm") << "the end of an epoch";
  const BuiltLayer validation = built(4, NetworkMode::Evaluation);
  EXPECT_EQ(validation.ops(), training.ops());
  EXPECT_EQ(validation.carried[0].name, "validation.layer.hidden_0");
  // Without sequence rows each batch starts from a zero state.
  for (const NetworkMode mode : {NetworkMode::Training, NetworkMode::Evaluation, NetworkMode::Inference})
    EXPECT_EQ(buildLayer("lstm", carried, {Shape{4, 10, 6}}, mode).ops(), "lstm");
}

TEST(RecurrentLayers, SayWhatTheyNeed) {
  EXPECT_EQ(buildLayer("lstm", {}, {Shape{4, 10}}).status.error().message,
            "An LSTM needs a sequence [T, K], but got 10 numbers.");
  const FieldValues both{{"bidirectional", true}, {"state", std::string("carried")}};
  EXPECT_EQ(buildLayer("gru", both, {Shape{4, 10, 6}}).status.error().message,
            "A state can only be carried forward, not from the end to the beginning.");
}

TEST(AttentionLayer, LooksFromEachStepAtTheOthers) {
  const BuiltLayer built = buildLayer("multi_head_attention", {{"heads", 3_i}, {"dropout", 0.2}}, {Shape{2, 10, 12}});
  ASSERT_TRUE(built.status.ok());
  EXPECT_EQ(built.outputs.at(0), (Shape{2, 10, 12}));
  const std::string linear = "reshape linear reshape ";
  EXPECT_EQ(built.ops(), linear + linear + linear + "attention " + linear + "dropout");
  EXPECT_EQ(built.find("query")->type.shape, (Shape{12, 12}));
  EXPECT_FALSE(built.find("query_bias")->decay);
  EXPECT_EQ(built.trainable(), 4 * (12 * 12 + 12));
  const BuiltLayer inference =
      buildLayer("multi_head_attention", {{"dropout", 0.2}}, {Shape{2, 10, 12}}, NetworkMode::Inference);
  EXPECT_EQ(inference.ops(), linear + linear + linear + "attention reshape linear reshape");
}

TEST(AttentionLayer, SaysWhatItNeeds) {
  EXPECT_EQ(buildLayer("multi_head_attention", {{"heads", 5_i}}, {Shape{2, 10, 12}}).status.error().message,
            "12 numbers cannot be split into 5 heads.");
  EXPECT_EQ(buildLayer("multi_head_attention", {}, {Shape{2, 12}}).status.error().message,
            "Attention needs a sequence [T, K], but got 12 numbers.");
}

TEST(TransformerBlockLayer, IsAttentionAndFeedForwardWithShortcuts) {
  const BuiltLayer built = buildLayer("transformer_block", {{"heads", 2_i}, {"dropout", 0.0}}, {Shape{2, 10, 12}});
  ASSERT_TRUE(built.status.ok());
  EXPECT_EQ(built.outputs.at(0), (Shape{2, 10, 12}));
  EXPECT_EQ(built.find("expand")->type.shape, (Shape{48, 12}));
  EXPECT_EQ(built.find("contract")->type.shape, (Shape{12, 48}));
  EXPECT_EQ(built.find("norm1_scale")->initializer.kind, InitializerKind::Ones);
  // The same number as a layer of torch.nn.TransformerEncoder of this size.
  EXPECT_EQ(built.trainable(), 4 * (12 * 12 + 12) + 2 * 48 * 12 + 48 + 12 + 4 * 12);
  const BuiltLayer dropping = buildLayer("transformer_block", {}, {Shape{2, 10, 12}});
  EXPECT_NE(dropping.ops().find("dropout"), std::string::npos);
  EXPECT_EQ(buildLayer("transformer_block", {}, {Shape{2, 3, 8, 8}}).status.error().message,
            "A transformer block needs a sequence [T, K], but got 3×8×8.");
}

TEST(CtcLayer, ComparesScoresWithARowOfLabels) {
  const BuiltLayer built = buildLayer("ctc_loss", {{"targets", 5_i}}, {Shape{3, 20, 11}});
  ASSERT_TRUE(built.status.ok());
  EXPECT_EQ(built.outputs.at(0), (Shape{3, 20, 11}));
  EXPECT_EQ(built.graph->typeOf(built.loss).shape, Shape{});
  EXPECT_EQ(built.graph->graph().value(built.graph->graph().findInput("target")).type,
            (TensorType{DataType::Int32, Shape{3, 5}}));
  const BuiltLayer inference = buildLayer("ctc_loss", {}, {Shape{3, 20, 11}}, NetworkMode::Inference);
  EXPECT_EQ(inference.ops(), "reshape softmax reshape");
  EXPECT_FALSE(inference.loss.valid());
  EXPECT_EQ(buildLayer("ctc_loss", {}, {Shape{3, 20}}).status.error().message,
            "CTC needs a sequence [T, K], but got 20 numbers.");
}

TEST(LinearLayer, TakesEachStepOfASequenceByItself) {
  const BuiltLayer built = buildLayer("linear", {{"units", 7_i}}, {Shape{3, 10, 5}});
  ASSERT_TRUE(built.status.ok());
  EXPECT_EQ(built.outputs.at(0), (Shape{3, 10, 7}));
  EXPECT_EQ(built.ops(), "reshape linear reshape");
  EXPECT_EQ(built.find("weight")->type.shape, (Shape{7, 5}));
}

}  // namespace
}  // namespace fovea

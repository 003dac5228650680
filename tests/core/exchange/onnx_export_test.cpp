// Networks as ONNX models: the checker accepts them, they compute the same, and importing restores them.
#include "core/exchange/onnx/onnx_export.h"

#include "core/exchange/exchange.h"
#include "core/exchange/onnx/onnx_import.h"
#include "core/network/network_edit.h"
#include "core/network/standard_networks.h"
#include "tests/core/exchange/onnx_support.h"
#include "tests/core/network/drawing.h"

namespace fovea::testing_onnx {
namespace {

Checkpoint withWeights(Network network) {
  Checkpoint checkpoint;
  checkpoint.tensors = firstWeights(network, 3).value();
  checkpoint.network = std::move(network);
  return checkpoint;
}

// One tensor of the model, which two nodes read.
TEST(OnnxExport, SharedWeightsAreStoredOnce) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  Drawing drawing;
  drawing.add("a", "input", {{"shape", std::vector<std::int64_t>{3}}})
      .add("first", "linear", {{"units", std::int64_t{3}}}, {"a"})
      .add("bend", "tanh", {}, {"first"})
      .add("second", "linear", {{"units", std::int64_t{3}}, {kSharedWeights, std::string("first")}}, {"bend"});
  const Checkpoint before = withWeights(drawing.network);
  const auto written = exportOnnx(before.network, weightsOf(before));
  ASSERT_TRUE(written.ok()) << written.error().text();
  EXPECT_EQ(written->model.graph.initializers.size(), 2u) << "weight and bias of the layer that has them";
  ExchangeReport report;
  const auto after = importOnnx(parseOnnx(serializeOnnx(written->model).value()).value(), cpu(), report);
  ASSERT_TRUE(after.ok()) << after.error().text();
  const NamedTensors inputs = sampleInputs(before.network, 2, 5).value();
  const Tensor ours = inferOutputs(before, inputs, cpu()).value()[0].second;
  EXPECT_LT(relativeDifference(inferOutputs(*after, inputs, cpu()).value()[0].second, ours), 1e-6);
}

class RoundTrip : public testing::TestWithParam<std::string> {};

TEST_P(RoundTrip, GivesTheSameNetworkAndOutputs) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  const Checkpoint before = withWeights(standardNetwork(GetParam()).value());
  const auto written = exportOnnx(before.network, weightsOf(before));
  ASSERT_TRUE(written.ok()) << written.error().text();
  EXPECT_FALSE(written->fixedBatch);
  const auto bytes = serializeOnnx(written->model);
  ASSERT_TRUE(bytes.ok()) << bytes.error().text();
  const auto device = cpu();
  ExchangeReport report;
  const auto after = importOnnx(parseOnnx(*bytes).value(), device, report);
  ASSERT_TRUE(after.ok()) << after.error().text();
  EXPECT_EQ(after->network, before.network);
  EXPECT_EQ(report.mapped.size(), before.network.layers().size());
  // Compares the model's nodes, run without the stored network, with the layers.
  EXPECT_GE(report.difference, 0);
  EXPECT_LT(report.difference, 1e-4);
  const NamedTensors inputs = sampleInputs(before.network, 2, 5).value();
  const NamedTensors one = inferOutputs(before, inputs, device).value(),
                     other = inferOutputs(*after, inputs, device).value();
  EXPECT_EQ(relativeDifference(one, other), 0);
}

INSTANTIATE_TEST_SUITE_P(Standard, RoundTrip,
                         testing::Values("mlp", "lenet", "resnet-mini", "srcnn", "char-lstm", "char-transformer"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

class Opset : public testing::TestWithParam<std::int64_t> {};

TEST_P(Opset, IsWrittenAndRead) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  for (const char* name : {"lenet", "resnet-mini", "char-transformer"}) {
    const Checkpoint checkpoint = withWeights(standardNetwork(name).value());
    const auto written = exportOnnx(checkpoint.network, weightsOf(checkpoint), {.opset = GetParam(), .drawing = true});
    ASSERT_TRUE(written.ok()) << written.error().text();
    const auto bytes = serializeOnnx(written->model);
    ASSERT_TRUE(bytes.ok()) << bytes.error().text();
    ExchangeReport report;
    const auto back = importOnnx(parseOnnx(*bytes).value(), cpu(), report);
    ASSERT_TRUE(back.ok()) << back.error().text();
    EXPECT_LT(report.difference, 1e-4) << name;
    EXPECT_GE(report.difference, 0) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Opsets, Opset, testing::Values(9, 11, 13, 16));

// A network with one input and a chain of layers.
Network rowOf(const std::vector<std::int64_t>& shape, const std::vector<std::pair<std::string, FieldValues>>& layers) {
  Network network;
  const auto add = [&](const std::string& type, FieldValues parameters) {
    Layer layer;
    layer.type = type;
    layer.parameters = std::move(parameters);
    const LayerId id = network.nextId();
    EXPECT_TRUE(applyEdit(network, {AddLayer{layer}, ""}).ok()) << type;
    return id;
  };
  LayerId last = add("input", {{"shape", shape}});
  for (const auto& [type, parameters] : layers) {
    const LayerId next = add(type, parameters);
    EXPECT_TRUE(applyEdit(network, {AddEdge{{last, 0, next, 0}}, ""}).ok()) << type;
    last = next;
  }
  return network;
}

// Compares every inference layer with one input with its ONNX form.
TEST(OnnxExport, SaysEveryLayer) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  using Sizes = std::vector<std::int64_t>;
  const std::vector<std::pair<std::string, FieldValues>> images = {
      {"adaptive_pooling", {{"size", Sizes{2, 2}}}},
      {"average_pooling", {{"kernel", Sizes{3, 3}}, {"padding", Sizes{1, 1}}, {"ceil_mode", true}}},
      {"batch_normalization", {}},
      {"convolution", {{"filters", std::int64_t{4}}, {"groups", std::int64_t{2}}, {"padding", Sizes{1, 1}}}},
      {"crop", {}},
      {"elu", {}},
      {"flatten", {}},
      {"gelu", {}},
      {"global_pooling", {}},
      {"group_normalization", {{"groups", std::int64_t{2}}}},
      {"hard_sigmoid", {}},
      {"hard_swish", {}},
      {"instance_normalization", {}},
      {"layer_normalization", {}},
      {"leaky_relu", {}},
      {"linear", {{"units", std::int64_t{5}}}},
      {"local_response_normalization", {{"size", std::int64_t{3}}}},
      {"log_softmax", {}},
      {"max_pooling", {}},
      {"mish", {}},
      {"padding", {{"mode", std::string("reflect")}}},
      {"permute", {{"order", Sizes{2, 3, 1}}}},
      {"pixel_shuffle", {}},
      {"prelu", {}},
      {"relu6", {}},
      {"reshape", {{"shape", Sizes{8, -1}}}},
      {"resize", {{"mode", std::string("linear")}}},
      {"scale_bias", {}},
      {"selu", {}},
      {"silu", {}},
      {"slice", {{"start", std::int64_t{1}}, {"length", std::int64_t{2}}}},
      {"softmax", {}},
      {"softplus", {}},
      {"softsign", {}},
      {"tanh", {}},
      {"transposed_convolution", {{"filters", std::int64_t{3}}, {"output_padding", Sizes{1, 1}}}},
      {"dropout", {}},
  };
  const std::vector<std::pair<std::string, FieldValues>> sequences = {
      {"gru", {{"units", std::int64_t{5}}, {"bidirectional", true}}},
      {"lstm", {{"units", std::int64_t{5}}, {"output", std::string("last")}}},
      {"rnn", {{"units", std::int64_t{5}}, {"activation", std::string("relu")}}},
      {"multi_head_attention", {{"heads", std::int64_t{2}}, {"causal", true}}},
      {"positional_encoding", {}},
      {"transformer_block", {{"heads", std::int64_t{2}}}},
  };
  const auto device = cpu();
  const auto check = [&](const Sizes& shape, const std::pair<std::string, FieldValues>& layer) {
    const Checkpoint checkpoint = withWeights(rowOf(shape, {layer}));
    const auto written = exportOnnx(checkpoint.network, weightsOf(checkpoint));
    ASSERT_TRUE(written.ok()) << layer.first << ": " << written.error().text();
    EXPECT_FALSE(written->fixedBatch) << layer.first;
    ASSERT_TRUE(serializeOnnx(written->model).ok())
        << layer.first << ": " << serializeOnnx(written->model).error().text();
    ExchangeReport report;
    ASSERT_TRUE(importOnnx(written->model, device, report).ok()) << layer.first;
    EXPECT_GE(report.difference, 0) << layer.first << (report.notes.empty() ? "" : report.notes[0]);
    EXPECT_LT(report.difference, 1e-5) << layer.first;
  };
  for (const auto& layer : images) check({4, 6, 6}, layer);
  for (const auto& layer : sequences) check({7, 4}, layer);
}

// a photo and a row: an output of both, and one of the row alone.
Network severalEnds() {
  Drawing drawing;
  drawing.add("photo", "input", {{"shape", std::vector<std::int64_t>{2, 4, 4}}})
      .add("row", "input", {{"shape", std::vector<std::int64_t>{3}}})
      .add("flat", "flatten", {}, {"photo"})
      .add("row out", "linear", {{"units", std::int64_t{2}}}, {"row"})
      .add("both", "concatenate", {}, {"flat", "row"})
      .add("answer", "linear", {{"units", std::int64_t{4}}}, {"both"});
  return drawing.network;
}

TEST(OnnxExport, SeveralInputsAndOutputsGoThereAndBackByName) {
  const Checkpoint before = withWeights(severalEnds());
  for (const bool drawing : {true, false}) {
    const auto written = exportOnnx(before.network, weightsOf(before), {.drawing = drawing});
    ASSERT_TRUE(written.ok()) << written.error().text();
    const OnnxGraph& graph = written->model.graph;
    ASSERT_EQ(graph.inputs.size(), 2u);
    EXPECT_EQ(graph.inputs[0].name, "photo");
    EXPECT_EQ(graph.inputs[1].name, "row");
    ASSERT_EQ(graph.outputs.size(), 2u);
    EXPECT_EQ(graph.outputs[0].name, "answer");
    EXPECT_EQ(graph.outputs[1].name, "row out");
    ExchangeReport report;
    const auto after = importOnnx(parseOnnx(serializeOnnx(written->model).value()).value(), cpu(), report);
    ASSERT_TRUE(after.ok()) << after.error().text();
    EXPECT_GE(report.difference, 0) << (report.notes.empty() ? "" : report.notes.back());
    EXPECT_LT(report.difference, 1e-5);
    const NamedTensors inputs = sampleInputs(before.network, 3, 5).value();
    const NamedTensors one = inferOutputs(before, inputs, cpu()).value();
    const NamedTensors other = inferOutputs(*after, inputs, cpu()).value();
    ASSERT_EQ(one.size(), 2u);
    EXPECT_EQ(one[1].second.shape(), (Shape{3, 2}));
    EXPECT_LT(relativeDifference(one, other), 1e-6);
    EXPECT_EQ(other[0].first, "answer");
  }
}

// As in other programs' models: outputs that other nodes read as well, the first one near the inputs.
TEST(OnnxImport, OutputsMayBeReadOnAndStandInAnyOrder) {
  const auto model =
      modelOf({info("a", OnnxElement::Float, {-1, 3}), info("b", OnnxElement::Float, {-1, 3})},
              {node("Add", {"a", "b"}, {"sum"}), node("Relu", {"sum"}, {"part"}), node("Tanh", {"part"}, {"end"})},
              {info("part", OnnxElement::Float, {-1, 3}), info("end", OnnxElement::Float, {-1, 3}),
               info("sum", OnnxElement::Float, {-1, 3})});
  ExchangeReport report;
  const auto read = importOnnx(model, cpu(), report);
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(report.difference, 0) << (report.notes.empty() ? "" : report.notes.back());
  EXPECT_TRUE(report.dropped.empty());
  const Tensor a = Tensor::of<float>(Shape{1, 3}, {1, -2, 3}), b = Tensor::of<float>(Shape{1, 3}, {1, 1, -5});
  const NamedTensors said = inferOutputs(*read, {{"a", a}, {"b", b}}, cpu()).value();
  ASSERT_EQ(said.size(), 3u);
  EXPECT_EQ(said[0].second.data<float>()[0], 2) << "the model's first output is the prediction";
  EXPECT_EQ(said[0].second.data<float>()[2], 0);
}

TEST(OnnxExport, WhatPreparesASampleAndTheClassesGoThereAndBack) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  Checkpoint before = withWeights(standardNetwork("lenet").value());
  before.classes = {"cat", "dog"};
  before.samples = {DataType::UInt8, Shape{1, 40, 32}};
  before.uniformSamples = false;
  before.images = {"crop", "range"};
  const TransformStep resize{
      "resize", {{"height", std::int64_t{28}}, {"width", std::int64_t{28}}, {"mode", std::string("squash")}}};
  before.transforms = {resize, TransformStep{"random_flip", {}}, Normalise{{0.5}, {0.25}}};
  const auto file = std::filesystem::temp_directory_path() / "fovea_prepared.onnx";
  ExchangeReport written, read;
  const Status status = writeExchanged(file, before, {}, written);
  ASSERT_TRUE(status.ok()) << status.error().text();
  ASSERT_EQ(written.notes.size(), 2u);
  EXPECT_NE(written.notes[0].find("changed by resize."), std::string::npos) << written.notes[0];
  EXPECT_NE(written.notes[1].find("of bytes divided by 255: mean 0.5; deviation 0.25."), std::string::npos)
      << written.notes[1];
  const auto after = readExchanged(file.string(), {}, cpu(), read);
  std::filesystem::remove(file);
  ASSERT_TRUE(after.ok()) << after.error().text();
  EXPECT_EQ(after->classes, before.classes);
  EXPECT_EQ(after->samples, before.samples);
  EXPECT_FALSE(after->uniformSamples);
  EXPECT_EQ(after->images, before.images);
  EXPECT_EQ(after->transforms, deterministicPart(before.transforms));
}

TEST(OnnxImport, InputsOfDifferentNumbersOfSamplesAreRefused) {
  const auto model = modelOf({info("a", OnnxElement::Float, {-1, 3}), info("b", OnnxElement::Float, {2, 3})},
                             {node("Add", {"a", "b"}, {"y"})}, {info("y", OnnxElement::Float, {-1, 3})});
  ExchangeReport report;
  const auto read = importOnnx(model, cpu(), report);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, ErrorCode::Unsupported);
  EXPECT_NE(read.error().message.find("its inputs a and b are not of the same number"), std::string::npos)
      << read.error().message;
}

// Scales that are rounded to single precision give one place less for some extents.
TEST(OnnxExport, AnyExtentIsResizedToAnyOther) {
  for (const auto& [from, to] : {std::pair(11, 13), std::pair(7, 31), std::pair(10, 13), std::pair(8, 24)}) {
    const std::vector<std::int64_t> size{to, to};
    const Checkpoint before =
        withWeights(rowOf({2, from, from}, {{"resize", {{"size", size}, {"mode", std::string("linear")}}}}));
    const auto written = exportOnnx(before.network, weightsOf(before), {.opset = 17, .drawing = false});
    ASSERT_TRUE(written.ok()) << written.error().text();
    const auto& nodes = written->model.graph.nodes;
    const bool bySize =
        std::any_of(nodes.begin(), nodes.end(), [](const OnnxNode& each) { return each.op == "Shape"; });
    EXPECT_EQ(bySize, from != 8) << "the scale of 3 is exact";
    ExchangeReport report;
    const auto after = importOnnx(written->model, cpu(), report);
    ASSERT_TRUE(after.ok()) << after.error().text();
    const NamedTensors inputs = sampleInputs(before.network, 3, 5).value();
    EXPECT_LT(relativeDifference(inferOutputs(*after, inputs, cpu()).value()[0].second,
                                 inferOutputs(before, inputs, cpu()).value()[0].second),
              1e-5)
        << from << " to " << to;
  }
}

TEST(OnnxExport, NamesWhatOnnxCannotSay) {
  const Checkpoint checkpoint =
      withWeights(rowOf({2, 5, 5}, {{"adaptive_pooling", {{"size", std::vector<std::int64_t>{2, 2}}}}}));
  const auto written = exportOnnx(checkpoint.network, weightsOf(checkpoint));
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code, ErrorCode::Unsupported);
  EXPECT_NE(written.error().message.find("parts of different sizes"), std::string::npos) << written.error().message;
}

// A learned input is a constant of the model; losses, and what only they read, are omitted.
TEST(LearnedInputs, AreWeightsOfTheModel) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{2, 5, 5}}})
      .add("prompt", "learned_input", {{"shape", List{2, 5, 5}}})
      .add("sum", "add", {}, {"data", "prompt"})
      .add("conv", "convolution", {{"filters", std::int64_t{3}}}, {"sum"})
      .add("other", "convolution", {{"filters", std::int64_t{3}}}, {"data"})
      .add("loss", "layer_difference", {}, {"conv", "other"});
  const Checkpoint before = withWeights(drawing.network);
  const auto written = exportOnnx(before.network, weightsOf(before));
  ASSERT_TRUE(written.ok()) << written.error().text();
  const auto device = cpu();
  ExchangeReport report;
  const auto after = importOnnx(parseOnnx(serializeOnnx(written->model).value()).value(), device, report);
  ASSERT_TRUE(after.ok()) << after.error().text();
  EXPECT_LT(report.difference, 1e-4);
}

TEST(LearnedInputs, AloneAreRefusedInWords) {
  Drawing drawing;
  drawing.add("copy", "learned_input", {{"shape", List{1, 6, 6}}})
      .add("fc", "linear", {{"units", std::int64_t{3}}}, {"copy"})
      .add("loss", "maximise", {}, {"fc"});
  const Checkpoint checkpoint = withWeights(drawing.network);
  const auto folder = std::filesystem::temp_directory_path();
  for (const char* name : {"learned.onnx", "learned.prototxt", "learned.py"}) {
    ExchangeReport report;
    const Status written = writeExchanged(folder / name, checkpoint, {}, report);
    ASSERT_FALSE(written.ok()) << name;
    EXPECT_NE(written.error().message.find("no samples enter it"), std::string::npos) << written.error().text();
    EXPECT_FALSE(std::filesystem::exists(folder / name));
  }
}

}  // namespace
}  // namespace fovea::testing_onnx

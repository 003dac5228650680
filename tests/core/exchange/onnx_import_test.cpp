// ONNX models that Fovea did not write are imported as networks: layers, weights, the same outputs.
#include "core/exchange/onnx/onnx_import.h"

#include <fmt/ranges.h>

#include "core/exchange/onnx/onnx_export.h"
#include "core/network/standard_networks.h"
#include "tests/core/exchange/onnx_support.h"

namespace fovea::testing_onnx {
namespace {

class ForeignNetwork : public testing::TestWithParam<std::string> {};

// Exported without the drawing, and imported node by node.
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
  // The imported network has the same parameters to train.
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

// Typical output of TensorFlow's converters: padding on one side, products with sums, means over positions.
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

// A state [2, N, 3] besides the samples [N, 3], and a single rate for all samples.
OnnxModel withState(std::vector<OnnxDimension> state) {
  OnnxModel model = modelOf(
      {info("x", OnnxElement::Float, {-1, -1}), info("state", OnnxElement::Float, {}),
       info("rate", OnnxElement::Int64, {})},
      {node("Cast", {"rate"}, {"r"}, {{"to", std::int64_t{1}}}), node("Mul", {"x", "r"}, {"xr"}),
       node("ReduceMax", {"state"}, {"s"}, {{"axes", std::vector<std::int64_t>{0}}, {"keepdims", std::int64_t{0}}}),
       node("Add", {"xr", "s"}, {"y"}), node("Neg", {"state"}, {"after"})},
      {info("y", OnnxElement::Float, {-1, 3}), info("after", OnnxElement::Float, {2, -1, 3})});
  model.opsets[""] = 17;
  model.graph.inputs[0].shape = {{-1, "batch"}, {-1, "width"}};
  model.graph.inputs[1].shape = std::move(state);
  return model;
}

TEST(OnnxImport, AnInputMayCountItsSamplesAlongAnotherAxisAndOneMayBeAValue) {
  const std::vector<InputChoice> said{{.name = "x", .shape = {3}}, {.name = "rate", .shape = {}, .value = 4.0}};
  // Found by the axis's symbol; by the only open axis; as given by the user.
  const std::vector<OnnxDimension> named{{2, ""}, {-1, "batch"}, {3, ""}}, unnamed{{2, ""}, {-1, ""}, {3, ""}};
  const std::vector<OnnxDimension> open{{-1, "a"}, {-1, "b"}, {-1, "c"}};
  auto all = said;
  all.push_back({.name = "state", .shape = {2, 3}, .sampleAxis = 1});
  for (const auto& [state, choices] : {std::pair(named, said), std::pair(unnamed, said), std::pair(open, all)}) {
    ExchangeReport report;
    const auto read = importOnnx(withState(state), cpu(), report, {.inputs = choices});
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_GE(report.difference, 0) << (report.notes.empty() ? "" : report.notes.back());
    EXPECT_LT(report.difference, 1e-6);
    ASSERT_EQ(report.inputs.size(), 3u);
    EXPECT_EQ(report.inputs[1].sampleAxis, 1);
    // The network's own input has the sample axis first: [N, 2, 3].
    const Tensor x = Tensor::of<float>(Shape{1, 3}, {1, 2, 3});
    const Tensor before = Tensor::of<float>(Shape{1, 2, 3}, {0, 5, 0, 1, 1, 1});
    const auto outputs = inferOutputs(*read, {{"x", x}, {"state", before}}, cpu());
    ASSERT_TRUE(outputs.ok()) << outputs.error().text();
    const auto y = outputs->front().second.values<float>();
    EXPECT_EQ((std::vector<float>(y.begin(), y.end())), (std::vector<float>{5, 13, 13}));
  }
}

// TensorFlow's models take pictures as [N, height, width, channels].
TEST(OnnxImport, PicturesWithTheirChannelsLastAreTakenWithTheirChannelsFirst) {
  const std::vector<std::int64_t> toFirst{0, 3, 1, 2};
  const auto modelWith = [&](bool turnedAtOnce) {
    std::vector<OnnxNode> nodes;
    if (!turnedAtOnce) nodes.push_back(node("Sub", {"x", "mean"}, {"d"}));
    nodes.push_back(node("Transpose", {turnedAtOnce ? "x" : "d"}, {"t"}, {{"perm", toFirst}}));
    nodes.push_back(node("Conv", {"t", "w"}, {"y"}, {{"kernel_shape", std::vector<std::int64_t>{3, 3}}}));
    return modelOf(
        {info("x", OnnxElement::Float, {-1, 12, 10, 3})}, nodes, {info("y", OnnxElement::Float, {-1, 4, 10, 8})},
        {counting("w", Shape{4, 3, 3, 3}), {"mean", OnnxElement::Float, Tensor::of<float>(Shape{3}, {1, 2, 3})}});
  };
  for (const bool turnedAtOnce : {true, false}) {
    SCOPED_TRACE(turnedAtOnce);
    ExchangeReport report;
    const auto read = importOnnx(modelWith(turnedAtOnce), cpu(), report);
    ASSERT_TRUE(read.ok()) << read.error().text();
    ASSERT_GE(report.difference, 0) << (report.notes.empty() ? "" : report.notes.back());
    EXPECT_LT(report.difference, 1e-6);
    const Layer& input = read->network.layers().front();
    EXPECT_EQ(input.parameters.list("shape"), (std::vector<std::int64_t>{3, 12, 10}));
    EXPECT_NE(fmt::format("{}", fmt::join(report.notes, " ")).find("channels"), std::string::npos);
    if (turnedAtOnce) {
      EXPECT_EQ(read->network.layers().size(), 2u) << "the transpositions cancel out";
    }
  }
  // Rows of three numbers, small tables and layers of features are no pictures.
  for (const auto& extents : {std::vector<std::int64_t>{-1, 12, 10, 5}, {-1, 3, 12, 3}, {-1, 12, 2, 3}}) {
    ExchangeReport report;
    const auto read = importOnnx(modelOf({info("x", OnnxElement::Float, extents)}, {node("Neg", {"x"}, {"y"})},
                                         {info("y", OnnxElement::Float, extents)}),
                                 cpu(), report);
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_EQ(read->network.layers().front().parameters.list("shape"),
              (std::vector<std::int64_t>(extents.begin() + 1, extents.end())));
  }
}

TEST(OnnxImport, InputsThatAreLeftOpenAreNamedWithWhatToSay) {
  const auto model = withState({{2, ""}, {-1, "batch"}, {3, ""}});
  const auto refusal = [&](std::vector<InputChoice> inputs) {
    ExchangeReport report;
    const auto read = importOnnx(model, cpu(), report, {.inputs = std::move(inputs)});
    EXPECT_FALSE(read.ok());
    return read.ok() ? std::string() : read.error().text();
  };
  const InputChoice width{.name = "x", .shape = {3}}, rate{.name = "rate", .shape = {}, .value = 4.0};
  EXPECT_NE(refusal({width}).find("--value rate="), std::string::npos) << refusal({width});
  const auto unknown = refusal({width, rate, {.name = "speed", .shape = {}, .value = 1.0}});
  EXPECT_NE(unknown.find("no input “speed”"), std::string::npos) << unknown;
  const auto nameless = refusal({{.name = {}, .shape = {3}}, rate});
  EXPECT_NE(nameless.find("--shape state="), std::string::npos) << nameless;
  const auto beyond = refusal({width, rate, {.name = "state", .shape = {2, 3}, .sampleAxis = 3}});
  EXPECT_NE(beyond.find("no axis 3"), std::string::npos) << beyond;
  const auto wrong = refusal({{.name = "x", .shape = {3, 1}}, rate});
  EXPECT_NE(wrong.find("A sample of the input x cannot be 3 × 1"), std::string::npos) << wrong;
  ExchangeReport asked;
  EXPECT_FALSE(importOnnx(model, cpu(), asked, {.guessShape = false}).ok());
  ASSERT_EQ(asked.openInputs.size(), 2u);
  EXPECT_EQ(asked.openInputs[0].shape, (std::vector<std::int64_t>{0}));
  EXPECT_EQ(asked.openInputs[1].name, "rate");
  EXPECT_TRUE(asked.openInputs[1].shape.empty());
}

TEST(InputChoices, AreReadAndWrittenAsText) {
  EXPECT_EQ(*inputShapeFromText("3x224x224"), (InputChoice{.name = {}, .shape = {3, 224, 224}}));
  EXPECT_EQ(*inputShapeFromText("a=b=7"), (InputChoice{.name = "a=b", .shape = {7}}));
  const InputChoice state{.name = "state", .shape = {2, 128}, .sampleAxis = 1};
  EXPECT_EQ(*inputShapeFromText("state=2xNx128"), state);
  EXPECT_EQ(inputShapeText(state), "2xNx128");
  EXPECT_EQ(inputShapeText({.name = {}, .shape = {3, 0, 0}}), "3x?x?");
  EXPECT_EQ(inputValueFromText("rate=1.6e4")->value, 16000);
  for (const char* bad : {"", "x", "3x", "3xx4", "0x4", "-1x4", "3x4.5", "state=", "=3", "NxN", "N", "2xNx3xN",
                          "999999999999999999999", "70000x70000x70000x70000", "1x1x1x1x1x1x1x1x1"})
    EXPECT_FALSE(inputShapeFromText(bad).ok()) << bad;
  for (const char* bad : {"", "rate", "rate=", "=3", "rate=3x", "rate=nan", "rate=inf"})
    EXPECT_FALSE(inputValueFromText(bad).ok()) << bad;
}

TEST(OnnxImport, NamesWhatNothingDoes) {
  const auto model = modelOf({info("x", OnnxElement::Float, {-1, 3})}, {node("Bernoulli", {"x"}, {"y"})},
                             {info("y", OnnxElement::Float, {-1, 3})});
  ExchangeReport report;
  const auto read = importOnnx(model, cpu(), report);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message, "unsupported op Bernoulli");
}

// A stored drawing that does not fit the weights is ignored.
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

// The drawing stays in a model that an optimizer has changed: its weights have other names, or its nodes do more.
TEST(OnnxImport, AModelThatAnotherProgramChangedIsReadFromItsNodes) {
  Checkpoint before;
  before.network = standardNetwork("lenet").value();
  before.tensors = firstWeights(before.network, 3).value();
  const OnnxModel whole = exportOnnx(before.network, weightsOf(before), {.opset = 17, .drawing = true}).value().model;
  const auto check = [](const OnnxModel& model) {
    ExchangeReport report;
    const auto read = importOnnx(model, cpu(), report);
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_GE(report.difference, 0);
    EXPECT_LT(report.difference, 1e-4);
    ASSERT_FALSE(report.notes.empty());
    EXPECT_NE(report.notes.back().find("no longer as Fovea wrote it"), std::string::npos) << report.notes.back();
  };
  OnnxModel renamed = whole;
  for (OnnxTensor& initializer : renamed.graph.initializers)
    if (initializer.name == "conv1.weight") initializer.name = "fused_weight";
  for (OnnxNode& each : renamed.graph.nodes)
    std::replace(each.inputs.begin(), each.inputs.end(), std::string("conv1.weight"), std::string("fused_weight"));
  check(renamed);
  OnnxModel extended = whole;
  OnnxNode& last = extended.graph.nodes.back();
  ASSERT_EQ(last.op, "Identity");
  last.op = "Neg";
  check(extended);

  ExchangeReport report;
  const auto same = importOnnx(whole, cpu(), report);
  ASSERT_TRUE(same.ok()) << same.error().text();
  EXPECT_EQ(same->network, before.network);
  EXPECT_TRUE(report.notes.empty());
}

// Anybody can write metadata into a model.
TEST(OnnxImport, DamagedMetadataAboutTheSamplesIsReportedAndNotUsed) {
  Checkpoint before;
  before.network = standardNetwork("lenet").value();
  before.tensors = firstWeights(before.network, 3).value();
  before.classes = {"a", "b"};
  before.transforms = {Normalise{{0.5}, {0.25}}};
  OnnxModel model = exportOnnx(before.network, weightsOf(before)).value().model;
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
           {"transforms", "[{\"type\": \"normalise\", \"mean\": [\"x\"]}]"},
           {"transforms", "[[[["},
           {"classes", "{\"a\": 1}"},
           {"classes", "[1, 2]"},
           {"samples", "{\"type\": \"u8\", \"shape\": [-1, 9223372036854775807], \"uniform\": true}"},
           {"samples", "7"},
           {"parts", "[{\"name\": \"x\"}]"},
           {"input_name", "[]"}}) {
    OnnxModel damaged = model;
    writeOnnxPreparation(before, damaged);
    damaged.metadata["fovea." + name] = text;
    ExchangeReport report;
    const auto read = importOnnx(damaged, cpu(), report);
    ASSERT_TRUE(read.ok()) << name << ": " << read.error().text();
    EXPECT_TRUE(read->transforms.empty()) << text;
    EXPECT_TRUE(read->classes.empty()) << text;
    ASSERT_FALSE(report.notes.empty()) << text;
    EXPECT_NE(report.notes[0].find("is damaged and was ignored"), std::string::npos) << report.notes[0];
  }
  model.metadata["fovea.something else"] = "[";
  ExchangeReport report;
  ASSERT_TRUE(importOnnx(model, cpu(), report).ok());
  EXPECT_TRUE(report.notes.empty()) << report.notes[0];
}

}  // namespace
}  // namespace fovea::testing_onnx

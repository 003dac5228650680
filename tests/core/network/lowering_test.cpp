// Why: what is drawn is what is trained: names, order, inputs and first values of the lowered network.
#include "core/network/lowering.h"

#include <cmath>

#include "core/network/standard_networks.h"
#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

std::string opsOf(const LoweredNetwork& lowered) {
  std::string words;
  for (const Node& node : lowered.builder->graph().nodes())
    words += (words.empty() ? "" : " ") + node.scope + ":" + node.op->name;
  return words;
}

LoweredNetwork lowered(const Network& network, NetworkMode mode, std::int64_t batch = 4) {
  auto result = lowerNetwork(network, {.mode = mode, .batch = batch, .seed = 3});
  EXPECT_TRUE(result.ok()) << result.error().text();
  return std::move(result).value();
}

TEST(Lowering, LeNetForTraining) {
  const LoweredNetwork net = lowered(*standardNetwork("lenet"), NetworkMode::Training, 64);
  EXPECT_EQ(opsOf(net),
            "conv1:conv2d pool1:max_pool2d conv2:conv2d pool2:max_pool2d fc1:reshape fc1:linear relu1:relu fc2:linear "
            "loss:softmax_cross_entropy loss:correct_count");
  const Graph& graph = net.builder->graph();
  EXPECT_EQ(graph.value(net.input).type, (TensorType{DataType::Float32, Shape{64, 1, 28, 28}}));
  EXPECT_EQ(graph.value(net.target).type, (TensorType{DataType::Int32, Shape{64}}));
  EXPECT_FALSE(net.step.valid()) << "nothing in LeNet is random";
  EXPECT_EQ(graph.value(net.loss).type.shape, Shape{});
  EXPECT_EQ(graph.value(net.predictions).type.shape, (Shape{64, 10}));
  EXPECT_EQ(net.sampleShape, (Shape{1, 28, 28}));
  EXPECT_EQ(net.classes, 10);
  ASSERT_EQ(net.metrics.size(), 1u);
  EXPECT_EQ(net.metrics[0].name, "correct");

  std::string names;
  std::int64_t count = 0;
  for (const VariableInfo& variable : net.variables) {
    names += variable.name + " ";
    count += variable.type.shape.elementCount();
    EXPECT_EQ(graph.findVariable(variable.name), variable.value);
    EXPECT_EQ(variable.decay, variable.name.ends_with("weight"));
    EXPECT_TRUE(variable.trainable);
  }
  EXPECT_EQ(names, "conv1.weight conv1.bias conv2.weight conv2.bias fc1.weight fc1.bias fc2.weight fc2.bias ");
  EXPECT_EQ(count, 431'080);
}

TEST(Lowering, LeNetForUse) {
  const LoweredNetwork net = lowered(*standardNetwork("lenet"), NetworkMode::Inference, 1);
  EXPECT_FALSE(net.target.valid());
  EXPECT_FALSE(net.loss.valid());
  EXPECT_TRUE(net.metrics.empty());
  EXPECT_TRUE(opsOf(net).ends_with("loss:softmax"));
  EXPECT_EQ(net.builder->graph().value(net.predictions).type.shape, (Shape{1, 10}));
  EXPECT_EQ(net.classes, 10);
}

TEST(Lowering, ValuesCarryTheNamesOfTheirLayers) {
  const Network network = *standardNetwork("mlp");
  const LoweredNetwork net = lowered(network, NetworkMode::Evaluation);
  const auto nameOf = [&](const char* layer) {
    return net.builder->graph().value(net.layerOutputs.at(network.findByName(layer)->id).at(0)).name;
  };
  EXPECT_EQ(nameOf("data"), "input");
  EXPECT_EQ(nameOf("fc1"), "fc1");
  EXPECT_EQ(nameOf("relu1"), "relu1");
  EXPECT_EQ(nameOf("dropout1"), "relu1") << "outside training dropout passes its input on";
  EXPECT_EQ(net.layerOutputs.size(), network.layers().size());
}

TEST(Lowering, EveryModeHasTheSameVariables) {
  for (const StandardNetwork& standard : standardNetworks()) {
    const Network network = *standardNetwork(standard.name);
    std::vector<std::string> names;
    for (const NetworkMode mode : {NetworkMode::Training, NetworkMode::Evaluation, NetworkMode::Inference}) {
      std::vector<std::string> here;
      for (const VariableInfo& variable : lowered(network, mode).variables)
        here.push_back(variable.name + variable.type.toString());
      if (names.empty()) names = here;
      EXPECT_EQ(here, names) << standard.name;
    }
  }
}

TEST(Lowering, DropoutAsksForTheStep) {
  const LoweredNetwork net = lowered(*standardNetwork("mlp"), NetworkMode::Training);
  ASSERT_TRUE(net.step.valid());
  EXPECT_EQ(net.builder->graph().value(net.step).type, (TensorType{DataType::Int64, Shape{}}));
  EXPECT_FALSE(lowered(*standardNetwork("mlp"), NetworkMode::Evaluation).step.valid());
}

TEST(Lowering, WithoutLossTheLastLayerSpeaks) {
  Drawing drawing;
  drawing.add("data", "input").add("fc1", "linear", {}, {"data"});
  EXPECT_EQ(lowered(drawing.network, NetworkMode::Inference).classes, 0);
  drawing.add("softmax", "softmax", {}, {"fc1"});
  const LoweredNetwork net = lowered(drawing.network, NetworkMode::Inference);
  EXPECT_EQ(net.classes, 128);
  EXPECT_EQ(net.predictions, net.layerOutputs.at(drawing.id("softmax"))[0]);
  const auto training = lowerNetwork(drawing.network, {});
  ASSERT_FALSE(training.ok());
  EXPECT_EQ(training.error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(training.error().message, "Without a loss the network cannot be trained.");
}

TEST(Lowering, WhatIsBesideTheLossDoesNotSpeakForIt) {
  Drawing drawing = smallDrawing();
  drawing.add("aside", "linear", {{"units", std::int64_t{3}}}, {"relu1"}).add("softmax", "softmax", {}, {"aside"});
  for (const NetworkMode mode : {NetworkMode::Training, NetworkMode::Inference}) {
    const LoweredNetwork net = lowered(drawing.network, mode);
    EXPECT_EQ(net.classes, 10);
    EXPECT_EQ(net.predictions, net.layerOutputs.at(drawing.id("loss"))[0]);
  }
}

TEST(Lowering, ErrorsNameTheLayer) {
  Drawing drawing = smallDrawing();
  drawing.apply({SetParameter{drawing.id("conv1"), "kernel", List{31, 31}}, {}});
  const auto net = lowerNetwork(drawing.network, {});
  ASSERT_FALSE(net.ok());
  EXPECT_EQ(net.error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(net.error().message, "“conv1”: The kernel 31×31 is larger than the input 28×28.");
  EXPECT_FALSE(net.error().advice.empty());
  EXPECT_FALSE(lowerNetwork(smallDrawing().network, {.batch = 0}).ok());
  EXPECT_FALSE(lowerNetwork(smallDrawing().network, {.batch = std::int64_t{1} << 50}).ok());
  EXPECT_FALSE(lowerNetwork(Network{}, {}).ok());
}

VariableInfo variableOf(const std::string& name, const Shape& shape, InitializerKind kind) {
  VariableInfo variable;
  variable.name = name;
  variable.type = {DataType::Float32, shape};
  variable.initializer.kind = kind;
  return variable;
}

struct Moments {
  double mean = 0, deviation = 0, largest = 0;
};

Moments momentsOf(const Tensor& tensor) {
  Moments moments;
  double squares = 0;
  for (const float value : tensor.values<float>()) {
    moments.mean += value;
    squares += static_cast<double>(value) * value;
    moments.largest = std::max(moments.largest, std::abs(static_cast<double>(value)));
  }
  const double count = static_cast<double>(tensor.elementCount());
  moments.mean /= count;
  moments.deviation = std::sqrt(squares / count - moments.mean * moments.mean);
  return moments;
}

TEST(InitialValue, FollowsTheBooks) {
  const Shape shape{64, 32, 5, 5};  // fan in 800, fan out 1600
  Moments m = momentsOf(initialValue(variableOf("w", shape, InitializerKind::HeNormal), 1));
  EXPECT_NEAR(m.deviation, std::sqrt(2.0 / 800), 0.02 * std::sqrt(2.0 / 800));
  EXPECT_NEAR(m.mean, 0, 1e-3);
  m = momentsOf(initialValue(variableOf("w", shape, InitializerKind::HeUniform), 1));
  EXPECT_NEAR(m.largest, 1 / std::sqrt(800.0), 1e-3);
  EXPECT_LE(m.largest, 1 / std::sqrt(800.0));
  m = momentsOf(initialValue(variableOf("w", shape, InitializerKind::XavierUniform), 1));
  EXPECT_NEAR(m.largest, std::sqrt(6.0 / 2400), 1e-3);
  EXPECT_NEAR(m.deviation, std::sqrt(6.0 / 2400 / 3), 1e-3);
  m = momentsOf(initialValue(variableOf("w", shape, InitializerKind::Normal), 1));
  EXPECT_NEAR(m.deviation, 0.01, 2e-4);
  m = momentsOf(initialValue(variableOf("w", shape, InitializerKind::Zeros), 1));
  EXPECT_EQ(m.largest, 0);
  m = momentsOf(initialValue(variableOf("w", shape, InitializerKind::Ones), 1));
  EXPECT_EQ(m.mean, 1);
  EXPECT_EQ(m.deviation, 0);
}

TEST(InitialValue, ABiasMayTakeTheFanOfItsWeights) {
  VariableInfo bias = variableOf("b", Shape{4096}, InitializerKind::HeUniform);
  bias.initializer.fanIn = 25;
  EXPECT_NEAR(momentsOf(initialValue(bias, 1)).largest, 0.2, 1e-3);
}

TEST(InitialValue, DependsOnSeedAndNameAlone) {
  const auto first = [](const std::string& name, std::uint64_t seed) {
    return initialValue(variableOf(name, Shape{10, 10}, InitializerKind::HeNormal), seed).values<float>()[0];
  };
  EXPECT_EQ(first("conv1.weight", 1), first("conv1.weight", 1));
  EXPECT_NE(first("conv1.weight", 1), first("conv1.weight", 2));
  EXPECT_NE(first("conv1.weight", 1), first("conv2.weight", 1));
}

}  // namespace
}  // namespace fovea

// Why: the drawn network is the trained one: names, order, inputs and initial values of the lowered network.
#include "core/network/lowering.h"

#include <cmath>

#include "core/network/losses.h"
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
  EXPECT_EQ(graph.value(net.samples().value).type, (TensorType{DataType::Float32, Shape{64, 1, 28, 28}}));
  EXPECT_EQ(graph.value(net.feeds.value(FeedRole::Target)).type, (TensorType{DataType::Int32, Shape{64}}));
  EXPECT_FALSE(net.feeds.value(FeedRole::Step).valid()) << "nothing in LeNet is random";
  EXPECT_EQ(graph.value(net.loss).type.shape, Shape{});
  EXPECT_EQ(graph.value(net.predictions).type.shape, (Shape{64, 10}));
  EXPECT_EQ(net.sampleShape(), (Shape{1, 28, 28}));
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

// data → conv1 → relu1 → fc1 → loss, with an additional head at relu1.
Drawing withSideHead(double sideWeight, double weight = 1) {
  Drawing drawing = smallDrawing();
  drawing.add("side_fc", "linear", {{"units", std::int64_t{10}}}, {"relu1"})
      .add("side", "cross_entropy", {{"loss_weight", sideWeight}}, {"side_fc"});
  drawing.apply({SetParameter{drawing.id("loss"), "loss_weight", weight}, "Weigh"});
  return drawing;
}

// age and photo are separate inputs, then joined, and two layers are outputs.
TEST(Lowering, EachInputLayerIsAFeedAndEachLayerThatNothingReadsAnOutput) {
  Drawing drawing;
  drawing.add("age", "input", {{"shape", std::vector<std::int64_t>{3}}})
      .add("target", "input", {{"shape", std::vector<std::int64_t>{5}}})
      .add("joined", "concatenate", {}, {"age", "target"})
      .add("first", "linear", {{"units", std::int64_t{2}}}, {"joined"})
      .add("aside", "tanh", {}, {"first"})
      .add("last", "linear", {{"units", std::int64_t{4}}}, {"joined"});
  const LoweredNetwork net = lowered(drawing.network, NetworkMode::Inference, 6);
  const std::vector<Feed> samples = net.feeds.samples();
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_EQ(samples[0].name, "age");
  EXPECT_EQ(samples[0].type, (TensorType{DataType::Float32, Shape{6, 3}}));
  EXPECT_EQ(samples[1].name, "target") << "a person may call an input as the loop calls its own";
  EXPECT_EQ(samples[1].type.shape, (Shape{6, 5}));
  EXPECT_EQ(net.feeds.findSamples("target")->value, samples[1].value);
  ASSERT_EQ(net.outputs.size(), 2u);
  EXPECT_EQ(net.outputs[0].name, "last") << "the prediction comes first";
  EXPECT_EQ(net.outputs[0].value, net.predictions);
  EXPECT_EQ(net.outputs[1].name, "aside");

  drawing.add("loss", "cross_entropy", {}, {"last"});
  const LoweredNetwork trained = lowered(drawing.network, NetworkMode::Training, 6);
  EXPECT_EQ(trained.feeds.size(), 3u);
  EXPECT_EQ(trained.feeds.find(FeedRole::Target)->type, (TensorType{DataType::Int32, Shape{6}}));
  EXPECT_EQ(trained.outputs.at(0).name, "loss");
  EXPECT_EQ(lowered(withSideHead(0.5).network, NetworkMode::Inference).outputs.size(), 1u)
      << "a loss at the side says nothing";
}

TEST(Lowering, SeveralLossesAddUpByTheirWeights) {
  const LoweredNetwork net = lowered(withSideHead(0.25).network, NetworkMode::Training);
  EXPECT_NE(opsOf(net).find("side:scale"), std::string::npos);
  EXPECT_EQ(opsOf(net).find("loss:scale"), std::string::npos) << "a weight of 1 costs nothing";
  const Graph& graph = net.builder->graph();
  const Node& sum = graph.nodes()[static_cast<std::size_t>(graph.value(net.loss).producer.index)];
  EXPECT_EQ(sum.op->name, "add");
  ASSERT_EQ(net.metrics.size(), 1u);
  const auto inputs = std::count_if(graph.values().begin(), graph.values().end(),
                                    [](const Value& value) { return value.kind == ValueKind::Input; });
  EXPECT_EQ(inputs, 2) << "one input, and one target for both";
}

TEST(Lowering, TheHeaviestLossJudges) {
  const auto judged = [](double side, double main) {
    const Drawing drawing = withSideHead(side, main);
    const LoweredNetwork net = lowered(drawing.network, NetworkMode::Evaluation);
    for (const char* name : {"loss", "side"})
      if (net.predictions == net.layerOutputs.at(drawing.id(name))[0]) return std::string(name);
    return std::string();
  };
  EXPECT_EQ(judged(0.3, 1), "loss");
  EXPECT_EQ(judged(1, 0.3), "side");
  EXPECT_EQ(judged(1, 1), "side") << "of equals the last";
}

TEST(Losses, WhatLeadsOnlyToASideLossCanBeLeftOut) {
  const Drawing drawing = withSideHead(0.3);
  const Network answering = withoutSideLosses(drawing.network);
  EXPECT_EQ(answering.layers().size(), smallDrawing().network.layers().size());
  EXPECT_FALSE(answering.findByName("side_fc"));
  EXPECT_TRUE(answering.findByName("relu1"));
  EXPECT_EQ(withoutSideLosses(smallDrawing().network), smallDrawing().network);
}

TEST(Lowering, LeNetForUse) {
  const LoweredNetwork net = lowered(*standardNetwork("lenet"), NetworkMode::Inference, 1);
  EXPECT_FALSE(net.feeds.has(FeedRole::Target));
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
  EXPECT_EQ(nameOf("data"), "data.samples");
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
  ASSERT_TRUE(net.feeds.value(FeedRole::Step).valid());
  EXPECT_EQ(net.builder->graph().value(net.feeds.value(FeedRole::Step)).type, (TensorType{DataType::Int64, Shape{}}));
  EXPECT_FALSE(lowered(*standardNetwork("mlp"), NetworkMode::Evaluation).feeds.has(FeedRole::Step));
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

TEST(InitialValue, EveryDeviationAndBoundIsTheBooks) {
  const Shape shape{64, 32, 5, 5};  // fan in 800, fan out 1600
  struct Expected {
    InitializerKind kind;
    bool byFanOut;
    double deviation;
    double bound;  // 0: not bounded
  };
  const auto uniform = [](double bound) { return bound / std::sqrt(3.0); };
  const double relu = std::sqrt(6.0 / 800), lecun = std::sqrt(3.0 / 800);
  const Expected all[] = {
      {InitializerKind::HeNormal, true, std::sqrt(2.0 / 1600), 0},
      {InitializerKind::HeUniformRelu, false, uniform(relu), relu},
      {InitializerKind::HeUniformRelu, true, uniform(relu / std::sqrt(2.0)), relu / std::sqrt(2.0)},
      {InitializerKind::XavierNormal, false, std::sqrt(2.0 / 2400), 0},
      {InitializerKind::LecunNormal, false, std::sqrt(1.0 / 800), 0},
      {InitializerKind::LecunUniform, false, uniform(lecun), lecun},
      {InitializerKind::Uniform, false, uniform(0.3), 0.3},
      // Normal numbers truncated at two deviations have a deviation of 0.8796 (Johnson and Kotz 1970).
      {InitializerKind::TruncatedNormal, false, 0.87963 * 0.3, 0.6},
  };
  for (const Expected& expected : all) {
    VariableInfo variable = variableOf("w", shape, expected.kind);
    variable.initializer.deviation = 0.3;
    variable.initializer.byFanOut = expected.byFanOut;
    const Moments m = momentsOf(initialValue(variable, 3));
    SCOPED_TRACE(static_cast<int>(expected.kind));
    // For 51,200 numbers the standard error of the mean is 0.44 % of the deviation, and of the deviation 0.31 %; allows
    // three of each.
    EXPECT_NEAR(m.mean, 0, 0.0133 * expected.deviation);
    EXPECT_NEAR(m.deviation, expected.deviation, 0.0095 * expected.deviation);
    if (expected.bound == 0) continue;
    EXPECT_LE(m.largest, expected.bound * (1 + 1e-6));
    EXPECT_GT(m.largest, 0.999 * expected.bound);
  }
}

TEST(InitialValue, ConstantsAndIdentities) {
  VariableInfo constant = variableOf("w", Shape{3, 4}, InitializerKind::Constant);
  constant.initializer.deviation = -0.25;
  const Tensor filled = initialValue(constant, 1);
  for (const float value : filled.values<float>()) EXPECT_EQ(value, -0.25f);
  const Tensor identity = initialValue(variableOf("w", Shape{2, 3}, InitializerKind::Identity), 1);
  EXPECT_EQ(std::vector<float>(identity.values<float>().begin(), identity.values<float>().end()),
            (std::vector<float>{1, 0, 0, 0, 1, 0}));
  const Tensor filters = initialValue(variableOf("w", Shape{2, 2, 3, 3}, InitializerKind::Identity), 1);
  for (std::int64_t i = 0; i < 36; ++i) EXPECT_EQ(filters.data<float>()[i], i == 4 || i == 31 ? 1.0f : 0.0f) << i;
}

TEST(InitialValue, BilinearEnlarges) {
  // Caffe's filler for upsampling by two: 4 × 4 of (1, 3, 3, 1) / 4 along each axis.
  const Tensor filters = initialValue(variableOf("w", Shape{2, 1, 4, 4}, InitializerKind::Bilinear), 1);
  const float row[] = {0.25f, 0.75f, 0.75f, 0.25f};
  for (std::int64_t i = 0; i < 32; ++i) EXPECT_NEAR(filters.data<float>()[i], row[i / 4 % 4] * row[i % 4], 1e-7f) << i;
  const Tensor full = initialValue(variableOf("w", Shape{2, 2, 4, 4}, InitializerKind::Bilinear), 1);
  EXPECT_EQ(full.data<float>()[16 + 5], 0) << "channels do not mix";
  EXPECT_NEAR(full.data<float>()[48 + 5], 0.5625f, 1e-7f);
}

TEST(InitialValue, OrthogonalIsOrthogonal) {
  for (const Shape& shape : {Shape{24, 24}, Shape{10, 50}, Shape{50, 10}, Shape{16, 4, 3, 3}, Shape{80, 4, 3, 3}}) {
    SCOPED_TRACE(shape.toString());
    const Tensor weight = initialValue(variableOf("w", shape, InitializerKind::Orthogonal), 5);
    const std::int64_t rows = shape[0], columns = shape.elementsFrom(1), least = std::min(rows, columns);
    const auto at = [&](std::int64_t vector, std::int64_t i) {
      return static_cast<double>(weight.data<float>()[rows <= columns ? vector * columns + i : i * columns + vector]);
    };
    for (std::int64_t a = 0; a < least; ++a)
      for (std::int64_t b = 0; b <= a; ++b) {
        double product = 0;
        for (std::int64_t i = 0; i < std::max(rows, columns); ++i) product += at(a, i) * at(b, i);
        EXPECT_NEAR(product, a == b ? 1 : 0, 1e-6) << a << " " << b;
      }
  }
}

TEST(Lowering, APersonsChoicesReachTheVariables) {
  Drawing drawing = smallDrawing();
  drawing.apply({SetParameter{drawing.id("conv1"), "initializer", std::string("truncated_normal")}, {}});
  drawing.apply({SetParameter{drawing.id("conv1"), "initializer_size", 0.05}, {}});
  drawing.apply({SetParameter{drawing.id("conv1"), "rate_multiplier", 2.0}, {}});
  drawing.apply({SetParameter{drawing.id("conv1"), "decay_multiplier", 0.5}, {}});
  const auto net = lowerNetwork(drawing.network, {});
  ASSERT_TRUE(net.ok()) << net.error().text();
  for (const VariableInfo& variable : net->variables) {
    const bool chosen = variable.layer == "conv1";
    EXPECT_EQ(variable.rateMultiplier, chosen ? 2 : 1) << variable.name;
    EXPECT_EQ(variable.decayMultiplier, chosen ? 0.5 : 1) << variable.name;
    if (variable.name == "conv1.weight") {
      EXPECT_EQ(variable.initializer.kind, InitializerKind::TruncatedNormal);
      EXPECT_EQ(variable.initializer.deviation, 0.05);
    }
    if (variable.name == "conv1.bias") {
      EXPECT_EQ(variable.initializer.kind, InitializerKind::Zeros);
    }
  }
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

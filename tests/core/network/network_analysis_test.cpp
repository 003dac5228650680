// Why: the canvas shows the analysis's messages and fixes; these tests state them.
#include "core/network/network_analysis.h"

#include <chrono>

#include "core/network/block_edits.h"
#include "core/network/frozen_layers.h"
#include "core/network/layer_facts.h"
#include "core/network/lowering.h"
#include "core/network/standard_networks.h"
#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

constexpr std::int64_t operator""_i(unsigned long long value) {
  return static_cast<std::int64_t>(value);
}

// Returns the drawing's only problem.
NetworkProblem onlyProblem(const Network& network) {
  const NetworkReport report = analyzeNetwork(network);
  EXPECT_EQ(report.problems.size(), 1u);
  for (const NetworkProblem& problem : report.problems) EXPECT_FALSE(problem.message.empty());
  return report.problems.empty() ? NetworkProblem{} : report.problems[0];
}

// Applies the fix with that title and expects no further problem.
void expectFixed(const Network& network, const NetworkProblem& problem, const std::string& title) {
  for (const NetworkFix& fix : problem.fixes) {
    if (fix.title != title) continue;
    Network copy = network;
    const auto inverse = applyEdit(copy, fix.edit);
    ASSERT_TRUE(inverse.ok()) << inverse.error().text();
    const NetworkReport report = analyzeNetwork(copy);
    EXPECT_TRUE(report.ok()) << report.problems[0].message;
    ASSERT_TRUE(applyEdit(copy, *inverse).ok());
    EXPECT_EQ(copy, network) << "a fix can be taken back";
    return;
  }
  std::string titles;
  for (const NetworkFix& fix : problem.fixes) titles += fix.title + "; ";
  FAIL() << "no fix \"" << title << "\" but: " << titles;
}

TEST(NetworkAnalysis, TheInputIsConnectedWithALayerThatTakesOne) {
  Drawing drawing;
  drawing.add("relu", "relu").add("tanh", "tanh");
  const auto folded = foldIntoBlock(drawing.network, std::vector<LayerId>{drawing.id("relu")}, {}, "part");
  ASSERT_TRUE(folded.ok());
  drawing.apply(folded->edit);  // a block without inputs, above the other layer
  const NetworkReport report = analyzeNetwork(drawing.network);
  const NetworkProblem* problem = report.problemOf({});
  ASSERT_TRUE(problem && problem->fixes.size() == 1);
  EXPECT_EQ(problem->fixes[0].title, "Add Input");
  drawing.apply(problem->fixes[0].edit);
  EXPECT_EQ(drawing.network.edgesInto(drawing.id("tanh")).size(), 1u);
}

TEST(NetworkAnalysis, KnowsShapesParametersAndCostOfLeNet) {
  const Network network = *standardNetwork("lenet");
  const NetworkReport report = analyzeNetwork(network);
  ASSERT_TRUE(report.ok()) << report.problems[0].message;
  const auto shape = [&](const char* name) { return report.layers.at(network.findByName(name)->id).outputs.at(0); };
  EXPECT_EQ(shape("data"), (Shape{1, 28, 28}));
  EXPECT_EQ(shape("conv1"), (Shape{20, 24, 24}));
  EXPECT_EQ(shape("pool1"), (Shape{20, 12, 12}));
  EXPECT_EQ(shape("conv2"), (Shape{50, 8, 8}));
  EXPECT_EQ(shape("pool2"), (Shape{50, 4, 4}));
  EXPECT_EQ(shape("fc1"), Shape{500});
  EXPECT_EQ(shape("fc2"), Shape{10});
  EXPECT_EQ(shape("loss"), Shape{10});
  EXPECT_EQ(report.parameters, 431'080);
  EXPECT_EQ(report.layers.at(network.findByName("conv2")->id).parameters, 50 * 20 * 25 + 50);
  // Counts multiply-adds of the two convolutions and the two
  // products as two operations each; the rest is negligible.
  const double products = 2.0 * (20 * 25 * 24 * 24 + 50 * 500 * 8 * 8 + 800 * 500 + 500 * 10);
  EXPECT_GE(report.flopsPerSample, products);
  EXPECT_LE(report.flopsPerSample, products * 1.02);
}

TEST(NetworkAnalysis, AWellDrawnNetworkHasNoProblems) {
  EXPECT_TRUE(analyzeNetwork(smallDrawing().network).ok());
}

TEST(NetworkAnalysis, AnEmptyNetworkNeedsAnInput) {
  const NetworkProblem problem = onlyProblem(Network{});
  EXPECT_EQ(problem.message, "The network is empty.");
  EXPECT_FALSE(problem.layer.valid());
  ASSERT_EQ(problem.fixes.size(), 1u);
  EXPECT_EQ(problem.fixes[0].title, "Add Input");
}

TEST(NetworkAnalysis, WithoutLossThereIsNoTraining) {
  Drawing drawing;
  drawing.add("data", "input").add("fc1", "linear", {{"units", 10_i}}, {"data"});
  const NetworkProblem problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.message, "Without a loss the network cannot be trained.");
  EXPECT_EQ(problem.prevents, Prevents::Training);
  expectFixed(drawing.network, problem, "Add Cross-entropy");
}

TEST(NetworkAnalysis, SoftmaxGivesWayToTheLoss) {
  Drawing drawing;
  drawing.add("data", "input").add("fc1", "linear", {{"units", 10_i}}, {"data"}).add("softmax", "softmax", {}, {"fc1"});
  expectFixed(drawing.network, onlyProblem(drawing.network), "Replace Softmax by Cross-entropy");
}

TEST(NetworkAnalysis, LossesCompareWithTheSame) {
  Drawing drawing = smallDrawing();
  drawing.add("side", "cross_entropy", {{"loss_weight", 0.3}}, {"fc1"});
  EXPECT_TRUE(analyzeNetwork(drawing.network).ok());
  drawing.add("other", "mean_squared_error", {{"loss_weight", 0.3}}, {"fc1"});
  const NetworkProblem problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.layer, drawing.id("other"));
  EXPECT_EQ(problem.message, "It compares with numbers [10], but “loss” with labels.");
  expectFixed(drawing.network, problem, "Remove “other”");
}

TEST(NetworkAnalysis, ANetworkWhoseWeightsAreAllFrozenCannotBeTrained) {
  Drawing drawing = smallDrawing();
  drawing.apply({SetParameter{drawing.id("conv1"), "frozen", true}, {}});
  EXPECT_TRUE(analyzeNetwork(drawing.network).ok()) << "another layer learns";
  drawing.apply({SetParameter{drawing.id("fc1"), "frozen", true}, {}});
  const NetworkProblem problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.message, "No layer can learn: the weights of all are frozen.");
  EXPECT_FALSE(problem.layer.valid());
  EXPECT_EQ(problem.prevents, Prevents::Learning);
  EXPECT_EQ(problem.fixes.size(), 2u);
  expectFixed(drawing.network, problem, "Let “fc1” learn");
  expectFixed(drawing.network, problem, "Let all weights learn");
  // It can be used and measured as any other.
  for (const NetworkMode mode : {NetworkMode::Inference, NetworkMode::Evaluation, NetworkMode::Training})
    EXPECT_TRUE(lowerNetwork(drawing.network, {.mode = mode, .batch = 2, .seed = 0}).ok());
  // A learning rate of 0 does the same.
  drawing.apply({SetParameter{drawing.id("fc1"), "frozen", false}, {}});
  drawing.apply({SetParameter{drawing.id("fc1"), "rate_multiplier", 0.0}, {}});
  expectFixed(drawing.network, onlyProblem(drawing.network), "Let “fc1” learn");
}

TEST(NetworkAnalysis, FrozenWeightsInsideABlockAreFoundThere) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{10}}})
      .add("inner", "linear", {{"units", 10_i}, {"frozen", true}}, {"data"})
      .add("relu1", "relu", {}, {"inner"});
  const auto folded = foldIntoBlock(drawing.network, std::vector{drawing.id("inner")}, {}, "part");
  ASSERT_TRUE(folded.ok()) << folded.error().text();
  drawing.apply(folded->edit);
  drawing.add("again", kBlockUse, drawing.network.find(folded->use)->parameters, {"relu1"})
      .add("loss", "cross_entropy", {}, {"again"});
  const auto found = freezableLayers(drawing.network, {folded->use, drawing.id("again")});
  ASSERT_EQ(found.size(), 1u) << "the block is used twice";
  EXPECT_EQ(found.front()->name, "inner");
  EXPECT_TRUE(isFrozen(*found.front()));
  const NetworkProblem problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.fixes.size(), 1u);
  expectFixed(drawing.network, problem, "Let “inner” learn");
}

TEST(NetworkAnalysis, AnInputMoreThatNothingReadsIsAProblem) {
  Drawing drawing = smallDrawing();
  drawing.add("data2", "input");
  const NetworkProblem problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.layer, drawing.id("data2"));
  EXPECT_EQ(problem.message, "Nothing reads this input.");
  expectFixed(drawing.network, problem, "Remove “data2”");
}

TEST(NetworkAnalysis, ANetworkMayHaveSeveralInputs) {
  Drawing drawing = smallDrawing();
  drawing.add("age", "input", {{"shape", std::vector<std::int64_t>{3}}})
      .add("both", "concatenate", {}, {"relu1", "age"});
  EXPECT_FALSE(analyzeNetwork(drawing.network).ok()) << "an image and a row cannot be joined";
  drawing.add("flat", "flatten", {}, {"relu1"});
  drawing.apply({RemoveLayer{drawing.id("both")}, {}});
  drawing.add("joined", "concatenate", {}, {"flat", "age"})
      .add("more", "linear", {{"units", std::int64_t{2}}}, {"joined"});
  const NetworkReport report = analyzeNetwork(drawing.network);
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.layers.at(drawing.id("joined")).outputs.at(0), (Shape{8 * 26 * 26 + 3}));
}

TEST(NetworkAnalysis, AnOpenInputIsMarkedOnItsPort) {
  Drawing drawing = smallDrawing();
  drawing.apply({RemoveEdge{{drawing.id("conv1"), 0, drawing.id("relu1"), 0}}, {}});
  const NetworkProblem problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.layer, drawing.id("relu1"));
  EXPECT_EQ(problem.input, 0);
  EXPECT_EQ(problem.message, "The input is not connected.");
  expectFixed(drawing.network, problem, "Connect to “conv1”");
}

TEST(NetworkAnalysis, ANetworkWithoutInputIsTold) {
  Drawing drawing = smallDrawing();
  drawing.apply({RemoveLayer{drawing.id("data")}, {}});
  const NetworkReport report = analyzeNetwork(drawing.network);
  ASSERT_EQ(report.problems.size(), 2u);
  EXPECT_EQ(report.problems[1].message, "No data enters the network: it has no input layer.");
  expectFixed(drawing.network, report.problems[1], "Add Input");
}

TEST(NetworkAnalysis, TheFaultIsMarkedWhereItIsAndNotBelow) {
  Drawing drawing = smallDrawing();
  drawing.apply({SetParameter{drawing.id("conv1"), "kernel", List{31, 31}}, {}});
  const NetworkReport report = analyzeNetwork(drawing.network);
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_EQ(report.problems[0].layer, drawing.id("conv1"));
  EXPECT_EQ(report.problems[0].input, 0);
  EXPECT_EQ(report.problems[0].message, "The kernel 31×31 is larger than the input 28×28.");
  EXPECT_EQ(report.problemOf(drawing.id("conv1")), &report.problems[0]);
  EXPECT_EQ(report.problemOf(drawing.id("relu1")), nullptr);
  EXPECT_TRUE(report.layers.at(drawing.id("relu1")).outputs.empty());
  EXPECT_EQ(report.layers.at(drawing.id("data")).outputs.at(0), (Shape{1, 28, 28}));
  expectFixed(drawing.network, report.problems[0], "Pad by 2");
  expectFixed(drawing.network, report.problems[0], "Use kernel 28×28");
}

TEST(NetworkAnalysis, GroupsMustDivideTheChannels) {
  Drawing drawing = smallDrawing();
  drawing.add("conv2", "convolution", {{"filters", 12_i}, {"groups", 3_i}}, {"conv1"});
  const NetworkProblem problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.message, "8 input channels cannot be split into 3 groups.");
  expectFixed(drawing.network, problem, "Use one group");
}

TEST(NetworkAnalysis, AnImageLayerNeedsAnImage) {
  Drawing drawing = smallDrawing();
  drawing.add("conv2", "convolution", {}, {"fc1"});
  const NetworkProblem problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.message,
            "A convolution needs an image [C, H, W], a signal [C, L] or a volume [C, D, H, W], but got 10 numbers.");
  EXPECT_EQ(problem.advice, "Connect it before the layer that flattens the image.");
}

TEST(NetworkAnalysis, ListsForAnotherNumberOfAxesBecomeOneNumber) {
  Drawing drawing = smallDrawing();
  drawing.add("pool", "max_pooling", {{"kernel", List{2, 2, 4}}, {"stride", List{1, 2, 2}}}, {"conv1"});
  const NetworkProblem problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.message, "The kernel 2×2×4 has 3 numbers, but an image has 2 axes.");
  expectFixed(drawing.network, problem, "Use one number for all axes");
}

TEST(NetworkAnalysis, ALayerMayHaveAsManyOutputsAsItsParametersSay) {
  Drawing drawing = smallDrawing();
  drawing.add("parts", "split", {{"parts", 4_i}}, {"relu1"});
  drawing.add("last", "relu");
  drawing.apply({AddEdge{{drawing.id("parts"), 3, drawing.id("last"), 0}}, "Connect"});
  const NetworkReport report = analyzeNetwork(drawing.network);
  EXPECT_TRUE(report.ok()) << report.problems[0].message;
  EXPECT_EQ(report.layers.at(drawing.id("parts")).outputs.size(), 4u);
  EXPECT_EQ(report.layers.at(drawing.id("last")).outputs.at(0), (Shape{2, 26, 26}));
  const auto lowered = lowerNetwork(drawing.network, {});
  ASSERT_TRUE(lowered.ok()) << lowered.error().text();
  EXPECT_EQ(lowered->layerOutputs.at(drawing.id("parts")).size(), 4u);
}

TEST(NetworkAnalysis, TheLossNeedsScores) {
  Drawing drawing;
  drawing.add("data", "input").add("conv1", "convolution", {}, {"data"}).add("loss", "cross_entropy", {}, {"conv1"});
  const NetworkProblem problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.message, "Cross-entropy needs one row of numbers [K], but got an image 32×26×26.");
  expectFixed(drawing.network, problem, "Insert Flatten");
}

TEST(NetworkAnalysis, BranchesCanBeMatched) {
  Drawing drawing;
  drawing.add("data", "input").add("a", "convolution", {{"filters", 8_i}, {"padding", List{1, 1}}}, {"data"});
  drawing.add("b", "convolution", {{"filters", 16_i}, {"padding", List{1, 1}}, {"stride", List{2, 2}}}, {"a"});
  drawing.add("sum", "add", {}, {"b", "a"}).add("loss", "cross_entropy");
  drawing.add("flat", "flatten", {}, {"sum"}).connect("flat", "loss");
  const NetworkProblem problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.layer, drawing.id("sum"));
  EXPECT_EQ(problem.input, 1);
  EXPECT_EQ(problem.message, "Inputs differ: 16×14×14 and 8×28×28.");
  expectFixed(drawing.network, problem, "Match with 1×1 convolution");
}

TEST(NetworkAnalysis, RowsCanBeMatchedAndImagesFlattened) {
  Drawing drawing = smallDrawing();
  drawing.add("fc2", "linear", {{"units", 7_i}}, {"relu1"}).add("sum", "add", {}, {"fc1", "fc2"});
  NetworkProblem problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.message, "Inputs differ: 10 and 7.");
  expectFixed(drawing.network, problem, "Match with linear layer");
  drawing = smallDrawing();
  drawing.add("both", "concatenate", {}, {"conv1", "fc1"});
  problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.message, "Inputs differ: 8×26×26 and 10.");
  expectFixed(drawing.network, problem, "Insert Flatten");
}

TEST(NetworkAnalysis, ARowCanBeAnImageAgain) {
  Drawing drawing;
  drawing.add("data", "input")
      .add("flatten", "flatten", {}, {"data"})
      .add("conv1", "convolution", {}, {"flatten"})
      .add("fc1", "linear", {{"units", 10_i}}, {"conv1"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  const NetworkReport report = analyzeNetwork(drawing.network);
  const NetworkProblem* problem = report.problemOf(drawing.id("conv1"));
  ASSERT_NE(problem, nullptr);
  ASSERT_EQ(problem->fixes.size(), 1u);
  EXPECT_EQ(problem->fixes[0].title, "Insert Reshape to 1×28×28");
  drawing.apply(problem->fixes[0].edit);
  EXPECT_TRUE(analyzeNetwork(drawing.network).ok());
}

TEST(NetworkAnalysis, ShapesThatNoConvolutionMatchesHaveNoFix) {
  Drawing drawing = smallDrawing();
  drawing.add("pool", "max_pooling", {{"kernel", List{3, 3}}, {"stride", List{1, 1}}}, {"conv1"})
      .add("sum", "add", {}, {"conv1", "pool"});
  EXPECT_TRUE(onlyProblem(drawing.network).fixes.empty());
}

TEST(NetworkAnalysis, HugeNetworksAreRefusedNotBuilt) {
  Drawing drawing = smallDrawing();
  drawing.apply({SetParameter{drawing.id("data"), "shape", List{65536, 65536, 65536}}, {}});
  drawing.apply({SetParameter{drawing.id("conv1"), "filters", 65536_i}, {}});
  const NetworkProblem problem = onlyProblem(drawing.network);
  EXPECT_EQ(problem.layer, drawing.id("fc1"));
  EXPECT_NE(problem.message.find("too large"), std::string::npos) << problem.message;
  EXPECT_FALSE(lowerNetwork(drawing.network, {}).ok());
}

// A file may contain this many layers; the window must not freeze.
TEST(NetworkAnalysis, AThousandLooseLayersAreNoBurden) {
  Drawing drawing;
  for (int i = 0; i < 1000; ++i) drawing.add("r1", "relu");
  const auto start = std::chrono::steady_clock::now();
  const NetworkReport report = analyzeNetwork(drawing.network);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 1);
  EXPECT_EQ(report.problems.size(), 1002u);
}

// The best time of several analyses, each after an edit, in milliseconds.
double milliseconds(Network network, LayerId edited, const char* parameter) {
  LayerMemory memory;
  double best = 1e9;
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(applyEdit(network, {SetParameter{edited, parameter, std::int64_t{i + 1}}, ""}).ok());
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(analyzeNetwork(network, memory).ok());
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::printf("%zu layers: %.3f ms\n", network.layers().size(), best);
  return best;
}

// It takes a fraction of a millisecond; the limit allows for slow machines.
TEST(NetworkAnalysis, OfALargeNetworkTakesLessThanAFrame) {
  const auto dense = standardNetwork("densenet121");
  ASSERT_TRUE(dense.ok());
  EXPECT_LT(milliseconds(*dense, dense->findByName("fc")->id, "units"), 5);
}

// Two hundred layers, more than in most networks. The limit allows for slow machines.
TEST(NetworkAnalysis, IsFastEnoughForEveryEdit) {
  Drawing drawing;
  drawing.add("data", "input");
  std::string last = "data";
  for (int i = 0; i < 66; ++i) {
    const std::string n = std::to_string(i);
    drawing.add("c" + n, "convolution", {{"padding", List{1, 1}}}, {last})
        .add("n" + n, "batch_normalization", {}, {"c" + n});
    last = "r" + n;
    drawing.add(last, "relu", {}, {"n" + n});
  }
  drawing.add("fc", "linear", {}, {last}).add("loss", "cross_entropy", {}, {"fc"});
  EXPECT_LT(milliseconds(drawing.network, drawing.id("fc"), "units"), 5);
  EXPECT_LT(milliseconds(drawing.network, drawing.id("c0"), "filters"), 20) << "all layers see another shape";
}

}  // namespace
}  // namespace fovea

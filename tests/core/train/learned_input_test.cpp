// Learned inputs, and losses that compare two layers: feature inversion, style transfer, activation maximisation. All
// of this is ordinary training of an ordinary network.
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/data/loading/made_batches.h"
#include "core/network/network_analysis.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

const FieldValues kHeld{{"frozen", true}};

FieldValues features() {
  return {{"filters", std::int64_t{12}},          {"kernel", List{3, 3}},    {"padding", List{1, 1}},
          {"initializer", std::string("normal")}, {"initializer_size", 0.5}, {"frozen", true}};
}

// The picture and the learned input go through the same two layers, once each.
Network comparing(const std::string& loss) {
  Drawing drawing;
  FieldValues picture = kHeld;
  picture.set("shape", List{1, 6, 6});
  picture.set("deviation", 1.0);
  drawing.add("picture", "learned_input", picture)
      .add("seen", "convolution", features(), {"picture"})
      .add("seen_relu", "leaky_relu", {}, {"seen"})
      .add("copy", "learned_input", {{"shape", List{1, 6, 6}}})
      .add("copied", "convolution", features(), {"copy"})
      .add("copied_relu", "leaky_relu", {}, {"copied"})
      .add("loss", loss, {}, {"copied_relu", "seen_relu"});
  return drawing.network;
}

TrainingPlan planFor(Network network, std::int64_t steps, double rate) {
  TrainingPlan plan{std::move(network), taskSettings(), emptySupply(), ""};
  plan.settings.batch = 1;
  plan.settings.epochs = 1;
  plan.settings.optimizer = "adam";
  plan.settings.learningRate = rate;
  plan.settings.schedule = "cosine";
  plan.endlessEpoch = steps;
  return plan;
}

Tensor& tensorOf(Checkpoint& checkpoint, const std::string& name) {
  const auto found = std::find_if(checkpoint.tensors.begin(), checkpoint.tensors.end(),
                                  [&](const auto& each) { return each.first == name; });
  EXPECT_NE(found, checkpoint.tensors.end()) << name;
  return found->second;
}

// Copies the weights of "seen" to "copied".
void shareWeights(TrainingPlan& plan) {
  Checkpoint first = valueOf(valueOf(Trainer::create(plan, openTaskDevice("cpu")))->checkpoint());
  for (const char* name : {"weight", "bias"})
    tensorOf(first, std::string("copied.") + name) = tensorOf(first, std::string("seen.") + name);
  plan.start = std::make_shared<Checkpoint>(std::move(first));
}

struct Outcome {
  double firstLoss = 0;
  double lastLoss = 0;
  Checkpoint checkpoint;
  std::string losses{};
};

Outcome train(const TrainingPlan& plan) {
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  Story story;
  advance(*trainer, story);
  std::string losses;
  for (const MetricPoint& point : story.points)
    losses += " " + std::to_string(point.step) + ":" + std::to_string(point.loss);
  return {story.points.front().loss, story.points.back().loss, valueOf(trainer->checkpoint()), losses};
}

double largestDifference(const Tensor& a, const Tensor& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.values<float>().size(); ++i)
    largest = std::max(largest, std::abs(static_cast<double>(a.values<float>()[i]) - b.values<float>()[i]));
  return largest;
}

TEST(LearnedInput, InvertsTheFeaturesOfAPicture) {
  TrainingPlan plan = planFor(comparing("layer_difference"), 1500, 0.05);
  shareWeights(plan);
  const Tensor picture = tensorOf(const_cast<Checkpoint&>(*plan.start), "picture.value");
  Outcome outcome = train(plan);
  EXPECT_GT(largestDifference(tensorOf(const_cast<Checkpoint&>(*plan.start), "copy.value"), picture), 0.5);
  EXPECT_LT(largestDifference(tensorOf(outcome.checkpoint, "copy.value"), picture), 1e-2);
  // Frozen values are unchanged.
  EXPECT_EQ(largestDifference(tensorOf(outcome.checkpoint, "picture.value"), picture), 0);
  EXPECT_EQ(
      largestDifference(tensorOf(outcome.checkpoint, "copied.weight"), tensorOf(outcome.checkpoint, "seen.weight")), 0);
}

TEST(LearnedInput, TakesOverAStyle) {
  TrainingPlan plan = planFor(comparing("style_difference"), 600, 0.05);
  shareWeights(plan);
  const Outcome outcome = train(plan);
  EXPECT_LT(outcome.lastLoss, outcome.firstLoss * 2e-2) << outcome.losses;
}

TEST(LearnedInput, FindsWhatExcitesALayer) {
  FieldValues unit = kHeld;
  unit.set("units", std::int64_t{1});
  Drawing drawing;
  drawing.add("copy", "learned_input", {{"shape", List{8}}})
      .add("unit", "linear", unit, {"copy"})
      .add("squashed", "tanh", {}, {"unit"})
      .add("loss", "maximise", {}, {"squashed"});
  const Outcome outcome = train(planFor(drawing.network, 300, 0.05));
  EXPECT_GT(outcome.firstLoss, -0.8);
  EXPECT_LT(outcome.lastLoss, -0.95) << outcome.losses;
}

// In addition to samples, with a batch of several, and with a loss that compares with a target.
TEST(LearnedInput, IsAddedToSamples) {
  const TemporaryFolder folder;
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("prompt", "learned_input", {{"shape", List{1, 8, 8}}})
      .add("sum", "add", {}, {"data", "prompt"})
      .add("fc", "linear", {{"units", std::int64_t{3}}}, {"sum"})
      .add("loss", "cross_entropy", {}, {"fc"});
  TrainingPlan plan{drawing.network, taskSettings(), taskDataset(folder / "squares"), "squares"};
  Checkpoint first = valueOf(valueOf(Trainer::create(plan, openTaskDevice("cpu")))->checkpoint());
  Outcome outcome = train(plan);
  EXPECT_GT(largestDifference(tensorOf(outcome.checkpoint, "prompt.value"), tensorOf(first, "prompt.value")), 1e-4);
  EXPECT_LT(outcome.lastLoss, outcome.firstLoss);
}

TEST(LearnedInput, GoesOnAsIfNeverStopped) {
  TrainingPlan plan = planFor(comparing("layer_difference"), 40, 0.05);
  Story whole, first, rest;
  const auto straight = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  advance(*straight, whole);
  const auto begun = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  advance(*begun, first, 17);
  const auto resumed = valueOf(Trainer::resume(plan, valueOf(begun->checkpoint()), openTaskDevice("cpu")));
  advance(*resumed, rest);
  expectSameState(valueOf(resumed->checkpoint()), valueOf(straight->checkpoint()));
}

TEST(LearnedInput, IsDrawnAndStoredLikeEveryLayer) {
  const Network network = comparing("style_difference");
  EXPECT_TRUE(analyzeNetwork(network).problems.empty()) << analyzeNetwork(network).problems.front().message;
  EXPECT_EQ(valueOf(networkFromJson(networkToJson(network))), network);
  // The reference is a required input of the loss.
  Network open = network;
  const Layer* loss = open.findByName("loss");
  const auto edges = open.edgesInto(loss->id);
  ASSERT_TRUE(applyEdit(open, {RemoveEdge{edges[1]}, "Remove"}).ok());
  ASSERT_FALSE(analyzeNetwork(open).problems.empty());
  EXPECT_NE(analyzeNetwork(open).problems.front().message.find("“reference”"), std::string::npos);
}

TEST(LearnedInput, LayersOfOtherShapesAreRefusedWithTheReason) {
  Drawing drawing;
  drawing.add("a", "learned_input", {{"shape", List{1, 6, 6}}})
      .add("b", "learned_input", {{"shape", List{2, 6, 6}}})
      .add("loss", "layer_difference", {}, {"a", "b"});
  const NetworkReport report = analyzeNetwork(drawing.network);
  ASSERT_FALSE(report.problems.empty());
  EXPECT_NE(report.problems.front().message.find("It compares layers of one shape"), std::string::npos)
      << report.problems.front().message;
}

}  // namespace
}  // namespace fovea::test

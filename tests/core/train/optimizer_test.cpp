// An optimizer's settings determine the updates of the weights.
#include "core/train/optimizer.h"

#include <cmath>
#include <set>

#include "core/train/training_graph.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

// A step with a scaled loss, run on samples of one size.
class ScaledRun {
 public:
  ScaledRun(StepGraph step, std::shared_ptr<Device> device)
      : step_(std::move(step)), store_(std::make_shared<VariableStore>(std::move(device))) {
    for (const VariableInfo& variable : step_.variables)
      expectOk(store_->write(variable.name, initialValue(variable, 1)));
    executor_ = valueOf(Executor::compile(step_.graph, store_));
    expectOk(executor_->setInput(step_.feeds.value(FeedRole::Target), Tensor::of<std::int32_t>({2}, {0, 2})));
    expectOk(executor_->setInput(step_.feeds.value(FeedRole::LearningRate), Tensor::of<float>(Shape(), {0.01f})));
  }
  void step(float size) {
    expectOk(executor_->setInput(step_.feeds.value(FeedRole::Samples),
                                 Tensor::of<float>({2, 3}, {size, -size, 0, size / 2, size, -size})));
    expectOk(executor_->run());
  }
  std::vector<float> read(const std::string& name) const {
    const Tensor value = valueOf(store_->read(name));
    return {value.values<float>().begin(), value.values<float>().end()};
  }
  bool scaled() const { return read("precision.loss_scale")[0] > 0; }
  // The weights and the optimizer's states for them.
  std::map<std::string, std::vector<float>> kept() const {
    std::map<std::string, std::vector<float>> values;
    for (const std::string& name : store_->names())
      if (name.ends_with("scale.scale") || name.ends_with("scale.bias")) values[name] = read(name);
    return values;
  }

 private:
  StepGraph step_;
  std::shared_ptr<VariableStore> store_;
  std::unique_ptr<Executor> executor_;
};

class OptimizerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    dataset_ = taskDataset(folder_ / "squares");
    plan_ = {taskNetwork(), taskSettings(), dataset_, "squares"};
    plan_.settings.schedule = "fixed";
  }
  std::unique_ptr<Trainer> begin() { return valueOf(Trainer::create(plan_, openTaskDevice("cpu"))); }
  Checkpoint after(std::int64_t calls) {
    const auto trainer = begin();
    Story story;
    advance(*trainer, story, calls);
    return valueOf(trainer->checkpoint());
  }
  static double largestDifference(const Checkpoint& a, const Checkpoint& b, const std::string& name) {
    const Tensor &x = *a.find(name), &y = *b.find(name);
    double largest = 0;
    for (std::int64_t i = 0; i < x.elementCount(); ++i)
      largest = std::max(largest,
                         std::abs(static_cast<double>(x.data<float>()[i]) - static_cast<double>(y.data<float>()[i])));
    return largest;
  }
  // A network without random or normalised values, so that batches add up.
  static Network plainNetwork() {
    Drawing drawing;
    drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
        .add("fc1", "linear", {{"units", std::int64_t{12}}}, {"data"})
        .add("tanh1", "tanh", {}, {"fc1"})
        .add("fc2", "linear", {{"units", std::int64_t{3}}}, {"tanh1"})
        .add("loss", "cross_entropy", {}, {"fc2"});
    return drawing.network;
  }

  TemporaryFolder folder_;
  std::shared_ptr<Dataset> dataset_;
  TrainingPlan plan_;
};

TEST_F(OptimizerTest, EachLearnsTheTask) {
  const std::map<std::string, double> rates = {{"sgd", 0.05},  {"adagrad", 0.05}, {"rmsprop", 0.003}, {"adadelta", 3.0},
                                               {"adam", 0.01}, {"adamw", 0.01},   {"lamb", 0.03}};
  plan_.settings.epochs = 6;
  for (const OptimizerType& optimizer : allOptimizers()) {
    SCOPED_TRACE(optimizer.name);
    plan_.settings.optimizer = optimizer.name;
    plan_.settings.learningRate = rates.at(optimizer.name);
    plan_.settings.epsilon = optimizer.name == "adadelta" ? 1e-5 : 1e-8;
    const auto trainer = begin();
    Story story;
    advance(*trainer, story);
    EXPECT_LT(story.epochs.back().trainLoss, 0.5 * story.epochs.front().trainLoss);
    EXPECT_GT(story.epochs.back().validationAccuracy, 0.85);
  }
}

TEST_F(OptimizerTest, EachTakesItsOpAndItsStates) {
  for (const OptimizerType& optimizer : allOptimizers()) {
    plan_.settings.optimizer = optimizer.name;
    const StepGraph step = valueOf(buildTrainingGraph(plan_.network, plan_.settings, 16));
    std::int64_t updates = 0;
    for (const Node& node : step.graph->nodes()) updates += node.op->name == optimizer.op ? 1 : 0;
    EXPECT_EQ(updates, 6) << optimizer.name;
    for (const std::string& state : optimizer.states)
      EXPECT_TRUE(step.graph->findVariable(state + ".conv1.weight").valid()) << optimizer.name << " " << state;
  }
  plan_.settings.optimizer = "rmsprop";
  plan_.settings.centred = true;
  EXPECT_EQ(optimizerOf(plan_.settings).op, "rmsprop_centred_update");
}

TEST_F(OptimizerTest, DecayLeavesOutBiasesUnlessTold) {
  const auto decays = [&] {
    std::set<std::string> names;
    const StepGraph step = valueOf(buildTrainingGraph(plan_.network, plan_.settings, 16));
    for (const Node& node : step.graph->nodes())
      if (node.op->name == "sgd_update" && node.attributes.real("weight_decay") > 0)
        names.insert(std::to_string(node.attributes.real("weight_decay")) + " " + node.scope);
    return names;
  };
  plan_.settings.weightDecay = 0.5;
  EXPECT_EQ(decays(), (std::set<std::string>{"0.500000 conv1", "0.500000 fc1"}));
  plan_.settings.decayAll = true;
  EXPECT_TRUE(decays().contains("0.500000 norm1"));
}

TEST_F(OptimizerTest, AFrozenLayerStaysAndNothingBeforeItIsComputed) {
  for (Layer layer : std::vector<Layer>(plan_.network.layers().begin(), plan_.network.layers().end()))
    if (layer.name == "conv1" || layer.name == "norm1")
      valueOf(applyEdit(plan_.network, {SetParameter{layer.id, "frozen", true}, {}}));
  const StepGraph step = valueOf(buildTrainingGraph(plan_.network, plan_.settings, 16));
  for (const Node& node : step.graph->nodes()) {
    EXPECT_NE(node.op->name, "batch_norm");
    EXPECT_FALSE(node.op->name.starts_with("conv2d_backward")) << "there is nobody to tell";
    EXPECT_FALSE(node.op->name.starts_with("max_pool2d_backward"));
  }
  EXPECT_FALSE(step.graph->findVariable("momentum.conv1.weight").valid());
  const Checkpoint before = after(0), later = after(15);
  for (const char* name : {"conv1.weight", "conv1.bias", "norm1.scale", "norm1.running_mean", "norm1.running_variance"})
    EXPECT_EQ(largestDifference(before, later, name), 0) << name;
  EXPECT_GT(largestDifference(before, later, "fc1.weight"), 0);
}

TEST_F(OptimizerTest, AllFrozenIsRefusedInWords) {
  for (const Layer& layer : std::vector<Layer>(plan_.network.layers().begin(), plan_.network.layers().end()))
    if (findLayer(layer.type)->learns) valueOf(applyEdit(plan_.network, {SetParameter{layer.id, "frozen", true}, {}}));
  expectError(Trainer::create(plan_, openTaskDevice("cpu")), ErrorCode::InvalidArgument,
              "No layer of the network can learn");
}

TEST_F(OptimizerTest, MultipliersScaleALayersStep) {
  plan_.network = plainNetwork();
  plan_.settings.weightDecay = 0;
  const Checkpoint start = after(0), once = after(1);
  const LayerId fc2 = plan_.network.findByName("fc2")->id;
  valueOf(applyEdit(plan_.network, {SetParameter{fc2, "rate_multiplier", 4.0}, {}}));
  const Checkpoint fourfold = after(1);
  const double step = largestDifference(start, once, "fc2.weight");
  EXPECT_NEAR(largestDifference(start, fourfold, "fc2.weight"), 4 * step, 1e-4 * step);
  EXPECT_EQ(largestDifference(once, fourfold, "fc1.weight"), 0);
}

TEST_F(OptimizerTest, AccumulationIsALargerBatch) {
  plan_.network = plainNetwork();
  plan_.source = taskDataset(folder_ / "even", {96, 0, 0});
  for (const char* clipping : {"none", "norm", "value"}) {
    SCOPED_TRACE(clipping);
    plan_.settings.clipping = clipping;
    plan_.settings.clipLimit = 0.05;
    plan_.settings.batch = 48;
    plan_.settings.accumulation = 1;
    const Checkpoint whole = after(4);
    plan_.settings.batch = 12;
    plan_.settings.accumulation = 4;
    const Checkpoint parts = after(16);
    for (const char* name : {"fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias"})
      EXPECT_LT(largestDifference(whole, parts, name), 2e-6) << name;
  }
}

TEST_F(OptimizerTest, AnEpochsLastBatchesAreAppliedEvenIfTheyAreFewer) {
  plan_.network = plainNetwork();
  plan_.source = taskDataset(folder_ / "odd", {40, 0, 0});
  plan_.settings.epochs = 1;
  plan_.settings.batch = 16;  // 16, 16 and 8 samples
  plan_.settings.accumulation = 5;
  const Checkpoint parts = after(3);
  EXPECT_EQ(parts.position.gatheredBatches, 0);
  plan_.settings.batch = 40;
  plan_.settings.accumulation = 1;
  const Checkpoint whole = after(1);
  for (const char* name : {"fc1.weight", "fc2.bias"}) EXPECT_LT(largestDifference(whole, parts, name), 1e-6) << name;
}

TEST_F(OptimizerTest, ClippingByNormLimitsTheStep) {
  plan_.network = plainNetwork();
  plan_.settings.momentum = 0;
  plan_.settings.weightDecay = 0;
  plan_.settings.learningRate = 1;
  plan_.settings.clipping = "norm";
  plan_.settings.clipLimit = 0.01;
  const Checkpoint start = after(0), once = after(1);
  double squares = 0;
  for (const auto& [name, tensor] : start.tensors) {
    if (!name.starts_with("fc")) continue;
    for (std::int64_t i = 0; i < tensor.elementCount(); ++i)
      squares += std::pow(
          static_cast<double>(once.find(name)->data<float>()[i]) - static_cast<double>(tensor.data<float>()[i]), 2);
  }
  EXPECT_NEAR(std::sqrt(squares), 0.01, 1e-4);
}

// As in PyTorch's GradScaler: a step whose scaled gradients overflow changes no state of the optimizer, including its
// count of updates, so that the first applied step counts as the first. No value of this network is computed in 16
// bits, so it runs on every device; the overflow comes from the sample.
TEST_F(OptimizerTest, SkippedStepsDoNotCount) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{3}}})
      .add("scale", "scale_bias", {}, {"data"})
      .add("loss", "cross_entropy", {}, {"scale"});
  plan_.settings.precision = "f16";
  plan_.settings.weightDecay = 0;
  plan_.settings.learningRate = 0.01;
  for (const char* device : {"cpu", "reference"})
    for (const char* clipping : {"none", "norm"})
      for (const OptimizerType& optimizer : allOptimizers()) {
        SCOPED_TRACE(optimizer.name + " on " + device + ", clipping: " + clipping);
        plan_.settings.optimizer = optimizer.name;
        plan_.settings.clipping = clipping;
        ScaledRun run(valueOf(buildTrainingGraph(drawing.network, plan_.settings, 2)), openTaskDevice(device));
        int taken = 0;
        // The scale is not initialised before the first step.
        for (const bool overflows : {false, true, true, false, false, true, false}) {
          const bool skipped = overflows || !run.scaled();
          const auto before = run.kept();
          run.step(overflows ? 1e37f : 1.0f);
          taken += !skipped;
          EXPECT_EQ(run.kept() == before, skipped) << "after " << taken << " updates";
          if (optimizer.counted) {
            EXPECT_EQ(run.read("optimizer.updates")[0], static_cast<float>(taken));
          }
          if (skipped || optimizer.name != "adam") continue;
          const float was = before.at("scale.scale")[0], is = run.read("scale.scale")[0];
          const double mean = static_cast<double>(run.read("means.scale.scale")[0]) / (1 - std::pow(0.9, taken));
          const double square = static_cast<double>(run.read("squares.scale.scale")[0]) / (1 - std::pow(0.999, taken));
          EXPECT_NEAR(is - was, -0.01 * mean / std::sqrt(square), 1e-5) << "in update " << taken;
        }
        EXPECT_EQ(taken, 3);
      }
}

TEST_F(OptimizerTest, AveragesAreWhatTheySay) {
  plan_.network = plainNetwork();
  plan_.settings.averaging = "exponential";
  plan_.settings.averageDecay = 0.6;
  const auto trainer = begin();
  Story story;
  std::vector<double> expected;
  for (int step = 1; step <= 5; ++step) {
    advance(*trainer, story, 1);
    const Checkpoint now = valueOf(trainer->checkpoint());
    const double weight = std::max(1.0 / step, 0.4);
    const auto values = now.find("fc1.weight")->values<float>(),
               average = now.find("average.fc1.weight")->values<float>();
    expected.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      expected[i] = (1 - weight) * expected[i] + weight * static_cast<double>(values[i]);
      ASSERT_NEAR(average[i], expected[i], 1e-6) << "step " << step;
    }
    EXPECT_EQ(now.findWeight("fc1.weight"), now.find("average.fc1.weight"));
  }
}

TEST_F(OptimizerTest, UniformAveragesAreOfEpochs) {
  plan_.settings.averaging = "uniform";
  plan_.settings.averageStart = 1;
  plan_.settings.epochs = 3;
  const auto trainer = begin();
  Story story;
  while (story.epochs.empty()) advance(*trainer, story, 1);
  const Checkpoint first = valueOf(trainer->checkpoint());
  EXPECT_EQ(first.position.averages, 0);
  EXPECT_EQ(first.findWeight("fc1.weight"), first.find("fc1.weight")) << "there is no average yet";
  std::vector<std::vector<float>> ends;
  while (story.epochs.size() < 3) {
    const std::size_t before = story.epochs.size();
    while (story.epochs.size() == before) advance(*trainer, story, 1);
    const Checkpoint end = valueOf(trainer->checkpoint());
    ends.emplace_back(end.find("fc1.weight")->values<float>().begin(), end.find("fc1.weight")->values<float>().end());
  }
  const Checkpoint end = valueOf(trainer->checkpoint());
  EXPECT_EQ(end.position.averages, 2);
  const auto average = end.find("average.fc1.weight")->values<float>();
  for (std::size_t i = 0; i < average.size(); ++i) EXPECT_NEAR(average[i], (ends[0][i] + ends[1][i]) / 2, 1e-6);
}

TEST_F(OptimizerTest, ValidationUsesTheAverageByChoice) {
  plan_.settings.averaging = "exponential";
  plan_.settings.averageDecay = 0.99;
  plan_.settings.epochs = 1;
  Story with, without, none;
  advance(*begin(), with);
  plan_.settings.useAverage = false;
  advance(*begin(), without);
  plan_.settings.averaging = "none";
  advance(*begin(), none);
  EXPECT_NE(with.epochs[0].validationLoss, none.epochs[0].validationLoss);
  EXPECT_EQ(without.epochs[0].validationLoss, none.epochs[0].validationLoss);
  EXPECT_EQ(with.epochs[0].trainLoss, none.epochs[0].trainLoss) << "averaging does not change what is trained";
}

}  // namespace
}  // namespace fovea::test

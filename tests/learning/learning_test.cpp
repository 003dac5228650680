// Why: that every part is right does not prove that the whole learns. Each standard network is trained for some steps
// on a few real samples, and its loss must fall from chance or above to a stated value. Where the real size would take
// minutes, the table says how the network is reduced: smaller images and ten classes. Each is trained twice: with a plain
// rate, which shows that its layers learn, and with the settings that it brings along, which show that these do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/network/network_edit.h"
#include "core/network/standard_networks.h"
#include "core/train/default_settings.h"
#include "core/train/schedule.h"
#include "core/train/training_graph.h"
#include "tests/learning/learning_data.h"

namespace fovea::learning {
namespace {

using List = std::vector<std::int64_t>;

constexpr std::int64_t kSamples = 64;
constexpr std::int64_t kOwnSamples = 256;
constexpr std::int64_t kBatch = 16;
constexpr std::int64_t kSeed = 1;

struct Reduction {
  const char* layer;
  const char* parameter;
  FieldValue value;
};

enum class Data { Garments, Outlines, Coarsened, Text };

struct Task {
  const char* network;
  List sample;  // [C, H, W], or [T] of text
  std::vector<Reduction> reductions;
  std::int64_t steps;
  double rate;
  double goal;  // the mean loss of the last pass over the samples is at most this
  Data data = Data::Garments;
  // With the network's own settings: the samples' shape, passes over kOwnSamples samples, and the goal after them.
  struct Own {
    List sample;
    std::int64_t passes = 10;
    double goal = 1.0;
  } own{};
};

void PrintTo(const Task& task, std::ostream* stream) {
  *stream << task.network;
}

const Reduction kTenClasses{"fc", "units", std::int64_t{10}};
const Reduction kTenClassesOfFc8{"fc8", "units", std::int64_t{10}};
const Reduction kTenFilters{"conv10", "filters", std::int64_t{10}};

const std::vector<Task>& tasks() {
  static const std::vector<Task> table = {
      {"mlp", {1, 28, 28}, {}, 40, 0.01, 0.4, Data::Garments, {{1, 28, 28}, 10, 1.0}},
      {"lenet", {1, 28, 28}, {}, 60, 0.01, 0.8, Data::Garments, {{1, 28, 28}, 12, 1.0}},
      {"resnet-mini", {1, 28, 28}, {}, 40, 0.05, 0.9, Data::Garments, {{1, 28, 28}, 8, 1.0}},
      {"resnet18-cifar", {3, 32, 32}, {}, 16, 0.02, 0.8, Data::Garments, {{3, 32, 32}, 8, 1.0}},
      {"resnet18", {3, 64, 64}, {kTenClasses}, 20, 0.02, 0.9, Data::Garments, {{3, 32, 32}, 8, 1.0}},
      {"resnet34", {3, 64, 64}, {kTenClasses}, 24, 0.003, 0.6, Data::Garments, {{3, 32, 32}, 8, 1.0}},
      {"resnet50", {3, 64, 64}, {kTenClasses}, 32, 0.005, 1.2, Data::Garments, {{3, 32, 32}, 10, 1.2}},
      {"alexnet", {3, 67, 67}, {kTenClassesOfFc8}, 80, 0.001, 1.4, Data::Garments, {{3, 67, 67}, 12, 1.4}},
      {"vgg16", {3, 32, 32}, {kTenClassesOfFc8}, 100, 0.002, 1.6, Data::Garments, {{3, 32, 32}, 6, 1.6}},
      {"googlenet", {3, 64, 64}, {kTenClasses}, 200, 0.002, 1.2, Data::Garments, {{3, 32, 32}, 16, 1.2}},
      {"squeezenet", {3, 64, 64}, {kTenFilters}, 200, 0.001, 1.3, Data::Garments, {{3, 64, 64}, 20, 1.5}},
      {"squeezenet-v1-1", {3, 64, 64}, {kTenFilters}, 200, 0.002, 1.3, Data::Garments, {{3, 64, 64}, 20, 1.5}},
      {"mobilenet-v2", {3, 64, 64}, {kTenClasses}, 40, 0.02, 0.8, Data::Garments, {{3, 32, 32}, 10, 1.2}},
      {"densenet121", {3, 64, 64}, {kTenClasses}, 20, 0.02, 1.0, Data::Garments, {{3, 32, 32}, 8, 1.0}},
      {"unet", {1, 32, 32}, {}, 20, 0.005, 0.4, Data::Outlines, {{1, 32, 32}, 1, 0.4}},
      {"srcnn", {1, 28, 28}, {}, 60, 0.01, 0.02, Data::Coarsened, {{1, 28, 28}, 6, 0.02}},
      {"char-lstm", {64}, {}, 40, 0.5, 3.3, Data::Text, {{32}, 6, 3.3}},
      {"char-transformer", {64}, {}, 60, 0.02, 3.3, Data::Text, {{64}, 8, 3.3}},
  };
  return table;
}

void set(Network& network, const std::string& layer, const std::string& parameter, const FieldValue& value) {
  const Layer* found = network.findByName(layer);
  ASSERT_NE(found, nullptr) << layer;
  const auto done = applyEdit(network, {SetParameter{found->id, parameter, value}, {}});
  ASSERT_TRUE(done.ok()) << layer << ": " << done.error().text();
}

Network reducedNetwork(const Task& task, const List& sample) {
  Network network = *standardNetwork(task.network);
  set(network, task.data == Data::Text ? "text" : "data", "shape", sample);
  for (const Reduction& reduction : task.reductions)
    set(network, reduction.layer, reduction.parameter, reduction.value);
  return network;
}

// The learning rate of each step.
using RateOfStep = std::function<double(std::int64_t)>;

// Trains for some steps and returns the loss of each.
Result<std::vector<float>> train(const Network& network, const TrainingSettings& settings, const Samples& samples,
                                 std::int64_t steps, const RateOfStep& rateOf) {
  const std::int64_t batch = settings.batch;
  FOVEA_TRY(const StepGraph step, buildTrainingGraph(network, settings, batch));
  BackendRegistry backends;
  registerCpuBackend(backends);
  FOVEA_TRY(const auto device, backends.open("cpu"));
  auto store = std::make_shared<VariableStore>(device);
  for (const VariableInfo& variable : step.variables)
    FOVEA_CHECK(store->write(variable.name, initialValue(variable, kSeed)));
  FOVEA_TRY(const auto executor, Executor::compile(step.graph, store));
  std::vector<float> losses;
  for (std::int64_t i = 0; i < steps; ++i) {
    FOVEA_CHECK(executor->setInput(step.feeds.value(FeedRole::LearningRate),
                                   Tensor::of<float>(Shape(), {static_cast<float>(rateOf(i))})));
    FOVEA_CHECK(executor->setInput(step.feeds.value(FeedRole::Samples), rows(samples.inputs, i * batch, batch)));
    FOVEA_CHECK(executor->setInput(step.feeds.value(FeedRole::Target), rows(samples.targets, i * batch, batch)));
    if (step.feeds.value(FeedRole::Step).valid())
      FOVEA_CHECK(executor->setInput(step.feeds.value(FeedRole::Step), Tensor::of<std::int64_t>(Shape(), {i})));
    FOVEA_CHECK(executor->run());
    FOVEA_TRY(const float loss, executor->readScalar(step.graph->findOutput("loss")));
    losses.push_back(loss);
  }
  return losses;
}

double mean(std::span<const float> losses) {
  return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
}

Result<Samples> samplesFor(const Task& task, const List& sample, std::int64_t count) {
  if (task.data == Data::Outlines) return outlines(count, sample[1]);
  if (task.data == Data::Coarsened) return coarsened(count);
  if (task.data == Data::Text) return text(count, sample[0]);
  return garments(count, sample[0], sample[1]);
}

fovea::Task taskOf(Data data) {
  switch (data) {
    case Data::Garments:
      return fovea::Task::Classification;
    case Data::Outlines:
      return fovea::Task::Segmentation;
    case Data::Coarsened:
      return fovea::Task::ImageToImage;
    case Data::Text:
      return fovea::Task::NextSymbol;
  }
  return fovea::Task::Classification;
}

// The loss of one who knows nothing: all classes as likely, or for images black.
double chanceOf(const Task& task) {
  switch (task.data) {
    case Data::Garments:
      return std::log(10.0);
    case Data::Outlines:
      return std::log(2.0);
    case Data::Coarsened:
      return 0.05;
    case Data::Text:
      return std::log(128.0);
  }
  return 0;
}

constexpr const char* kWhereDataAre = " (Debian: dataset-fashion-mnist, base-files)";

// The mean loss of the last pass over the samples is at most `goal`, and that of the first pass was above it.
void expectLearned(const Task& task, const std::vector<float>& losses, std::size_t stepsOfPass, double goal) {
  const double first = mean(std::span(losses).first(stepsOfPass)), last = mean(std::span(losses).last(stepsOfPass));
  std::cout << task.network << ": loss " << first << " -> " << last << "\n";
  EXPECT_GT(first, goal);
  EXPECT_LT(goal, 0.8 * chanceOf(task));
  EXPECT_LE(last, goal) << testing::PrintToString(losses);
}

class Learning : public testing::TestWithParam<Task> {};

TEST_P(Learning, LowersTheLoss) {
  const Task& task = GetParam();
  const auto samples = samplesFor(task, task.sample, kSamples);
  if (!samples.ok()) GTEST_SKIP() << samples.error().text() << kWhereDataAre;
  TrainingSettings settings;
  settings.batch = kBatch;
  settings.seed = kSeed;
  const auto losses = train(reducedNetwork(task, task.sample), settings, *samples, task.steps,
                            [&](std::int64_t) { return task.rate; });
  ASSERT_TRUE(losses.ok()) << losses.error().text();
  expectLearned(task, *losses, kSamples / kBatch, task.goal);
}

TEST_P(Learning, LowersTheLossWithItsOwnSettings) {
  const Task& task = GetParam();
  const auto samples = samplesFor(task, task.own.sample, kOwnSamples);
  if (!samples.ok()) GTEST_SKIP() << samples.error().text() << kWhereDataAre;
  const Network network = reducedNetwork(task, task.own.sample);
  const SettingDefaults defaults = defaultSettings(network, taskOf(task.data));
  ASSERT_EQ(defaults.origin, task.network);
  TrainingSettings settings = resolveSettings(defaults, {}).settings;
  settings.seed = kSeed;
  settings.epochs = task.own.passes;
  const std::int64_t stepsOfPass = kOwnSamples / settings.batch;
  ASSERT_EQ(stepsOfPass * settings.batch, kOwnSamples);
  const auto losses = train(network, settings, *samples, stepsOfPass * task.own.passes,
                            [&](std::int64_t step) { return scheduledLearningRate(settings, step, stepsOfPass); });
  ASSERT_TRUE(losses.ok()) << losses.error().text();
  expectLearned(task, *losses, static_cast<std::size_t>(stepsOfPass), task.own.goal);
}

std::string taskName(const testing::TestParamInfo<Task>& task) {
  std::string name = task.param.network;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Networks, Learning, testing::ValuesIn(tasks()), taskName);

TEST(LearningTable, HoldsEveryStandardNetwork) {
  for (const StandardNetwork& network : standardNetworks())
    EXPECT_TRUE(std::any_of(tasks().begin(), tasks().end(), [&](const Task& task) {
      return task.network == network.name;
    })) << network.name;
}

}  // namespace
}  // namespace fovea::learning

// Why: correct parts do not prove that the whole learns. Each standard network is trained for some steps on a few real
// samples, and its loss must fall from chance level or above to a stated value. If the real size would take minutes,
// the table states a reduced one: smaller images and ten classes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/network/network_edit.h"
#include "core/network/standard_networks.h"
#include "core/train/training_graph.h"
#include "tests/learning/learning_data.h"

namespace fovea::learning {
namespace {

using List = std::vector<std::int64_t>;

constexpr std::int64_t kSamples = 64;
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
  double goal;  // upper limit of the mean loss of the last pass over the samples
  Data data = Data::Garments;
};

void PrintTo(const Task& task, std::ostream* stream) {
  *stream << task.network;
}

const Reduction kTenClasses{"fc", "units", std::int64_t{10}};
const Reduction kTenClassesOfFc8{"fc8", "units", std::int64_t{10}};
const Reduction kTenFilters{"conv10", "filters", std::int64_t{10}};

const std::vector<Task>& tasks() {
  static const std::vector<Task> table = {
      {"mlp", {1, 28, 28}, {}, 40, 0.01, 0.4},
      {"lenet", {1, 28, 28}, {}, 60, 0.01, 0.8},
      {"resnet-mini", {1, 28, 28}, {}, 40, 0.05, 0.9},
      {"resnet18-cifar", {3, 32, 32}, {}, 16, 0.02, 0.8},
      {"resnet18", {3, 64, 64}, {kTenClasses}, 20, 0.02, 0.9},
      {"resnet34", {3, 64, 64}, {kTenClasses}, 24, 0.003, 0.6},
      {"resnet50", {3, 64, 64}, {kTenClasses}, 32, 0.005, 1.2},
      {"alexnet", {3, 67, 67}, {kTenClassesOfFc8}, 80, 0.001, 1.4},
      {"vgg16", {3, 32, 32}, {kTenClassesOfFc8}, 100, 0.002, 1.6},
      {"googlenet", {3, 64, 64}, {kTenClasses}, 200, 0.002, 1.2},
      {"squeezenet", {3, 64, 64}, {kTenFilters}, 200, 0.001, 1.3},
      {"squeezenet-v1-1", {3, 64, 64}, {kTenFilters}, 200, 0.002, 1.3},
      {"mobilenet-v2", {3, 64, 64}, {kTenClasses}, 40, 0.02, 0.8},
      {"densenet121", {3, 64, 64}, {kTenClasses}, 20, 0.02, 1.0},
      {"unet", {1, 32, 32}, {}, 20, 0.005, 0.4, Data::Outlines},
      {"srcnn", {1, 28, 28}, {}, 60, 0.01, 0.02, Data::Coarsened},
      {"char-lstm", {64}, {}, 40, 0.5, 3.3, Data::Text},
      {"char-transformer", {64}, {}, 60, 0.02, 3.3, Data::Text},
  };
  return table;
}

void set(Network& network, const std::string& layer, const std::string& parameter, const FieldValue& value) {
  const Layer* found = network.findByName(layer);
  ASSERT_NE(found, nullptr) << layer;
  const auto done = applyEdit(network, {SetParameter{found->id, parameter, value}, {}});
  ASSERT_TRUE(done.ok()) << layer << ": " << done.error().text();
}

Network reducedNetwork(const Task& task) {
  Network network = *standardNetwork(task.network);
  set(network, task.data == Data::Text ? "text" : "data", "shape", task.sample);
  for (const Reduction& reduction : task.reductions)
    set(network, reduction.layer, reduction.parameter, reduction.value);
  return network;
}

// Trains for the task's steps and returns the loss of each.
Result<std::vector<float>> train(const Task& task, const Network& network, const Samples& samples) {
  TrainingSettings settings;
  settings.batch = kBatch;
  settings.seed = kSeed;
  FOVEA_TRY(const StepGraph step, buildTrainingGraph(network, settings, kBatch));
  BackendRegistry backends;
  registerCpuBackend(backends);
  FOVEA_TRY(const auto device, backends.open("cpu"));
  auto store = std::make_shared<VariableStore>(device);
  for (const VariableInfo& variable : step.variables)
    FOVEA_CHECK(store->write(variable.name, initialValue(variable, kSeed)));
  FOVEA_TRY(const auto executor, Executor::compile(step.graph, store));
  FOVEA_CHECK(executor->setInput(step.feeds.value(FeedRole::LearningRate),
                                 Tensor::of<float>(Shape(), {static_cast<float>(task.rate)})));
  std::vector<float> losses;
  for (std::int64_t i = 0; i < task.steps; ++i) {
    FOVEA_CHECK(executor->setInput(step.feeds.value(FeedRole::Samples), rows(samples.inputs, i * kBatch, kBatch)));
    FOVEA_CHECK(executor->setInput(step.feeds.value(FeedRole::Target), rows(samples.targets, i * kBatch, kBatch)));
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

Result<Samples> samplesFor(const Task& task) {
  if (task.data == Data::Outlines) return outlines(kSamples, task.sample[1]);
  if (task.data == Data::Coarsened) return coarsened(kSamples);
  if (task.data == Data::Text) return text(kSamples, task.sample[0]);
  return garments(kSamples, task.sample[0], task.sample[1]);
}

// The loss at chance level: all classes equally likely, or black images.
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

class Learning : public testing::TestWithParam<Task> {};

TEST_P(Learning, LowersTheLoss) {
  const Task& task = GetParam();
  const auto samples = samplesFor(task);
  if (!samples.ok()) GTEST_SKIP() << samples.error().text() << " (Debian: dataset-fashion-mnist, base-files)";
  const auto losses = train(task, reducedNetwork(task), *samples);
  ASSERT_TRUE(losses.ok()) << losses.error().text();
  constexpr std::size_t kPass = kSamples / kBatch;
  const double first = mean(std::span(*losses).first(kPass)), last = mean(std::span(*losses).last(kPass));
  std::cout << task.network << ": loss " << first << " -> " << last << "\n";
  EXPECT_GT(first, task.goal);
  EXPECT_LT(task.goal, 0.8 * chanceOf(task));
  EXPECT_LE(last, task.goal) << testing::PrintToString(*losses);
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

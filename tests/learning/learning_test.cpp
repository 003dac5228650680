// Why: correct parts do not prove that the whole learns, nor that a network's recommended settings suit it. Each
// standard network is trained with them for some epochs on a few real samples, and its loss must fall from chance level
// or above to a stated value. If the real size would take minutes, the table states a reduced one: smaller images and
// ten classes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/network/network_edit.h"
#include "core/network/standard_networks.h"
#include "core/train/default_settings.h"
#include "core/train/schedule.h"
#include "core/train/training_graph.h"
#include "tests/learning/learning_data.h"

namespace fovea::learning {
namespace {

using List = std::vector<std::int64_t>;

constexpr std::int64_t kSamples = 60;  // fewer than the batch of most networks: an epoch has four
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
  std::int64_t epochs;
  double goal;  // upper limit of the mean loss of the last epoch
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
      {"mlp", {1, 28, 28}, {}, 10, 0.4},
      {"lenet", {1, 28, 28}, {}, 15, 0.8},
      {"resnet-mini", {1, 28, 28}, {}, 20, 0.9},
      {"resnet18-cifar", {3, 32, 32}, {}, 4, 0.8},
      {"resnet18", {3, 64, 64}, {kTenClasses}, 5, 0.9},
      {"resnet34", {3, 64, 64}, {kTenClasses}, 12, 0.6},
      {"resnet50", {3, 64, 64}, {kTenClasses}, 20, 1.2},
      {"alexnet", {3, 67, 67}, {kTenClassesOfFc8}, 20, 1.4},
      {"vgg16", {3, 32, 32}, {kTenClassesOfFc8}, 24, 1.6},
      {"googlenet", {3, 64, 64}, {kTenClasses}, 15, 1.2},
      {"squeezenet", {3, 64, 64}, {kTenFilters}, 30, 1.3},
      {"squeezenet-v1-1", {3, 64, 64}, {kTenFilters}, 30, 1.3},
      {"mobilenet-v2", {3, 64, 64}, {kTenClasses}, 8, 0.8},
      {"densenet121", {3, 64, 64}, {kTenClasses}, 4, 1.0},
      {"unet", {1, 32, 32}, {}, 2, 0.4, Data::Outlines},
      {"srcnn", {1, 28, 28}, {}, 60, 0.02, Data::Coarsened},
      {"char-lstm", {64}, {}, 6, 3.3, Data::Text},
      {"char-transformer", {64}, {}, 8, 3.3, Data::Text},
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

// The settings of a run in which nothing else was chosen.
TrainingSettings settingsFor(const Task& task, const Network& network) {
  DatasetInfo data;
  data.splits[0].samples = kSamples;
  TrainingSettings settings = resolveSettings(defaultSettings(network, data), {}).settings;
  settings.epochs = task.epochs;
  settings.seed = kSeed;
  return settings;
}

// Trains, and returns the mean loss of each epoch.
Result<std::vector<double>> train(const Network& network, const TrainingSettings& settings, const Samples& samples) {
  const std::int64_t batch = settings.batch, steps = (kSamples + batch - 1) / batch;
  FOVEA_TRY(const StepGraph step, buildTrainingGraph(network, settings, batch));
  BackendRegistry backends;
  registerCpuBackend(backends);
  FOVEA_TRY(const auto device, backends.open("cpu"));
  auto store = std::make_shared<VariableStore>(device);
  for (const VariableInfo& variable : step.variables)
    FOVEA_CHECK(store->write(variable.name, initialValue(variable, kSeed)));
  FOVEA_TRY(const auto executor, Executor::compile(step.graph, store));
  std::vector<double> losses;
  for (std::int64_t i = 0; i < settings.epochs * steps; ++i) {
    const auto rate = static_cast<float>(scheduledLearningRate(settings, i, steps));
    FOVEA_CHECK(executor->setInput(step.feeds.value(FeedRole::LearningRate), Tensor::of<float>(Shape(), {rate})));
    FOVEA_CHECK(executor->setInput(step.feeds.value(FeedRole::Samples), rows(samples.inputs, i * batch, batch)));
    FOVEA_CHECK(executor->setInput(step.feeds.value(FeedRole::Target), rows(samples.targets, i * batch, batch)));
    if (step.feeds.value(FeedRole::Step).valid())
      FOVEA_CHECK(executor->setInput(step.feeds.value(FeedRole::Step), Tensor::of<std::int64_t>(Shape(), {i})));
    FOVEA_CHECK(executor->run());
    FOVEA_TRY(const float loss, executor->readScalar(step.graph->findOutput("loss")));
    if (i % steps == 0) losses.push_back(0);
    losses.back() += static_cast<double>(loss) / static_cast<double>(steps);
  }
  return losses;
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
  const Network network = reducedNetwork(task);
  const TrainingSettings settings = settingsFor(task, network);
  const auto losses = train(network, settings, *samples);
  ASSERT_TRUE(losses.ok()) << losses.error().text();
  const double first = losses->front(), last = losses->back();
  std::cout << task.network << ": " << settings.optimizer << " at " << settings.learningRate << ", batch "
            << settings.batch << ": loss " << first << " -> " << last << "\n";
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

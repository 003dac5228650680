// For every task there is a trainable network, and suggestions for a data set fit it.
#include "core/train/network_suggestions.h"

#include <gtest/gtest.h>

#include "core/network/network_analysis.h"

namespace fovea {
namespace {

void expectReady(const NetworkSuggestion& suggestion, const std::string& where) {
  EXPECT_FALSE(suggestion.title.empty());
  EXPECT_FALSE(suggestion.why.empty());
  ASSERT_FALSE(suggestion.network.layers().empty()) << where << ": " << suggestion.title;
  const NetworkReport report = analyzeNetwork(suggestion.network);
  EXPECT_TRUE(report.ok()) << where << ": " << suggestion.title << ": " << report.problems.front().message;
}

DatasetInfo dataOf(Task task, DataType type, Shape samples, std::size_t classes, Shape targets = {}) {
  DatasetInfo data;
  data.task = task;
  data.inputType = type;
  data.sampleShape = std::move(samples);
  data.targetShape = std::move(targets);
  for (std::size_t i = 0; i < classes; ++i) data.classes.push_back("class " + std::to_string(i));
  data.splits[0].samples = 10'000;
  return data;
}

const Layer& inputOf(const Network& network) {
  return *std::ranges::find(network.layers(), "input", &Layer::type);
}

TEST(NetworkSuggestions, EveryTaskHasOneToThree) {
  for (const NetworkTaskInfo& info : networkTasks()) {
    const auto list = suggestNetworks(info.task, nullptr);
    EXPECT_GE(list.size(), 1u) << info.title;
    EXPECT_LE(list.size(), 3u) << info.title;
    for (const NetworkSuggestion& each : list) expectReady(each, info.title);
  }
}

TEST(NetworkSuggestions, TheyFitTheData) {
  const DatasetInfo sets[] = {
      dataOf(Task::Classification, DataType::UInt8, {1, 28, 28}, 10),
      dataOf(Task::Classification, DataType::UInt8, {3, 32, 32}, 100),
      dataOf(Task::Classification, DataType::UInt8, {3, 300, 400}, 5),
      dataOf(Task::Classification, DataType::Float32, {13}, 3),
      dataOf(Task::Classification, DataType::Float32, {1, 8000}, 12),
      dataOf(Task::Classification, DataType::Float32, {1, 40, 101}, 12),
      dataOf(Task::MultiLabel, DataType::UInt8, {3, 224, 224}, 20),
      dataOf(Task::Segmentation, DataType::UInt8, {3, 256, 256}, 21, {256, 256}),
      dataOf(Task::Detection, DataType::UInt8, {3, 224, 320}, 5),
      dataOf(Task::Detection, DataType::UInt8, {1, 64, 64}, 1),
      dataOf(Task::ImageToImage, DataType::UInt8, {3, 64, 64}, 0, {3, 64, 64}),
      dataOf(Task::Regression, DataType::Float32, {11}, 0, {2}),
      dataOf(Task::Regression, DataType::UInt8, {1, 28, 28}, 0, {3}),
      dataOf(Task::NextSymbol, DataType::Int32, {65}, 70),
      dataOf(Task::Transcription, DataType::Float32, {200, 40}, 26),
  };
  for (const DatasetInfo& data : sets) {
    ASSERT_TRUE(taskOf(data).has_value());
    const std::string where = "samples " + data.sampleShape.toString();
    for (const NetworkSuggestion& each : suggestNetworks(*taskOf(data), &data)) {
      expectReady(each, where);
      const NetworkReport report = analyzeNetwork(each.network);
      ASSERT_FALSE(report.layers.at(inputOf(each.network).id).outputs.empty());
      if (!data.classes.empty() && data.task == Task::Classification) {
        const Layer& loss = *std::ranges::find_if(each.network.layers(), [](const Layer& layer) {
          return findLayer(layer.type)->family == LayerFamily::Loss;
        });
        EXPECT_EQ(report.layers.at(loss.id).outputs.at(0)[0], std::ssize(data.classes)) << where << ": " << each.title;
      }
    }
  }
}

TEST(NetworkSuggestions, FewPhotographsAskForASmallNetwork) {
  DatasetInfo data = dataOf(Task::Classification, DataType::UInt8, {3, 256, 256}, 4);
  data.splits[0].samples = 300;
  EXPECT_EQ(suggestNetworks(NetworkTask::ClassifyImages, &data).front().title, "SqueezeNet 1.1");
}

// A new user's case: 173 images on two threads, and eleven million parameters.
TEST(NetworkSuggestions, FewSamplesAndASlowComputerAskForASmallNetwork) {
  const double twoThreads = 4e10, graphicsCard = 1e13;
  const auto first = [](const DatasetInfo& data, double speed) {
    return suggestNetworks(NetworkTask::ClassifyImages, &data, speed).front();
  };
  DatasetInfo small = dataOf(Task::Classification, DataType::UInt8, {3, 64, 64}, 4);
  small.splits[0].samples = 173;
  for (const double speed : {0.0, twoThreads, graphicsCard}) {
    EXPECT_EQ(first(small, speed).title, "Mini ResNet") << speed;
    EXPECT_LT(analyzeNetwork(first(small, speed).network).parameters, 300'000) << speed;
  }
  DatasetInfo cifar = dataOf(Task::Classification, DataType::UInt8, {3, 32, 32}, 10);
  cifar.splits[0].samples = 120'000;
  EXPECT_EQ(first(cifar, graphicsCard).title, "ResNet-18 for small images");
  EXPECT_EQ(first(cifar, twoThreads).title, "Mini ResNet");
  DatasetInfo photographs = dataOf(Task::Classification, DataType::UInt8, {3, 256, 256}, 100);
  photographs.splits[0].samples = 150'000;
  EXPECT_EQ(first(photographs, graphicsCard).title, "ResNet-18");
  photographs.splits[0].samples = 173;
  EXPECT_EQ(first(photographs, graphicsCard).title, "SqueezeNet 1.1");
}

TEST(NetworkSuggestions, TheySayHowLongAnEpochTakes) {
  const DatasetInfo data = dataOf(Task::Classification, DataType::UInt8, {1, 28, 28}, 10);
  for (const NetworkSuggestion& each : suggestNetworks(NetworkTask::ClassifyImages, &data, 4e10))
    EXPECT_GT(each.epochSeconds, 0) << each.title;
  for (const NetworkSuggestion& each : suggestNetworks(NetworkTask::ClassifyImages, &data))
    EXPECT_EQ(each.epochSeconds, 0) << each.title;
  EXPECT_GT(roughSpeed("cuda:0"), 10 * roughSpeed("cpu"));
}

TEST(NetworkSuggestions, DataOfAnotherTaskAreNotUsed) {
  const DatasetInfo data = dataOf(Task::Classification, DataType::UInt8, {3, 48, 48}, 7);
  const auto with = suggestNetworks(NetworkTask::Text, &data), without = suggestNetworks(NetworkTask::Text, nullptr);
  ASSERT_EQ(with.size(), without.size());
  for (std::size_t i = 0; i < with.size(); ++i) EXPECT_EQ(with[i].network, without[i].network);
}

}  // namespace
}  // namespace fovea

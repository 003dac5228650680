// Image transforms are stored in the Input layer, and a run applies them: with random choices in training, without them
// in validation.
#include "core/train/input_transforms.h"

#include <cmath>

#include "tests/core/train/task_data.h"

namespace fovea::test {
namespace {

Network withTransforms(const std::string& text, const List& shape) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", shape}, {"transforms", text}})
      .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"data"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  return drawing.network;
}

TEST(InputTransforms, SurviveTheTextOfAParameter) {
  const TransformList list{TransformStep{"resize", findTransform("resize")->parameters.defaults()},
                           TransformStep{"random_flip", findTransform("random_flip")->parameters.defaults()}};
  EXPECT_EQ(valueOf(inputTransforms(withTransforms(inputTransformsText(list), {1, 8, 8}))), list);
  EXPECT_EQ(inputTransformsText({Normalise{{0.5}, {1}}}), "");
  EXPECT_TRUE(valueOf(inputTransforms(taskNetwork())).empty());
  for (const char* wrong :
       {"[", "{}", "[{\"type\":\"burn\"}]", "[{\"type\":\"normalise\",\"mean\":[0],\"deviation\":[1]}]"})
    expectError(inputTransforms(withTransforms(wrong, {1, 8, 8})), ErrorCode::InvalidArgument,
                "The transforms of the Input layer cannot be used");
}

TEST(InputTransforms, ARunUsesThem) {
  const TemporaryFolder folder;
  const auto dataset = taskDataset(folder / "set");
  const std::string crop = inputTransformsText({TransformStep{
      "random_resized_crop", {{"height", std::int64_t{6}}, {"width", std::int64_t{5}}, {"smallest", 0.8}}}});
  TrainingPlan plan;
  plan.source = dataset;
  plan.settings = taskSettings();
  plan.network = withTransforms(crop, {1, 6, 5});
  auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  Story story;
  advance(*trainer, story);
  EXPECT_EQ(std::ssize(story.epochs), plan.settings.epochs);
  EXPECT_TRUE(std::isfinite(story.epochs.back().validationLoss));
  plan.network = withTransforms(crop, {1, 8, 8});
  expectError(Trainer::create(plan, openTaskDevice("cpu")), ErrorCode::InvalidArgument,
              "are [1, 6, 5] after the Input layer's transforms");
}

// The task's network with a list of transforms at its input.
Network taskNetworkWith(const TransformList& list) {
  Network network = taskNetwork();
  const SetParameter edit{network.findByName("data")->id, "transforms", inputTransformsText(list)};
  EXPECT_TRUE(applyEdit(network, {edit, ""}).ok());
  return network;
}

TEST(InputTransforms, MixedSamplesAreTrainedOnSharesOfTheirLabels) {
  const TemporaryFolder folder;
  const auto data = taskDataset(folder / "set");
  TrainingSettings settings = taskSettings();
  settings.epochs = 6;
  const auto run = [&](const TransformList& list) {
    const auto trainer =
        valueOf(Trainer::create({taskNetworkWith(list), settings, data, "data"}, openTaskDevice("cpu")));
    return trained(*trainer);
  };
  const auto mixed = run({TransformStep{"mixup", {}}, TransformStep{"cutmix", {}}});
  EXPECT_LT(mixed.back().trainLoss, 0.85 * mixed.front().trainLoss);
  EXPECT_GT(mixed.back().validationAccuracy, 0.9);
  // With nothing mixed, class probabilities train like labels, step by step.
  const auto shares = run({TransformStep{"mixup", {{"probability", 0.0}}}}), labels = run({});
  for (std::size_t i = 0; i < labels.size(); ++i) {
    EXPECT_NEAR(shares[i].trainLoss, labels[i].trainLoss, 1e-3);
    EXPECT_NEAR(shares[i].trainAccuracy, labels[i].trainAccuracy, 0.02);
  }
}

TEST(InputTransforms, MixedSamplesNeedALossThatTakesShares) {
  const TemporaryFolder folder;
  Network network = taskNetworkWith({TransformStep{"mixup", {}}});
  const LayerId loss = network.findByName("loss")->id, last = network.findByName("fc1")->id;
  ASSERT_TRUE(applyEdit(network, {RemoveLayer{loss}, ""}).ok());
  Layer focal;
  focal.type = "focal";
  focal.name = "focal";
  ASSERT_TRUE(applyEdit(network, {AddLayer{focal}, ""}).ok());
  ASSERT_TRUE(applyEdit(network, {AddEdge{{last, 0, network.findByName("focal")->id, 0}}, ""}).ok());
  const auto refused =
      Trainer::create({network, taskSettings(), taskDataset(folder / "set"), "data"}, openTaskDevice("cpu"));
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(contains(refused.error().text(), "shares of several labels, which the loss does not take"));
}

}  // namespace
}  // namespace fovea::test

// What is done to images on their way in is kept with the Input layer, and a run does it: in training with chance, in
// validation without.
#include "core/train/input_transforms.h"

#include <cmath>

#include "tests/core/train/train_support.h"

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
  plan.dataset = dataset;
  plan.settings = taskSettings();
  plan.network = withTransforms(crop, {1, 6, 5});
  auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  Story story;
  advance(*trainer, story);
  EXPECT_EQ(std::ssize(story.epochs), plan.settings.epochs);
  EXPECT_TRUE(std::isfinite(story.epochs.back().validationLoss));
  plan.network = withTransforms(crop, {1, 8, 8});
  expectError(Trainer::create(plan, openTaskDevice("cpu")), ErrorCode::InvalidArgument,
              "are [1, 6, 5] behind the Input layer's transforms");
}

}  // namespace
}  // namespace fovea::test

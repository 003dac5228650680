// The target of a loss is matched with the content of a data set before a run, with clear messages.
#include "core/train/batch_feed.h"

#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

// A step that takes `input` and compares with `target`.
StepGraph stepFor(const TensorType& input, const TensorType& target, std::int64_t classes = 0) {
  GraphBuilder builder;
  StepGraph step;
  step.feeds.add({"input", FeedRole::Samples, input, builder.addInput("input", input)});
  step.feeds.add({"target", FeedRole::Target, target, builder.addInput("target", target)});
  step.classes = classes;
  step.graph = valueOf(builder.finish());
  return step;
}

DatasetInfo squares() {
  DatasetInfo info;
  info.name = "squares";
  info.sampleShape = kTaskShape;
  info.classes = {"left", "right", "low"};
  info.splits[0].samples = 10;
  return info;
}

const TensorType kImages{DataType::Float32, Shape{4, 1, 8, 8}};
const TensorType kSquare{DataType::Float32, Shape{1, 8, 8}};

TargetSource sourceOf(const TensorType& target) {
  return valueOf(chooseTarget(stepFor(kImages, target), squares(), kSquare));
}

TEST(BatchFeed, LossesFindTheirTargets) {
  EXPECT_EQ(sourceOf({DataType::Int32, Shape{4}}), TargetSource::Labels);
  EXPECT_EQ(sourceOf({DataType::Float32, Shape{4}}), TargetSource::Numbers);
  EXPECT_EQ(sourceOf({DataType::Float32, Shape{4, 1}}), TargetSource::Numbers);
  EXPECT_EQ(sourceOf({DataType::Float32, Shape{4, 3}}), TargetSource::OneHot);
  EXPECT_EQ(sourceOf(kImages), TargetSource::Images);
}

TEST(BatchFeed, WhatDoesNotFitIsSaid) {
  const std::vector<std::pair<TensorType, std::string>> targets{
      {{DataType::Float32, Shape{4, 7}}, "7 numbers"},
      {{DataType::Int32, Shape{4, 8, 8}}, "a label for each place of [8, 8]"},
      {{DataType::Float32, Shape{4, 3, 8, 8}}, "numbers of [3, 8, 8]"},
      {{DataType::Int64, Shape{4}}, "i64[4]"}};
  for (const auto& [target, words] : targets) {
    const auto refused = chooseTarget(stepFor(kImages, target), squares(), kSquare);
    expectError(refused, ErrorCode::InvalidArgument, "The loss compares with " + words + " for each sample, but");
    EXPECT_TRUE(contains(refused.error().text(), "\"squares\" holds images of 1×8×8 with one of 3 labels each"));
    EXPECT_TRUE(contains(refused.error().advice, "Cross-entropy"));
  }
  expectError(chooseTarget(stepFor({DataType::Int32, Shape{4, 20}}, {DataType::Int32, Shape{4}}), squares(), kSquare),
              ErrorCode::InvalidArgument, "The network expects symbols (i32 of [20]), but \"squares\" holds images");
}

TEST(BatchFeed, LabelsThatAreMissingMatterOnlyWhereTheyAreUsed) {
  DatasetInfo info = squares();
  info.splits[0].unlabelled = 3;
  expectError(chooseTarget(stepFor(kImages, {DataType::Int32, Shape{4}}), info, kSquare), ErrorCode::InvalidArgument,
              "3 of the 10 train samples");
  EXPECT_EQ(valueOf(chooseTarget(stepFor(kImages, kImages), info, kSquare)), TargetSource::Images);
}

TEST(BatchFeed, TargetsAreMadeFromLabels) {
  Batch batch;
  batch.labels = Tensor::of<std::int32_t>({3}, {2, 0, 1});
  batch.inputs.push_back({"", Tensor::zeros({DataType::Float32, Shape{3, 1, 2, 2}})});
  const auto values = [](const Tensor& tensor) {
    return std::vector<float>(tensor.values<float>().begin(), tensor.values<float>().end());
  };
  EXPECT_EQ(values(makeTarget(TargetSource::Numbers, {DataType::Float32, Shape{3, 1}}, batch)),
            (std::vector<float>{2, 0, 1}));
  EXPECT_EQ(values(makeTarget(TargetSource::OneHot, {DataType::Float32, Shape{3, 3}}, batch)),
            (std::vector<float>{0, 0, 1, 1, 0, 0, 0, 1, 0}));
  EXPECT_EQ(makeTarget(TargetSource::Images, batch.input().type(), batch).raw(), batch.input().raw());
}

}  // namespace
}  // namespace fovea::test

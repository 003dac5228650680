// Each Input layer reads its part of the samples, and a network with two inputs learns what neither part alone
// determines.
#include "core/train/sample_parts.h"

#include "core/network/network_analysis.h"
#include "core/train/data_fit.h"
#include "core/train/network_sizing.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

Feed feedOf(const std::string& name, DataType type, std::vector<std::int64_t> extents, std::int64_t symbols = 0) {
  extents.insert(extents.begin(), 16);
  return {name, FeedRole::Samples, {type, Shape(std::span<const std::int64_t>(extents))}, {}, symbols};
}

const std::vector<PartType> kParts{{"numbers", {DataType::Float32, Shape{3}}},
                                   {"words", {DataType::Int32, Shape{2}}, 5},
                                   {"left", {DataType::Float32, Shape{4}}},
                                   {"right", {DataType::Float32, Shape{4}}}};

std::vector<std::size_t> matched(const std::vector<Feed>& inputs) {
  return valueOf(matchParts(inputs, kParts, "rows"));
}

TEST(MatchParts, ByNameAndElseByTypeAndShape) {
  EXPECT_EQ(matched({feedOf("words", DataType::Int32, {2}, 5), feedOf("numbers", DataType::Float32, {3})}),
            (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(matched({feedOf("a", DataType::Float32, {3}), feedOf("b", DataType::Int32, {2}, 9)}),
            (std::vector<std::size_t>{0, 1}));
  // If one of two parts of the same type is matched by name, the unnamed input gets the other one.
  EXPECT_EQ(matched({feedOf("any", DataType::Float32, {4}), feedOf("left", DataType::Float32, {4})}),
            (std::vector<std::size_t>{3, 2}));
}

TEST(MatchParts, WhatDoesNotFitNamesBoth) {
  const auto refusal = [](const std::vector<Feed>& inputs) {
    const auto refused = matchParts(inputs, kParts, "rows");
    EXPECT_FALSE(refused.ok());
    return refused.ok() ? std::string() : refused.error().text();
  };
  EXPECT_TRUE(contains(
      refusal({feedOf("other", DataType::Float32, {7})}),
      "\"other\" expects f32[7], and none of the parts of \"rows\" is like that: they are \"numbers\" (f32[3]), "
      "\"words\" (i32[2])"));
  EXPECT_TRUE(contains(refusal({feedOf("any", DataType::Float32, {4})}), "several of the parts"));
  EXPECT_TRUE(
      contains(refusal({feedOf("words", DataType::Int32, {3})}), "the part of that name of \"rows\" is i32[2]"));
  EXPECT_TRUE(contains(refusal({feedOf("words", DataType::Int32, {2}, 4)}), "knows 4 symbols, but the part \"words\""));
  EXPECT_TRUE(contains(refusal({feedOf("a", DataType::Float32, {3}), feedOf("b", DataType::Float32, {3})}),
                       "\"a\" and \"b\" both take f32[3]"));
}

// The class depends on a number's sign and a word together: neither determines it alone.
std::shared_ptr<Dataset> rows(const fs::path& folder, int count = 400) {
  DatasetDescription description{"rows", "test", "nowhere", Shape{2}, {"no", "yes"}};
  description.inputName = "numbers";
  description.parts = {{"words", {DataType::Int32, Shape{2}}, 6}};
  auto writer = valueOf(DatasetWriter::create(folder, description));
  Random random(11);
  for (int i = 0; i < count; ++i) {
    const auto number = static_cast<float>(random.normal());
    const auto word = static_cast<std::int32_t>(random.below(4));
    const Tensor numbers = Tensor::of<float>({2}, {3 + number, static_cast<float>(random.normal())});
    const Tensor words = Tensor::of<std::int32_t>({2}, {word, 4 + static_cast<std::int32_t>(random.below(2))});
    SampleView view;
    view.input = rawContent(numbers);
    view.parts = {rawContent(words)};
    view.label = (number > 0) == (word % 2 == 0) ? 1 : 0;
    view.split = i % 5 == 0 ? Split::Validation : Split::Train;
    view.source = "rows";
    view.sourceIndex = static_cast<std::uint64_t>(i);
    expectOk(writer->add(view));
  }
  EXPECT_TRUE(writer->finish().ok());
  return openDataset(folder);
}

// The Input layer of the words comes first, so that the orders of layers and parts differ.
Network twoInputs(const std::string& numbers = "numbers", const std::string& words = "words", std::int64_t symbols = 6,
                  std::int64_t width = 2) {
  Drawing drawing;
  drawing.add(words, "input", {{"shape", List{2}}, {"values", std::string("symbols")}, {"symbols", symbols}})
      .add(numbers, "input", {{"shape", List{width}}})
      .add("table", "embedding", {{"symbols", symbols}, {"size", std::int64_t{4}}}, {words})
      .add("flat", "flatten", {}, {"table"})
      .add("both", "concatenate", {}, {numbers, "flat"})
      .add("fc1", "linear", {{"units", std::int64_t{24}}}, {"both"})
      .add("relu1", "relu", {}, {"fc1"})
      .add("fc2", "linear", {{"units", std::int64_t{2}}}, {"relu1"})
      .add("loss", "cross_entropy", {}, {"fc2"});
  return drawing.network;
}

TrainingSettings rowSettings() {
  TrainingSettings settings = taskSettings();
  settings.optimizer = "adam";
  settings.schedule = "fixed";
  settings.learningRate = 0.02;
  settings.weightDecay = 0;
  settings.epochs = 25;
  return settings;
}

class PartsOfSamples : public ::testing::Test {
 protected:
  void SetUp() override {
    data_ = rows(folder_ / "rows");
    plan_ = {twoInputs(), rowSettings(), data_, "rows"};
  }
  TemporaryFolder folder_;
  std::shared_ptr<Dataset> data_;
  TrainingPlan plan_;
};

TEST_F(PartsOfSamples, TrainANetworkOfTwoInputs) {
  for (const bool named : {true, false}) {
    if (!named) plan_.network = twoInputs("x", "y");
    const auto trainer = valueOf(Trainer::create(plan_, openTaskDevice("cpu")));
    Story story;
    advance(*trainer, story);
    EXPECT_GT(story.epochs.back().validationAccuracy, 0.95) << (named ? "by name" : "by type");
  }
}

TEST_F(PartsOfSamples, ResumingGoesOnAsIfNeverStopped) {
  plan_.settings.epochs = 3;
  Story whole;
  const auto straight = valueOf(Trainer::create(plan_, openTaskDevice("cpu")));
  advance(*straight, whole);
  for (const std::int64_t calls : {1, 21, 30}) {
    const auto begun = valueOf(Trainer::create(plan_, openTaskDevice("cpu")));
    Story first, rest;
    advance(*begun, first, calls);
    const fs::path file = folder_ / "state.safetensors";
    expectOk(writeCheckpoint(file, valueOf(begun->checkpoint())));
    const Checkpoint saved = valueOf(readCheckpoint(file));
    EXPECT_EQ(saved.inputName, "numbers");
    EXPECT_EQ(saved.parts, data_->info().parts);
    const auto resumed = valueOf(Trainer::resume(plan_, saved, openTaskDevice("cpu")));
    advance(*resumed, rest);
    EXPECT_EQ(rest.lines.back(), whole.lines.back());
    expectSameState(valueOf(resumed->checkpoint()), valueOf(straight->checkpoint()));
  }
}

TEST_F(PartsOfSamples, ThatDoNotFitAreNamed) {
  plan_.network = twoInputs("numbers", "words", 6, 3);
  expectError(Trainer::create(plan_, openTaskDevice("cpu")), ErrorCode::InvalidArgument,
              "The Input layer \"numbers\" expects f32[3], but the part of that name of \"rows\" is f32[2]");
  plan_.network = twoInputs("numbers", "words", 5);
  expectError(Trainer::create(plan_, openTaskDevice("cpu")), ErrorCode::InvalidArgument, "knows 5 symbols");
}

TEST_F(PartsOfSamples, AreWhatANetworkIsFittedTo) {
  const Network drawn = twoInputs("x", "y", 100, 9);
  const NetworkReport before = analyzeNetwork(drawn);
  const auto problems = problemsWithData(drawn, before, data_->info());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_TRUE(contains(problems[0].message, "\"x\" expects f32[9], and none of the parts")) << problems[0].message;
  const Network sized = sizedFor(drawn, data_->info());
  EXPECT_TRUE(problemsWithData(sized, analyzeNetwork(sized), data_->info()).empty());
  EXPECT_EQ(sized.findByName("y")->parameters.integer("symbols"), 6);
  EXPECT_EQ(sized.findByName("table")->parameters.integer("symbols"), 6);
}

}  // namespace
}  // namespace fovea::test

// Why: users rely on evaluations, so they are checked on a network whose outputs are all known in advance.
#include "core/inspect/evaluation.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/inspect/evaluation_json.h"
#include "core/inspect/evaluation_store.h"
#include "core/inspect/model_inspector.h"
#include "core/network/network_edit.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

struct Entry {
  std::array<std::uint8_t, 3> pixels;
  std::int32_t label;
};

// Predictions by label: a: a a b; b: b; c: no samples, but predicted once for b; and one sample without a label.
const std::vector<Entry> kEntries = {
    {{255, 0, 0}, 0}, {{255, 51, 0}, 0}, {{0, 255, 0}, 0}, {{0, 255, 0}, 1}, {{0, 0, 255}, kNoLabel}, {{0, 0, 102}, 1},
};

class EvaluationTest : public ::testing::TestWithParam<const char*> {
 protected:
  // Holds the entries `times` times.
  std::shared_ptr<Dataset> dataset(const std::vector<std::string>& classes = {"a", "b", "c"},
                                   const Shape& shape = Shape{1, 1, 3}, int times = 1) {
    const fs::path folder = folder_ / ("data" + std::to_string(++made_));
    const auto writer = valueOf(DatasetWriter::create(folder, {"known", "test", "nowhere", shape, classes}));
    for (int time = 0; time < times; ++time)
      for (const Entry& entry : kEntries) {
        std::vector<std::uint8_t> pixels(entry.pixels.begin(), entry.pixels.end());
        pixels.resize(static_cast<std::size_t>(shape.elementCount()));
        const Status added = writer->add(rawSample(shape, pixels, entry.label, Split::Test, "nowhere", 0));
        EXPECT_TRUE(added.ok()) << (added.ok() ? "" : added.error().text());
      }
    EXPECT_TRUE(writer->finish().ok());
    return openDataset(folder);
  }
  Result<Evaluation> run(const Checkpoint& checkpoint, const Dataset& data, EvaluationOptions options = {},
                         Split split = Split::Test) {
    return evaluate(checkpoint, data, split, openDevice(GetParam()), options, cancel_, progress_);
  }
  TemporaryFolder folder_;
  int made_ = 0;
  CancelToken cancel_;
  ProgressFunction progress_;
};
INSTANTIATE_TEST_SUITE_P(Devices, EvaluationTest, ::testing::Values("reference", "cpu"));

TEST_P(EvaluationTest, CountsAndScoresAreThoseWorkedOutByHand) {
  const Evaluation evaluation = valueOf(run(brightestPixel(), *dataset()));
  EXPECT_EQ(evaluation.samples, 5);
  EXPECT_EQ(evaluation.unlabelled, 1);
  EXPECT_DOUBLE_EQ(evaluation.accuracy, 3 / 5.0);
  EXPECT_EQ(evaluation.confusion.count(0, 0), 2);
  EXPECT_EQ(evaluation.confusion.count(0, 1), 1);
  EXPECT_EQ(evaluation.confusion.count(1, 1), 1);
  EXPECT_EQ(evaluation.confusion.count(1, 2), 1);
  EXPECT_EQ(evaluation.confusion.total(), 5);
  ASSERT_EQ(evaluation.classes.size(), 3u);
  EXPECT_EQ(evaluation.classes[0].name, "a");
  EXPECT_DOUBLE_EQ(evaluation.classes[0].precision, 1);
  EXPECT_DOUBLE_EQ(evaluation.classes[0].recall, 2 / 3.0);
  EXPECT_DOUBLE_EQ(evaluation.classes[0].f1, 0.8);
  EXPECT_EQ(evaluation.classes[0].support, 3);
  EXPECT_DOUBLE_EQ(evaluation.classes[1].precision, 0.5);
  EXPECT_DOUBLE_EQ(evaluation.classes[1].recall, 0.5);
  EXPECT_DOUBLE_EQ(evaluation.classes[1].f1, 0.5);
  EXPECT_EQ(evaluation.classes[2].support, 0);
  EXPECT_DOUBLE_EQ(evaluation.classes[2].precision, 0);
  EXPECT_TRUE(std::isnan(evaluation.classes[2].recall));
}

TEST_P(EvaluationTest, TheLossIsTheMeanCrossEntropy) {
  const auto cost = [](double a, double b, double c, int label) {
    const double scores[] = {4 * a, 4 * b, 4 * c};
    return std::log(std::exp(scores[0]) + std::exp(scores[1]) + std::exp(scores[2])) - scores[label];
  };
  const double expected =
      (cost(1, 0, 0, 0) + cost(1, 0.2, 0, 0) + cost(0, 1, 0, 0) + cost(0, 1, 0, 1) + cost(0, 0, 0.4, 1)) / 5;
  EXPECT_NEAR(valueOf(run(brightestPixel(), *dataset())).loss, expected, 1e-5);
}

TEST_P(EvaluationTest, TheHardestSamplesComeFirst) {
  const Evaluation evaluation = valueOf(run(brightestPixel(), *dataset(), {256, 2}));
  ASSERT_EQ(evaluation.hardest.size(), 2u);
  EXPECT_EQ(evaluation.hardest[0].index, 2);
  EXPECT_EQ(evaluation.hardest[0].label, 0);
  EXPECT_EQ(evaluation.hardest[0].prediction, 1);
  EXPECT_NEAR(evaluation.hardest[0].confidence, std::exp(4) / (std::exp(4) + 2), 1e-5);
  EXPECT_NEAR(evaluation.hardest[0].labelProbability, 1 / (std::exp(4) + 2), 1e-5);
  EXPECT_EQ(evaluation.hardest[1].index, 5);
}

TEST_P(EvaluationTest, ScoresAreNotTakenForProbabilities) {
  const auto data = dataset();
  std::vector<float> first;
  EvaluationOptions options;
  options.probabilities = [&](const HardSample& sample, std::span<const float> scores) {
    if (sample.index == 0) first.assign(scores.begin(), scores.end());
  };
  const Evaluation evaluation = valueOf(run(brightestPixel("hinge"), *data, options));
  EXPECT_DOUBLE_EQ(evaluation.accuracy, 3 / 5.0);
  EXPECT_EQ(first, (std::vector<float>{4, 0, 0}));
  EXPECT_TRUE(evaluation.calibration.bins.empty());
  EXPECT_TRUE(std::isnan(evaluation.calibration.error));
  ASSERT_EQ(evaluation.answers.size(), 5u);
  const float errors[] = {-4, -3.2f, 4, -4, 1.6f};  // the best other score minus that of the label
  for (std::size_t i = 0; i < 5; ++i) {
    const SampleAnswer& answer = evaluation.answers[i];
    EXPECT_TRUE(std::isnan(answer.confidence) && std::isnan(answer.labelProbability) && std::isnan(lossOf(answer)));
    EXPECT_NEAR(answer.error, errors[i], 1e-5f) << i;
  }
  EXPECT_EQ(confidentErrors(evaluation.answers, 5), (std::vector<std::size_t>{2, 4}));
  ASSERT_FALSE(evaluation.hardest.empty());
  EXPECT_EQ(evaluation.hardest[0].index, 2);
  const auto inspector = valueOf(ModelInspector::create(brightestPixel("hinge"), openDevice(GetParam())));
  EXPECT_TRUE(inspector->answersWithScores());
  const Prediction prediction = valueOf(inspector->classify(Tensor::of<std::uint8_t>(Shape{1, 1, 3}, {0, 255, 0})));
  EXPECT_TRUE(prediction.scores);
  EXPECT_NEAR(prediction.best().probability, 4, 1e-5);
  EXPECT_FALSE(valueOf(ModelInspector::create(brightestPixel(), openDevice(GetParam())))->answersWithScores());
  const Json json = evaluationJson(evaluation);
  EXPECT_FALSE(json.contains("calibration") || json.contains("calibration_error"));
}

TEST_P(EvaluationTest, TakesAsManySamplesAtOnceAsTraining) {
  const auto data = dataset({"a", "b", "c"}, Shape{1, 1, 3}, 60);  // 300 samples with a label
  const auto batches = [&](std::int64_t trained) {
    int count = 0;
    progress_ = [&](const Progress&) { ++count; };
    Checkpoint checkpoint = brightestPixel();
    checkpoint.settings.batch = trained;
    EXPECT_EQ(valueOf(run(checkpoint, *data)).samples, 300);
    return count;
  };
  EXPECT_EQ(batches(100), 3);
  EXPECT_EQ(batches(1), 300);
  EXPECT_EQ(batches(1000), 2) << "at most 256 at once";
}

TEST_P(EvaluationTest, DoesNotDependOnTheBatchAndIsTheSameTwice) {
  constexpr int kTimes = 7;
  constexpr std::int64_t kLabelled = 5 * kTimes;
  const auto data = dataset({"a", "b", "c"}, Shape{1, 1, 3}, kTimes);
  const Evaluation whole = valueOf(run(brightestPixel(), *data));
  for (const std::int64_t batch : {1, 2, 3, 5, 35, 40}) {
    std::vector<std::uint64_t> done;
    progress_ = [&](const Progress& progress) { done.push_back(progress.done); };
    const Evaluation parts = valueOf(run(brightestPixel(), *data, {batch, 100}));
    EXPECT_NEAR(parts.loss, whole.loss, 1e-6);
    EXPECT_EQ(parts.accuracy, whole.accuracy);
    EXPECT_EQ(parts.confusion.total(), kLabelled);
    EXPECT_EQ(parts.confusion.count(1, 2), kTimes);
    EXPECT_EQ(done.size(), static_cast<std::size_t>((kLabelled + batch - 1) / batch));
    EXPECT_EQ(done.back(), static_cast<std::uint64_t>(kLabelled));
    EXPECT_EQ(valueOf(run(brightestPixel(), *data, {batch, 100})).loss, parts.loss);
  }
}

// A batch has the weight of its labels, not the number of its samples.
TEST_P(EvaluationTest, AWeightedLossIsTheWeightedMeanOverAllSamples) {
  Checkpoint checkpoint = brightestPixel();
  const auto set = [&](const char* name, const FieldValue& value) {
    const LayerId loss = checkpoint.network.findByName("loss")->id;
    ASSERT_TRUE(applyEdit(checkpoint.network, {SetParameter{loss, name, value}, "Weigh"}).ok());
  };
  set("class_weights", std::string("1, 10, 3"));
  const auto data = dataset({"a", "b", "c"}, Shape{1, 1, 3}, 3);
  const auto cost = [](double a, double b, double c, int label) {
    const double scores[] = {4 * a, 4 * b, 4 * c};
    return std::log(std::exp(scores[0]) + std::exp(scores[1]) + std::exp(scores[2])) - scores[label];
  };
  const double expected =
      (cost(1, 0, 0, 0) + cost(1, 0.2, 0, 0) + cost(0, 1, 0, 0) + 10 * cost(0, 1, 0, 1) + 10 * cost(0, 0, 0.4, 1)) / 23;
  for (const std::int64_t batch : {1, 2, 4, 7, 15})
    EXPECT_NEAR(valueOf(run(checkpoint, *data, {batch, 100})).loss, expected, 1e-5) << batch;
  set("loss_weight", 0.5);
  EXPECT_NEAR(valueOf(run(checkpoint, *data, {2, 100})).loss, expected / 2, 1e-5);
}

TEST_P(EvaluationTest, SamplesWithTheIgnoredLabelCountInNoMeasure) {
  Checkpoint checkpoint = brightestPixel();
  const LayerId loss = checkpoint.network.findByName("loss")->id;
  ASSERT_TRUE(applyEdit(checkpoint.network, {SetParameter{loss, "ignore_index", std::int64_t{1}}, "Ignore"}).ok());
  const auto data = dataset({"a", "b", "c"}, Shape{1, 1, 3}, 3);
  const Evaluation evaluation = valueOf(run(checkpoint, *data, {2, 100}));
  EXPECT_DOUBLE_EQ(evaluation.accuracy, 2 / 3.0);
  EXPECT_EQ(evaluation.confusion.total(), 9);
  EXPECT_EQ(evaluation.classes[1].support, 0);
  EXPECT_EQ(evaluation.answers.size(), 9u);
}

TEST_P(EvaluationTest, ManyClassesHaveScoresButNoMatrix) {
  constexpr std::int64_t kClasses = ConfusionMatrix::kMostClasses + 1;
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 1, 3}}})
      .add("fc", "linear", {{"units", kClasses}, {"bias", false}}, {"data"})
      .add("loss", "cross_entropy", {}, {"fc"});
  Checkpoint checkpoint;
  checkpoint.network = drawing.network;
  Tensor weights = Tensor::zeros({DataType::Float32, Shape{kClasses, 3}});
  for (std::int64_t i = 0; i < 3; ++i) weights.data<float>()[4 * i] = 4;  // the brightest pixel, as brightestPixel()
  checkpoint.tensors = {{"fc.weight", weights}};
  const Evaluation evaluation = valueOf(run(checkpoint, *dataset()));
  EXPECT_EQ(evaluation.confusion.classes(), 0);
  EXPECT_DOUBLE_EQ(evaluation.accuracy, 3 / 5.0);
  ASSERT_EQ(std::ssize(evaluation.classes), kClasses);
  EXPECT_DOUBLE_EQ(evaluation.classes[0].precision, 1);
  EXPECT_DOUBLE_EQ(evaluation.classes[0].recall, 2 / 3.0);
  EXPECT_DOUBLE_EQ(evaluation.classes[1].precision, 1 / 2.0);
  EXPECT_EQ(evaluation.classes[1].support, 2);
  // It comes back from a file with all of its labels.
  const fs::path file = folder_ / "evaluation.safetensors";
  ASSERT_TRUE(writeSafetensors(file, valueOf(evaluationFile(evaluation))).ok());
  const Evaluation found = valueOf(parseEvaluation(valueOf(readFile(file, 1 << 20))));
  ASSERT_EQ(found.answers.size(), 5u);
  EXPECT_EQ(found.answers[2].prediction, 1);
  EXPECT_EQ(formatJson(evaluationJson(found)), formatJson(evaluationJson(evaluation)));
}

TEST_P(EvaluationTest, WhatDoesNotFitIsNamed) {
  expectError(run(brightestPixel(), *dataset({"a", "b", "c", "d"})), ErrorCode::InvalidArgument, "a, b, c, d");
  expectError(run(brightestPixel(), *dataset({"c", "b", "a"})), ErrorCode::InvalidArgument, "same order");
  expectError(run(brightestPixel(), *dataset({"a", "b", "c"}, Shape{1, 3, 3})), ErrorCode::InvalidArgument,
              "[1, 3, 3]");
  expectError(run(brightestPixel(), *dataset(), {}, Split::Train), ErrorCode::InvalidArgument, "no labelled sample");
  expectError(run(brightestPixel(), *dataset(), {-1, 100}), ErrorCode::InvalidArgument);
  Checkpoint diverged = brightestPixel();
  diverged.tensors[0].second.data<float>()[0] = std::nanf("");
  expectError(run(diverged, *dataset()), ErrorCode::InvalidArgument, "not a number");
  Checkpoint empty = brightestPixel();
  empty.tensors.clear();
  expectError(run(empty, *dataset()), ErrorCode::Corrupt, "fc.weight");
}

TEST_P(EvaluationTest, CanBeCancelled) {
  progress_ = [&](const Progress& progress) {
    if (progress.done == 2) cancel_.cancel();
    EXPECT_LE(progress.done, 2u);
  };
  expectError(run(brightestPixel(), *dataset(), {1, 100}), ErrorCode::Cancelled);
}

TEST(ConfusionMatrixTest, SumsItsRowsAndColumns) {
  ConfusionMatrix matrix(2);
  matrix.add(0, 0);
  matrix.add(0, 1);
  matrix.add(0, 1);
  matrix.add(1, 1);
  EXPECT_EQ(classCounts(matrix)[0].labelled, 3);
  EXPECT_EQ(classCounts(matrix)[1].predicted, 3);
  EXPECT_EQ(matrix.correct(), 2);
  EXPECT_EQ(matrix.total(), 4);
}

}  // namespace
}  // namespace fovea::test

// Lists of samples contain the samples that they should.
#include "core/inspect/sample_answers.h"

#include <cmath>

#include "core/inspect/comparison.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

SampleAnswer answered(std::int64_t index, std::int32_t label, std::int32_t prediction, float confidence,
                      float labelProbability) {
  SampleAnswer answer{index, label, prediction, confidence, labelProbability};
  answer.error = 1 - labelProbability;
  return answer;
}

// Class 0 is found with 0.9 and 0.7, class 1 with 0.6 and 0.5; sample 4 is confidently another class than its label, 5
// is wrong but uncertain.
const std::vector<SampleAnswer> kAnswers = {
    answered(0, 0, 0, 0.9f, 0.9f), answered(1, 0, 0, 0.7f, 0.7f),   answered(2, 1, 1, 0.6f, 0.6f),
    answered(3, 1, 1, 0.5f, 0.5f), answered(4, 1, 0, 0.95f, 0.05f), answered(5, 1, 0, 0.55f, 0.45f),
};

using Positions = std::vector<std::size_t>;

Tensor maskFrom(const Shape& shape, const std::vector<std::uint8_t>& labels) {
  Tensor mask = Tensor::make({DataType::UInt8, shape});
  std::copy(labels.begin(), labels.end(), mask.data<std::uint8_t>());
  return mask;
}

// Scores of three classes, [3, 2, 3], whose most likely ones are 0 1 2 / 2 1 0.
Tensor scoresOfThree() {
  Tensor scores = Tensor::make({DataType::Float32, Shape{3, 2, 3}});
  std::fill_n(scores.data<float>(), 18, 0.1f);
  const std::size_t best[] = {0, 1, 2, 2, 1, 0};
  for (std::size_t place = 0; place < 6; ++place) scores.data<float>()[best[place] * 6 + place] = 0.8f;
  return scores;
}

TEST(RightShare, CountsThePlacesWhoseTruthIsKnown) {
  const Tensor scores = scoresOfThree();
  EXPECT_EQ(rightShare(scores, maskFrom({1, 2, 3}, {0, 1, 2, 2, 1, 0}), -1), 1);
  EXPECT_EQ(rightShare(scores, maskFrom({1, 2, 3}, {0, 1, 0, 255, 255, 1}), -1), 0.5);
  EXPECT_NEAR(*rightShare(scores, maskFrom({1, 2, 3}, {0, 1, 0, 255, 255, 1}), 0), 0.5, 1e-7) << "1 and 1 count";
  EXPECT_EQ(rightShare(scores, maskFrom({1, 2, 3}, {255, 255, 255, 255, 255, 255}), -1), std::nullopt);
  EXPECT_EQ(rightShare(scores, maskFrom({1, 3, 2}, {0, 1, 2, 2, 1, 0}), -1), std::nullopt) << "other positions";
  EXPECT_EQ(rightShare(scores, Tensor(), -1), std::nullopt);
}

TEST(SampleAnswers, ListsAreInTheirOrder) {
  EXPECT_EQ(worstAnswers(kAnswers, 3), (Positions{4, 5, 3}));
  EXPECT_EQ(confidentErrors(kAnswers, 10), (Positions{4, 5}));
  EXPECT_EQ(confidentErrors(kAnswers, 1), (Positions{4}));
  EXPECT_EQ(answersOfCell(kAnswers, 1, 0), (Positions{4, 5}));
  EXPECT_EQ(answersOfCell(kAnswers, 0, kNoLabel), (Positions{0, 1}));
  EXPECT_EQ(answersOfCell(kAnswers, kNoLabel, 0), (Positions{4, 0, 1, 5}));
}

TEST(SampleAnswers, ALabelIsDoubtedOnlyWhereTheOtherClassIsAsSureAsUsual) {
  // The threshold of class 0 is (0.9 + 0.7) / 2 = 0.8.
  EXPECT_EQ(likelyLabelErrors(kAnswers, 10), (Positions{4}));
}

TEST(SampleAnswers, CalibrationIsTheMeanDistanceWeightedBySamples) {
  const Calibration calibration = calibrationOf(kAnswers, 10);
  ASSERT_EQ(calibration.bins.size(), 10u);
  // (0.5, 0.6]: 0.55 is wrong, and 0.6 in f32 is just above 0.6; 0.5 belongs to the bin below.
  EXPECT_EQ(calibration.bins[4].samples, 1);
  EXPECT_EQ(calibration.bins[5].samples, 1);
  EXPECT_NEAR(calibration.bins[5].accuracy, 0, 0);
  EXPECT_EQ(calibration.bins[9].samples, 1);
  EXPECT_TRUE(std::isnan(calibration.bins[0].accuracy));
  const double distances = (1 - 0.9f) + (1 - 0.7f) + (1 - 0.6f) + (1 - 0.5f) + 0.95f + 0.55f;
  EXPECT_NEAR(calibration.error, distances / 6, 1e-7);
  EXPECT_TRUE(calibrationOf({}, 10).bins.empty());
  EXPECT_TRUE(std::isnan(calibrationOf({}, 10).error));
}

TEST(SampleAnswers, AMaskIsAsBadAsItsWrongPlaces) {
  std::vector<SampleAnswer> answers;
  Batch batch;
  batch.indices = {7, 9};
  // Two samples, two classes, three positions; the scores of class 0 come first.
  const Tensor scores = Tensor::of<float>(Shape{2, 2, 1, 3}, {1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 0, 0});
  const Tensor target = Tensor::of<std::int32_t>(Shape{2, 1, 3}, {0, 1, 1, -1, 5, 1});
  addAnswers(AnswerKind::Mask, batch, scores, target, 5, answers);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0].index, 7);
  EXPECT_NEAR(answers[0].error, 1 / 3.0, 1e-6);
  EXPECT_NEAR(answers[1].error, 1, 0);  // of the only labelled position
}

TEST(SampleAnswers, NumbersKeepTruthAndAnswer) {
  std::vector<SampleAnswer> answers;
  Batch batch;
  batch.indices = {0, 1};
  addAnswers(AnswerKind::Numbers, batch, Tensor::of<float>(Shape{2, 2}, {1, 2, 3, 4}),
             Tensor::of<float>(Shape{2, 2}, {2, 2, 3, 1}), -1, answers);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0].truth, 2);
  EXPECT_EQ(answers[0].answer, 1);
  EXPECT_EQ(answers[0].error, 0.5f);
  EXPECT_EQ(answers[1].error, 1.5f);
  answers.clear();
  addAnswers(AnswerKind::Symbols, batch, Tensor::of<float>(Shape{2, 1}, {1, 2}), Tensor(), -1, answers);
  EXPECT_TRUE(answers.empty());
}

Evaluation of(std::vector<SampleAnswer> answers) {
  Evaluation evaluation;
  evaluation.answers = std::move(answers);
  return evaluation;
}

TEST(Comparison, TellsWhatIsFixedAndWhatIsBroken) {
  std::vector<SampleAnswer> now = kAnswers;
  now[0].prediction = 1;
  now[4].prediction = now[5].prediction = 1;
  const EvaluationComparison comparison = valueOf(compareEvaluations(of(now), of(kAnswers)));
  EXPECT_EQ(comparison.fixed, (Positions{4, 5}));
  EXPECT_EQ(comparison.broken, (Positions{0}));
  EXPECT_EQ(comparison.bothRight, 3);
  EXPECT_EQ(comparison.bothWrong, 0);
  EXPECT_EQ(comparison.same, 3);
  EXPECT_DOUBLE_EQ(comparison.accuracy, 5 / 6.0);
  EXPECT_DOUBLE_EQ(comparison.accuracyBefore, 4 / 6.0);
  // At most one head in three tosses: (1 + 3) / 8, twice.
  EXPECT_NEAR(comparison.pValue, 1, 1e-12);
}

TEST(Comparison, TheChanceIsThatOfTheExactTest) {
  // Nine fixed and one broken: 2 × (1 + 10) / 1024.
  std::vector<SampleAnswer> before, now;
  for (std::int64_t i = 0; i < 10; ++i) {
    before.push_back(answered(i, 0, i == 0 ? 0 : 1, 0.9f, 0.1f));
    now.push_back(answered(i, 0, i == 0 ? 1 : 0, 0.9f, 0.1f));
  }
  EXPECT_NEAR(valueOf(compareEvaluations(of(now), of(before))).pValue, 22 / 1024.0, 1e-12);
}

TEST(Comparison, OtherSamplesAreRefused) {
  std::vector<SampleAnswer> other = kAnswers;
  other[2].label = 0;
  expectError(compareEvaluations(of(kAnswers), of(other)), ErrorCode::InvalidArgument, "same samples");
  other.pop_back();
  expectError(compareEvaluations(of(kAnswers), of(other)), ErrorCode::InvalidArgument, "same samples");
  expectError(compareEvaluations(of({}), of({})), ErrorCode::InvalidArgument, "one class");
}

}  // namespace
}  // namespace fovea::test

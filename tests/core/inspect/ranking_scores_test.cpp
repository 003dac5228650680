// Areas and precisions equal scikit-learn's;
// tests/inspect/compare_scikit_learn.py compares them on real networks.
#include "core/inspect/ranking_scores.h"

#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "core/base/random.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

Ranking ranked(const std::vector<float>& scores, const std::vector<std::uint8_t>& positives, std::size_t points = 100) {
  return rankingOf(scores, positives, points);
}

TEST(Ranking, IsThatOfScikitLearn) {
  // Results of scikit-learn's roc_auc_score and average_precision_score for the same numbers.
  const Ranking plain = ranked({0.1f, 0.4f, 0.35f, 0.8f}, {0, 0, 1, 1});
  EXPECT_NEAR(plain.score.rocAuc, 0.75, 1e-12);
  EXPECT_NEAR(plain.score.averagePrecision, 0.8333333333333333, 1e-12);
  const Ranking ties = ranked({0.5f, 0.5f, 0.5f, 0.25f, 0.25f, 0.75f}, {1, 0, 1, 0, 1, 0});
  EXPECT_NEAR(ties.score.rocAuc, 3.5 / 9, 1e-12);
  EXPECT_NEAR(ties.score.averagePrecision, 2.0 / 3 * 0.5 + 1.0 / 3 * 0.5, 1e-12);
  EXPECT_NEAR(ranked({1, 1, 1, 1}, {1, 0, 0, 0}).score.rocAuc, 0.5, 1e-12);
  EXPECT_NEAR(ranked({1, 2, 3}, {0, 0, 1}).score.rocAuc, 1, 0);
  EXPECT_NEAR(ranked({3, 2, 1}, {0, 0, 1}).score.rocAuc, 0, 0);
}

TEST(Ranking, TheAreaIsTheShareOfPairsInOrder) {
  Random random(3);
  std::vector<float> scores;
  std::vector<std::uint8_t> positives;
  for (int i = 0; i < 300; ++i) {
    positives.push_back(random.below(3) == 0);
    scores.push_back(static_cast<float>(random.below(40) + 8 * positives.back()));  // with many ties
  }
  double inOrder = 0, pairs = 0;
  for (std::size_t i = 0; i < scores.size(); ++i)
    for (std::size_t k = 0; k < scores.size(); ++k) {
      if (!positives[i] || positives[k]) continue;
      inOrder += scores[i] > scores[k] ? 1 : scores[i] == scores[k] ? 0.5 : 0;
      ++pairs;
    }
  EXPECT_NEAR(ranked(scores, positives).score.rocAuc, inOrder / pairs, 1e-12);
}

// Many samples are sorted differently from few.
TEST(Ranking, ManyScoresOfBothSignsAreRanked) {
  Random random(5);
  std::vector<float> scores;
  std::vector<std::uint8_t> positives;
  for (int i = 0; i < 20000; ++i) {
    positives.push_back(random.below(3) == 0);
    const auto score = static_cast<float>(static_cast<int>(random.below(3001)) - 1500 + 200 * positives.back()) / 64.0f;
    scores.push_back(score == 0 && i % 2 == 0 ? -0.0f : score);
  }
  scores[7] = std::numeric_limits<float>::infinity();
  scores[8] = -std::numeric_limits<float>::infinity();
  scores[9] = std::numeric_limits<float>::denorm_min();
  // The area by the sum of ranks (Mann and Whitney 1947); equal scores share their mean rank.
  std::map<float, std::array<double, 2>> counts;
  for (std::size_t i = 0; i < scores.size(); ++i) ++counts[scores[i]][positives[i]];
  double below = 0, inOrder = 0, all[2] = {};
  for (const auto& [score, count] : counts) {
    inOrder += count[1] * (below + count[0] / 2);
    below += count[0];
    for (int k = 0; k < 2; ++k) all[k] += count[static_cast<std::size_t>(k)];
  }
  const Ranking ranking = ranked(scores, positives, 2);
  EXPECT_NEAR(ranking.score.rocAuc, inOrder / (all[0] * all[1]), 1e-12);
  EXPECT_EQ(ranking.curve.front().threshold, counts.rbegin()->first);
  EXPECT_EQ(ranking.curve.back().threshold, counts.begin()->first);
}

TEST(Ranking, WithoutBothKindsThereIsNothingToTellApart) {
  const Ranking none = ranked({1, 2}, {0, 0});
  EXPECT_TRUE(std::isnan(none.score.rocAuc));
  EXPECT_TRUE(std::isnan(none.score.averagePrecision));
  EXPECT_TRUE(none.curve.empty());
  const Ranking all = ranked({1, 2}, {1, 1});
  EXPECT_TRUE(std::isnan(all.score.rocAuc));
  EXPECT_NEAR(all.score.averagePrecision, 1, 0);
  EXPECT_TRUE(std::isnan(ranked({}, {}).score.rocAuc));
}

TEST(Ranking, ACurveSaysWhatHoldsAtEachThreshold) {
  const auto curve = ranked({0.1f, 0.4f, 0.35f, 0.8f}, {0, 0, 1, 1}).curve;
  ASSERT_EQ(curve.size(), 4u);
  EXPECT_FLOAT_EQ(static_cast<float>(curve[1].threshold), 0.4f);
  EXPECT_DOUBLE_EQ(curve[1].recall, 0.5);
  EXPECT_DOUBLE_EQ(curve[1].falsePositiveRate, 0.5);
  EXPECT_DOUBLE_EQ(curve[1].precision, 0.5);
  EXPECT_DOUBLE_EQ(curve[3].recall, 1);
  EXPECT_DOUBLE_EQ(curve[3].falsePositiveRate, 1);
}

TEST(Ranking, ALongCurveIsThinnedAndKeepsItsEnds) {
  std::vector<float> scores;
  std::vector<std::uint8_t> positives;
  for (int i = 0; i < 5000; ++i) {
    scores.push_back(static_cast<float>(i));
    positives.push_back(i % 3 == 0);
  }
  const auto curve = ranked(scores, positives, 50).curve;
  ASSERT_EQ(curve.size(), 50u);
  EXPECT_EQ(curve.front().threshold, 4999);
  EXPECT_EQ(curve.back().threshold, 0);
  for (std::size_t i = 1; i < curve.size(); ++i) EXPECT_GE(curve[i].recall, curve[i - 1].recall);
}

TEST(ClassRanking, RanksEachClassAgainstTheOthers) {
  ClassRanking ranking;
  ranking.add(std::vector<float>{0.7f, 0.2f, 0.1f}, 0);
  ranking.add(std::vector<float>{0.4f, 0.5f, 0.1f}, 0);
  ranking.add(std::vector<float>{0.5f, 0.4f, 0.1f}, 1);
  std::vector<ClassScore> classes(3);
  const auto curves = valueOf(ranking.finish(classes, {}));
  EXPECT_EQ(curves.size(), 3u);
  EXPECT_DOUBLE_EQ(classes[0].rocAuc, 0.5);
  EXPECT_DOUBLE_EQ(classes[1].rocAuc, 0.5);
  EXPECT_TRUE(std::isnan(classes[2].rocAuc));
  CancelToken cancel;
  cancel.cancel();
  expectError(ranking.finish(classes, cancel), ErrorCode::Cancelled);
}

}  // namespace
}  // namespace fovea::test

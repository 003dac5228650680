// The metrics shown to users are computed from the sums on the device.
#include "core/train/metric_values.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fovea {
namespace {

MetricValues valuesOf(MetricKind kind, const std::vector<double>& sums, double samples = 8) {
  MetricInfo metric;
  metric.name = "m";
  metric.kind = kind;
  MetricValues values;
  appendMetricValues(metric, sums, samples, values);
  return values;
}

TEST(MetricValues, EachKindIsWhatItSays) {
  EXPECT_EQ(valuesOf(MetricKind::MeanOverSamples, {6}), (MetricValues{{"m", 0.75}}));
  EXPECT_EQ(valuesOf(MetricKind::Ratio, {6, 4}), (MetricValues{{"m", 1.5}}));
  EXPECT_EQ(valuesOf(MetricKind::RootOfRatio, {36, 4}), (MetricValues{{"m", 3.0}}));
  EXPECT_EQ(valuesOf(MetricKind::ExponentialOfRatio, {std::log(2.0) * 4, 4}), (MetricValues{{"m", 2.0}}));
}

TEST(MetricValues, AccuracyIsTakenOut) {
  MetricValues values{{"top_5", 0.9}, {"accuracy", 0.5}};
  EXPECT_EQ(takeAccuracy(values), 0.5);
  EXPECT_EQ(values, (MetricValues{{"top_5", 0.9}}));
  EXPECT_TRUE(std::isnan(takeAccuracy(values)));
}

TEST(MetricValues, NothingOfNothingIsZero) {
  EXPECT_EQ(valuesOf(MetricKind::MeanOverSamples, {0}, 0), (MetricValues{{"m", 0.0}}));
  EXPECT_EQ(valuesOf(MetricKind::Ratio, {0, 0}), (MetricValues{{"m", 0.0}}));
  EXPECT_EQ(valuesOf(MetricKind::Confusion, {0, 0, 0, 0})[2].second, 0);
}

// Three classes by hand: 5 of 6 zeros correct, one predicted as 1; 2 of 4 ones correct, two predicted as 0; class 2
// does not occur.
TEST(MetricValues, AConfusionGivesTheMeansOfTheClassesThatAreThere) {
  const MetricValues values = valuesOf(MetricKind::Confusion, {5, 1, 0, 2, 2, 0, 0, 0, 0});
  ASSERT_EQ(values.size(), 4u);
  EXPECT_EQ(values[0].first, "m_precision");
  EXPECT_NEAR(values[0].second, (5.0 / 7 + 2.0 / 3) / 2, 1e-15);
  EXPECT_EQ(values[1].first, "m_recall");
  EXPECT_NEAR(values[1].second, (5.0 / 6 + 2.0 / 4) / 2, 1e-15);
  EXPECT_EQ(values[2].first, "m_f1");
  EXPECT_NEAR(values[2].second, (10.0 / 13 + 4.0 / 7) / 2, 1e-15);
  EXPECT_EQ(values[3].first, "m_iou");
  EXPECT_NEAR(values[3].second, (5.0 / 8 + 2.0 / 5) / 2, 1e-15);
}

}  // namespace
}  // namespace fovea

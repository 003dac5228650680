// Why: the statistics of an activation are checked against numbers computed by hand.
#include "core/train/statistics.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace fovea::test {
namespace {

TEST(StatisticsTest, AreThoseWorkedOutByHand) {
  const std::vector<float> values = {0, 2, 4, 0, -1, 7};
  const Statistics statistics = statisticsOf(values);
  EXPECT_EQ(statistics.count, 6);
  EXPECT_EQ(statistics.notFinite, 0);
  EXPECT_EQ(statistics.minimum, -1);
  EXPECT_EQ(statistics.maximum, 7);
  EXPECT_EQ(statistics.mean, 2);
  EXPECT_DOUBLE_EQ(statistics.deviation, std::sqrt((4 + 0 + 4 + 4 + 9 + 25) / 6.0));
  EXPECT_DOUBLE_EQ(statistics.zeroShare, 2 / 6.0);
}

TEST(StatisticsTest, KeepTheirDigitsFarFromZero) {
  const std::vector<float> values = {1e6f + 1, 1e6f + 2, 1e6f + 3};
  EXPECT_NEAR(statisticsOf(values).deviation, std::sqrt(2 / 3.0), 1e-9);
}

TEST(StatisticsTest, LeaveOutWhatIsNotFinite) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> values = {std::nanf(""), 1, infinity, 3, -infinity};
  const Statistics statistics = statisticsOf(values);
  EXPECT_EQ(statistics.count, 2);
  EXPECT_EQ(statistics.notFinite, 3);
  EXPECT_EQ(statistics.minimum, 1);
  EXPECT_EQ(statistics.maximum, 3);
  EXPECT_EQ(statistics.mean, 2);
  const Histogram histogram = histogramOf(values, 2);
  EXPECT_EQ(histogram.counts, (std::vector<std::int64_t>{1, 1}));
}

TEST(StatisticsTest, OfNothingAreZero) {
  EXPECT_EQ(statisticsOf({}).count, 0);
  EXPECT_EQ(statisticsOf({}).mean, 0);
  EXPECT_EQ(histogramOf({}, 3).counts, (std::vector<std::int64_t>{0, 0, 0}));
}

TEST(StatisticsTest, AreGivenForEachChannel) {
  const Tensor images = Tensor::of<float>(Shape{2, 1, 3}, {1, 2, 3, 0, 0, 6});
  const auto channels = channelStatistics(images);
  ASSERT_EQ(channels.size(), 2u);
  EXPECT_EQ(channels[0].mean, 2);
  EXPECT_EQ(channels[0].zeroShare, 0);
  EXPECT_EQ(channels[1].mean, 2);
  EXPECT_DOUBLE_EQ(channels[1].zeroShare, 2 / 3.0);
  const auto numbers = channelStatistics(Tensor::of<float>(Shape{3}, {1, 2, 6}));
  ASSERT_EQ(numbers.size(), 1u);
  EXPECT_EQ(numbers[0].mean, 3);
}

TEST(HistogramTest, CountsEveryValueOnceWithTheEdgesInTheOuterBins) {
  const std::vector<float> values = {0, 0.5f, 1, 1.5f, 2, 4};
  const Histogram histogram = histogramOf(values, 4);
  EXPECT_EQ(histogram.minimum, 0);
  EXPECT_EQ(histogram.maximum, 4);
  EXPECT_EQ(histogram.counts, (std::vector<std::int64_t>{2, 2, 1, 1}));
}

TEST(HistogramTest, OfOneValueIsOneWideAroundIt) {
  const std::vector<float> values = {3, 3};
  const Histogram histogram = histogramOf(values, 2);
  EXPECT_EQ(histogram.minimum, 2.5);
  EXPECT_EQ(histogram.maximum, 3.5);
  EXPECT_EQ(histogram.counts, (std::vector<std::int64_t>{0, 2}));
}

// Half a unit is lost where nine digits are written, and from 2^53 on in a double.
TEST(HistogramTest, OfOneLargeValueKeepsAWidthAfterRounding) {
  for (const float value : {-3e9f, 1e10f, 5.6e15f, -1e30f, std::numeric_limits<float>::max()}) {
    const std::vector<float> values(5, value);
    const Histogram histogram = histogramOf(values, 4);
    EXPECT_LT(histogram.minimum, static_cast<double>(value)) << value;
    EXPECT_GT(histogram.maximum, static_cast<double>(value)) << value;
    EXPECT_NE(fmt::format("{:.9g}", histogram.minimum), fmt::format("{:.9g}", histogram.maximum));
    EXPECT_EQ(std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::int64_t{0}), 5) << value;
    EXPECT_EQ(histogram.counts[1] + histogram.counts[2], 5) << value;
  }
}

}  // namespace
}  // namespace fovea::test

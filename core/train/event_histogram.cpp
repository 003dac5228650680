#include "core/train/event_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/train/event_wire.h"

namespace fovea {
namespace {

constexpr unsigned kHistogramMinimum = 1, kHistogramMaximum = 2, kHistogramNumber = 3, kHistogramSum = 4,
                   kHistogramSumOfSquares = 5, kHistogramLimits = 6, kHistogramCounts = 7;
constexpr unsigned kPluginData = 1, kPluginName = 1;
constexpr std::size_t kEqualBins = 64;        // bins of a histogram whose buckets differ in width
constexpr double kMostSamples = 1e15;    // per bucket, so that counts are exact
constexpr double kLargestNumber = 1e38;  // limits beyond f32 mean infinity

struct Bucket {
  double left = 0;
  double right = 0;
  double count = 0;
};

// Appends the doubles of a field, whether packed or not.
void readDoubles(const WireField& field, std::vector<double>& numbers, bool& bad) {
  if (field.type == kFixed64) return numbers.push_back(std::bit_cast<double>(field.value));
  if (field.type != kBytes || field.bytes.size() % sizeof(double) != 0) {
    bad = true;
    return;
  }
  for (std::size_t at = 0; at < field.bytes.size(); at += sizeof(double))
    numbers.push_back(std::bit_cast<double>(fixedAt<std::uint64_t>(field.bytes, at)));
}

bool areOfOneWidth(const std::vector<Bucket>& buckets) {
  const double width = (buckets.back().right - buckets.front().left) / static_cast<double>(buckets.size());
  return std::all_of(buckets.begin(), buckets.end(), [width](const Bucket& each) {
    return std::abs(each.right - each.left - width) <= 1e-6 * width;
  });
}

// Distributes the counts of adjacent buckets over bins of equal width. Samples are assumed to be spread evenly in a
// bucket; those of a bucket of width 0 go to one bin.
std::optional<Histogram> inEqualBins(std::vector<Bucket> buckets) {
  std::erase_if(buckets, [](const Bucket& each) { return !(each.right >= each.left) || each.count == 0; });
  const auto isUsable = [](const Bucket& each) {
    return std::abs(each.left) <= kLargestNumber && std::abs(each.right) <= kLargestNumber && each.count > 0 &&
           each.count <= kMostSamples;
  };
  if (buckets.empty() || !std::all_of(buckets.begin(), buckets.end(), isUsable)) return std::nullopt;
  Histogram histogram{buckets.front().left, buckets.front().right, {}};
  for (const Bucket& each : buckets) {
    histogram.minimum = std::min(histogram.minimum, each.left);
    histogram.maximum = std::max(histogram.maximum, each.right);
  }
  widenIfEmpty(histogram);
  std::vector<double> shares(kEqualBins, 0.0);
  const double width = (histogram.maximum - histogram.minimum) / static_cast<double>(kEqualBins);
  const auto binOf = [&](double value) {
    return std::min(kEqualBins - 1, static_cast<std::size_t>(std::max(0.0, (value - histogram.minimum) / width)));
  };
  for (const Bucket& each : buckets) {
    const std::size_t first = binOf(each.left), last = binOf(each.right);
    if (first == last || each.right == each.left) {
      shares[first] += each.count;
      continue;
    }
    for (std::size_t bin = first; bin <= last; ++bin) {
      const double low = histogram.minimum + static_cast<double>(bin) * width;
      const double inside = std::min(each.right, low + width) - std::max(each.left, low);
      shares[bin] += each.count * std::max(0.0, inside) / (each.right - each.left);
    }
  }
  // Rounds the running sum, so that the total is kept: no sample is lost.
  double sum = 0;
  std::int64_t counted = 0;
  for (const double share : shares) {
    sum += share;
    histogram.counts.push_back(std::max<std::int64_t>(0, std::llround(sum) - counted));
    counted += histogram.counts.back();
  }
  return histogram;
}

std::optional<Histogram> histogramOfBuckets(std::vector<Bucket> buckets) {
  const bool whole = std::all_of(buckets.begin(), buckets.end(), [](const Bucket& each) {
    return std::isfinite(each.left) && std::isfinite(each.right) && each.right > each.left && each.count >= 0 &&
           each.count <= kMostSamples && each.count == std::floor(each.count);
  });
  if (buckets.empty() || !whole || buckets.size() > kEqualBins || !areOfOneWidth(buckets))
    return inEqualBins(std::move(buckets));
  Histogram histogram{buckets.front().left, buckets.back().right, {}};
  for (const Bucket& each : buckets) histogram.counts.push_back(static_cast<std::int64_t>(each.count));
  return histogram;
}

void appendDouble(std::string& message, unsigned field, double value) {
  appendKey(message, field, kFixed64);
  appendFixed(message, std::bit_cast<std::uint64_t>(value));
}

}  // namespace

std::string histogramProto(const Histogram& histogram) {
  const double width = (histogram.maximum - histogram.minimum) / static_cast<double>(histogram.counts.size());
  double number = 0, sum = 0, squares = 0;
  std::string limits, counts;
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    const double centre = histogram.minimum + (static_cast<double>(i) + 0.5) * width;
    const auto count = static_cast<double>(histogram.counts[i]);
    number += count;
    sum += count * centre;
    squares += count * centre * centre;
    const bool last = i + 1 == histogram.counts.size();
    const double limit = last ? histogram.maximum : histogram.minimum + static_cast<double>(i + 1) * width;
    appendFixed(limits, std::bit_cast<std::uint64_t>(limit));
    appendFixed(counts, std::bit_cast<std::uint64_t>(count));
  }
  std::string message;
  appendDouble(message, kHistogramMinimum, histogram.minimum);
  appendDouble(message, kHistogramMaximum, histogram.maximum);
  appendDouble(message, kHistogramNumber, number);
  appendDouble(message, kHistogramSum, sum);
  appendDouble(message, kHistogramSumOfSquares, squares);
  appendBytes(message, kHistogramLimits, limits);
  appendBytes(message, kHistogramCounts, counts);
  return message;
}

std::optional<Histogram> histogramOfProto(std::string_view message, bool& bad) {
  double minimum = 0, maximum = 0;
  std::vector<double> limits, counts;
  WireReader reader(message);
  while (const auto field = reader.next()) {
    if (field->number == kHistogramMinimum && field->type == kFixed64) minimum = std::bit_cast<double>(field->value);
    if (field->number == kHistogramMaximum && field->type == kFixed64) maximum = std::bit_cast<double>(field->value);
    if (field->number == kHistogramLimits) readDoubles(*field, limits, bad);
    if (field->number == kHistogramCounts) readDoubles(*field, counts, bad);
  }
  bad = bad || reader.bad();
  if (bad || limits.size() != counts.size() || !std::isfinite(minimum) || !(maximum >= minimum)) return std::nullopt;
  // Limits are clipped to the minimum and maximum, since writers put the outermost limits far outside.
  std::vector<Bucket> buckets;
  double left = minimum;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const double right = i + 1 == limits.size() ? maximum : std::clamp(limits[i], minimum, maximum);
    buckets.push_back({left, std::max(left, right), counts[i]});
    left = buckets.back().right;
  }
  return histogramOfBuckets(std::move(buckets));
}

std::optional<Histogram> histogramOfTensor(std::string_view message, bool& bad) {
  std::vector<double> numbers;
  WireReader reader(message);
  while (const auto field = reader.next())
    if (field->number == kTensorContent || field->number == kTensorDouble) readDoubles(*field, numbers, bad);
  bad = bad || reader.bad();
  if (bad || numbers.size() % 3 != 0) return std::nullopt;
  std::vector<Bucket> buckets;
  for (std::size_t i = 0; i < numbers.size(); i += 3)
    buckets.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  return histogramOfBuckets(std::move(buckets));
}

bool isHistogramMetadata(std::string_view metadata, bool& bad) {
  bool found = false;
  WireReader reader(metadata);
  while (const auto field = reader.next()) {
    if (field->number != kPluginData || field->type != kBytes) continue;
    WireReader plugin(field->bytes);
    while (const auto part = plugin.next())
      found = found || (part->number == kPluginName && part->type == kBytes && part->bytes == "histograms");
    bad = bad || plugin.bad();
  }
  bad = bad || reader.bad();
  return found;
}

}  // namespace fovea

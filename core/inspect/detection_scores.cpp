#include "core/inspect/detection_scores.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fovea {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostCurvePoints = 512;

double leastOverlap(int index) {
  return 0.5 + 0.05 * index;
}

struct RankedPoint {
  double recall, precision;
};

// Returns recall and precision after each found box, in the given order (most probable first).
template <class IsRight>
std::vector<RankedPoint> ranking(std::size_t found, std::int64_t truths, IsRight isRight) {
  std::vector<RankedPoint> points;
  double right = 0;
  for (std::size_t i = 0; i < found; ++i) {
    right += isRight(i);
    points.push_back({right / static_cast<double>(truths), right / static_cast<double>(i + 1)});
  }
  return points;
}

// Returns the mean over 101 recalls of the highest precision at that recall or a larger one.
double averagePrecision(std::vector<RankedPoint> points) {
  for (std::size_t i = points.size(); i-- > 1;)
    points[i - 1].precision = std::max(points[i - 1].precision, points[i].precision);
  double sum = 0;
  std::size_t at = 0;
  for (int step = 0; step <= 100; ++step) {
    // Multiplies like the reference implementation: 35 · 0.01 is more than 0.35.
    while (at < points.size() && points[at].recall < step * 0.01) ++at;
    if (at < points.size()) sum += points[at].precision;
  }
  return sum / 101;
}

// The mean of all added values that are not NaN.
class Mean {
 public:
  void add(double value) {
    if (std::isnan(value)) return;
    sum_ += value;
    ++count_;
  }
  double value() const { return count_ > 0 ? sum_ / count_ : kNotANumber; }

 private:
  double sum_ = 0;
  int count_ = 0;
};

}  // namespace

ImageBoxes boxesOfImage(const Tensor& predictions, const Batch& batch, std::size_t image) {
  const Shape grid(predictions.shape().extents().subspan(1)), &input = batch.input().shape();
  const auto width = static_cast<std::size_t>(grid.elementCount());
  return {detectedBoxes(predictions.values<float>().subspan(image * width, width), grid),
          asFractions(batch.boxes[image], static_cast<double>(input[3]), static_cast<double>(input[2]))};
}

void DetectionScores::add(const Tensor& predictions, const Tensor&, const Batch& batch) {
  for (std::size_t i = 0; i < batch.boxes.size(); ++i) {
    const ImageBoxes boxes = boxesOfImage(predictions, batch, i);
    add(boxes.found, boxes.truths);
  }
}

void DetectionScores::add(std::span<const DetectedBox> found, std::span<const Box> truths) {
  for (std::size_t label = 0; label < classes_.size(); ++label) {
    ClassBoxes& own = classes_[label];
    const auto isOwn = [&](const Box& box) { return box.label == static_cast<std::int32_t>(label); };
    std::vector<DetectedBox> ownFound;
    std::vector<Box> ownTruths;
    for (const DetectedBox& each : found.first(std::min(found.size(), kMostDetectedBoxes)))
      if (isOwn(each.box)) ownFound.push_back(each);
    std::ranges::copy_if(truths, std::back_inserter(ownTruths), isOwn);
    own.truths += std::ssize(ownTruths);
    const std::size_t first = own.found.size();
    for (const DetectedBox& each : ownFound) own.found.push_back({each.score});
    for (int i = 0; i < kOverlaps; ++i) {
      const BoxMatches matches = matchBoxes(ownFound, ownTruths, leastOverlap(i));
      for (std::size_t k = 0; k < ownFound.size(); ++k) {
        if (!matches.truths[k]) continue;
        Found& box = own.found[first + k];
        box.right = static_cast<std::uint16_t>(box.right | 1u << i);
        if (i == 0) box.overlap = static_cast<float>(overlapOf(ownFound[k].box, ownTruths[*matches.truths[k]]));
      }
    }
  }
}

void DetectionScores::finish(Evaluation& evaluation) const {
  std::array<Mean, kOverlaps> byOverlap;
  Mean precisions, recalls, f1s;
  for (std::size_t label = 0; label < classes_.size(); ++label) {
    std::vector<Found> found = classes_[label].found;
    std::ranges::stable_sort(found, std::greater<>(), &Found::score);
    const std::int64_t truths = classes_[label].truths;
    ClassScore score;
    score.name = names_[label];
    score.support = truths;
    score.rocAuc = kNotANumber;
    Mean ownPrecision, overlap;
    for (int i = 0; i < kOverlaps && truths > 0; ++i) {
      const double precision = averagePrecision(
          ranking(found.size(), truths, [&](std::size_t k) { return (found[k].right >> i & 1) != 0; }));
      byOverlap[static_cast<std::size_t>(i)].add(precision);
      ownPrecision.add(precision);
    }
    const auto shown = static_cast<std::size_t>(
        std::ranges::find_if(found, [](const Found& box) { return box.score < kShownScore; }) - found.begin());
    double right = 0;
    for (std::size_t k = 0; k < shown; ++k) {
      if (!(found[k].right & 1)) continue;
      ++right;
      overlap.add(static_cast<double>(found[k].overlap));
    }
    const auto shownCount = static_cast<double>(shown), trueCount = static_cast<double>(truths);
    score.averagePrecision = ownPrecision.value();
    // 0 / 0 is NaN, as intended.
    score.precision = right / shownCount;
    score.recall = right / trueCount;
    score.f1 = 2 * right / (shownCount + trueCount);
    score.overlap = overlap.value();
    precisions.add(score.precision);
    recalls.add(score.recall);
    f1s.add(score.f1);
    evaluation.classes.push_back(score);
    std::vector<CurvePoint>& curve = evaluation.curves.emplace_back();
    if (truths == 0) continue;
    const std::vector<RankedPoint> points =
        ranking(found.size(), truths, [&](std::size_t k) { return (found[k].right & 1) != 0; });
    // Spreads the points evenly and ends with the last one, which has the highest recall.
    const std::size_t count = std::min(points.size(), kMostCurvePoints);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t k = (i + 1) * points.size() / count - 1;
      curve.push_back({static_cast<double>(found[k].score), kNotANumber, points[k].recall, points[k].precision});
    }
  }
  Mean average;
  for (const Mean& each : byOverlap) average.add(each.value());
  const auto metric = [&](const char* name, double value) {
    if (!std::isnan(value)) evaluation.metrics.emplace_back(name, value);
  };
  metric("average_precision", average.value());
  metric("average_precision_50", byOverlap[0].value());
  metric("average_precision_75", byOverlap[5].value());
  metric("precision", precisions.value());
  metric("recall", recalls.value());
  metric("f1", f1s.value());
}

}  // namespace fovea

// Why: measures how well a class's score separates it from all others at every threshold: ROC and precision-recall
// curves and the areas under them. Thread-safety: pure functions; ClassRanking is not thread-safe.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/inspect/confusion_matrix.h"

namespace fovea {

// The scores of one class. Both are NaN without a positive sample; the ROC area is also NaN without a negative one.
struct RankingScore {
  // The area under the ROC curve: the probability that a positive sample scores higher than a negative one, with ties
  // counting half (Hanley and McNeil 1982).
  double rocAuc = 0;
  // Precision at each threshold, weighted by the increase of recall; not interpolated.
  double averagePrecision = 0;
};

// The rates if samples with at least the threshold's score count as positive.
struct CurvePoint {
  double threshold = 0;
  double falsePositiveRate = 0;
  double recall = 0;  // the true positive rate
  double precision = 0;
};

struct Ranking {
  RankingScore score;
  // Thresholds descend, rates ascend. Empty if the class has no positive or no negative sample.
  std::vector<CurvePoint> curve;
};

// Ranks samples by score. `positives` has one entry per score, 1 or 0 (asserted); no score is NaN (asserted). The curve
// has at most `points` >= 2 thresholds, evenly spread along it and including the last one.
Ranking rankingOf(std::span<const float> scores, std::span<const std::uint8_t> positives, std::size_t points);

// Collects the scores of all classes over all samples.
class ClassRanking {
 public:
  static constexpr std::size_t kCurvePoints = 160;
  // The maximum number of stored values; beyond it, nothing is ranked.
  static constexpr std::size_t kLargest = std::size_t{1} << 27;

  // Adds a sample with one label, or with several (one number per class; above 0.5 means yes).
  void add(std::span<const float> scores, std::int32_t label);
  void add(std::span<const float> scores, std::span<const float> labels);
  // Sets areas and average precisions of `classes`; returns their curves, none without data. Fails with Cancelled.
  Result<std::vector<std::vector<CurvePoint>>> finish(std::vector<ClassScore>& classes,
                                                      const CancelToken& cancel) const;

 private:
  bool room(std::span<const float> scores);

  std::size_t classes_ = 0;
  bool tooMany_ = false;
  std::vector<float> scores_;            // [samples, classes]
  std::vector<std::int32_t> labels_;     // one per sample, or empty
  std::vector<std::uint8_t> positives_;  // one per score if `labels_` is empty
};

}  // namespace fovea

// Why: diagnoses read a loss curve in the same way: noise is averaged away, and what is left is compared in quarters.
// Pure functions.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/inspect/diagnosis.h"

namespace fovea {

// A stretch of the training curve.
struct LossStretch {
  double mean = 0;
  double error = 0;  // standard error of the mean, taking points as independent
};

struct LossCourse {
  double first = 0;  // the first point
  double highest = 0;
  std::int64_t highestStep = 0;
  double lowest = 0;
  double last = 0;                        // mean of the last quarter
  std::array<LossStretch, 4> quarters{};  // of the finite points, equal in number
};

// Nothing below kFewestPoints finite points.
inline constexpr std::size_t kFewestPoints = 8;
std::optional<LossCourse> lossCourse(std::span<const MetricPoint> points);

// The step that the words of a lost loss name (see kLossLost); −1 for other words.
std::int64_t lostStepIn(const std::string& words);

// The step from which on the loss is not finite, by the curve or by RunFacts::trouble; −1 if that is not known.
std::int64_t firstLostStep(const RunFacts& facts);

// The loss of always predicting each class with its frequency in the training split: the entropy of the labels (in
// nats). Nothing unless the network's main loss is an unweighted cross-entropy with one label per sample.
std::optional<double> constantLoss(const RunFacts& facts);

// At most kMostEvidencePoints points of the training loss, with the extremes.
inline constexpr std::size_t kMostEvidencePoints = 200;
EvidenceCurve lossCurve(std::span<const MetricPoint> points);
EvidenceCurve validationCurve(std::span<const EpochRecord> epochs);
EvidenceCurve trainCurve(std::span<const EpochRecord> epochs);

}  // namespace fovea

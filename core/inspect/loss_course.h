// Why: all diagnoses read a loss curve in the same way: they average out the noise and compare the quarters. Pure
// functions.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/inspect/diagnosis.h"

namespace fovea {

// A section of the training curve.
struct LossStretch {
  double mean = 0;
  double error = 0;  // standard error of the mean, assuming independent points
};

struct LossCourse {
  double first = 0;  // the first point
  double highest = 0;
  std::int64_t highestStep = 0;
  double lowest = 0;
  double last = 0;                        // mean of the last quarter
  std::array<LossStretch, 4> quarters{};  // sections of the finite points with the same number of points
};

// lossCourse() returns nothing for fewer finite points.
inline constexpr std::size_t kFewestPoints = 8;
std::optional<LossCourse> lossCourse(std::span<const MetricPoint> points);

// Returns a loss plus a fraction of its size: a larger one if it is negative, too.
double raisedLoss(double loss, double share);

// Returns the step that a message about a non-finite loss names (see kLossLost); −1 for other messages.
std::int64_t lostStepIn(const std::string& words);

// Returns the first step with a non-finite loss, from the curve or from RunFacts::trouble; −1 if unknown.
std::int64_t firstLostStep(const RunFacts& facts);

// Returns the loss of always predicting the class frequencies of the training split: the entropy of the labels, as the
// loss smooths them, in nats, times the weight of the loss. Returns nothing unless the only loss is a cross-entropy
// with one label per sample and without class weights.
std::optional<double> constantLoss(const RunFacts& facts);

// lossCurve() returns at most this many points of the training loss and keeps the extremes.
inline constexpr std::size_t kMostEvidencePoints = 200;
EvidenceCurve lossCurve(std::span<const MetricPoint> points);
EvidenceCurve validationCurve(std::span<const EpochRecord> epochs);
EvidenceCurve trainCurve(std::span<const EpochRecord> epochs);

}  // namespace fovea

// Why: stores the answer to each sample in a few numbers, so that lists, matrices and plots can show the samples behind
// a metric.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/data/loading/batch.h"
#include "core/data/store/sample.h"
#include "core/inspect/answer.h"

namespace fovea {

// A network's answer to one sample. Values that do not apply to the kind of answer are NaN.
struct SampleAnswer {
  std::int64_t index = 0;  // within the split
  std::int32_t label = kNoLabel;
  std::int32_t prediction = kNoLabel;                                // for Classes
  // For Classes, if the network answers with probabilities: those of the prediction and of the label.
  float confidence = std::numeric_limits<float>::quiet_NaN();
  float labelProbability = std::numeric_limits<float>::quiet_NaN();
  float truth = std::numeric_limits<float>::quiet_NaN();             // for Numbers: the target's first number
  float answer = std::numeric_limits<float>::quiet_NaN();            // for Numbers: the prediction's first number
  // Larger is worse. Classes: 1 − labelProbability; of scores, how far the best other class is above the label.
  // SeveralClasses: fraction of wrong classes. Mask: fraction of wrong
  // positions. Boxes: see wrongBoxes(). Numbers: mean absolute error. Image: mean squared error.
  float error = std::numeric_limits<float>::quiet_NaN();
};

// Returns the answer to a sample of Classes. `values` are the probabilities of the classes, or with `scores` numbers
// without bounds: see answersAreScores(). Without a known label only the prediction and its confidence are set.
SampleAnswer classAnswer(std::int64_t index, std::int32_t label, std::span<const float> values, bool scores);

// Returns the cross-entropy of a sample of Classes; NaN for other kinds, without a label and without probabilities.
double lossOf(const SampleAnswer& answer);

// Adds the answers of a batch for SeveralClasses, Mask, Boxes, Numbers and Image; does nothing for other kinds.
// `predictions` are f32 [N, …], `target` is the loss's target. Positions whose target is negative or `ignored` do not
// count.
void addAnswers(AnswerKind kind, const Batch& batch, const Tensor& predictions, const Tensor& target,
                std::int64_t ignored, std::vector<SampleAnswer>& answers);

// Returns the label that the network's main loss ignores; −1 if it has no such parameter.
std::int64_t ignoredLabel(const Network& network);
// Returns 1 − SampleAnswer::error of a mask. `predictions` are those of one sample, f32 [K, …], and `truth` is its
// stored mask, u8 [1, …]. Returns nothing if their positions differ or all are ignored.
std::optional<double> rightShare(const Tensor& predictions, const Tensor& truth, std::int64_t ignored);

// The mean confidence and accuracy of answers in one confidence range.
struct CalibrationBin {
  std::int64_t samples = 0;
  double confidence = 0;  // NaN without samples
  double accuracy = 0;    // NaN without samples
};

struct Calibration {
  std::vector<CalibrationBin> bins;  // of equal width from 0 to 1; empty without confidences
  // The expected calibration error (Guo et al. 2017): the mean distance of confidence and accuracy, weighted by
  // samples.
  double error = std::numeric_limits<double>::quiet_NaN();
};

inline constexpr int kCalibrationBins = 10;

// A bin includes its upper edge; the first one also includes 0.
Calibration calibrationOf(std::span<const SampleAnswer> answers, int bins = kCalibrationBins);

// These return indices in `answers`, most important first, with ties in the split's order.
// Answers with an error, worst first.
std::vector<std::size_t> worstAnswers(std::span<const SampleAnswer> answers, std::size_t most);
// Wrong predictions, most confident first; worst first where there are no confidences.
std::vector<std::size_t> confidentErrors(std::span<const SampleAnswer> answers, std::size_t most);
// Samples with a probably wrong label: the network is at least as confident of another class as it is, on average, for
// that class's own samples (confident learning, Northcutt et al. 2021). The largest margin over the label comes first.
std::vector<std::size_t> likelyLabelErrors(std::span<const SampleAnswer> answers, std::size_t most);
// Samples of class `label` predicted as `prediction`, in that order, too. kNoLabel matches any class.
std::vector<std::size_t> answersOfCell(std::span<const SampleAnswer> answers, std::int32_t label,
                                       std::int32_t prediction);

}  // namespace fovea

// Why: measures how good a trained network is, also for each class if there are any, and finds the hardest samples.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/backends/device.h"
#include "core/base/cancel.h"
#include "core/data/store/dataset.h"
#include "core/inspect/confusion_matrix.h"
#include "core/inspect/ranking_scores.h"
#include "core/inspect/sample_answers.h"
#include "core/train/checkpoint.h"
#include "core/train/metric_values.h"

namespace fovea {

struct HardSample {
  std::int64_t index = 0;  // within the split
  std::int32_t label = 0;
  std::int32_t prediction = 0;
  double confidence = 0;        // probability of the prediction; NaN where the network answers with scores
  double labelProbability = 0;  // probability of the label; the lower, the harder the sample; NaN as above
  double error = 0;             // see SampleAnswer::error; the larger, the harder the sample
};

// Returns the batch of the training, but at most 256: more samples at once may not fit into the device's memory.
std::int64_t usualBatch(const Checkpoint& checkpoint);

struct EvaluationOptions {
  // Number of samples at once; 0: usualBatch(). Networks with carried state use the batch of their validation: see
  // measuringStreams().
  std::int64_t batch = 0;
  std::size_t hardest = 100;  // number of hardest samples to keep
  std::function<void(const HardSample&)> each{};  // called for every labelled sample, in order
  // Evaluates only these samples, sorted indices within the split; nothing: all samples. Fails with Unsupported for
  // networks with carried state, whose samples depend on earlier ones.
  std::optional<std::vector<std::int64_t>> only{};
  bool details = true;  // stores the answer to each sample and computes ranking scores for each class
  // Called with the class probabilities, or scores, of every sample with one label, in order.
  std::function<void(const HardSample&, std::span<const float>)> probabilities{};
};

struct Evaluation {
  Split split = Split::Test;
  AnswerKind kind = AnswerKind::Classes;
  std::int64_t samples = 0;     // with a label
  std::int64_t unlabelled = 0;  // excluded
  // For networks with carried state: the number of parallel sequence rows, each starting with zero state, and of
  // further samples that start with zero state because the text is interrupted. 0: samples are independent.
  std::int64_t streams = 0;
  std::int64_t gaps = 0;
  // The mean over the samples; of a cross-entropy over the labels that count, with the weights of their classes,
  // whatever the size of the batches.
  double loss = 0;
  double accuracy = 0;  // NaN if it is not measured
  // The metrics of the network's loss by name: perplexity, psnr, mean_absolute_error, confusion_iou, …
  MetricValues metrics;
  ConfusionMatrix confusion;        // empty if classes are not exclusive or too many
  std::vector<ClassScore> classes;  // by class index; empty if there are none
  std::vector<HardSample> hardest;  // for one label per sample: hardest first, ties by index
  // Set with EvaluationOptions::details, in the split's order. Empty for kinds that SampleAnswer does not support.
  std::vector<SampleAnswer> answers;
  std::vector<std::vector<CurvePoint>> curves;  // one per class, or empty
  Calibration calibration;                      // for one label per sample, if classes have probabilities

  bool judgesByLabel() const { return !answers.empty() && answers.front().prediction >= 0; }
};

// Evaluates the checkpoint's network on a split. Deterministic. Fails with InvalidArgument (the network has no loss;
// its samples, classes or task differ from the data set's, and the message names both; the split has no labelled
// sample; an answer is NaN), Cancelled, Corrupt (data set or checkpoint), or errors of the device.
Result<Evaluation> evaluate(const Checkpoint& checkpoint, const Dataset& dataset, Split split,
                            std::shared_ptr<Device> device, const EvaluationOptions& options, const CancelToken& cancel,
                            const ProgressFunction& progress);

}  // namespace fovea

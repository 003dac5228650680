// Why: how good a trained network is at its task, class by class where there are some, and which samples it finds
// hardest.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/backends/device.h"
#include "core/base/cancel.h"
#include "core/data/dataset.h"
#include "core/train/checkpoint.h"
#include "core/train/metric_values.h"

namespace fovea {

// Counts of [label, prediction] pairs.
class ConfusionMatrix {
 public:
  explicit ConfusionMatrix(std::int64_t classes = 0)
      : classes_(classes), counts_(static_cast<std::size_t>(classes * classes)) {}

  std::int64_t classes() const { return classes_; }
  std::int64_t count(std::int64_t label, std::int64_t prediction) const { return counts_[at(label, prediction)]; }
  void add(std::int64_t label, std::int64_t prediction) { ++counts_[at(label, prediction)]; }
  void add(std::int64_t label, std::int64_t prediction, std::int64_t count) { counts_[at(label, prediction)] += count; }
  std::int64_t labelled(std::int64_t label) const;        // samples of the class
  std::int64_t predicted(std::int64_t prediction) const;  // samples taken for it
  std::int64_t correct() const;
  std::int64_t total() const;

 private:
  std::size_t at(std::int64_t label, std::int64_t prediction) const {
    return static_cast<std::size_t>(label * classes_ + prediction);
  }
  std::int64_t classes_;
  std::vector<std::int64_t> counts_;
};

// NaN where there is nothing to divide by: no sample was taken for the class, or none is of it.
struct ClassScore {
  std::string name;
  double precision = 0;      // right among those taken for the class
  double recall = 0;         // right among those of the class
  double f1 = 0;             // the harmonic mean of both
  double overlap = 0;        // what is both, by what is either: intersection over union
  std::int64_t support = 0;  // samples of the class; of masks pixels, of symbols places
};

struct HardSample {
  std::int64_t index = 0;  // within the split
  std::int32_t label = 0;
  std::int32_t prediction = 0;
  double confidence = 0;        // probability of the prediction
  double labelProbability = 0;  // probability of the label: the lower, the harder
};

struct EvaluationOptions {
  std::int64_t batch = 256;   // of a network that carries states as its training validated: see measuringStreams()
  std::size_t hardest = 100;  // how many of them to keep
  std::function<void(const HardSample&)> each{};  // hears of every labelled sample, in order
};

struct Evaluation {
  Split split = Split::Test;
  std::int64_t samples = 0;     // with a label
  std::int64_t unlabelled = 0;  // left out
  // Of a network that carries states: how many rows read the text side by side, each from zero on, and how many more
  // samples began at zero, since the text does not go on there. 0: every sample is judged by itself.
  std::int64_t streams = 0;
  std::int64_t gaps = 0;
  double loss = 0;      // mean over the samples
  double accuracy = 0;  // not a number where none is measured
  // By name, as the network's loss measures them: perplexity, psnr, mean_absolute_error, confusion_iou, …
  MetricValues metrics;
  ConfusionMatrix confusion;        // of no class where classes do not exclude each other, or are too many
  std::vector<ClassScore> classes;  // in order of index; empty where there are none
  std::vector<HardSample> hardest;  // of samples with one label: the hardest first; equal ones by index
};

// precision, recall, F1 and support of each class. `names` may be shorter than the matrix.
std::vector<ClassScore> classScores(const ConfusionMatrix& confusion, const std::vector<std::string>& names);

// Runs the checkpoint's network over a split. The same arguments give the same numbers. InvalidArgument: the network
// has no loss, its samples, classes or task are not those of the data set (both are named), the split has no sample to
// judge, or an answer is not a number. Cancelled; Corrupt (data set or checkpoint); errors of the device.
Result<Evaluation> evaluate(const Checkpoint& checkpoint, const Dataset& dataset, Split split,
                            std::shared_ptr<Device> device, const EvaluationOptions& options, const CancelToken& cancel,
                            const ProgressFunction& progress);

}  // namespace fovea

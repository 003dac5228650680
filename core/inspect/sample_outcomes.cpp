#include "core/inspect/sample_outcomes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/network/losses.h"

namespace fovea {

Result<std::shared_ptr<const SampleOutcomes>> sampleOutcomes(const Checkpoint& checkpoint, const Dataset& dataset,
                                                             std::shared_ptr<Device> device, const CancelToken& cancel,
                                                             const ProgressFunction& progress) {
  if (dataset.info().task != Task::Classification)
    return fail(ErrorCode::InvalidArgument, "The samples of \"" + dataset.info().name +
                                                "\" do not have one class each, so a prediction cannot be evaluated.");
  if (answersOf(checkpoint.network) != AnswerMeaning::Classes)
    return fail(ErrorCode::InvalidArgument, "The network does not answer with classes that a label could be among.",
                "Choose a checkpoint of a network whose loss is for classes, such as Cross-entropy.");
  const std::size_t records = dataset.states().labels.size();
  auto outcomes = std::make_shared<SampleOutcomes>();
  outcomes->losses.assign(records, std::numeric_limits<float>::quiet_NaN());
  outcomes->confidences.assign(records, std::numeric_limits<float>::quiet_NaN());
  outcomes->predictions.assign(records, kNoLabel);
  std::uint64_t before = 0;
  for (const Split split : kSplits) {
    const auto unlabelled = static_cast<std::int64_t>(dataset.samplesOfClass(split, kNoLabel).size());
    if (unlabelled == dataset.size(split)) continue;
    EvaluationOptions options;
    options.hardest = 0;
    options.details = false;
    options.each = [&](const HardSample& sample) {
      const std::uint32_t record = dataset.recordOf(split, sample.index);
      const double likely = std::max(sample.labelProbability, double{std::numeric_limits<float>::min()});
      const bool known = !std::isnan(sample.labelProbability);
      if (known) outcomes->losses[record] = static_cast<float>(-std::log(likely));
      outcomes->confidences[record] = static_cast<float>(sample.confidence);
      outcomes->predictions[record] = sample.prediction;
    };
    const auto report = [&](const Progress& now) {
      if (progress) progress({"Asking the network", before + now.done, static_cast<std::uint64_t>(records)});
    };
    FOVEA_CHECK(evaluate(checkpoint, dataset, split, device, options, cancel, report));
    before += static_cast<std::uint64_t>(dataset.size(split));
  }
  return std::shared_ptr<const SampleOutcomes>(std::move(outcomes));
}

}  // namespace fovea

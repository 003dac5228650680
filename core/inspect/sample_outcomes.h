// Why: the samples that a network finds hardest often have wrong labels, so each sample gets its loss, its prediction
// and the network's confidence.
#pragma once
#include <memory>

#include "core/data/measures/catalogue.h"
#include "core/inspect/evaluation.h"

namespace fovea {

// Runs the checkpoint's network over every split with labelled samples. The loss is the sample's own cross-entropy.
// InvalidArgument: samples do not have one class each, or the network is no classifier; other errors as evaluate().
Result<std::shared_ptr<const SampleOutcomes>> sampleOutcomes(const Checkpoint& checkpoint, const Dataset& dataset,
                                                             std::shared_ptr<Device> device, const CancelToken& cancel,
                                                             const ProgressFunction& progress);

}  // namespace fovea

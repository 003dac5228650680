// Why: the samples that a network finds hardest often have wrong labels, so each sample gets its loss, its prediction
// and the network's confidence.
#pragma once
#include <memory>

#include "core/data/measures/catalogue.h"
#include "core/inspect/evaluation.h"

namespace fovea {

// Evaluates the checkpoint's network on every split with labelled samples. The loss is each sample's own cross-entropy;
// it and the confidence stay unknown (NaN) where the network answers with scores instead of probabilities.
// Fails with InvalidArgument (samples do not have one class each, or the network is no classifier), or as evaluate().
Result<std::shared_ptr<const SampleOutcomes>> sampleOutcomes(const Checkpoint& checkpoint, const Dataset& dataset,
                                                             std::shared_ptr<Device> device, const CancelToken& cancel,
                                                             const ProgressFunction& progress);

}  // namespace fovea

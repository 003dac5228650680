// Why: the samples that a network finds hardest are where a person finds wrong labels; so each sample has its loss,
// its prediction and how sure the network is.
#pragma once
#include <memory>

#include "core/data/catalogue.h"
#include "core/inspect/evaluation.h"

namespace fovea {

// Runs the checkpoint's network over every split that has labelled samples. Loss is the cross-entropy of the sample
// alone. InvalidArgument: samples do not have one class each, or the network does not tell classes apart; else fails as
// evaluate().
Result<std::shared_ptr<const SampleOutcomes>> sampleOutcomes(const Checkpoint& checkpoint, const Dataset& dataset,
                                                             std::shared_ptr<Device> device, const CancelToken& cancel,
                                                             const ProgressFunction& progress);

}  // namespace fovea

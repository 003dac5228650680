// Why: a convolution in f16 with the normalisation beside it is computed together only where that is faster than the
// two apart, and agrees with them, whichever pass it is.
#pragma once
#include "core/backends/cuda/module/kernel_trial.h"

namespace fovea::cuda {

// The plan of `together`, or of `apart` where a trial on random inputs does not prefer the first; see
// fastestCandidate(). Bit masks among the outputs are not compared. `key` names the trial in the device's cache.
Result<KernelPlan> createTogetherWhereFaster(const KernelRequest& request, const ContextPointer& context,
                                             const std::string& key, std::function<Result<KernelPlan>()> apart,
                                             std::function<Result<KernelPlan>()> together);

}  // namespace fovea::cuda

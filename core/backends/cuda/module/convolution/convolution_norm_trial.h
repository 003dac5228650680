// Why: an f16 convolution fused with a normalisation is used only if it is faster than separate kernels and agrees with
// them, in both passes.
#pragma once
#include "core/backends/cuda/module/runtime/kernel_trial.h"

namespace fovea::cuda {

// The plan of `together`, or of `apart` where a trial on random inputs does not prefer the first; see
// fastestCandidate(). Bit masks among the outputs are not compared. `key` names the trial in the device's cache.
Result<KernelPlan> createTogetherWhereFaster(const KernelRequest& request, const ContextPointer& context,
                                             const std::string& key, std::function<Result<KernelPlan>()> apart,
                                             std::function<Result<KernelPlan>()> together);

}  // namespace fovea::cuda

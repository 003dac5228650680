// Why: an f16 convolution fused with a normalisation is used only if it is faster than separate kernels and agrees with
// them, in both passes.
#pragma once
#include "core/backends/cuda/module/runtime/kernel_trial.h"

namespace fovea::cuda {

// Chooses the plan of `together` if a trial on random inputs shows that it is faster, else that of `apart`; see
// fastestCandidate(). Bit masks among the outputs are not compared. `key` names the trial in the device's cache.
Result<KernelPlan> createTogetherWhereFaster(const KernelRequest& request, const ContextPointer& context,
                                             const std::string& key, std::function<Result<KernelPlan>()> apart,
                                             std::function<Result<KernelPlan>()> together);

}  // namespace fovea::cuda

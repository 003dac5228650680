// Why: an op whose kernels know only f32 and f64 can take 16-bit numbers all the same, by way of f32.
#pragma once
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {

// What `make` makes of the request with f32 in the place of the 16-bit type of its first input, between casts. All
// values lie dense, in `make`'s plan too. Scratch memory holds a copy in f32 of each value of that type.
Result<KernelPlan> widenedPlan(const KernelRequest& request, const ContextPointer& context, const CreatePlan& make);

}  // namespace fovea::cuda

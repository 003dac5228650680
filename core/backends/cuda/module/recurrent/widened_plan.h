// Why: an op whose kernels support only f32 and f64 can still support 16 bits by conversion to f32.
#pragma once
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {

// Wraps the plan that `make` returns for the request in f32, instead of the 16-bit type of its first input, in casts.
// All values are dense, in `make`'s plan too. Scratch memory holds an f32 copy of each 16-bit value.
Result<KernelPlan> widenedPlan(const KernelRequest& request, const ContextPointer& context, const CreatePlan& make);

}  // namespace fovea::cuda

// Why: whether cuDNN or the own kernels are faster for a recurrence, and which of cuDNN's ways is, depends on its
// sizes; a trial of the forward pass, with the backward pass that goes with it, tells.
#pragma once
#include <vector>

#include "core/backends/cuda/module/recurrent_library.h"
#include "core/backends/cuda/module/support.h"

namespace fovea::cuda {

// What of a device decides which of cuDNN's ways are worth a trial.
struct DeviceTraits {
  int major = 0, minor = 0, multiprocessors = 0;
};
// Those that cuDNN has for a recurrence, or may have. Backwards in time only with the steps first: cuDNN knows but one
// direction, and the copies that order them can turn them round. Pure.
std::vector<RecurrentMethod> recurrentMethods(const RecurrentGeometry& g, const DeviceTraits& device);

// The library for a forward op in f32 (rounded to TF32), f16 or bf16, made for the fastest way; its problem says what
// it keeps. Unsupported where the own kernels are to compute it: because they are faster or nothing can be tried now,
// because a dimension is empty, or because somebody else than the backward op alone reads the reserve.
Result<std::shared_ptr<RecurrentLibrary>> chooseRecurrentLibrary(RecurrentCell cell, const KernelRequest& request,
                                                                 const ContextPointer& context);

}  // namespace fovea::cuda

// Why: whether cuDNN or the own kernels are faster for an RNN, and which of cuDNN's algorithms is, depends on its
// sizes; a trial of the forward pass, with its backward pass, decides.
#pragma once
#include <vector>

#include "core/backends/cuda/module/recurrent/recurrent_library.h"
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {

// The properties of a device that decide which of cuDNN's methods are worth a trial.
struct DeviceTraits {
  int major = 0, minor = 0, multiprocessors = 0;
};
// The methods that cuDNN has for an RNN, or may have. The reverse direction only with steps first: cuDNN supports one
// direction, and the copies that reorder sequences can reverse them. Pure.
std::vector<RecurrentMethod> recurrentMethods(const RecurrentGeometry& g, const DeviceTraits& device);

// The library for a forward op in f32 (rounded to TF32), f16 or bf16, created for the fastest method; its problem says
// whether the reserve is kept. Unsupported if the own kernels should compute it: they are faster, no trial is possible
// now, a dimension is empty, or another reader than the backward op uses the reserve.
Result<std::shared_ptr<RecurrentLibrary>> chooseRecurrentLibrary(RecurrentCell cell, const KernelRequest& request,
                                                                 const ContextPointer& context);

}  // namespace fovea::cuda

// Why: RNN ops through cuDNN: binds its weight space, its sequence order and its reserve to the inputs and outputs of
// the ops here.
#pragma once
#include "core/backends/cuda/module/recurrent/recurrent_library.h"
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {

// Runs the forward op as the problem of `library`, which must match the request. If the problem keeps a reserve, the
// output "reserve" has cuDNN's format, which only the backward plan below can read, once.
Result<KernelPlan> dnnForwardPlan(const KernelRequest& request, const ContextPointer& context,
                                  const std::shared_ptr<RecurrentLibrary>& library);
// The backward op, by the library that the layout of its reserve names; it writes over the reserve. Unsupported if the
// layout is not one of dnnForwardPlan(), or of another geometry.
Result<KernelPlan> dnnBackwardPlan(const KernelRequest& request, const ContextPointer& context);
Status needsDnnReserve(const KernelRequest& request);

}  // namespace fovea::cuda

// Why: recurrent ops through cuDNN: its weight space, the order of its sequences and what it keeps for the backward
// pass are bound to the inputs and outputs of the ops here.
#pragma once
#include "core/backends/cuda/module/recurrent_library.h"
#include "core/backends/cuda/module/support.h"

namespace fovea::cuda {

// The forward op as the problem of `library` says, which is that of the request. Where the problem keeps something, the
// output "reserve" lies as cuDNN has it and nobody can read it but the backward op's plan below, once.
Result<KernelPlan> dnnForwardPlan(const KernelRequest& request, const ContextPointer& context,
                                  const std::shared_ptr<RecurrentLibrary>& library);
// The backward op, by the library that the layout of its reserve names; it writes over the reserve. Unsupported if the
// layout is not one of dnnForwardPlan(), or of another geometry.
Result<KernelPlan> dnnBackwardPlan(const KernelRequest& request, const ContextPointer& context);
Status needsDnnReserve(const KernelRequest& request);

}  // namespace fovea::cuda

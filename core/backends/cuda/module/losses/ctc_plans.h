// Why: the plan of the CTC loss through a library, apart from that through own kernels and from the choice between
// them.
#pragma once
#include "core/backends/cuda/module/losses/ctc.h"
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {

// scores [N,T,K], targets, lengths if they are there
CtcShape ctcShapeOf(const KernelRequest& request);
template <class T>
const T* ctcLengths(const KernelArguments& a) {
  return a.inputs.size() > 2 ? in<T>(a, 2) : nullptr;
}

// Whether the request is one that the library can answer at all.
bool ctcLibraryTakes(const KernelRequest& request);
// Fails with Unsupported, or with the library's error. The request must be one that the library supports.
Result<KernelPlan> ctcLibraryPlan(const KernelRequest& request, const ContextPointer& context);

}  // namespace fovea::cuda

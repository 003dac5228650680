// Why: the plan of the CTC loss through a library, separate
// from that of own kernels and from the choice between them.
#pragma once
#include "core/backends/cuda/module/losses/ctc.h"
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {

// scores [N,T,K], targets, and lengths if given
CtcShape ctcShapeOf(const KernelRequest& request);
template <class T>
const T* ctcLengths(const KernelArguments& a) {
  return a.inputs.size() > 2 ? in<T>(a, 2) : nullptr;
}

// Checks whether the library supports the request at all.
bool ctcLibraryTakes(const KernelRequest& request);
// Fails with Unsupported, or with the library's error. The request must be one that the library supports.
Result<KernelPlan> ctcLibraryPlan(const KernelRequest& request, const ContextPointer& context);

}  // namespace fovea::cuda

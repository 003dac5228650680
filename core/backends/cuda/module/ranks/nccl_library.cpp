#include "core/backends/cuda/module/ranks/nccl_library.h"

#ifdef FOVEA_HAS_NCCL
#include <dlfcn.h>

namespace fovea::cuda {
namespace {

template <class F>
bool findIn(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

bool loadNccl(NcclLibrary& nccl) {
  void* const library = dlopen("libnccl.so.2", RTLD_LAZY | RTLD_LOCAL);
  return library && findIn(library, "ncclGetErrorString", nccl.getErrorString) &&
         findIn(library, "ncclGetUniqueId", nccl.getUniqueId) &&
         findIn(library, "ncclCommInitRank", nccl.commInitRank) && findIn(library, "ncclCommAbort", nccl.commAbort) &&
         findIn(library, "ncclCommGetAsyncError", nccl.commGetAsyncError) &&
         findIn(library, "ncclRedOpCreatePreMulSum", nccl.redOpCreatePreMulSum) &&
         findIn(library, "ncclAllReduce", nccl.allReduce) && findIn(library, "ncclGroupStart", nccl.groupStart) &&
         findIn(library, "ncclGroupEnd", nccl.groupEnd);
}

}  // namespace

const NcclLibrary* findNccl() {
  static NcclLibrary nccl;
  static const bool found = loadNccl(nccl);
  return found ? &nccl : nullptr;
}

}  // namespace fovea::cuda
#endif

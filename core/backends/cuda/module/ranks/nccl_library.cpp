#include "core/backends/cuda/module/ranks/nccl_library.h"

#ifdef FOVEA_HAS_NCCL
#include "core/base/symbol.h"

namespace fovea::cuda {
namespace {

bool loadNccl(NcclLibrary& nccl) {
  void* const library = dlopen("libnccl.so.2", RTLD_LAZY | RTLD_LOCAL);
  return library && findSymbol(library, "ncclGetErrorString", nccl.getErrorString) &&
         findSymbol(library, "ncclGetUniqueId", nccl.getUniqueId) &&
         findSymbol(library, "ncclCommInitRank", nccl.commInitRank) &&
         findSymbol(library, "ncclCommAbort", nccl.commAbort) &&
         findSymbol(library, "ncclCommGetAsyncError", nccl.commGetAsyncError) &&
         findSymbol(library, "ncclRedOpCreatePreMulSum", nccl.redOpCreatePreMulSum) &&
         findSymbol(library, "ncclAllReduce", nccl.allReduce) &&
         findSymbol(library, "ncclGroupStart", nccl.groupStart) && findSymbol(library, "ncclGroupEnd", nccl.groupEnd);
}

}  // namespace

const NcclLibrary* findNccl() {
  static NcclLibrary nccl;
  static const bool found = loadNccl(nccl);
  return found ? &nccl : nullptr;
}

}  // namespace fovea::cuda
#endif

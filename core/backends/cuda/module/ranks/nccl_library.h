// Why: NCCL sums over the devices of a run. It may be missing, so it is loaded when several devices train together.
#pragma once

#if __has_include(<nccl.h>)
#include <nccl.h>
#define FOVEA_HAS_NCCL 1

namespace fovea::cuda {

// The functions that are used, by their names in NCCL.
struct NcclLibrary {
  decltype(&ncclGetErrorString) getErrorString = nullptr;
  decltype(&ncclGetUniqueId) getUniqueId = nullptr;
  decltype(&ncclCommInitRank) commInitRank = nullptr;
  decltype(&ncclCommAbort) commAbort = nullptr;
  decltype(&ncclCommGetAsyncError) commGetAsyncError = nullptr;
  decltype(&ncclRedOpCreatePreMulSum) redOpCreatePreMulSum = nullptr;
  decltype(&ncclAllReduce) allReduce = nullptr;
  decltype(&ncclGroupStart) groupStart = nullptr;
  decltype(&ncclGroupEnd) groupEnd = nullptr;
};

// Null if version 2 of the library cannot be loaded. It stays loaded.
const NcclLibrary* findNccl();

}  // namespace fovea::cuda
#endif

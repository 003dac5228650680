// Why: CUPTI measures the run time of each kernel; events around a kernel only give an upper bound. The library may be
// missing, so it is loaded at run time, when a profile is requested.
#pragma once
#include <string>

#if __has_include(<cupti.h>)
#include <cupti.h>
#define FOVEA_HAS_CUPTI 1
#endif

namespace fovea::cuda {

#ifdef FOVEA_HAS_CUPTI
// The CUPTI functions in use.
struct CuptiLibrary {
  decltype(&cuptiActivityRegisterCallbacks) registerCallbacks = nullptr;
  decltype(&cuptiActivityEnable) enable = nullptr;
  decltype(&cuptiActivityDisable) disable = nullptr;
  decltype(&cuptiActivityFlushAll) flushAll = nullptr;
  decltype(&cuptiActivityGetNextRecord) getNextRecord = nullptr;
  decltype(&cuptiActivityGetNumDroppedRecords) getNumDroppedRecords = nullptr;
  decltype(&cuptiActivityPushExternalCorrelationId) pushId = nullptr;
  decltype(&cuptiActivityPopExternalCorrelationId) popId = nullptr;
};
// Returns null if CUPTI of this module's CUDA version is not installed. The library stays loaded.
const CuptiLibrary* findCupti();
#endif

// Returns "kernel times by CUPTI (…)", or why events measure the times instead.
std::string describeKernelTimes();

}  // namespace fovea::cuda

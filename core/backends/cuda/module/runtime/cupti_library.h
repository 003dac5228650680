// Why: CUPTI tells how long each kernel ran, which events around it only bound; it is a library that may not be there,
// so it is looked for when a profile is wanted.
#pragma once
#include <string>

#if __has_include(<cupti.h>)
#include <cupti.h>
#define FOVEA_HAS_CUPTI 1
#endif

namespace fovea::cuda {

#ifdef FOVEA_HAS_CUPTI
// The functions that are used, each by its own name in CUPTI.
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
// Null where the library of this module's CUDA version is not there. It stays loaded.
const CuptiLibrary* findCupti();
#endif

// "kernel times by CUPTI", or why they are not.
std::string describeKernelTimes();

}  // namespace fovea::cuda

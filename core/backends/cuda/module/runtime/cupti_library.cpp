#include "core/backends/cuda/module/runtime/cupti_library.h"

#include <cuda.h>

#include "core/backends/cuda/module/runtime/savings.h"
#include "core/base/symbol.h"

namespace fovea::cuda {

#ifdef FOVEA_HAS_CUPTI
namespace {

// Another major version may lay out its records differently than the headers say.
std::string libraryName() {
  return "libcupti.so." + std::to_string(CUDA_VERSION / 1000);
}

bool load(CuptiLibrary& cupti) {
  void* const library = dlopen(libraryName().c_str(), RTLD_LAZY | RTLD_LOCAL);
  return library && findSymbol(library, "cuptiActivityRegisterCallbacks", cupti.registerCallbacks) &&
         findSymbol(library, "cuptiActivityEnable", cupti.enable) &&
         findSymbol(library, "cuptiActivityDisable", cupti.disable) &&
         findSymbol(library, "cuptiActivityFlushAll", cupti.flushAll) &&
         findSymbol(library, "cuptiActivityGetNextRecord", cupti.getNextRecord) &&
         findSymbol(library, "cuptiActivityGetNumDroppedRecords", cupti.getNumDroppedRecords) &&
         findSymbol(library, "cuptiActivityPushExternalCorrelationId", cupti.pushId) &&
         findSymbol(library, "cuptiActivityPopExternalCorrelationId", cupti.popId);
}

}  // namespace

const CuptiLibrary* findCupti() {
  static CuptiLibrary cupti;
  static const bool found = load(cupti);
  return found ? &cupti : nullptr;
}

std::string describeKernelTimes() {
  if (isOff(Saving::Cupti)) return "kernel times by events: " + offReason(Saving::Cupti);
  return findCupti() ? "kernel times by CUPTI (" + libraryName() + ")"
                     : "kernel times by events: " + libraryName() + " is not there";
}
#else
std::string describeKernelTimes() {
  return "kernel times by events: built without CUPTI's headers";
}
#endif

}  // namespace fovea::cuda

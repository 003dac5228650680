#include "core/backends/cuda/module/runtime/device_memory_report.h"

#include "core/base/symbol.h"

namespace fovea::cuda {
namespace {

// The parts of nvml.h that are used; the library's interface is stable across drivers.
struct NvmlMemory {
  unsigned long long total, free, used;
};
using Initialise = int (*)();
using FindDevice = int (*)(const char*, void**);
using ReadMemory = int (*)(void*, NvmlMemory*);

}  // namespace

std::uint64_t freeMemoryOf(const char* pciBusId) {
  void* library = dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
  Initialise initialise = nullptr, shutDown = nullptr;
  FindDevice findDevice = nullptr;
  ReadMemory readMemory = nullptr;
  const bool whole = findSymbol(library, "nvmlInit_v2", initialise) && findSymbol(library, "nvmlShutdown", shutDown) &&
                     findSymbol(library, "nvmlDeviceGetHandleByPciBusId_v2", findDevice) &&
                     findSymbol(library, "nvmlDeviceGetMemoryInfo", readMemory);
  std::uint64_t free = 0;
  if (whole && initialise() == 0) {
    void* device = nullptr;
    NvmlMemory memory{};
    if (findDevice(pciBusId, &device) == 0 && readMemory(device, &memory) == 0) free = memory.free;
    (void)shutDown();
  }
  (void)dlclose(library);
  return free;
}

}  // namespace fovea::cuda

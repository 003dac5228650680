#include "core/backends/cuda/module/runtime/device_memory_report.h"

#include <dlfcn.h>

namespace fovea::cuda {
namespace {

// The parts of nvml.h that are used; the library's interface is stable across drivers.
struct NvmlMemory {
  unsigned long long total, free, used;
};
using Initialise = int (*)();
using FindDevice = int (*)(const char*, void**);
using ReadMemory = int (*)(void*, NvmlMemory*);

template <class F>
F find(void* library, const char* name) {
  return reinterpret_cast<F>(dlsym(library, name));
}

}  // namespace

std::uint64_t freeMemoryOf(const char* pciBusId) {
  void* library = dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
  const auto initialise = find<Initialise>(library, "nvmlInit_v2");
  const auto shutDown = find<Initialise>(library, "nvmlShutdown");
  const auto findDevice = find<FindDevice>(library, "nvmlDeviceGetHandleByPciBusId_v2");
  const auto readMemory = find<ReadMemory>(library, "nvmlDeviceGetMemoryInfo");
  std::uint64_t free = 0;
  if (initialise && shutDown && findDevice && readMemory && initialise() == 0) {
    void* device = nullptr;
    NvmlMemory memory{};
    if (findDevice(pciBusId, &device) == 0 && readMemory(device, &memory) == 0) free = memory.free;
    (void)shutDown();
  }
  (void)dlclose(library);
  return free;
}

}  // namespace fovea::cuda

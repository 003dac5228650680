#include "core/backends/gpu_load.h"

#include <array>

#include "core/base/symbol.h"

namespace fovea {

// NVML's interface (nvml.h of the CUDA Toolkit 12): every function returns 0 for success.
struct GpuMonitor::Library {
  using Device = void*;
  struct Utilization {
    unsigned gpu, memory;  // percent
  };
  struct Memory {
    unsigned long long total, free, used;
  };

  void* handle = nullptr;
  bool started = false;
  int (*start)() = nullptr;
  int (*stop)() = nullptr;
  int (*count)(unsigned*) = nullptr;
  int (*device)(unsigned, Device*) = nullptr;
  int (*name)(Device, char*, unsigned) = nullptr;
  int (*utilization)(Device, Utilization*) = nullptr;
  int (*memory)(Device, Memory*) = nullptr;
  int (*temperature)(Device, int, unsigned*) = nullptr;
  int (*power)(Device, unsigned*) = nullptr;       // milliwatts
  int (*powerLimit)(Device, unsigned*) = nullptr;  // milliwatts; older drivers lack it

  ~Library() {
    if (started) stop();
    if (handle) ::dlclose(handle);
  }
  template <class Function>
  bool find(const char* symbol, Function& function) {
    return findSymbol(handle, symbol, function);
  }
};

namespace {

constexpr std::size_t kLongestName = 96;
constexpr int kSensorOfGpu = 0;

}  // namespace

GpuMonitor::GpuMonitor(std::unique_ptr<Library> library) : library_(std::move(library)) {}
GpuMonitor::~GpuMonitor() = default;

Result<std::unique_ptr<GpuMonitor>> GpuMonitor::open(const std::filesystem::path& library) {
  auto found = std::make_unique<Library>();
  found->handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!found->handle)
    return fail(ErrorCode::NotFound,
                "NVIDIA's library of GPU figures (NVML) is not on this machine: " + std::string(library) + ".");
  const bool whole = found->find("nvmlInit_v2", found->start) && found->find("nvmlShutdown", found->stop) &&
                     found->find("nvmlDeviceGetCount_v2", found->count) &&
                     found->find("nvmlDeviceGetHandleByIndex_v2", found->device) &&
                     found->find("nvmlDeviceGetName", found->name) &&
                     found->find("nvmlDeviceGetUtilizationRates", found->utilization) &&
                     found->find("nvmlDeviceGetMemoryInfo", found->memory) &&
                     found->find("nvmlDeviceGetTemperature", found->temperature) &&
                     found->find("nvmlDeviceGetPowerUsage", found->power);
  found->find("nvmlDeviceGetEnforcedPowerLimit", found->powerLimit);
  if (!whole) return fail(ErrorCode::Unsupported, std::string(library) + " lacks functions of NVML.");
  if (const int code = found->start(); code != 0)
    return fail(ErrorCode::Unsupported, "NVML does not start: error " + std::to_string(code) + ".",
                "The driver of the GPU is missing or of another version than its library.");
  found->started = true;
  return std::unique_ptr<GpuMonitor>(new GpuMonitor(std::move(found)));
}

std::vector<GpuLoad> GpuMonitor::read() const {
  const Library& nvml = *library_;
  std::vector<GpuLoad> loads;
  unsigned count = 0;
  if (nvml.count(&count) != 0) return loads;
  for (unsigned i = 0; i < count; ++i) {
    GpuLoad& load = loads.emplace_back();
    load.name = "GPU " + std::to_string(i);
    Library::Device device = nullptr;
    if (nvml.device(i, &device) != 0) continue;
    std::array<char, kLongestName> name{};
    if (nvml.name(device, name.data(), kLongestName - 1) == 0) load.name = name.data();
    if (Library::Utilization used{}; nvml.utilization(device, &used) == 0) load.load = used.gpu / 100.0;
    if (Library::Memory memory{}; nvml.memory(device, &memory) == 0) {
      load.memoryBytes = memory.total;
      load.memoryUsedBytes = memory.used;
    }
    unsigned number = 0;
    if (nvml.temperature(device, kSensorOfGpu, &number) == 0) load.temperature = static_cast<int>(number);
    if (nvml.power(device, &number) == 0) load.watts = number / 1000.0;
    if (nvml.powerLimit && nvml.powerLimit(device, &number) == 0) load.wattsLimit = number / 1000.0;
  }
  return loads;
}

}  // namespace fovea

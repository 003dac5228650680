// Replaces NVIDIA's management library in tests: two GPUs, the second of which no longer answers.
#include <cstring>

namespace {

int device = 0;
struct Utilization {
  unsigned gpu, memory;
};
struct Memory {
  unsigned long long total, free, used;
};

}  // namespace

extern "C" {
int nvmlInit_v2();
int nvmlShutdown();
int nvmlDeviceGetCount_v2(unsigned* count);
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** handle);
int nvmlDeviceGetName(void* handle, char* name, unsigned length);
int nvmlDeviceGetUtilizationRates(void* handle, Utilization* utilization);
int nvmlDeviceGetMemoryInfo(void* handle, Memory* memory);
int nvmlDeviceGetTemperature(void* handle, int sensor, unsigned* celsius);
int nvmlDeviceGetPowerUsage(void* handle, unsigned* milliwatts);

int nvmlInit_v2() {
  return 0;
}
int nvmlShutdown() {
  return 0;
}
int nvmlDeviceGetCount_v2(unsigned* count) {
  *count = 2;
  return 0;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** handle) {
  constexpr int kGpuIsLost = 15;
  if (index != 0) return kGpuIsLost;
  *handle = &device;
  return 0;
}
int nvmlDeviceGetName(void* handle, char* name, unsigned length) {
  std::strncpy(name, handle == &device ? "Imagined H200" : "?", length);
  return 0;
}
int nvmlDeviceGetUtilizationRates(void*, Utilization* utilization) {
  *utilization = {61, 20};
  return 0;
}
int nvmlDeviceGetMemoryInfo(void*, Memory* memory) {
  *memory = {1000, 750, 250};
  return 0;
}
int nvmlDeviceGetTemperature(void*, int, unsigned* celsius) {
  *celsius = 54;
  return 0;
}
int nvmlDeviceGetPowerUsage(void*, unsigned* milliwatts) {
  *milliwatts = 312500;
  return 0;
}
}

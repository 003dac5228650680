// Why: one CUDA device behind the Device interface: memory, copies, kernels, one stream, and whole steps recorded as a
// graph.
#pragma once
#include "core/backends/cuda/module/runtime/context.h"
#include "core/backends/device.h"

namespace fovea::cuda {

// NotFound or Unsupported with what to do; OutOfMemory if other programs leave too little for the libraries.
Result<std::shared_ptr<Device>> openCudaDevice(int index);
// The properties from cudaGetDeviceProperties, and the free memory if the driver's management library reports it (0:
// unknown). Creates no context on the device.
Result<DeviceInfo> describeDevice(int index);
// The path of the device's tuned plans, and the reason if they are not used: a line for `doctor`.
std::string describePlans(int index);

}  // namespace fovea::cuda

// Why: one CUDA device behind the Device interface: memory, copies, kernels, one stream, and whole steps recorded as a
// graph.
#pragma once
#include "core/backends/cuda/module/context.h"
#include "core/backends/device.h"

namespace fovea::cuda {

// NotFound or Unsupported with what to do; OutOfMemory if other programs leave too little for the libraries.
Result<std::shared_ptr<Device>> openCudaDevice(int index);
// What cudaGetDeviceProperties says, and the free memory where the driver's management library tells it (0: not known).
// Creates no context on the device.
Result<DeviceInfo> describeDevice(int index);
// Where the device's tuned plans are kept, and why they are not used where that is so: a line for `doctor`.
std::string describePlans(int index);

}  // namespace fovea::cuda

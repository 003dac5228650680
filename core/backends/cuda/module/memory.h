// Why: device memory, and pinned memory of the host that the device can reach while the host goes on.
#pragma once
#include <cstddef>
#include <memory>

#include "core/backends/cuda/module/context.h"
#include "core/backends/device.h"

namespace fovea::cuda {

// 256-byte aligned device memory. OutOfMemory says the bytes needed and free.
Result<std::shared_ptr<DeviceBuffer>> allocateDeviceMemory(std::shared_ptr<CudaContext> context, std::size_t bytes);
// The same of pinned host memory.
Result<std::shared_ptr<DeviceBuffer>> allocatePinnedMemory(std::shared_ptr<CudaContext> context, std::size_t bytes);

}  // namespace fovea::cuda

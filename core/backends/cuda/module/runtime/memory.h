// Why: device memory, and pinned host memory that the device can access while the host continues.
#pragma once
#include <cstddef>
#include <memory>

#include "core/backends/cuda/module/runtime/context.h"
#include "core/backends/device.h"

namespace fovea::cuda {

// 256-byte aligned device memory. OutOfMemory says the bytes needed and free.
Result<std::shared_ptr<DeviceBuffer>> allocateDeviceMemory(std::shared_ptr<CudaContext> context, std::size_t bytes);
// The same for pinned host memory.
Result<std::shared_ptr<DeviceBuffer>> allocatePinnedMemory(std::shared_ptr<CudaContext> context, std::size_t bytes);

}  // namespace fovea::cuda

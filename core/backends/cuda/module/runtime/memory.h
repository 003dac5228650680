// Why: device memory, and pinned host memory that the device can access while the host continues.
#pragma once
#include <cstddef>
#include <memory>

#include "core/backends/cuda/module/runtime/context.h"
#include "core/backends/device.h"

namespace fovea::cuda {

// Allocates 256-byte aligned device memory. OutOfMemory names the bytes needed and free.
Result<std::shared_ptr<DeviceBuffer>> allocateDeviceMemory(std::shared_ptr<CudaContext> context, std::size_t bytes);
// Allocates pinned host memory. OutOfMemory names the bytes needed.
Result<std::shared_ptr<DeviceBuffer>> allocatePinnedMemory(std::shared_ptr<CudaContext> context, std::size_t bytes);

}  // namespace fovea::cuda

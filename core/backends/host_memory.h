// Why: backends that compute in host memory share allocation, copying and clearing.
#pragma once
#include "core/backends/device.h"

namespace fovea {

// Allocates zeroed memory, aligned to 64 bytes. OutOfMemory states the requested bytes.
Result<std::shared_ptr<DeviceBuffer>> allocateHostMemory(std::size_t bytes);
// Returns freed small blocks to the system, which does not happen automatically. Takes some milliseconds.
void releaseFreedMemory();

// The part of Device that all host-memory devices share.
class HostDevice : public Device {
 public:
  Result<std::shared_ptr<DeviceBuffer>> allocate(std::size_t bytes) override { return allocateHostMemory(bytes); }
  Result<std::shared_ptr<DeviceBuffer>> adopt(Tensor value) override;
  Status upload(void* target, const void* source, std::size_t bytes) override;
  Status download(void* target, const void* source, std::size_t bytes) override;
  Status fillZero(void* target, std::size_t bytes) override;
  Status synchronize() override { return {}; }
  bool usesHostMemory() const override { return true; }
};

}  // namespace fovea

// Why: backends whose memory is the host's share one way to allocate, copy and clear it.
#pragma once
#include "core/backends/device.h"

namespace fovea {

// Zeros, aligned to 64 bytes. OutOfMemory says the bytes asked for.
Result<std::shared_ptr<DeviceBuffer>> allocateHostMemory(std::size_t bytes);
// Gives what was freed in small pieces back to the system, which is not done by itself. Takes some milliseconds.
void releaseFreedMemory();

// The part of a Device that is the same for all who compute in host memory.
class HostDevice : public Device {
 public:
  Result<std::shared_ptr<DeviceBuffer>> allocate(std::size_t bytes) override { return allocateHostMemory(bytes); }
  Result<std::shared_ptr<DeviceBuffer>> adopt(Tensor value) override;
  Status upload(void* target, const void* source, std::size_t bytes) override;
  Status download(void* target, const void* source, std::size_t bytes) override;
  Status fillZero(void* target, std::size_t bytes) override;
  Status synchronize() override { return {}; }
};

}  // namespace fovea

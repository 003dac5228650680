#include "core/backends/host_memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace fovea {
namespace {

class HostBuffer : public DeviceBuffer {
 public:
  HostBuffer(void* memory, std::size_t bytes) : memory_(memory), bytes_(bytes) {}
  ~HostBuffer() override { std::free(memory_); }
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;
  void* data() const override { return memory_; }
  std::size_t bytes() const override { return bytes_; }

 private:
  void* memory_;
  std::size_t bytes_;
};

}  // namespace

Result<std::shared_ptr<DeviceBuffer>> allocateHostMemory(std::size_t bytes, std::size_t alignment) {
  const std::size_t rounded = std::max<std::size_t>((bytes + alignment - 1) / alignment * alignment, alignment);
  void* memory = std::aligned_alloc(alignment, rounded);
  if (!memory)
    return fail(ErrorCode::OutOfMemory, "There is not enough memory for " + std::to_string(bytes) + " bytes.");
  return std::shared_ptr<DeviceBuffer>(std::make_shared<HostBuffer>(memory, rounded));
}

Status HostDevice::upload(void* target, const void* source, std::size_t bytes) {
  if (bytes > 0) std::memcpy(target, source, bytes);
  return {};
}

Status HostDevice::download(void* target, const void* source, std::size_t bytes) {
  if (bytes > 0) std::memcpy(target, source, bytes);
  return {};
}

Status HostDevice::fillZero(void* target, std::size_t bytes) {
  if (bytes > 0) std::memset(target, 0, bytes);
  return {};
}

}  // namespace fovea

#include "core/backends/host_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace fovea {
namespace {

// From here on a buffer is a mapping of its own, in huge pages where the system has them: fewer misses of the address
// cache, and the memory goes back to the system when the buffer goes.
constexpr std::size_t kMapped = std::size_t{4} << 20;

class HostBuffer : public DeviceBuffer {
 public:
  HostBuffer(void* memory, std::size_t bytes) : memory_(memory), bytes_(bytes) {}
  ~HostBuffer() override {
    if (bytes_ >= kMapped)
      munmap(memory_, bytes_);
    else
      std::free(memory_);
  }
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
  void* memory = nullptr;
  if (rounded >= kMapped) {
    memory = mmap(nullptr, rounded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      memory = nullptr;
    else
      madvise(memory, rounded, MADV_HUGEPAGE);
  } else {
    memory = std::aligned_alloc(alignment, rounded);
  }
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

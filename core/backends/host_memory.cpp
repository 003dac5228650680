#include "core/backends/host_memory.h"

#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/base/memory.h"

namespace fovea {
namespace {

// Buffers of at least this size are separate mappings: their memory returns to the system when freed, and no more is
// used than requested.
constexpr std::size_t kMapped = std::size_t{256} << 10;
// Mappings of at least this size use huge pages if the system has them, which reduces TLB misses.
constexpr std::size_t kHuge = std::size_t{2} << 20;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kHostAlignment = 64;

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

class TensorBuffer : public DeviceBuffer {
 public:
  explicit TensorBuffer(Tensor value) : value_(std::move(value)) {}
  void* data() const override { return value_.raw(); }
  std::size_t bytes() const override { return value_.bytes(); }

 private:
  mutable Tensor value_;
};

}  // namespace

Result<std::shared_ptr<DeviceBuffer>> allocateHostMemory(std::size_t bytes) {
  FOVEA_CHECK(checkMemory(bytes));
  const std::size_t unit = bytes >= kMapped ? kPage : kHostAlignment;
  const std::size_t rounded = std::max<std::size_t>((bytes + unit - 1) / unit * unit, unit);
  void* memory = nullptr;
  if (rounded >= kMapped) {
    memory = mmap(nullptr, rounded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      memory = nullptr;
    else if (rounded >= kHuge)
      madvise(memory, rounded, MADV_HUGEPAGE);
  } else {
    memory = std::aligned_alloc(kHostAlignment, rounded);
  }
  if (!memory) return tooLittleMemory(bytes);
  // New mappings contain zeros, and their pages use no memory before first access.
  if (rounded < kMapped) std::memset(memory, 0, rounded);
  return std::shared_ptr<DeviceBuffer>(std::make_shared<HostBuffer>(memory, rounded));
}

void releaseFreedMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

Result<std::shared_ptr<DeviceBuffer>> HostDevice::adopt(Tensor value) {
  return std::shared_ptr<DeviceBuffer>(std::make_shared<TensorBuffer>(std::move(value)));
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

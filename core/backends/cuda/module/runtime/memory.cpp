#include "core/backends/cuda/module/runtime/memory.h"

#include <fmt/format.h>

#include <algorithm>

namespace fovea::cuda {
namespace {

class CudaBuffer : public DeviceBuffer {
 public:
  CudaBuffer(std::shared_ptr<CudaContext> context, void* memory, std::size_t bytes)
      : context_(std::move(context)), memory_(memory), bytes_(bytes) {}
  // Leaks the memory of a device that hangs: cudaFree waits for work that still uses the memory, which would be for
  // ever. cudaFree fails only if the driver is already gone.
  ~CudaBuffer() override {
    if (context_->hangs()) return;
    (void)context_->use();
    (void)cudaFree(memory_);
  }
  CudaBuffer(const CudaBuffer&) = delete;
  CudaBuffer& operator=(const CudaBuffer&) = delete;
  void* data() const override { return memory_; }
  std::size_t bytes() const override { return bytes_; }

 private:
  std::shared_ptr<CudaContext> context_;
  void* memory_;
  std::size_t bytes_;
};

class PinnedBuffer : public DeviceBuffer {
 public:
  PinnedBuffer(std::shared_ptr<CudaContext> context, void* memory, std::size_t bytes)
      : context_(std::move(context)), memory_(memory), bytes_(bytes) {}
  ~PinnedBuffer() override {
    if (context_->hangs()) return;
    (void)context_->use();
    (void)cudaFreeHost(memory_);
  }
  PinnedBuffer(const PinnedBuffer&) = delete;
  PinnedBuffer& operator=(const PinnedBuffer&) = delete;
  void* data() const override { return memory_; }
  std::size_t bytes() const override { return bytes_; }

 private:
  std::shared_ptr<CudaContext> context_;
  void* memory_;
  std::size_t bytes_;
};

Error outOfMemory(int index, std::size_t bytes) {
  std::size_t free = 0, total = 0;
  (void)cudaGetLastError();
  (void)cudaMemGetInfo(&free, &total);
  return fail(
      ErrorCode::OutOfMemory,
      fmt::format("cuda:{} has not enough memory: {} bytes are needed, {} of {} are free.", index, bytes, free, total),
      "Use a smaller batch, or close other programs that use the device.");
}

}  // namespace

Result<std::shared_ptr<DeviceBuffer>> allocateDeviceMemory(std::shared_ptr<CudaContext> context, std::size_t bytes) {
  FOVEA_CHECK(context->use());
  void* memory = nullptr;
  const std::size_t asked = std::max<std::size_t>(bytes, 1);  // cudaMalloc returns no address for zero bytes
  const cudaError_t code = cudaMalloc(&memory, asked);
  if (code == cudaErrorMemoryAllocation) return outOfMemory(context->index(), bytes);
  FOVEA_CHECK(statusOf(code, "cudaMalloc"));
  return std::shared_ptr<DeviceBuffer>(std::make_shared<CudaBuffer>(std::move(context), memory, bytes));
}

Result<std::shared_ptr<DeviceBuffer>> allocatePinnedMemory(std::shared_ptr<CudaContext> context, std::size_t bytes) {
  FOVEA_CHECK(context->use());
  void* memory = nullptr;
  const cudaError_t code = cudaHostAlloc(&memory, std::max<std::size_t>(bytes, 1), cudaHostAllocDefault);
  if (code == cudaErrorMemoryAllocation) {
    (void)cudaGetLastError();
    return fail(ErrorCode::OutOfMemory, fmt::format("{} bytes of pinned host memory cannot be had.", bytes));
  }
  FOVEA_CHECK(statusOf(code, "cudaHostAlloc"));
  return std::shared_ptr<DeviceBuffer>(std::make_shared<PinnedBuffer>(std::move(context), memory, bytes));
}

}  // namespace fovea::cuda

#include "core/backends/cuda/module/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace fovea::cuda {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{4} << 20;

class CudaBuffer : public DeviceBuffer {
 public:
  CudaBuffer(std::shared_ptr<CudaContext> context, void* memory, std::size_t bytes)
      : context_(std::move(context)), memory_(memory), bytes_(bytes) {}
  // Waits for work that still uses the memory, as cudaFree does. Fails only where the driver is already gone.
  ~CudaBuffer() override {
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
  const std::size_t asked = std::max<std::size_t>(bytes, 1);  // cudaMalloc gives no address for nothing
  const cudaError_t code = cudaMalloc(&memory, asked);
  if (code == cudaErrorMemoryAllocation) return outOfMemory(context->index(), bytes);
  FOVEA_CHECK(statusOf(code, "cudaMalloc"));
  return std::shared_ptr<DeviceBuffer>(std::make_shared<CudaBuffer>(std::move(context), memory, bytes));
}

Result<std::unique_ptr<Staging>> Staging::create(std::shared_ptr<CudaContext> context) {
  FOVEA_CHECK(context->use());
  std::unique_ptr<Staging> staging(new Staging(std::move(context)));
  for (Block& block : staging->blocks_) {
    void* memory = nullptr;
    FOVEA_CUDA_CALL(cudaHostAlloc(&memory, kBlockBytes, cudaHostAllocDefault));
    block.memory = static_cast<std::byte*>(memory);
    FOVEA_CUDA_CALL(cudaEventCreateWithFlags(&block.done, cudaEventDisableTiming));
  }
  return staging;
}

Staging::~Staging() {
  (void)context_->use();
  (void)cudaStreamSynchronize(context_->stream());
  for (const Block& block : blocks_) {
    if (block.done) (void)cudaEventDestroy(block.done);
    if (block.memory) (void)cudaFreeHost(block.memory);
  }
}

Staging::Block& Staging::nextBlock() {
  next_ = 1 - next_;
  return blocks_[next_];
}

Status Staging::upload(void* target, const void* source, std::size_t bytes) {
  for (std::size_t offset = 0; offset < bytes; offset += kBlockBytes) {
    const std::size_t part = std::min(kBlockBytes, bytes - offset);
    Block& block = nextBlock();
    FOVEA_CUDA_CALL(cudaEventSynchronize(block.done));  // at once if it was never recorded
    std::memcpy(block.memory, static_cast<const std::byte*>(source) + offset, part);
    FOVEA_CUDA_CALL(cudaMemcpyAsync(static_cast<std::byte*>(target) + offset, block.memory, part,
                                    cudaMemcpyHostToDevice, context_->stream()));
    FOVEA_CUDA_CALL(cudaEventRecord(block.done, context_->stream()));
  }
  return {};
}

Status Staging::download(void* target, const void* source, std::size_t bytes) {
  auto* to = static_cast<std::byte*>(target);
  const auto* from = static_cast<const std::byte*>(source);
  Block* waiting = nullptr;  // holds the part before the one that is being copied
  std::size_t waitingOffset = 0, waitingBytes = 0;
  const auto empty = [&]() -> Status {
    if (!waiting) return {};
    FOVEA_CUDA_CALL(cudaEventSynchronize(waiting->done));
    std::memcpy(to + waitingOffset, waiting->memory, waitingBytes);
    return {};
  };
  for (std::size_t offset = 0; offset < bytes; offset += kBlockBytes) {
    const std::size_t part = std::min(kBlockBytes, bytes - offset);
    Block& block = nextBlock();  // stream order keeps this copy behind an upload that still reads the block
    FOVEA_CUDA_CALL(cudaMemcpyAsync(block.memory, from + offset, part, cudaMemcpyDeviceToHost, context_->stream()));
    FOVEA_CUDA_CALL(cudaEventRecord(block.done, context_->stream()));
    FOVEA_CHECK(empty());
    waiting = &block;
    waitingOffset = offset;
    waitingBytes = part;
  }
  return empty();
}

}  // namespace fovea::cuda

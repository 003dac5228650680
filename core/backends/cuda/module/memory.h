// Why: device memory, and the two pinned blocks through which everything goes to the device and comes back.
#pragma once
#include <cstddef>
#include <memory>

#include "core/backends/cuda/module/context.h"
#include "core/backends/device.h"

namespace fovea::cuda {

// 256-byte aligned device memory. OutOfMemory says the bytes needed and free.
Result<std::shared_ptr<DeviceBuffer>> allocateDeviceMemory(std::shared_ptr<CudaContext> context, std::size_t bytes);

// Copies between pageable host memory and the device through two pinned blocks, one of which the host fills or empties
// while the device works on the other. Not thread-safe; not to be used while a step is recorded.
class Staging {
 public:
  static Result<std::unique_ptr<Staging>> create(std::shared_ptr<CudaContext> context);
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  // In stream order; the host memory may be reused when it returns.
  Status upload(void* target, const void* source, std::size_t bytes);
  // Waits until the bytes are there.
  Status download(void* target, const void* source, std::size_t bytes);

 private:
  struct Block {
    std::byte* memory = nullptr;
    cudaEvent_t done = nullptr;  // the last copy that used the block
  };
  explicit Staging(std::shared_ptr<CudaContext> context) : context_(std::move(context)) {}
  Block& nextBlock();

  std::shared_ptr<CudaContext> context_;
  Block blocks_[2];
  int next_ = 0;
};

}  // namespace fovea::cuda

// Why: everything that goes to the device or comes back passes through pinned memory, so that neither side waits for
// the other: a large input travels on a stream of its own while the step before it still computes.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/backends/cuda/module/context.h"
#include "core/backends/device.h"

namespace fovea::cuda {

// Copies between pageable host memory and the device. Not thread-safe; not to be used while a step is recorded.
class Staging {
 public:
  static Result<std::unique_ptr<Staging>> create(std::shared_ptr<CudaContext> context);
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  // In the order of the context's stream; the host memory may be reused when it returns. Waits only where the device is
  // two large uploads, or many small ones, behind.
  Status upload(void* target, const void* source, std::size_t bytes);
  // The same through little memory that is always there, which does not travel while others compute: for what comes
  // once.
  Status uploadInParts(void* target, const void* source, std::size_t bytes);
  // Waits until the bytes are there.
  Status download(void* target, const void* source, std::size_t bytes);
  // Waits for nothing.
  Result<std::unique_ptr<PendingDownload>> beginDownload(const void* source, std::size_t bytes);
  // Gives back the memory that large uploads have taken, once they are done.
  Status release();
  // Bytes of the device that uploads take if the largest that comes again and again has that size.
  static std::uint64_t bytesFor(std::size_t largestUpload) {
    return largestUpload > kSmall ? 2 * std::min(largestUpload, kLargest) : 0;
  }

 private:
  using Memory = std::shared_ptr<DeviceBuffer>;
  struct Event {
    cudaEvent_t handle = nullptr;
    Event() = default;
    ~Event() {
      if (handle) (void)cudaEventDestroy(handle);
    }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
  };
  // A piece of pinned memory; `done` is behind the last copy that used it.
  struct Slot {
    std::byte* memory = nullptr;
    Event done;
  };
  // For one large upload: pinned memory, memory on the device to which it is copied while others compute, and the
  // events behind which each of them is free again.
  struct Lane {
    Memory pinned, device;
    Event copied, taken;
    std::size_t most = 0;  // bytes of the largest of the last `uses` uploads
    int uses = 0;
    std::size_t bytes() const { return device ? device->bytes() : 0; }
  };
  class Download;
  // Pinned memory that no download needs at present: asking CUDA for it takes long.
  struct Spare {
    std::vector<Memory> blocks;
  };
  static constexpr std::size_t kSmall = std::size_t{64} << 10;
  static constexpr std::size_t kLargest = std::size_t{64} << 20;  // what is larger goes in pieces
  static constexpr int kUses = 64;  // so many uploads that need not half of it, and a lane gives its memory back
  static constexpr std::size_t kSlots = 32;

  explicit Staging(std::shared_ptr<CudaContext> context) : context_(std::move(context)) {}
  Status makeEvent(Event& event);
  // The next slot, free to be written by the host.
  Result<Slot*> freeSlot();
  // Frees the lane's memory once what uses it is done.
  Status empty(Lane& lane);
  // Its memory is at least `bytes` long, and not much longer than what it was used for lately. OutOfMemory leaves it
  // empty.
  Status fit(Lane& lane, std::size_t bytes);
  Status uploadBeside(Lane& lane, void* target, const void* source, std::size_t bytes);

  std::shared_ptr<CudaContext> context_;
  cudaStream_t copies_ = nullptr;
  Memory slotMemory_;
  std::array<Slot, kSlots> slots_;
  std::size_t nextSlot_ = 0;
  std::array<Lane, 2> lanes_;
  std::size_t nextLane_ = 0;
  std::shared_ptr<Spare> spare_ = std::make_shared<Spare>();
};

}  // namespace fovea::cuda

// Why: all transfers to and from the device use pinned memory, so that neither side waits for the other: a large input
// is uploaded on a separate stream while the previous step still computes.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/backends/cuda/module/runtime/context.h"
#include "core/backends/device.h"

namespace fovea::cuda {

// Copies between pageable host memory and the device. Not thread-safe; not to be used while a step is recorded.
class Staging {
 public:
  static Result<std::unique_ptr<Staging>> create(std::shared_ptr<CudaContext> context);
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  // Uploads in the order of the context's stream; the host memory may be reused on return. Waits only while two earlier
  // large uploads, or kSlots small ones, are unfinished.
  Status upload(void* target, const void* source, std::size_t bytes);
  // Does the same through a small permanent buffer, without overlapping computation: for data that is uploaded once.
  Status uploadInParts(void* target, const void* source, std::size_t bytes);
  // Downloads and waits until the bytes have arrived.
  Status download(void* target, const void* source, std::size_t bytes);
  // Starts a download without waiting for it.
  Result<std::unique_ptr<PendingDownload>> beginDownload(const void* source, std::size_t bytes);
  // Frees the memory of large uploads once they are complete.
  Status release();
  // Returns the device memory that uploads use if the largest repeated upload has that size.
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
  // A piece of pinned memory; `done` follows the last copy that used it.
  struct Slot {
    std::byte* memory = nullptr;
    Event done;
  };
  // The buffers of one large upload: pinned memory, device memory that receives it during computation, and the events
  // after which each of them is free again.
  struct Lane {
    Memory pinned, device;
    Event copied, taken;
    std::size_t most = 0;  // bytes of the largest of the last `uses` uploads
    int uses = 0;
    std::size_t bytes() const { return device ? device->bytes() : 0; }
  };
  class Download;
  // Unused pinned memory of downloads, kept because allocating it is slow.
  struct Spare {
    std::vector<Memory> blocks;
  };
  static constexpr std::size_t kSmall = std::size_t{64} << 10;
  static constexpr std::size_t kLargest = std::size_t{64} << 20;  // larger uploads are split
  static constexpr int kUses = 64;  // after this many uploads that need less than half of it, a lane frees its memory
  static constexpr std::size_t kSlots = 32;

  explicit Staging(std::shared_ptr<CudaContext> context) : context_(std::move(context)) {}
  Status makeEvent(Event& event);
  // Returns the next slot once the host may write to it.
  Result<Slot*> freeSlot();
  // Waits for the copies that use the lane's memory, then frees it.
  Status empty(Lane& lane);
  // Gives the lane at least `bytes`, but not much more than recent uploads needed. OutOfMemory leaves the lane empty.
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

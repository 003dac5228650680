#include "core/backends/cuda/module/runtime/staging.h"

#include <algorithm>
#include <cstring>

#include "core/backends/cuda/module/runtime/memory.h"

namespace fovea::cuda {

// A download into its own pinned memory, with an event that follows the copy.
class Staging::Download : public PendingDownload {
 public:
  Download(std::shared_ptr<CudaContext> context, std::shared_ptr<Spare> spare, Memory pinned, std::size_t bytes)
      : context_(std::move(context)), spare_(std::move(spare)), pinned_(std::move(pinned)), bytes_(bytes) {}
  // Waits, since the copy may still write to the memory.
  ~Download() override {
    (void)context_->use();
    if (done.handle) (void)context_->wait(done.handle);
    if (pinned_->bytes() == kSmall) spare_->blocks.push_back(std::move(pinned_));
  }

  bool ready() override { return context_->use().ok() && CudaContext::isDone(done.handle); }
  Status finish(void* target) override {
    FOVEA_CHECK(context_->use());
    FOVEA_CHECK(context_->wait(done.handle));
    std::memcpy(target, pinned_->data(), bytes_);
    return {};
  }

  Event done;

 private:
  std::shared_ptr<CudaContext> context_;
  std::shared_ptr<Spare> spare_;
  Memory pinned_;
  std::size_t bytes_;
};

Status Staging::makeEvent(Event& event) {
  return statusOf(cudaEventCreateWithFlags(&event.handle, cudaEventDisableTiming), "cudaEventCreateWithFlags");
}

Result<std::unique_ptr<Staging>> Staging::create(std::shared_ptr<CudaContext> context) {
  FOVEA_CHECK(context->use());
  std::unique_ptr<Staging> staging(new Staging(std::move(context)));
  FOVEA_CUDA_CALL(cudaStreamCreateWithFlags(&staging->copies_, cudaStreamNonBlocking));
  FOVEA_TRY(staging->slotMemory_, allocatePinnedMemory(staging->context_, kSlots * kSmall));
  for (std::size_t i = 0; i < kSlots; ++i) {
    staging->slots_[i].memory = static_cast<std::byte*>(staging->slotMemory_->data()) + i * kSmall;
    FOVEA_CHECK(staging->makeEvent(staging->slots_[i].done));
  }
  for (Lane& lane : staging->lanes_) {
    FOVEA_CHECK(staging->makeEvent(lane.copied));
    FOVEA_CHECK(staging->makeEvent(lane.taken));
  }
  return staging;
}

Staging::~Staging() {
  (void)context_->use();
  if (copies_) {
    (void)context_->wait(copies_);
    (void)cudaStreamDestroy(copies_);
  }
  (void)context_->wait();
}

Result<Staging::Slot*> Staging::freeSlot() {
  Slot& slot = slots_[nextSlot_];
  nextSlot_ = (nextSlot_ + 1) % kSlots;
  FOVEA_CHECK(context_->wait(slot.done.handle));  // returns at once if the event was never recorded
  return &slot;
}

Status Staging::empty(Lane& lane) {
  FOVEA_CHECK(context_->wait(lane.copied.handle));
  FOVEA_CHECK(context_->wait(lane.taken.handle));
  lane.device.reset();
  lane.pinned.reset();
  return {};
}

Status Staging::release() {
  for (Lane& lane : lanes_) FOVEA_CHECK(empty(lane));
  return {};
}

Status Staging::fit(Lane& lane, std::size_t bytes) {
  lane.most = std::max(lane.most, bytes);
  const bool settled = ++lane.uses >= kUses;
  const std::size_t wanted = lane.most;
  if (settled) {
    lane.most = 0;
    lane.uses = 0;
  }
  if (lane.bytes() >= bytes && !(settled && 2 * wanted <= lane.bytes())) return {};
  FOVEA_CHECK(empty(lane));  // before allocating the new memory
  FOVEA_TRY(auto pinned, allocatePinnedMemory(context_, wanted));
  FOVEA_TRY(lane.device, allocateDeviceMemory(context_, wanted));
  lane.pinned = std::move(pinned);
  return {};
}

Status Staging::upload(void* target, const void* source, std::size_t bytes) {
  auto* to = static_cast<std::byte*>(target);
  const auto* from = static_cast<const std::byte*>(source);
  while (bytes > kSmall) {
    const std::size_t part = std::min(bytes, kLargest);
    Lane& lane = lanes_[nextLane_];
    nextLane_ = 1 - nextLane_;
    if (const Status fits = fit(lane, part); !fits.ok()) {
      if (fits.error().code != ErrorCode::OutOfMemory) return fits;
      break;
    }
    FOVEA_CHECK(uploadBeside(lane, to, from, part));
    to += part;
    from += part;
    bytes -= part;
  }
  return uploadInParts(to, from, bytes);
}

Status Staging::uploadInParts(void* target, const void* source, std::size_t bytes) {
  auto* to = static_cast<std::byte*>(target);
  const auto* from = static_cast<const std::byte*>(source);
  for (std::size_t offset = 0; offset < bytes; offset += kSmall) {
    const std::size_t part = std::min(kSmall, bytes - offset);
    FOVEA_TRY(Slot* const slot, freeSlot());
    std::memcpy(slot->memory, from + offset, part);
    FOVEA_CUDA_CALL(cudaMemcpyAsync(to + offset, slot->memory, part, cudaMemcpyHostToDevice, context_->stream()));
    FOVEA_CUDA_CALL(cudaEventRecord(slot->done.handle, context_->stream()));
  }
  return {};
}

Status Staging::uploadBeside(Lane& lane, void* target, const void* source, std::size_t bytes) {
  FOVEA_CHECK(context_->wait(lane.copied.handle));
  std::memcpy(lane.pinned->data(), source, bytes);
  FOVEA_CUDA_CALL(cudaStreamWaitEvent(copies_, lane.taken.handle, 0));
  FOVEA_CUDA_CALL(cudaMemcpyAsync(lane.device->data(), lane.pinned->data(), bytes, cudaMemcpyHostToDevice, copies_));
  FOVEA_CUDA_CALL(cudaEventRecord(lane.copied.handle, copies_));
  FOVEA_CUDA_CALL(cudaStreamWaitEvent(context_->stream(), lane.copied.handle, 0));
  FOVEA_CUDA_CALL(cudaMemcpyAsync(target, lane.device->data(), bytes, cudaMemcpyDeviceToDevice, context_->stream()));
  FOVEA_CUDA_CALL(cudaEventRecord(lane.taken.handle, context_->stream()));
  return {};
}

// While the device fills one half of the slots, the host empties the other.
Status Staging::download(void* target, const void* source, std::size_t bytes) {
  auto* to = static_cast<std::byte*>(target);
  const auto* from = static_cast<const std::byte*>(source);
  const std::size_t parts = (bytes + kSmall - 1) / kSmall;
  std::vector<Slot*> used(parts, nullptr);
  const auto empty = [&](std::size_t part) -> Status {
    FOVEA_CHECK(context_->wait(used[part]->done.handle));
    std::memcpy(to + part * kSmall, used[part]->memory, std::min(kSmall, bytes - part * kSmall));
    return {};
  };
  constexpr std::size_t kAhead = kSlots / 2;
  for (std::size_t part = 0; part < parts; ++part) {
    FOVEA_TRY(used[part], freeSlot());
    FOVEA_CUDA_CALL(cudaMemcpyAsync(used[part]->memory, from + part * kSmall, std::min(kSmall, bytes - part * kSmall),
                                    cudaMemcpyDeviceToHost, context_->stream()));
    FOVEA_CUDA_CALL(cudaEventRecord(used[part]->done.handle, context_->stream()));
    if (part >= kAhead) FOVEA_CHECK(empty(part - kAhead));
  }
  for (std::size_t part = parts > kAhead ? parts - kAhead : 0; part < parts; ++part) FOVEA_CHECK(empty(part));
  return {};
}

Result<std::unique_ptr<PendingDownload>> Staging::beginDownload(const void* source, std::size_t bytes) {
  Memory pinned;
  if (bytes <= kSmall && !spare_->blocks.empty()) {
    pinned = std::move(spare_->blocks.back());
    spare_->blocks.pop_back();
  } else {
    FOVEA_TRY(pinned, allocatePinnedMemory(context_, std::max(bytes, kSmall)));
  }
  void* const target = pinned->data();
  auto download = std::make_unique<Download>(context_, spare_, std::move(pinned), bytes);
  FOVEA_CHECK(makeEvent(download->done));
  FOVEA_CUDA_CALL(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToHost, context_->stream()));
  FOVEA_CUDA_CALL(cudaEventRecord(download->done.handle, context_->stream()));
  return std::unique_ptr<PendingDownload>(std::move(download));
}

}  // namespace fovea::cuda

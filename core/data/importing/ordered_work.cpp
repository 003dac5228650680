#include "core/data/importing/ordered_work.h"

#include <algorithm>

namespace fovea {
namespace {

// Enough chunks that the threads can continue while the writer waits for the disk.
constexpr std::size_t kChunks = 64;
constexpr std::int64_t kChunkItems = 64;
constexpr std::uint64_t kChunkBytes = 256 << 10;
constexpr std::size_t kWaitingBytes = 64 << 20;

}  // namespace

OrderedWork::OrderedWork(Make make, std::int64_t begin, std::int64_t end)
    : make_(std::move(make)),
      end_(end),
      nextItem_(begin),
      producer_([this] { return claim(); }, [this] { return [this](Range& range) { return this->make(range); }; },
                {.slots = kChunks, .bytes = kWaitingBytes, .bytesOf = [](const Chunk& chunk) { return chunk.bytes; }}) {
}

Result<std::unique_ptr<OrderedWork>> OrderedWork::start(Make make, std::int64_t begin, std::int64_t end, int threads) {
  auto work = std::unique_ptr<OrderedWork>(new OrderedWork(std::move(make), begin, end));
  for (int i = 0; i < threads; ++i)
    if (const Status added = work->producer_.addThread(); !added.ok()) {
      if (i == 0) return added.error().within("Importing");
      break;  // continue with fewer threads
    }
  return work;
}

std::optional<OrderedWork::Range> OrderedWork::claim() {
  if (nextItem_ >= end_) return {};
  const std::int64_t begin = nextItem_;
  nextItem_ = std::min(end_, begin + chunkSize());
  return Range{begin, nextItem_};
}

std::int64_t OrderedWork::chunkSize() const {
  const std::uint64_t items = madeItems_, bytes = madeBytes_;
  if (items == 0) return 1;
  const std::uint64_t each = std::max<std::uint64_t>(1, bytes / items);
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(kChunkBytes / each), 1, kChunkItems);
}

OrderedWork::Chunk OrderedWork::make(const Range& range) {
  Chunk chunk;
  for (std::int64_t i = range.begin; i < range.end; ++i) {
    chunk.items.push_back(make_(i));
    chunk.bytes += chunk.items.back().bytes();
  }
  madeBytes_ += chunk.bytes;
  madeItems_ += static_cast<std::uint64_t>(range.end - range.begin);
  return chunk;
}

Result<PreparedItem> OrderedWork::next() {
  if (currentNext_ == current_.size()) {
    current_.clear();  // frees its memory before requesting more
    currentNext_ = 0;
    FOVEA_TRY(Chunk chunk, producer_.next());
    current_ = std::move(chunk.items);
  }
  return std::move(current_[currentNext_++]);
}

}  // namespace fovea

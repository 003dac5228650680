#include "core/data/ordered_work.h"

#include <algorithm>
#include <system_error>

#include "core/base/guarded.h"

namespace fovea {
namespace {

// Enough for the writer to wait for the disk without the threads waiting for the writer.
constexpr std::size_t kChunks = 64;
constexpr std::int64_t kChunkItems = 64;
constexpr std::uint64_t kChunkBytes = 256 << 10;
constexpr std::size_t kWaitingBytes = 64 << 20;

}  // namespace

OrderedWork::OrderedWork(Make make, std::int64_t begin, std::int64_t end)
    : make_(std::move(make)), end_(end), chunks_(kChunks), nextItem_(begin) {}

Result<std::unique_ptr<OrderedWork>> OrderedWork::start(Make make, std::int64_t begin, std::int64_t end, int threads) {
  auto work = std::unique_ptr<OrderedWork>(new OrderedWork(std::move(make), begin, end));
  try {
    for (int i = 0; i < threads; ++i) work->threads_.emplace_back([self = work.get()] { self->work(); });
  } catch (const std::system_error& error) {
    if (work->threads_.empty())
      return fail(ErrorCode::Io, std::string("The system refused a thread for importing: ") + error.what() + ".");
  }
  return work;
}

OrderedWork::~OrderedWork() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  room_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

// What the writer waits for is always made, however large.
bool OrderedWork::mayClaim() const {
  if (nextItem_ >= end_) return false;
  return claimed_ == consumed_ || (claimed_ - consumed_ < chunks_.size() && waitingBytes_ < kWaitingBytes);
}

std::int64_t OrderedWork::chunkSize() const {
  if (madeItems_ == 0) return 1;
  const std::uint64_t each = std::max<std::uint64_t>(1, madeBytes_ / madeItems_);
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(kChunkBytes / each), 1, kChunkItems);
}

void OrderedWork::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    room_.wait(lock, [&] { return stopping_ || nextItem_ >= end_ || mayClaim(); });
    if (stopping_ || nextItem_ >= end_) return;
    const std::uint64_t number = claimed_++;
    const std::int64_t begin = nextItem_;
    nextItem_ = std::min(end_, begin + chunkSize());
    const std::int64_t end = nextItem_;
    lock.unlock();
    Chunk chunk = make(begin, end);
    lock.lock();
    waitingBytes_ += chunk.bytes;
    madeItems_ += static_cast<std::uint64_t>(end - begin);
    madeBytes_ += chunk.bytes;
    chunks_[number % chunks_.size()] = std::move(chunk);
    if (number == consumed_) ready_.notify_one();
  }
}

// What is thrown here would end the program, and a chunk that never becomes ready would stop the writer for ever.
OrderedWork::Chunk OrderedWork::make(std::int64_t begin, std::int64_t end) const {
  Chunk chunk;
  chunk.ready = true;
  chunk.made = guarded([&] {
    for (std::int64_t i = begin; i < end; ++i) {
      chunk.items.push_back(make_(i));
      chunk.bytes += chunk.items.back().bytes();
    }
  });
  return chunk;
}

Result<PreparedItem> OrderedWork::next() {
  if (currentNext_ == current_.size()) {
    current_.clear();  // gives its memory back before more is asked for
    currentNext_ = 0;
    std::unique_lock lock(mutex_);
    Chunk& chunk = chunks_[consumed_ % chunks_.size()];
    ready_.wait(lock, [&] { return chunk.ready; });
    FOVEA_CHECK(chunk.made);
    current_ = std::move(chunk.items);
    waitingBytes_ -= chunk.bytes;
    chunk = {};
    ++consumed_;
    // Woken at half full rather than for each chunk: a switch of threads costs more than a small one.
    const bool low = claimed_ - consumed_ <= chunks_.size() / 2 && waitingBytes_ <= kWaitingBytes / 2;
    if (low || claimed_ == consumed_) room_.notify_all();
  }
  return std::move(current_[currentNext_++]);
}

}  // namespace fovea

// Why: batches for training and items for an import are made ahead on several threads and come in one order, whatever
// the number of threads and whenever each of them ran.
#pragma once
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/guarded.h"

namespace fovea {

// Makes a product of each job on threads of its own. One thread, the owner, calls next(), addThread() and the
// destructor, which waits for what the threads are just making.
template <class Job, class Product>
class OrderedProducer {
 public:
  using Clock = std::chrono::steady_clock;
  // The next job; nothing: there are no more. Called by one thread at a time.
  using Claim = std::function<std::optional<Job>()>;
  using Make = std::function<Result<Product>(Job&)>;
  // Called once on each thread, so that each has memory of its own to work in. What it or `Make` throws becomes the
  // error of the product.
  using Maker = std::function<Make()>;

  struct Options {
    std::size_t slots = 64;  // products that there are room for
    // Products that are made ahead at most, up to `slots`, and the bytes after which no more are begun. The product
    // that is waited for is always made.
    std::size_t ahead = std::numeric_limits<std::size_t>::max();
    std::size_t bytes = std::numeric_limits<std::size_t>::max();
    std::function<std::size_t(const Product&)> bytesOf{};  // none: 0
  };

  OrderedProducer(Claim claim, Maker maker, Options options)
      : claim_(std::move(claim)),
        maker_(std::move(maker)),
        options_(std::move(options)),
        slots_(options_.slots),
        ahead_(std::min(options_.ahead, options_.slots)) {}
  ~OrderedProducer() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    room_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  OrderedProducer(const OrderedProducer&) = delete;
  OrderedProducer& operator=(const OrderedProducer&) = delete;

  // Io: the system refuses a thread; those that there are go on.
  Status addThread() {
    try {
      threads_.emplace_back([this] { work(); });
      return {};
    } catch (const std::system_error& error) {
      return fail(ErrorCode::Io, std::string("The system refused a thread: ") + error.what() + ".");
    }
  }
  std::size_t threads() const { return threads_.size(); }

  // From now on so many products are made ahead, up to the number of slots.
  void setAhead(std::size_t ahead) {
    const std::lock_guard lock(mutex_);
    ahead_ = std::min(ahead, slots_.size());
  }
  // No more jobs are begun; those that are under way are still delivered.
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }

  // The product of the next job in order; not to be called more often than there are jobs. `waited` receives how long
  // it was not there yet.
  Result<Product> next(Clock::duration* waited = nullptr) {
    std::unique_lock lock(mutex_);
    Slot& slot = slots_[consumed_ % slots_.size()];
    const auto begun = waited ? Clock::now() : Clock::time_point();
    ready_.wait(lock, [&] { return slot.product.has_value(); });
    if (waited) *waited = Clock::now() - begun;
    Result<Product> product = std::move(*slot.product);
    waitingBytes_ -= slot.bytes;
    slot = {};
    ++consumed_;
    // Woken at half full rather than for each product: a switch of threads costs more than a small one.
    const std::uint64_t outstanding = claimed_ - consumed_;
    const bool low = outstanding <= ahead_ / 2 && waitingBytes_ <= options_.bytes / 2;
    lock.unlock();
    if (low || outstanding == 0) room_.notify_all();
    return product;
  }

 private:
  struct Slot {
    std::optional<Result<Product>> product;
    std::size_t bytes = 0;
  };

  bool mayClaim() const {
    const std::uint64_t outstanding = claimed_ - consumed_;
    return outstanding == 0 || (outstanding < ahead_ && waitingBytes_ < options_.bytes);
  }

  void work() {
    std::optional<Make> make;
    std::unique_lock lock(mutex_);
    for (;;) {
      room_.wait(lock, [&] { return stopping_ || ended_ || mayClaim(); });
      if (stopping_ || ended_) return;
      std::optional<Job> job = claim_();
      if (!job) {
        ended_ = true;
        room_.notify_all();
        return;
      }
      const std::uint64_t sequence = claimed_++;
      lock.unlock();
      Result<Product> made = guarded([&]() -> Result<Product> {
        if (!make) make = maker_();
        return (*make)(*job);
      });
      const std::size_t bytes = made.ok() && options_.bytesOf ? options_.bytesOf(*made) : 0;
      lock.lock();
      slots_[sequence % slots_.size()] = {std::move(made), bytes};
      waitingBytes_ += bytes;
      if (sequence == consumed_) ready_.notify_one();
    }
  }

  const Claim claim_;
  const Maker maker_;
  const Options options_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable room_;
  std::condition_variable ready_;
  std::vector<Slot> slots_;  // the product of sequence s waits in slots_[s % slots_.size()]
  std::size_t ahead_ = 0;
  std::uint64_t claimed_ = 0;
  std::uint64_t consumed_ = 0;
  std::size_t waitingBytes_ = 0;
  bool ended_ = false;
  bool stopping_ = false;

  std::vector<std::thread> threads_;  // of the owner
};

}  // namespace fovea

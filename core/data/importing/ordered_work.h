// Why: items are prepared by all cores but written in order, so the data set is the same for any number of threads. The
// memory of the items that wait for the writer is bounded.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/ordered_producer.h"
#include "core/data/importing/item_preparation.h"

namespace fovea {

// One thread calls next(). The destructor waits for the items that its threads are working on.
class OrderedWork {
 public:
  using Make = std::function<PreparedItem(std::int64_t)>;

  // Makes the items from `begin` to before `end`. Fails with Io if the system refuses a thread.
  static Result<std::unique_ptr<OrderedWork>> start(Make make, std::int64_t begin, std::int64_t end, int threads);
  OrderedWork(const OrderedWork&) = delete;
  OrderedWork& operator=(const OrderedWork&) = delete;

  // The next item in order; may be called at most once per item, and not after an error. An error is an exception of
  // `make`, or a lack of memory for its results.
  Result<PreparedItem> next();

 private:
  // A range of items for one thread, so that handing over small items does not cost more than making them.
  struct Range {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  struct Chunk {
    std::size_t bytes = 0;
    std::vector<PreparedItem> items;
  };
  OrderedWork(Make make, std::int64_t begin, std::int64_t end);
  std::optional<Range> claim();
  Chunk make(const Range& range);
  std::int64_t chunkSize() const;

  Make make_;
  std::int64_t end_ = 0;
  std::int64_t nextItem_ = 0;  // next item to assign; guarded by the producer's lock
  std::atomic<std::uint64_t> madeItems_ = 0;
  std::atomic<std::uint64_t> madeBytes_ = 0;
  std::vector<PreparedItem> current_;  // used by the thread that calls next()
  std::size_t currentNext_ = 0;
  OrderedProducer<Range, Chunk> producer_;  // must be the last member: it is destroyed first
};

}  // namespace fovea

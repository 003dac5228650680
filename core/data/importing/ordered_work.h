// Why: items are prepared on all cores and written in their order, so that a data set is the same for any number of
// threads; only so many wait for the writer that memory stays bounded.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/ordered_producer.h"
#include "core/data/importing/item_preparation.h"

namespace fovea {

// One thread calls next(). Destroyed, it waits for what its threads are just doing.
class OrderedWork {
 public:
  using Make = std::function<PreparedItem(std::int64_t)>;

  // Makes the items from `begin` to before `end`. Io: the system refuses a thread.
  static Result<std::unique_ptr<OrderedWork>> start(Make make, std::int64_t begin, std::int64_t end, int threads);
  OrderedWork(const OrderedWork&) = delete;
  OrderedWork& operator=(const OrderedWork&) = delete;

  // The next item in order; called at most as often as there are items, and not again after an error. An error is what
  // `make` threw, or a lack of memory for what it made.
  Result<PreparedItem> next();

 private:
  // Items that one thread makes in a row, so that small ones do not cost more to hand over than to make.
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
  std::int64_t nextItem_ = 0;  // of whoever claims
  std::atomic<std::uint64_t> madeItems_ = 0;
  std::atomic<std::uint64_t> madeBytes_ = 0;
  std::vector<PreparedItem> current_;  // of the caller
  std::size_t currentNext_ = 0;
  OrderedProducer<Range, Chunk> producer_;  // last: it ends first
};

}  // namespace fovea

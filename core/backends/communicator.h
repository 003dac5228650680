// Why: one run can be computed by several ranks, each with its own device and its own part of every batch. A
// Communicator is what they exchange: sums of gradients and measures, and words about how to go on. The exchange runs
// on a thread of its own, so that it overlaps with the computation. Thread-safe for one caller at a time.
#pragma once
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/backends/rank_link.h"
#include "core/base/cancel.h"

namespace fovea {

struct CommunicatorOptions {
  // A rank that does not answer for so long is lost.
  std::chrono::milliseconds timeout = std::chrono::minutes(10);
  // Cancelled by a person or the system. An exchange that has begun may still end within `grace`.
  CancelToken cancel{};
  std::chrono::milliseconds grace{700};
};

// All ranks call the same functions in the same order. The first failure, of this rank or another one, ends every
// exchange from then on, with the same error: it names the rank and the cause. `broken()` tells.
class Communicator {
 public:
  using Open = std::function<Result<std::unique_ptr<RankLink>>()>;
  // `open` is called on the communicator's own thread, as every call of the link.
  static Result<std::shared_ptr<Communicator>> create(const Open& open, const CommunicatorOptions& options = {});
  // For tests, and for several devices of one process: the communicators of ranks 0 … size - 1, each for its thread.
  static Result<std::vector<std::shared_ptr<Communicator>>> createTeam(int size,
                                                                       const CommunicatorOptions& options = {});
  // Waits for the other ranks, unless one has failed.
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool leads() const { return rank_ == 0; }

  // Begins a sum over all ranks (see SumRequest) under a number that endSum() names. The memory belongs to the
  // communicator until endSum() or abort() returns. Sums are done in the order in which they begin.
  void beginSum(std::int64_t message, SumRequest request);
  Status endSum(std::int64_t message);
  // Both at once.
  Status sum(SumRequest request);
  Status sum(std::vector<double>& numbers);
  // The texts of all ranks, by rank.
  Result<std::vector<std::string>> gather(const std::string& mine);
  // The text of rank 0.
  Result<std::string> fromFirst(const std::string& mine);
  // Whether any rank says so.
  Result<bool> any(bool mine);
  Status barrier();

  // Gives up: the other ranks learn the cause at their next exchange. Only the first failure counts. Returns when no
  // memory of a sum is in use any more.
  void abort(const Error& cause);
  // The first failure; success while there is none.
  Status broken() const;

 private:
  struct State;
  explicit Communicator(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
  int rank_ = 0;
  int size_ = 1;
  std::map<std::int64_t, std::int64_t> open_;  // tickets of sums that have begun, by message
};

// "rank 1", "ranks 1 and 3", "another rank" where they are not known.
std::string rankWords(const std::vector<int>& ranks);

}  // namespace fovea

// Why: several ranks can compute one run, each with its own device and its own part of every batch. Through a
// Communicator they exchange sums of gradients and metrics, and short texts. The exchange runs on a thread of its own,
// so that it overlaps with the computation. Not thread-safe: one caller at a time.
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

// FOVEA_RANK_WAIT_SECONDS, else ten minutes: longer than saving or validating takes on any rank.
std::chrono::milliseconds longestAnswer();

struct CommunicatorOptions {
  // A rank that does not answer for this long counts as lost.
  std::chrono::milliseconds timeout = longestAnswer();
  // After a cancellation, an exchange that has begun may take `grace` longer before it fails.
  CancelToken cancel{};
  std::chrono::milliseconds grace{700};
  // After a failure, ranks wait this long for each other before they end.
  std::chrono::milliseconds parting = std::chrono::seconds(20);
};

// All ranks call the same functions in the same order. After the first failure, of this rank or another, every exchange
// fails with the same error, which names the rank and the cause; `broken()` returns it.
class Communicator {
 public:
  using Open = std::function<Result<std::unique_ptr<RankLink>>()>;
  // `open` is called on the communicator's own thread, as every call of the link.
  static Result<std::shared_ptr<Communicator>> create(const Open& open, const CommunicatorOptions& options = {});
  // The communicators of ranks 0 … size - 1 that are threads of this process, each for its own thread.
  static Result<std::vector<std::shared_ptr<Communicator>>> createTeam(int size,
                                                                       const CommunicatorOptions& options = {});
  // Waits for the other ranks, unless one has failed.
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool leads() const { return rank_ == 0; }
  // Ranks that are threads of this process, this one included.
  int inThisProcess() const { return inThisProcess_; }

  // Begins a sum over all ranks (see SumRequest); endSum() with the same number waits for it. The communicator uses the
  // memory until endSum() or abort() returns. Sums are computed in the order in which they begin.
  void beginSum(std::int64_t message, SumRequest request);
  Status endSum(std::int64_t message);
  // Both at once.
  Status sum(SumRequest request);
  Status sum(std::vector<double>& numbers);
  // The texts of all ranks, by rank.
  Result<std::vector<std::string>> gather(const std::string& mine);
  // The text of rank 0.
  Result<std::string> fromFirst(const std::string& mine);
  // True if `mine` is true on any rank.
  Result<bool> any(bool mine);
  Status barrier();

  // Gives up: the other ranks get the cause at their next exchange. Only the first failure counts. Returns when the
  // communicator no longer uses the memory of any sum.
  void abort(const Error& cause);
  // The first failure; success while there is none.
  Status broken() const;
  // The same, after asking whether another rank has failed. Other ranks need not call it.
  Status listen();

 private:
  struct State;
  explicit Communicator(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
  int rank_ = 0;
  int size_ = 1;
  int inThisProcess_ = 1;
  std::map<std::int64_t, std::int64_t> open_;  // tickets of the sums that have begun, by message
};

// "rank 1", "ranks 1 and 3", or "another rank" if they are not known.
std::string rankWords(const std::vector<int>& ranks);
// The error of a rank that has waited so long in vain for the given ranks; none: they are not known.
Error didNotAnswer(const std::vector<int>& ranks, std::chrono::milliseconds waited);

}  // namespace fovea

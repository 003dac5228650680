// Why: ranks that are threads of one process read each other's memory directly, for several devices of one machine and
// for tests.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "core/backends/rank_link.h"

namespace fovea {
namespace {

constexpr auto kCheckEvery = std::chrono::milliseconds(5);

// The state that the ranks share. A round begins when all have posted their input and ends when all have the result.
struct Team {
  explicit Team(int count)
      : size(count),
        requests(static_cast<std::size_t>(count)),
        texts(static_cast<std::size_t>(count)),
        arrived(static_cast<std::size_t>(count)) {}

  int size;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<const SumRequest*> requests;  // of each rank in this round; null: it gathers texts
  std::vector<std::string> texts;
  std::vector<std::int64_t> arrived;  // meetings of each rank so far
  std::optional<std::pair<int, std::string>> failed;

  // Returns when all ranks have made this call. After an error this rank does not count as arrived, so no other rank
  // reads its memory.
  Status meet(int rank, const WaitCheck& check) {
    std::unique_lock lock(mutex);
    std::int64_t& own = arrived[static_cast<std::size_t>(rank)];
    const std::int64_t meeting = ++own;
    changed.notify_all();
    const auto missing = [&] {
      std::vector<int> ranks;
      for (int other = 0; other < size; ++other)
        if (arrived[static_cast<std::size_t>(other)] < meeting) ranks.push_back(other);
      return ranks;
    };
    for (std::vector<int> ranks = missing(); !ranks.empty(); ranks = missing()) {
      changed.wait_for(lock, kCheckEvery);
      lock.unlock();
      const Status status = check(ranks);
      lock.lock();
      if (status.ok() || missing().empty()) continue;
      --own;
      return status;
    }
    return {};
  }

  // The end of a round. Within a round the ranks only compute, so all of them reach its end.
  void part(int rank) {
    (void)meet(rank, [](const std::vector<int>&) { return Status(); });
  }

  // Posts this rank's input, null for texts, and waits until all have posted theirs. Internal: not all make the same
  // exchange; this is the same on all ranks, and the round is over.
  Status begin(int rank, const SumRequest* request, const WaitCheck& check) {
    {
      const std::lock_guard lock(mutex);
      requests[static_cast<std::size_t>(rank)] = request;
    }
    FOVEA_CHECK(meet(rank, check));
    const bool alike = std::all_of(requests.begin(), requests.end(), [&](const SumRequest* other) {
      const SumRequest* const first = requests.front();
      return !first || !other ? first == other : other->count() == first->count() && other->wide == first->wide;
    });
    if (alike) return {};
    part(rank);
    return fail(ErrorCode::Internal, "The ranks do not make the same exchange of numbers or texts.");
  }
};

class ThreadLink final : public RankLink {
 public:
  ThreadLink(std::shared_ptr<Team> team, int rank) : team_(std::move(team)), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return team_->size; }

  Status sum(const SumRequest& request, const WaitCheck& check) override {
    FOVEA_CHECK(team_->begin(rank_, &request, check));
    if (request.wide)
      sumOwnShare<double>(request);
    else
      sumOwnShare<float>(request);
    team_->part(rank_);
    return {};
  }

  Result<std::vector<std::string>> gather(const std::string& mine, const WaitCheck& check) override {
    {
      const std::lock_guard lock(team_->mutex);
      team_->texts[static_cast<std::size_t>(rank_)] = mine;
    }
    FOVEA_CHECK(team_->begin(rank_, nullptr, check));
    std::vector<std::string> all = team_->texts;
    team_->part(rank_);
    return all;
  }

  void tellFailure(const std::string& cause) override {
    const std::lock_guard lock(team_->mutex);
    if (!team_->failed) team_->failed = {rank_, cause};
    team_->changed.notify_all();
  }

  std::optional<std::pair<int, std::string>> toldFailure() override {
    const std::lock_guard lock(team_->mutex);
    return team_->failed && team_->failed->first != rank_ ? team_->failed : std::nullopt;
  }

  void leave(std::chrono::milliseconds) override {}

 private:
  // Adds up this rank's share of the numbers of all ranks, and writes the sums to the memory of each.
  template <class T>
  void sumOwnShare(const SumRequest& request) {
    constexpr std::size_t kBlock = 4096;
    const SumShare own = sumShareOf(request.count(), rank_, team_->size);
    const std::size_t ranks = team_->requests.size();
    std::vector<T> numbersOfAll(ranks * kBlock);
    std::vector<T*> rows;
    for (std::size_t r = 0; r < ranks; ++r) rows.push_back(numbersOfAll.data() + r * kBlock);
    for (std::size_t at = own.begin; at < own.end; at += kBlock) {
      const SumShare block{at, std::min(at + kBlock, own.end)};
      for (std::size_t r = 0; r < ranks; ++r)
        eachStretch<T>(team_->requests[r]->parts, block, [&](const T* numbers, std::size_t count, std::size_t offset) {
          scaleTo(rows[r] + offset, numbers, count, team_->requests[r]->factor);
        });
      addPairwise<T>(rows, block.size());
      for (const SumRequest* each : team_->requests)
        eachStretch<T>(each->parts, block, [&](T* numbers, std::size_t count, std::size_t offset) {
          std::copy_n(rows[0] + offset, count, numbers);
        });
    }
  }

  std::shared_ptr<Team> team_;
  int rank_;
};

}  // namespace

std::vector<std::unique_ptr<RankLink>> makeThreadLinks(int size) {
  const auto team = std::make_shared<Team>(size);
  std::vector<std::unique_ptr<RankLink>> links;
  for (int rank = 0; rank < size; ++rank) links.push_back(std::make_unique<ThreadLink>(team, rank));
  return links;
}

SumShare sumShareOf(std::size_t count, int rank, int size) {
  const auto place = [&](int which) {
    return count * static_cast<std::size_t>(which) / static_cast<std::size_t>(size);
  };
  return {place(rank), place(rank + 1)};
}

}  // namespace fovea

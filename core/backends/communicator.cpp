#include "core/backends/communicator.h"

#include <fmt/format.h>

#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "core/base/guarded.h"

namespace fovea {

std::chrono::milliseconds longestAnswer() {
  const char* const wanted = std::getenv("FOVEA_RANK_WAIT_SECONDS");
  const double seconds = wanted ? std::strtod(wanted, nullptr) : 0;
  if (!(seconds > 0 && seconds < 1e6)) return std::chrono::minutes(10);
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

std::string rankWords(const std::vector<int>& ranks) {
  if (ranks.empty()) return "another rank";
  if (ranks.size() == 1) return fmt::format("rank {}", ranks.front());
  std::string words = "ranks ";
  for (std::size_t i = 0; i < ranks.size(); ++i)
    words += fmt::format("{}{}", i == 0 ? "" : i + 1 == ranks.size() ? " and " : ", ", ranks[i]);
  return words;
}

Error didNotAnswer(const std::vector<int>& ranks, std::chrono::milliseconds waited) {
  return fail(ErrorCode::Io,
              fmt::format("The run was ended because {} did not answer for {} seconds.", rankWords(ranks),
                          std::chrono::duration_cast<std::chrono::seconds>(waited).count()),
              "The last checkpoint is kept. Continue from it with `fovea-cli resume` and any number of ranks. "
              "FOVEA_RANK_WAIT_SECONDS sets another limit.");
}

struct Communicator::State {
  using Clock = std::chrono::steady_clock;
  using Work = std::function<Status(RankLink&, const WaitCheck&)>;
  struct Task {
    std::int64_t ticket = 0;
    Work work;
  };

  CommunicatorOptions options;
  mutable std::mutex mutex;
  std::condition_variable wake;      // a task was added, or the thread shall end
  std::condition_variable finished;  // a task has finished
  std::deque<Task> tasks;
  std::map<std::int64_t, Status> done;  // results by ticket, until wait() takes them
  std::int64_t nextTicket = 1;
  Status failure;     // the first error
  bool told = false;  // the other ranks reported the failure or were told
  bool quit = false;
  bool running = false;            // a task is running
  std::unique_ptr<RankLink> link;  // used only by the thread
  std::thread thread;

  std::int64_t push(Work work) {
    const std::lock_guard lock(mutex);
    tasks.push_back({nextTicket, std::move(work)});
    wake.notify_one();
    return nextTicket++;
  }

  Status wait(std::int64_t ticket) {
    std::unique_lock lock(mutex);
    finished.wait(lock, [&] { return done.contains(ticket); });
    Status status = std::move(done.at(ticket));
    done.erase(ticket);
    return status;
  }

  void fail(const Error& error, bool isTold) {
    const std::lock_guard lock(mutex);
    if (!failure.ok()) return;
    failure = error;
    told = isTold;
    wake.notify_one();
  }

  void waitUntilIdle() {
    std::unique_lock lock(mutex);
    finished.wait(lock, [&] { return tasks.empty() && !running; });
    done.clear();
  }

  Status present() const {
    const std::lock_guard lock(mutex);
    return failure;
  }

  // Returns a check that runs while a task, begun at that time, waits for other ranks.
  WaitCheck checkSince(Clock::time_point begun) {
    return
        [this, begun, stopped = std::optional<Clock::time_point>()](const std::vector<int>& ranks) mutable -> Status {
          if (Status now = present(); !now.ok()) return now;
          if (const auto cause = link->toldFailure()) {
            const Error error =
                fovea::fail(ErrorCode::Io, fmt::format("Rank {} ended the run: {}", cause->first, cause->second));
            fail(error, true);
            return error;
          }
          const auto now = Clock::now();
          if (now - begun > options.timeout) return didNotAnswer(ranks, options.timeout);
          if (!options.cancel.cancelled()) return {};
          if (!stopped) stopped = now;
          if (now - *stopped <= options.grace) return {};
          return fovea::fail(
              ErrorCode::Io, fmt::format("The run was told to end while {} did not answer.", rankWords(ranks)),
              "The last checkpoint is kept. Continue from it with `fovea-cli resume` and any number of ranks.");
        };
  }

  // Tells the other ranks once that this one has failed.
  void tell() {
    Error cause;
    {
      const std::lock_guard lock(mutex);
      if (failure.ok() || std::exchange(told, true)) return;
      cause = failure.error();
    }
    (void)guarded([&] { link->tellFailure(cause.message); });
  }

  // Returns how long to wait at the end. After a failure the others may still be saving their state; after a
  // cancellation this process is about to end.
  std::chrono::milliseconds patience() const {
    if (present().ok()) return options.timeout;
    return options.cancel.cancelled() ? std::chrono::milliseconds(0) : options.parting;
  }

  void run() {
    for (;;) {
      Task task;
      {
        std::unique_lock lock(mutex);
        wake.wait(lock, [&] { return quit || !tasks.empty() || (!failure.ok() && !told); });
        if (tasks.empty() && quit) break;
        if (!tasks.empty()) {
          task = std::move(tasks.front());
          tasks.pop_front();
          running = true;
        }
      }
      Status status = present();
      if (status.ok() && task.work) {
        const WaitCheck check = checkSince(Clock::now());
        status = guarded([&] { return task.work(*link, check); });
        if (!status.ok()) fail(status.error(), false);
      }
      tell();
      if (!task.work) continue;
      const std::lock_guard lock(mutex);
      done.emplace(task.ticket, failure.ok() ? status : failure);
      running = false;
      finished.notify_all();
    }
    tell();
    (void)guarded([&] { link->leave(patience()); });
    link.reset();
  }
};

Communicator::Communicator(std::shared_ptr<State> state)
    : state_(std::move(state)), rank_(state_->link->rank()), size_(state_->link->size()) {}

Result<std::shared_ptr<Communicator>> Communicator::create(const Open& open, const CommunicatorOptions& options) {
  auto state = std::make_shared<State>();
  state->options = options;
  Status opened;
  bool known = false;
  try {
    state->thread = std::thread([&opened, &known, &open, state = state.get()] {
      auto link = guarded(open);
      {
        const std::lock_guard lock(state->mutex);
        if (link.ok())
          state->link = std::move(link).value();
        else
          opened = link.error();
        known = true;
        state->finished.notify_all();
        if (!state->link) return;
      }
      state->run();
    });
  } catch (...) {
    return caughtError().within("preparing to exchange numbers with other ranks");
  }
  {
    std::unique_lock lock(state->mutex);
    state->finished.wait(lock, [&] { return known; });
  }
  if (!opened.ok()) {
    state->thread.join();
    return opened.error();
  }
  return std::shared_ptr<Communicator>(new Communicator(std::move(state)));
}

Result<std::vector<std::shared_ptr<Communicator>>> Communicator::createTeam(int size,
                                                                            const CommunicatorOptions& options) {
  std::vector<std::shared_ptr<Communicator>> team;
  for (std::unique_ptr<RankLink>& link : makeThreadLinks(size)) {
    const auto open = [&link]() -> Result<std::unique_ptr<RankLink>> { return std::move(link); };
    FOVEA_TRY(team.emplace_back(), create(open, options));
    team.back()->inThisProcess_ = size;
  }
  return team;
}

Communicator::~Communicator() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->quit = true;
    state_->wake.notify_one();
  }
  state_->thread.join();
}

void Communicator::beginSum(std::int64_t message, SumRequest request) {
  open_[message] = state_->push(
      [request = std::move(request)](RankLink& link, const WaitCheck& check) { return link.sum(request, check); });
}

Status Communicator::endSum(std::int64_t message) {
  const auto found = open_.find(message);
  if (found == open_.end()) return fail(ErrorCode::Internal, "A sum over the ranks that has not begun cannot end.");
  const std::int64_t ticket = found->second;
  open_.erase(found);
  return state_->wait(ticket);
}

Status Communicator::sum(SumRequest request) {
  return state_->wait(state_->push(
      [request = std::move(request)](RankLink& link, const WaitCheck& check) { return link.sum(request, check); }));
}

Status Communicator::sum(std::vector<double>& numbers) {
  return sum(SumRequest{{{numbers.data(), numbers.size()}}, true, 1});
}

Result<std::vector<std::string>> Communicator::gather(const std::string& mine) {
  std::vector<std::string> all;
  const std::int64_t ticket = state_->push([&](RankLink& link, const WaitCheck& check) -> Status {
    FOVEA_TRY(all, link.gather(mine, check));
    return {};
  });
  FOVEA_CHECK(state_->wait(ticket));
  return all;
}

Result<std::string> Communicator::fromFirst(const std::string& mine) {
  FOVEA_TRY(std::vector<std::string> all, gather(leads() ? mine : std::string()));
  return std::move(all.front());
}

Result<bool> Communicator::any(bool mine) {
  FOVEA_TRY(const std::vector<std::string> all, gather(mine ? "1" : ""));
  for (const std::string& each : all)
    if (!each.empty()) return true;
  return false;
}

Status Communicator::barrier() {
  FOVEA_TRY([[maybe_unused]] const bool none, any(false));
  return {};
}

void Communicator::abort(const Error& cause) {
  state_->fail(cause, false);
  state_->waitUntilIdle();
  open_.clear();
}

Status Communicator::listen() {
  return state_->wait(state_->push([](RankLink&, const WaitCheck& check) { return check({}); }));
}

Status Communicator::broken() const {
  return state_->present();
}

}  // namespace fovea

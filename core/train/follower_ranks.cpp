#include "core/train/follower_ranks.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "core/backends/communicator.h"
#include "core/base/guarded.h"

namespace fovea {
namespace {

// When a change fails on the leader, a follower that has not finished it after this time is waiting for the leader.
constexpr auto kPatience = std::chrono::seconds(20);

}  // namespace

struct FollowerRanks::Follower {
  std::shared_ptr<Device> device;
  std::mutex mutex;
  std::condition_variable wake;  // there is work, or the thread shall end
  std::condition_variable idle;  // all work is done
  std::deque<Work> work;
  bool working = true;  // at first, while the trainer is made
  bool quit = false;
  Status last;  // result of the last work
  std::thread thread;

  void run(const Make& make) {
    Status failure;
    std::unique_ptr<Trainer> trainer;
    auto made = guarded([&] { return make(device); });
    if (made.ok())
      trainer = std::move(made).value();
    else
      device->communicator()->abort(made.error());
    std::unique_lock lock(mutex);
    if (!made.ok()) last = made.error();
    for (;;) {
      working = false;
      idle.notify_all();
      wake.wait(lock, [this] { return quit || !work.empty(); });
      if (quit) break;
      const Work next = std::move(work.front());
      work.pop_front();
      working = true;
      if (!trainer) continue;  // the trainer could not be made; the leader knows
      lock.unlock();
      Status done = guarded([&] { return next(*trainer); });
      lock.lock();
      last = std::move(done);
    }
  }

  // Nothing if it is still working after that time.
  std::optional<Status> wait(const std::optional<std::chrono::seconds>& most) {
    std::unique_lock lock(mutex);
    const auto done = [this] { return work.empty() && !working; };
    if (!most)
      idle.wait(lock, done);
    else if (!idle.wait_for(lock, *most, done))
      return std::nullopt;
    return last;
  }
};

FollowerRanks::FollowerRanks() = default;

Result<std::unique_ptr<FollowerRanks>> FollowerRanks::begin(const DeviceTeam& devices, const Make& make) {
  // An exchange needs no cancellation: each trainer checks for it between steps, and all ranks are in this process.
  FOVEA_TRY(const auto team, Communicator::createTeam(static_cast<int>(devices.size())));
  for (std::size_t rank = 0; rank < team.size(); ++rank)
    FOVEA_CHECK(devices.devices()[rank]->setCommunicator(team[rank]));
  std::unique_ptr<FollowerRanks> ranks(new FollowerRanks);
  ranks->leader_ = devices.leader();
  for (std::size_t rank = 1; rank < team.size(); ++rank) {
    auto follower = std::make_unique<Follower>();
    follower->device = devices.devices()[rank];
    const Status begun =
        guarded([&] { follower->thread = std::thread([make, each = follower.get()] { each->run(make); }); });
    if (!begun.ok()) {
      team.front()->abort(begun.error());
      return begun.error();
    }
    ranks->followers_.push_back(std::move(follower));
  }
  return ranks;
}

FollowerRanks::~FollowerRanks() {
  for (const auto& follower : followers_) {
    const std::lock_guard lock(follower->mutex);
    follower->quit = true;
    follower->wake.notify_one();
  }
  for (const auto& follower : followers_) follower->thread.join();
}

void FollowerRanks::tell(const Work& work) {
  for (const auto& follower : followers_) {
    const std::lock_guard lock(follower->mutex);
    follower->work.push_back(work);
    follower->wake.notify_one();
  }
}

Status FollowerRanks::together(const Work& work, const std::function<Status()>& own) {
  tell(work);
  const Status mine = own();
  for (const auto& follower : followers_) {
    const std::optional<Status> theirs = follower->wait(mine.ok() ? std::nullopt : std::optional(kPatience));
    if (theirs && theirs->ok() == mine.ok()) continue;
    const Error cause = !mine.ok() ? mine.error() : theirs->error();
    leader_->communicator()->abort(cause);
    return cause;
  }
  return mine;
}

}  // namespace fovea

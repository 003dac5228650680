// Why: a run on several devices of one machine has one trainer for each. The first leads, and the others do at the same
// time what it does. Internal to core/train.
#pragma once
#include <chrono>
#include <functional>
#include <memory>

#include "core/backends/device_team.h"
#include "core/train/trainer.h"

namespace fovea {

// The trainers of all devices but the first, each on its own thread.
class FollowerRanks {
 public:
  using Make = std::function<Result<std::unique_ptr<Trainer>>(std::shared_ptr<Device>)>;
  using Work = std::function<Status(Trainer&)>;

  // Connects all devices, and begins to make the followers' trainers while the caller makes its own. An error of one
  // rank ends the others, as with every Communicator.
  static Result<std::unique_ptr<FollowerRanks>> begin(const DeviceTeam& devices, const Make& make);
  // Waits until the followers have ended.
  ~FollowerRanks();
  FollowerRanks(const FollowerRanks&) = delete;
  FollowerRanks& operator=(const FollowerRanks&) = delete;

  // The followers do this next, each with its own trainer, without the caller waiting for it.
  void tell(const Work& work);
  // The same, while the caller does its own part, whose result is `own`. Waits for all. Error: only some succeeded; the
  // ranks no longer agree, and the run cannot continue.
  Status together(const Work& work, const std::function<Status()>& own);

 private:
  struct Follower;
  FollowerRanks();
  std::shared_ptr<Device> leader_;
  std::vector<std::unique_ptr<Follower>> followers_;
};

}  // namespace fovea

// Why: one run can compute on several devices of one machine, each a rank with its part of every batch.
#pragma once
#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/backends/device.h"
#include "core/base/rank_environment.h"

namespace fovea {

// The devices that compute one run together. The first leads: it reports metrics, and checkpoints hold its state.
class DeviceTeam {
 public:
  template <std::derived_from<Device> Kind>
  DeviceTeam(std::shared_ptr<Kind> one) : devices_{std::move(one)} {}
  // At least one.
  explicit DeviceTeam(std::vector<std::shared_ptr<Device>> devices) : devices_(std::move(devices)) {}

  const std::shared_ptr<Device>& leader() const { return devices_.front(); }
  const std::vector<std::shared_ptr<Device>>& devices() const { return devices_; }
  std::size_t size() const { return devices_.size(); }

 private:
  std::vector<std::shared_ptr<Device>> devices_;
};

// "cuda:0, cuda:1" → {"cuda:0", "cuda:1"}. Spaces do not count, and "cuda" is "cuda:0". InvalidArgument: a name is
// empty, the devices are of several kinds, a device other than the processor is named twice, or there are more than 64.
Result<std::vector<std::string>> deviceNames(std::string_view list);
// The device of a list that one process of several uses: the first of each machine takes the first, and so on. Any
// number of processes share the processor. InvalidArgument: the machine has more processes than the list has GPUs.
Result<std::string> deviceOfRank(std::string_view list, const RankEnvironment& environment);
// True if the two lists have a device in common.
bool shareDevices(std::string_view one, std::string_view other);
// Opens the devices of a list as deviceNames() reads it. Errors: also those of BackendRegistry::open().
Result<DeviceTeam> openDevices(const BackendRegistry& backends, std::string_view list);

}  // namespace fovea

#include "tests/numeric/devices.h"

namespace fovea::numeric {

Devices::Devices() {
  registerReferenceBackend(registry_);
  registerCpuBackend(registry_);
  registerCudaBackend(registry_);
}

const std::vector<std::string>& Devices::names() {
  static const std::vector<std::string> names = {"reference", "cpu", "cuda:0"};
  return names;
}

Result<std::shared_ptr<Device>> Devices::open(const std::string& name) {
  const auto found = opened_.find(name);
  if (found != opened_.end()) return found->second;
  return opened_.emplace(name, registry_.open(name)).first->second;
}

}  // namespace fovea::numeric

// Why: the numeric tests request every device by name, open each once, and skip with a message if there is none.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/backends/device.h"

namespace fovea::numeric {

// The backends of the program and their open devices. Not thread-safe.
class Devices {
 public:
  Devices();
  // The devices whose results are checked: all except `null`, which computes nothing.
  static const std::vector<std::string>& names();
  // The open device, or why it is missing.
  Result<std::shared_ptr<Device>> open(const std::string& name);

 private:
  BackendRegistry registry_;
  std::map<std::string, Result<std::shared_ptr<Device>>> opened_;
};

}  // namespace fovea::numeric

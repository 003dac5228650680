// Why: well-known networks are compiled into the program, from the files of resources/networks, so that every
// installation has them. Thread-safety: pure functions.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/network/network.h"

namespace fovea {

struct StandardNetwork {
  std::string name;         // file name, also used on the command line: "lenet"
  std::string title;        // "LeNet"
  std::string description;  // what it is good for, in a sentence or two
  std::string training;     // recommended training settings, a JSON object; see train/default_settings.h
};

// All standard networks in the order of resources/networks/index.json, simplest first.
std::vector<StandardNetwork> standardNetworks();
// NotFound lists the available names.
Result<Network> standardNetwork(std::string_view name);

}  // namespace fovea

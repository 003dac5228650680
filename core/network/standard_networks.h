// Why: the networks that everyone begins with are part of the program, wherever it is installed. They are the files of
// resources/networks, compiled in. Thread-safety: pure functions.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/network/network.h"

namespace fovea {

struct StandardNetwork {
  std::string name;         // of the file, and on the command line: "lenet"
  std::string title;        // "LeNet"
  std::string description;  // what it is good for, in a sentence or two
};

// In the order of resources/networks/index.json, simplest first.
std::vector<StandardNetwork> standardNetworks();
// NotFound lists the names that there are.
Result<Network> standardNetwork(std::string_view name);

}  // namespace fovea

// Why: a network can be written as text as well as drawn, in the project's JSON form; what is wrong with the text is
// told with its line, and every layer knows the lines that it stands on. Pure functions.
#pragma once
#include <map>
#include <string_view>

#include "core/network/network.h"

namespace fovea {

// Lines count from 1; 0 means the text as a whole.
struct TextProblem {
  int line = 0;
  std::string message;
  std::string advice{};
};

struct LineRange {
  int first = 0;
  int last = 0;
};

struct NetworkText {
  std::optional<Network> network;     // nothing where the text is none
  std::vector<TextProblem> problems;  // why; at least one where there is no network
  std::map<LayerId, LineRange> layers;
};

// The JSON form for reading: what belongs together stands on one line, as far as about a hundred characters go, and
// parameters that have their defaults are left out.
std::string networkToText(const Network& network);
// Every text that is a network's JSON, however it is laid out; at most 64 MiB.
NetworkText networkFromText(std::string_view text);

}  // namespace fovea

// Why: a network can also be written as text, in the project's JSON form. Errors refer to lines, and every layer knows
// its lines. Pure functions.
#pragma once
#include <map>
#include <string_view>

#include "core/network/network.h"

namespace fovea {

// Lines count from 1; 0 refers to the whole text.
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
  std::optional<Network> network;     // empty if the text is no valid network
  std::vector<TextProblem> problems;  // at least one if there is no network
  std::map<LayerId, LineRange> layers;
};

// Returns readable JSON: related values share a line of up to about a hundred characters, and parameters with default
// values are left out.
std::string networkToText(const Network& network);
// Accepts any layout of a network's JSON, up to 64 MiB.
NetworkText networkFromText(std::string_view text);

}  // namespace fovea

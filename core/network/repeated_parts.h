// Why: of all ways to divide chains of passages into parts that repeat, one has to be taken: the one that leaves least
// to look at. Internal to this room.
#pragma once
#include "core/network/sheet_structure.h"

namespace fovea {

// A part that stands at several places of a chain.
struct RepeatedPart {
  struct Place {
    std::size_t start = 0;
    int kind = 0;  // equal where the parameters are equal too
  };
  std::size_t length = 0;  // in passages
  std::vector<Place> places;
};

// The parts that `text` is best divided into: chains one behind the other, with a passage that cannot be folded between
// two. What counts is how many nodes are left and how much the blocks hold. A part holds at most one passage that
// branches, and behind that at most one layer.
std::vector<RepeatedPart> repeatedParts(const Network& network, const PassageChain& text);

}  // namespace fovea

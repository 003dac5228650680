// Why: chains of passages can be divided into repeating parts in many ways; this chooses the one with the simplest
// drawing. Internal to this room.
#pragma once
#include "core/network/sheet_structure.h"

namespace fovea {

// A part that occurs several times in a chain.
struct RepeatedPart {
  struct Place {
    std::size_t start = 0;
    int kind = 0;  // equal if the parameters are equal too
  };
  std::size_t length = 0;  // in passages
  std::vector<Place> places;
};

// Returns the best division of `text`, which holds the chains in sequence, separated by passages that cannot be folded.
// It minimises the remaining nodes and the size of the blocks. A part has at most one branching passage, followed by at
// most one layer.
std::vector<RepeatedPart> repeatedParts(const Network& network, const PassageChain& text);

}  // namespace fovea

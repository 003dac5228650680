// Why: a network may have gained or lost layers since a checkpoint was written. Its matching layers can still be looked
// into. Pure functions.
#pragma once
#include "core/train/starting_weights.h"

namespace fovea {

struct MatchedCheckpoint {
  Checkpoint checkpoint;   // with the other network; weights that were not found are drawn, the same at each time
  StartingWeights report;  // what was taken and what was not
};

// `checkpoint` for `network`: layers of the same name or place with weights of the same shape are taken. Answers of a
// network with drawn weights mean nothing behind the first of these. Fails like startingWeights().
Result<MatchedCheckpoint> matchCheckpoint(const Checkpoint& checkpoint, const Network& network);

// "8 of 10 weights were taken; drawn at random: fc3.weight, fc3.bias; not used: fc2.weight; found under another name:
// conv1 as stem/conv1". Names all of them.
std::string matchWords(const StartingWeights& report);

}  // namespace fovea

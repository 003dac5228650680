// Why: a network may have gained or lost layers since a checkpoint was written. Its matching layers can still be
// inspected. Pure functions.
#pragma once
#include "core/train/starting_weights.h"

namespace fovea {

struct MatchedCheckpoint {
  Checkpoint checkpoint;   // with the other network; weights that were not found are drawn at random with a fixed seed
  StartingWeights report;  // which weights were reused and which were not
};

// Fits `checkpoint` to `network`: layers with the same name or position reuse weights of equal shape. Outputs after the
// first layer with randomly drawn weights are meaningless. Fails like startingWeights().
Result<MatchedCheckpoint> matchCheckpoint(const Checkpoint& checkpoint, const Network& network);

// Returns a text that names all weights: "8 of 10 weights were taken; drawn at random: fc3.weight, fc3.bias; not used:
// fc2.weight; found under another name: conv1 as stem/conv1".
std::string matchWords(const StartingWeights& report);

}  // namespace fovea

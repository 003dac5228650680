// Why: training can begin with what another run, or a colleague's model, has learnt already. Weights are matched by
// their names ("conv1.weight"), so that a network whose last layers were changed keeps all the others.
#pragma once
#include "core/network/lowering.h"
#include "core/train/checkpoint.h"

namespace fovea {

struct StartingWeights {
  std::int64_t taken = 0;          // variables whose name and shape are in the checkpoint
  std::vector<std::string> fresh;  // the others, which are drawn
};

// The tensor that `variable` begins with, or null: it is drawn.
const Tensor* startingWeight(const Checkpoint& start, const VariableInfo& variable);

// What training of `network` would take from `start`. InvalidArgument where it is nothing at all, and what
// lowerNetwork() says.
Result<StartingWeights> startingWeights(const Network& network, const Checkpoint& start);

// "Begins with 8 of 10 weights of NAME; the others are fresh: fc2.weight, fc2.bias".
std::string startingWords(const StartingWeights& weights, const std::string& name);

}  // namespace fovea

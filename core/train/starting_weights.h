// Why: training can begin with what another run, or a colleague's model, has learnt already. Weights are matched by
// their names ("conv1.weight"), so that a network whose last layers were changed keeps all the others. A layer that was
// folded into a block, taken out of one or renamed is found by its place among those around it.
#pragma once
#include <map>

#include "core/network/lowering.h"
#include "core/train/checkpoint.h"

namespace fovea {

struct StartingWeights {
  std::int64_t taken = 0;                                  // variables that begin with a tensor of the checkpoint
  std::vector<std::string> fresh;                          // the others, which are drawn
  std::vector<std::string> unused;                         // tensors of the checkpoint's layers that no variable takes
  std::vector<std::pair<std::string, std::string>> moved;  // layers whose name in the checkpoint is another: first that
  std::map<std::string, std::string> sources;  // from a variable to the name of its tensor in the checkpoint

  // The tensor of `start` that `variable` begins with, or null: it is drawn.
  const Tensor* find(const Checkpoint& start, const std::string& variable) const;
};

// Lists what training of `network` would take from `start`. A variable takes the tensor of its name and shape.
// A layer none of whose names are there takes all or nothing of its counterpart, see compareNetworks().
// InvalidArgument where it is nothing at all, and what lowerNetwork() says.
Result<StartingWeights> startingWeights(const Network& network, const Checkpoint& start);

// "Begins with 8 of 10 weights of NAME; found under another name: conv1 as stem/conv1; fresh: fc2.weight, fc2.bias;
// not used: fc.weight, fc.bias".
std::string startingWords(const StartingWeights& weights, const std::string& name);

}  // namespace fovea

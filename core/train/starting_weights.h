// Why: training can start with the weights of another run or model. Weights are matched by name ("conv1.weight"), so a
// network with changed last layers keeps all others. A layer that was renamed, or moved into or out of a block, is
// found by its neighbours.
#pragma once
#include <map>

#include "core/network/lowering.h"
#include "core/train/checkpoint.h"

namespace fovea {

struct StartingWeights {
  std::int64_t taken = 0;                                  // variables that start with a tensor of the checkpoint
  std::vector<std::string> fresh;                          // the other variables, which are drawn
  std::vector<std::string> unused;                         // tensors of the checkpoint's layers that no variable uses
  std::vector<std::pair<std::string, std::string>> moved;  // renamed layers: the checkpoint's name first
  std::map<std::string, std::string> sources;              // from a variable to its tensor's name in the checkpoint

  // The tensor of `start` that `variable` starts with; null: it is drawn.
  const Tensor* find(const Checkpoint& start, const std::string& variable) const;
};

// Lists what training of `network` would use from `start`. A variable uses the tensor of the same name and shape. A
// layer with no matching name uses all tensors of its counterpart or none, see compareNetworks(). InvalidArgument if
// nothing matches; also lowerNetwork()'s errors.
Result<StartingWeights> startingWeights(const Network& network, const Checkpoint& start);

// "Begins with 8 of 10 weights of NAME; found under another name: conv1 as stem/conv1; fresh: fc2.weight, fc2.bias;
// not used: fc.weight, fc.bias".
std::string startingWords(const StartingWeights& weights, const std::string& name);

}  // namespace fovea

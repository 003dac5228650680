// Why: deep networks repeat themselves; a part that stands there many times is read once when it is drawn once. Finds
// such parts and folds each into a block, as one edit. Pure; nothing is applied here.
#pragma once
#include "core/network/network_edit.h"

namespace fovea {

// A block that the edit makes, and the layers that use it afterwards.
struct RepeatedBlock {
  BlockId block;
  std::string name;
  std::size_t layers = 0;  // in each use
  std::vector<LayerId> uses;
};

struct RepeatedFold {
  NetworkEdit edit;
  std::vector<RepeatedBlock> blocks;
};

// Parts of the sheet of `sheet` that repeat: connected the same way, layers of the same types in the same order of
// inputs, entered by one value and left by one. Parts whose parameters are equal too share one block; parts that differ
// in a parameter, such as the number of channels, get blocks of their own. Of all ways to divide the sheet into such
// parts, one is taken that leaves few nodes and small blocks; a part holds at most one place where data branches and
// joins again, so that the blocks of a stage are found, and folding once more finds the stages. What the network
// computes stays the same, its layers are named after their blocks: "residual2/conv1". NotFound if nothing repeats.
Result<RepeatedFold> foldRepeatedStructure(const Network& network, BlockId sheet = {});

}  // namespace fovea

// Why: a repeated part of a deep network is easier to read when it is drawn once. This finds such parts and folds each
// into a block, as one edit. Pure; nothing is applied here.
#pragma once
#include "core/network/network_edit.h"

namespace fovea {

// A block that the edit creates, and the layers that then use it.
struct RepeatedBlock {
  BlockId block;
  std::string name;
  std::size_t layers = 0;  // per use
  std::vector<LayerId> uses;
};

struct RepeatedFold {
  NetworkEdit edit;
  std::vector<RepeatedBlock> blocks;
};

// Finds repeating parts on the sheet `sheet`: equal connections, equal layer types, one input value, one output value.
// Parts with equal parameters share one block; parts that differ in a parameter, such as the number of channels, get
// separate blocks. The chosen division leaves few nodes and small blocks. A part has at most one place where data
// branches and joins again, so the first fold finds the blocks of a stage, and a second one the stages. The network
// computes the same; its layers are named after their blocks: "residual2/conv1". NotFound if nothing repeats.
Result<RepeatedFold> foldRepeatedStructure(const Network& network, BlockId sheet = {});

}  // namespace fovea

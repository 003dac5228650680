// Why: layers change sheets: into a block that stands beside them, or out of the block that they stand in. What they
// were connected with, they still are, so that the network computes the same. Pure functions; nothing is applied here.
#pragma once
#include "core/network/network_edit.h"
#include "widgets/canvas/canvas_scene.h"

namespace fovea {

struct BlockMove {
  NetworkEdit edit;
  LayerId use;            // of the block, afterwards; invalid if nothing is left in it
  QList<LayerId> layers;  // what moved, under its new numbers
};

// `load`, which stands beside `use`, below what is in its block. A block with other uses is left to them, and this one
// becomes a use of its own. InvalidArgument as foldIntoBlock has it, or if `use` is none.
Result<BlockMove> moveIntoBlock(const Network& network, const CanvasLoad& load, LayerId use);

// `layers` of the block that `use` stands for, to the right of `use`. Its ports stay what they are. The same errors.
Result<BlockMove> moveOutOfBlock(const Network& network, const QList<LayerId>& layers, LayerId use);

}  // namespace fovea

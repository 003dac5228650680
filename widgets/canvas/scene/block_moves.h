// Why: builds the edits that move layers into a block on their sheet, or out of their block. Connections are kept, so
// the network computes the same. Pure functions; nothing is applied here.
#pragma once
#include "core/network/network_edit.h"
#include "widgets/canvas/scene/canvas_scene.h"

namespace fovea {

struct BlockMove {
  NetworkEdit edit;
  LayerId use;            // the use of the block afterwards; invalid if the block became empty
  QList<LayerId> layers;  // the moved layers, with their new ids
};

// Moves `load` from the sheet of `use` into its block, below the block's layers. If the block has other uses, they keep
// it and `use` gets a copy. InvalidArgument as in foldIntoBlock, or if `use` is not the use of a block.
Result<BlockMove> moveIntoBlock(const Network& network, const CanvasLoad& load, LayerId use);

// Moves `layers` out of the block of `use`, to the right of `use`. Its ports stay. The same errors.
Result<BlockMove> moveOutOfBlock(const Network& network, const QList<LayerId>& layers, LayerId use);

}  // namespace fovea

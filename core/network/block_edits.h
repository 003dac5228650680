// Why: what a person does with blocks (fold, unfold, use again, take along), as edits for NetworkDocument. Pure
// functions; nothing is applied here.
#pragma once
#include <span>

#include "core/network/network_edit.h"

namespace fovea {

struct BlockEdit {
  NetworkEdit edit;
  LayerId use;    // the layer that is to be selected afterwards; invalid where there is none
  BlockId block;  // the block that the edit makes or shows
};

// `layers` and `notes`, of one sheet, become a new block's sheet with a port for each value that crosses its border,
// and one use stands in their place. InvalidArgument if there are none, if they stand on several sheets, if the input
// layer is among them, or if a way leads out of them and back: the use would feed itself.
Result<BlockEdit> foldIntoBlock(const Network& network, std::span<const LayerId> layers, std::span<const NoteId> notes,
                                const std::string& name);

// The layers of its block in the place of `use`; what stands below it makes room. The block itself stays.
// InvalidArgument if `use` is none.
Result<NetworkEdit> unfoldBlock(const Network& network, LayerId use);

// Another use of `block` on the sheet of `sheet`.
BlockEdit useBlock(const Network& network, BlockId block, BlockId sheet, Position position);

// A copy of the block for `use` alone, which from then on is a use of that. InvalidArgument if `use` is none.
Result<BlockEdit> makeSingleUse(const Network& network, LayerId use);

// Every use of `block`, all on its sheet, and the block.
NetworkEdit removeBlock(const Network& network, BlockId block);

}  // namespace fovea

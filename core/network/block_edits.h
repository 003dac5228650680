// Why: builds the edits for operations on blocks (fold, unfold, reuse, copy) for NetworkDocument. Pure functions;
// nothing is applied here.
#pragma once
#include <span>

#include "core/network/network_edit.h"

namespace fovea {

struct BlockEdit {
  NetworkEdit edit;
  LayerId use;    // the layer to select afterwards, if any
  BlockId block;  // the block that the edit creates or shows
};

// Makes the name of a block from a title: on one line, and short enough for a name. Empty if the title is blank.
std::string blockNameFrom(const std::string& title);

// Moves `layers` and `notes` of one sheet to a new block's sheet, with a port for each value that crosses its border,
// and puts one use in their place. InvalidArgument if there are none, if they are on several sheets, if the input layer
// is among them, if `name` is no name, or if a path leaves and re-enters them, since the use would feed itself.
Result<BlockEdit> foldIntoBlock(const Network& network, std::span<const LayerId> layers, std::span<const NoteId> notes,
                                const std::string& name);

// Replaces `use` by the layers of its block and moves what is below it down. The block itself stays. InvalidArgument if
// `use` is not the use of a block.
Result<NetworkEdit> unfoldBlock(const Network& network, LayerId use);

// Adds another use of `block` on the sheet `sheet`.
BlockEdit useBlock(const Network& network, BlockId block, BlockId sheet, Position position);

// Copies the block for `use` alone, which then uses the copy. InvalidArgument if `use` is not the use of a block.
Result<BlockEdit> makeSingleUse(const Network& network, LayerId use);

// Removes every use of `block`, all layers on its sheet, and the block.
NetworkEdit removeBlock(const Network& network, BlockId block);

}  // namespace fovea

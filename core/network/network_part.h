// Why: a part of a drawing goes through the clipboard, or into a file of the palette, and takes along the blocks that
// it uses. Pure functions; nothing is applied here.
#pragma once
#include <span>

#include "core/network/network_edit.h"

namespace fovea {

// Some layers and notes of one sheet, edges between them, and the blocks that they use, as a network of its own: for
// the clipboard, or for a file in the palette. Ports are left out.
Network networkPart(const Network& network, std::span<const LayerId> layers, std::span<const NoteId> notes);

struct PartInsertion {
  NetworkEdit edit;
  std::vector<LayerId> layers;  // what will have been added, in the order of the part
  std::vector<NoteId> notes;
};
// What stands on the own sheet of `part`, moved by `offset`, on the sheet `sheet` of `network`, under new numbers and
// where needed names. A block of `part` that `network` has with the same name and the same drawing is used; another one
// is added. An input layer is left out on a block's sheet.
PartInsertion insertPart(const Network& network, const Network& part, BlockId sheet, Position offset);

}  // namespace fovea

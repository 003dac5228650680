// Why: copies a part of a drawing, with the blocks it uses, to the clipboard or to a palette file. Pure functions;
// nothing is applied here.
#pragma once
#include <span>

#include "core/network/network_edit.h"

namespace fovea {

// Returns some layers and notes of one sheet, the edges between them and the blocks they use as a separate network.
// Ports are left out.
Network networkPart(const Network& network, std::span<const LayerId> layers, std::span<const NoteId> notes);

struct PartInsertion {
  NetworkEdit edit;
  std::vector<LayerId> layers;  // ids of the added layers, in the order of the part
  std::vector<NoteId> notes;
  std::vector<LayerId> separated;  // of `layers`: they have weights of their own, see separateCopies()
};
// Copies the layers on the own sheet of `part`, moved by `offset`, to the sheet `sheet` of `network`, with new ids and,
// where needed, new names. A block of `part` is reused if `network` has one with the same name and content; otherwise
// it is added. Input layers are not copied to a block's sheet.
PartInsertion insertPart(const Network& network, const Network& part, BlockId sheet, Position offset);

}  // namespace fovea

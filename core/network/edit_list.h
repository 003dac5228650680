// Why: an edit of many layers refers to ids that do not exist yet; this list assigns them. Internal to this room.
#pragma once
#include <map>

#include "core/network/network_edit.h"

namespace fovea {

// The distance from the top of one layer to the top of the next, as in standard networks.
inline constexpr double kLayerPitch = 88;

// A sequence of edits and the ids that they will create.
class EditList {
 public:
  explicit EditList(const Network& network)
      : nextLayer_(network.nextId()), nextNote_(network.nextNoteId()), nextBlock_(network.nextBlockId()) {}

  LayerId add(Layer layer) {
    layer.id = nextLayer_;
    ++nextLayer_.index;
    const LayerId id = layer.id;
    push(AddLayer{std::move(layer)});
    return id;
  }
  NoteId add(Note note) {
    note.id = nextNote_;
    ++nextNote_.index;
    const NoteId id = note.id;
    push(AddNote{std::move(note)});
    return id;
  }
  BlockId add(std::string name) {
    const BlockId id = nextBlock_;
    ++nextBlock_.index;
    push(AddBlock{{id, std::move(name)}});
    return id;
  }
  template <class Change>
  void push(Change change) {
    edits_.push_back({std::move(change), {}});
  }
  NetworkEdit soFar() const { return {CompoundEdit{edits_}, {}}; }
  NetworkEdit take(std::string title) { return {CompoundEdit{std::move(edits_)}, std::move(title)}; }

 private:
  std::vector<NetworkEdit> edits_;
  LayerId nextLayer_;
  NoteId nextNote_;
  BlockId nextBlock_;
};

// The layers on `sheet`, in order of id.
std::vector<const Layer*> layersOn(const Network& network, BlockId sheet);
std::vector<Edge> edgesOn(const Network& network, BlockId sheet);
// Whether `layer` is a port of a block.
bool isBlockPort(const Layer& layer);

// Copies `layers` to the sheet `sheet`, moved by `offset`. Returns the copy of each layer.
std::map<LayerId, LayerId> copyLayers(EditList& edits, const std::vector<const Layer*>& layers, BlockId sheet,
                                      Position offset);
std::vector<NoteId> copyNotes(EditList& edits, const Network& network, BlockId from, BlockId to, Position offset);
// Copies the edges whose two ends have been copied.
void copyEdges(EditList& edits, const std::vector<Edge>& edges, const std::map<LayerId, LayerId>& copies);

}  // namespace fovea

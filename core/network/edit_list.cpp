#include "core/network/edit_list.h"

namespace fovea {

std::vector<const Layer*> layersOn(const Network& network, BlockId sheet) {
  std::vector<const Layer*> found;
  for (const Layer& layer : network.layers())
    if (layer.block == sheet) found.push_back(&layer);
  return found;
}

std::vector<Edge> edgesOn(const Network& network, BlockId sheet) {
  std::vector<Edge> found;
  for (const Edge& edge : network.edges())
    if (network.find(edge.source)->block == sheet) found.push_back(edge);
  return found;
}

bool isBlockPort(const Layer& layer) {
  return layer.type == kBlockInput || layer.type == kBlockOutput;
}

std::map<LayerId, LayerId> copyLayers(EditList& edits, const std::vector<const Layer*>& layers, BlockId sheet,
                                      Position offset) {
  std::map<LayerId, LayerId> copies;
  for (const Layer* layer : layers) {
    Layer copy = *layer;
    copy.block = sheet;
    copy.position = {layer->position.x + offset.x, layer->position.y + offset.y};
    copies[layer->id] = edits.add(std::move(copy));
  }
  return copies;
}

std::vector<NoteId> copyNotes(EditList& edits, const Network& network, BlockId from, BlockId to, Position offset) {
  std::vector<NoteId> copies;
  for (Note note : network.notes()) {
    if (note.block != from) continue;
    note.block = to;
    note.position = {note.position.x + offset.x, note.position.y + offset.y};
    copies.push_back(edits.add(std::move(note)));
  }
  return copies;
}

void copyEdges(EditList& edits, const std::vector<Edge>& edges, const std::map<LayerId, LayerId>& copies) {
  for (const Edge& edge : edges) {
    const auto source = copies.find(edge.source), target = copies.find(edge.target);
    if (source != copies.end() && target != copies.end())
      edits.push(AddEdge{{source->second, edge.output, target->second, edge.input}});
  }
}

}  // namespace fovea

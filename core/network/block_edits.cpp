#include "core/network/block_edits.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/base/utf8.h"
#include "core/network/edit_list.h"
#include "core/network/network_editor.h"
#include "core/network/shared_weights.h"

namespace fovea {
namespace {

constexpr double kColumnPitch = 208;  // horizontal distance between neighbouring layers

using Port = std::pair<LayerId, int>;

Layer portLayer(const char* type, const char* name, BlockId block, Position position) {
  Layer layer;
  layer.type = type;
  layer.name = name;
  layer.block = block;
  layer.position = position;
  return layer;
}

Layer useLayer(BlockId block, const std::string& name, BlockId sheet, Position position) {
  Layer layer;
  layer.type = kBlockUse;
  layer.name = name;
  layer.parameters = {{"definition", std::int64_t{block.index}}};
  layer.block = sheet;
  layer.position = position;
  return layer;
}

struct Bounds {
  double left = 0, top = 0, bottom = 0;
};

// Bounds of the layers' top left corners.
template <class Layers>
Bounds boundsOf(const Layers& layers) {
  if (layers.empty()) return {};
  Bounds bounds{layers[0]->position.x, layers[0]->position.y, layers[0]->position.y};
  for (const Layer* layer : layers) {
    bounds.left = std::min(bounds.left, layer->position.x);
    bounds.top = std::min(bounds.top, layer->position.y);
    bounds.bottom = std::max(bounds.bottom, layer->position.y);
  }
  return bounds;
}

// The layers to fold; fails if one is missing or they are on different sheets.
Result<std::vector<const Layer*>> foldable(const Network& network, std::span<const LayerId> ids) {
  std::vector<const Layer*> layers;
  for (const LayerId id : ids) {
    const Layer* layer = network.find(id);
    if (!layer) return fail(ErrorCode::NotFound, "One of the layers is not there any more.");
    if (layer->type == "input")
      return fail(ErrorCode::InvalidArgument, "The input layer cannot stand in a block.",
                  "Select the layers after it.");
    if (isBlockPort(*layer))
      return fail(ErrorCode::InvalidArgument, "A block's input or output belongs to its own sheet.",
                  "Select the layers between them.");
    layers.push_back(layer);
    if (layer->block != layers[0]->block)
      return fail(ErrorCode::InvalidArgument, "The layers do not stand on the same sheet.");
  }
  if (layers.empty()) return fail(ErrorCode::InvalidArgument, "No layer is selected.", "Select some layers first.");
  return layers;
}

// Weights can only be shared within one sheet, so layers that share weights must be folded together.
Status sharesNoneAcross(const Network& network, BlockId sheet, const std::set<LayerId>& inside) {
  for (const Layer* layer : layersOn(network, sheet)) {
    const Layer* owner = ownerOfWeights(network, *layer);
    if (!owner || inside.contains(layer->id) == inside.contains(owner->id)) continue;
    return fail(ErrorCode::InvalidArgument,
                inQuotes(layer->name) + " uses the weights of " + inQuotes(owner->name) +
                    ", but only one of them would be in the block.",
                "Select both, or give " + inQuotes(layer->name) + " weights of its own.");
  }
  return {};
}

// The values that enter or leave the folded layers, each once, in the order of the edges.
struct Border {
  std::vector<Port> entering;  // sources outside of the fold
  std::vector<Port> leaving;   // sources inside of the fold
};

Border borderOf(const std::vector<Edge>& edges, const std::set<LayerId>& inside) {
  Border border;
  const auto note = [](std::vector<Port>& ports, const Edge& edge) {
    const Port port{edge.source, edge.output};
    if (std::find(ports.begin(), ports.end(), port) == ports.end()) ports.push_back(port);
  };
  for (const Edge& edge : edges) {
    const bool from = inside.contains(edge.source), to = inside.contains(edge.target);
    if (!from && to) note(border.entering, edge);
    if (from && !to) note(border.leaving, edge);
  }
  return border;
}

// Whether a path leaves the folded layers and leads back into them, through what lies between.
bool leadsBack(const std::vector<Edge>& edges, const std::set<LayerId>& inside) {
  std::multimap<LayerId, LayerId> readers;  // of the layers outside
  std::vector<LayerId> open;
  for (const Edge& edge : edges) {
    if (!inside.contains(edge.source))
      readers.emplace(edge.source, edge.target);
    else if (!inside.contains(edge.target))
      open.push_back(edge.target);
  }
  std::set<LayerId> seen;
  while (!open.empty()) {
    const LayerId at = open.back();
    open.pop_back();
    if (inside.contains(at)) return true;
    if (!seen.insert(at).second) continue;
    const auto [first, last] = readers.equal_range(at);
    for (auto reader = first; reader != last; ++reader) open.push_back(reader->second);
  }
  return false;
}

int indexOf(const std::vector<Port>& ports, const Port& port) {
  return static_cast<int>(std::find(ports.begin(), ports.end(), port) - ports.begin());
}

// Adds ports in a row at height `y`, all named "in" or "out".
std::vector<LayerId> addPorts(EditList& edits, const char* type, std::size_t count, BlockId block, double left,
                              double y) {
  std::vector<LayerId> ports;
  const char* name = type == kBlockInput ? "in" : "out";
  for (std::size_t i = 0; i < count; ++i)
    ports.push_back(edits.add(portLayer(type, name, block, {left + kColumnPitch * static_cast<double>(i), y})));
  return ports;
}

// Copies everything on the sheet `from` of `network` to the sheet `to`.
void copySheet(EditList& edits, const Network& network, BlockId from, BlockId to) {
  const auto copies = copyLayers(edits, layersOn(network, from), to, {});
  copyEdges(edits, edgesOn(network, from), copies);
  copyNotes(edits, network, from, to, {});
  shareWithinCopies(edits, network, network, copies);
}

}  // namespace

std::string blockNameFrom(const std::string& title) {
  constexpr std::size_t kDigits = 6;  // room for the number that makes a name unique
  std::string name;
  for (const char c : title) {
    const auto code = static_cast<unsigned char>(c);
    if (code > 0x20 && code != 0x7F)
      name += c;
    else if (!name.empty() && name.back() != ' ')
      name += ' ';
  }
  name = std::string(cutUtf8(name, kLongestLayerName - kDigits));
  if (!name.empty() && name.back() == ' ') name.pop_back();
  return name;
}

Result<BlockEdit> foldIntoBlock(const Network& network, std::span<const LayerId> ids, std::span<const NoteId> notes,
                                const std::string& name) {
  FOVEA_CHECK(NetworkEditor::checkName(name));
  FOVEA_TRY(const std::vector<const Layer*> layers, foldable(network, ids));
  const BlockId sheet = layers[0]->block;
  const std::set<LayerId> inside(ids.begin(), ids.end());
  FOVEA_CHECK(sharesNoneAcross(network, sheet, inside));
  const std::vector<Edge> edges = edgesOn(network, sheet);
  const Border border = borderOf(edges, inside);
  const Bounds bounds = boundsOf(layers);

  EditList edits(network);
  const BlockId block = edits.add(name);
  for (const Layer* layer : layers) edits.push(RemoveLayer{layer->id});
  for (const Layer* layer : layers) {
    Layer moved = *layer;
    moved.block = block;
    edits.push(AddLayer{std::move(moved)});
  }
  const auto ins = addPorts(edits, kBlockInput, border.entering.size(), block, bounds.left, bounds.top - kLayerPitch);
  const auto outs =
      addPorts(edits, kBlockOutput, border.leaving.size(), block, bounds.left, bounds.bottom + kLayerPitch);
  const LayerId use = edits.add(useLayer(block, name, sheet, {bounds.left, bounds.top}));
  for (const NoteId id : notes) {
    const Note* note = network.findNote(id);
    if (!note || note->block != sheet) continue;
    Note moved = *note;
    moved.block = block;
    edits.push(SetNote{std::move(moved)});
  }
  for (const Edge& edge : edges) {
    const bool from = inside.contains(edge.source), to = inside.contains(edge.target);
    const Port port{edge.source, edge.output};
    if (from && to) edits.push(AddEdge{edge});
    if (!from && to)
      edits.push(AddEdge{{ins[static_cast<std::size_t>(indexOf(border.entering, port))], 0, edge.target, edge.input}});
    if (from && !to) edits.push(AddEdge{{use, indexOf(border.leaving, port), edge.target, edge.input}});
  }
  for (std::size_t i = 0; i < border.leaving.size(); ++i)
    edits.push(AddEdge{{border.leaving[i].first, border.leaving[i].second, outs[i], 0}});
  for (std::size_t i = 0; i < border.entering.size(); ++i)
    edits.push(AddEdge{{border.entering[i].first, border.entering[i].second, use, static_cast<int>(i)}});

  BlockEdit folded{edits.take("Fold into a block"), use, block};
  Network trial = network;
  if (const auto applied = applyEdit(trial, folded.edit); !applied.ok())
    return fail(ErrorCode::InvalidArgument, "These layers cannot be one block. " + applied.error().message,
                leadsBack(edges, inside) ? "Select what lies between them too." : applied.error().advice);
  return folded;
}

Result<NetworkEdit> unfoldBlock(const Network& network, LayerId id) {
  const Layer* use = network.find(id);
  if (!use || use->type != kBlockUse) return fail(ErrorCode::InvalidArgument, "This is no block.");
  const BlockId block = usedBlock(*use);
  std::vector<const Layer*> layers = layersOn(network, block);
  std::erase_if(layers, [](const Layer* layer) { return isBlockPort(*layer); });
  const Bounds bounds = boundsOf(layers);
  const Position offset{use->position.x - bounds.left, use->position.y - bounds.top};

  EditList edits(network);
  MoveLayers room;
  for (const Layer* other : layersOn(network, use->block))
    if (other->id != id && other->position.y > use->position.y)
      room.positions.emplace_back(other->id,
                                  Position{other->position.x, other->position.y + bounds.bottom - bounds.top});
  edits.push(RemoveLayer{id});
  if (!room.positions.empty()) edits.push(std::move(room));
  const auto copies = copyLayers(edits, layers, use->block, offset);
  copyNotes(edits, network, block, use->block, offset);
  const std::vector<Edge> within = edgesOn(network, block);
  copyEdges(edits, within, copies);
  shareWithinCopies(edits, network, network, copies);

  // Maps a value inside the block to one outside: of a copied layer, or what feeds the block's input; nullopt if
  // nothing.
  const std::vector<LayerId> ins = blockPorts(network, block, kBlockInput);
  const std::vector<LayerId> outs = blockPorts(network, block, kBlockOutput);
  const auto outside = [&](const Edge& edge) -> std::optional<Port> {
    if (const auto copy = copies.find(edge.source); copy != copies.end()) return Port{copy->second, edge.output};
    const auto port = std::find(ins.begin(), ins.end(), edge.source);
    for (const Edge& arriving : network.edgesInto(id))
      if (arriving.input == port - ins.begin()) return Port{arriving.source, arriving.output};
    return {};
  };
  for (const Edge& edge : within)
    if (const auto copy = copies.find(edge.target); copy != copies.end() && !copies.contains(edge.source))
      if (const auto source = outside(edge))
        edits.push(AddEdge{{source->first, source->second, copy->second, edge.input}});
  for (const Edge& edge : network.edges()) {
    if (edge.source != id) continue;
    const std::vector<Edge> leaving = network.edgesInto(outs[static_cast<std::size_t>(edge.output)]);
    if (leaving.empty()) continue;
    if (const auto source = outside(leaving[0]))
      edits.push(AddEdge{{source->first, source->second, edge.target, edge.input}});
  }
  return edits.take("Unfold the block");
}

BlockEdit useBlock(const Network& network, BlockId block, BlockId sheet, Position position) {
  EditList edits(network);
  const Block* used = network.findBlock(block);
  const LayerId use = edits.add(useLayer(block, used ? used->name : kBlockUse, sheet, position));
  return {edits.take("Use the block"), use, block};
}

Result<BlockEdit> makeSingleUse(const Network& network, LayerId id) {
  const Layer* use = network.find(id);
  if (!use || use->type != kBlockUse) return fail(ErrorCode::InvalidArgument, "This is no block.");
  EditList edits(network);
  const BlockId copy = edits.add(network.findBlock(usedBlock(*use))->name);
  copySheet(edits, network, usedBlock(*use), copy);
  edits.push(SetParameter{id, "definition", std::int64_t{copy.index}});
  return BlockEdit{edits.take("Make the block its own"), id, copy};
}

NetworkEdit removeBlock(const Network& network, BlockId block) {
  EditList edits(network);
  for (const LayerId use : usesOf(network, block)) edits.push(RemoveLayer{use});
  for (const Layer* layer : layersOn(network, block)) edits.push(RemoveLayer{layer->id});
  for (const Note& note : network.notes())
    if (note.block == block) edits.push(RemoveNote{note.id});
  edits.push(RemoveBlock{block});
  return edits.take("Remove the block");
}

}  // namespace fovea

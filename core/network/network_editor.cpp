#include "core/network/network_editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/utf8.h"
#include "core/network/edit_list.h"

namespace fovea {
namespace {

constexpr double kFarthestPosition = 1e7;
constexpr int kMostInputs = 4096;
constexpr std::size_t kLongestNote = 10'000;

bool edgeBefore(const Edge& a, const Edge& b) {
  return std::pair(a.target, a.input) < std::pair(b.target, b.input);
}

// Returns the layers on a path from `from` to `to`, both included; empty if there is none. It searches backwards, since
// edges are in order of their targets.
std::vector<LayerId> pathBetween(const Network& network, LayerId from, LayerId to) {
  const std::vector<Edge>& edges = network.edges();
  // A compound edit adds many layers one by one, to which nothing is attached yet.
  const auto read = [from](const Edge& edge) { return edge.source == from; };
  if (from != to && std::none_of(edges.begin(), edges.end(), read)) return {};
  std::map<LayerId, LayerId> next{{to, to}};
  std::vector<LayerId> open{to};
  while (!open.empty() && !next.contains(from)) {
    const LayerId at = open.back();
    open.pop_back();
    const auto before = [](const Edge& edge, LayerId wanted) { return edge.target < wanted; };
    for (auto edge = std::lower_bound(edges.begin(), edges.end(), at, before);
         edge != edges.end() && edge->target == at; ++edge)
      if (next.emplace(edge->source, at).second) open.push_back(edge->source);
  }
  if (!next.contains(from)) return {};
  std::vector<LayerId> path{from};
  while (path.back() != to) path.push_back(next[path.back()]);
  return path;
}

Error noSuchLayer(LayerId id) {
  return fail(ErrorCode::NotFound, fmt::format("There is no layer number {} in this network.", id.index));
}

Error noSuchNote(NoteId id) {
  return fail(ErrorCode::NotFound, fmt::format("There is no note number {} in this network.", id.index));
}

}  // namespace

std::string inQuotes(const std::string& name) {
  return "“" + name + "”";
}

Error noSuchBlock(BlockId id) {
  return fail(ErrorCode::NotFound, fmt::format("There is no block number {} in this network.", id.index));
}

Status NetworkEditor::checkName(const std::string& name) {
  if (name.empty()) return fail(ErrorCode::InvalidArgument, "The name is empty.", "Give it at least one letter.");
  if (name.size() > kLongestLayerName)
    return fail(ErrorCode::InvalidArgument, fmt::format("The name is longer than {} bytes.", kLongestLayerName),
                "Choose a shorter one.");
  const auto control = [](unsigned char c) { return c < 0x20 || c == 0x7F; };
  if (name.front() == ' ' || name.back() == ' ' || std::any_of(name.begin(), name.end(), control))
    return fail(ErrorCode::InvalidArgument, "The name begins or ends with a space, or holds a control character.");
  if (!isUtf8(name)) return fail(ErrorCode::InvalidArgument, "The name is not valid UTF-8.");
  return {};
}

Status NetworkEditor::checkNote(const Note& note) const {
  FOVEA_CHECK(checkPosition(note.position));
  if (note.block.valid() && !network_.findBlock(note.block)) return noSuchBlock(note.block);
  const auto seen = [](double side) { return side >= kSmallestNote && side <= kFarthestPosition; };
  if (!seen(note.width) || !seen(note.height))
    return fail(ErrorCode::InvalidArgument, "A note is too small or too large to be seen.");
  if (note.color < 0 || note.color >= kNoteColors)
    return fail(ErrorCode::InvalidArgument, fmt::format("A note's colour is from 0 to {}.", kNoteColors - 1));
  if (note.text.size() > kLongestNote)
    return fail(ErrorCode::InvalidArgument, fmt::format("A note is longer than {} bytes.", kLongestNote),
                "Make several of it.");
  if (!isUtf8(note.text)) return fail(ErrorCode::InvalidArgument, "The text of a note is not valid UTF-8.");
  return {};
}

Status NetworkEditor::checkPosition(Position position) {
  // The comparison is false for NaN, so NaN fails.
  if (std::abs(position.x) <= kFarthestPosition && std::abs(position.y) <= kFarthestPosition) return {};
  return fail(ErrorCode::InvalidArgument, "The position lies outside the canvas.");
}

Status NetworkEditor::checkLayer(Layer& layer) {
  const LayerType* type = findLayer(layer.type);
  if (!type) return fail(ErrorCode::InvalidArgument, "There is no layer type “" + layer.type + "” in this version.");
  FOVEA_CHECK(checkName(layer.name));
  FOVEA_CHECK(checkPosition(layer.position));
  FOVEA_TRY(layer.parameters, type->parameters.complete(layer.parameters));
  return {};
}

Status NetworkEditor::checkSize(std::size_t layers, std::size_t edges, std::size_t notes) {
  if (layers > static_cast<std::size_t>(kMostLayers))
    return fail(ErrorCode::InvalidArgument, fmt::format("A network has at most {} layers.", kMostLayers),
                "Remove some layers first.");
  if (edges > kMostEdges)
    return fail(ErrorCode::InvalidArgument, fmt::format("A network has at most {} edges.", kMostEdges),
                "Remove some edges first.");
  if (notes > kMostNotes)
    return fail(ErrorCode::InvalidArgument, fmt::format("A network has at most {} notes.", kMostNotes),
                "Remove some notes first.");
  return {};
}

Status NetworkEditor::checkPorts(const Edge& edge) const {
  const Layer* source = network_.find(edge.source);
  const Layer* target = network_.find(edge.target);
  if (!source) return noSuchLayer(edge.source);
  if (!target) return noSuchLayer(edge.target);
  if (source->block != target->block)
    return fail(ErrorCode::InvalidArgument, fmt::format("{} and {} do not stand on the same sheet.",
                                                        inQuotes(source->name), inQuotes(target->name)));
  const int outputs = static_cast<int>(portsOf(network_, *source).outputs.size());
  if (edge.output < 0 || edge.output >= outputs)
    return fail(ErrorCode::InvalidArgument, fmt::format("{} has no output {}.", inQuotes(source->name), edge.output));
  const std::vector<LayerPort> ports = portsOf(network_, *target).inputs;
  const int inputs = !ports.empty() && ports.back().variadic ? kMostInputs : static_cast<int>(ports.size());
  if (edge.input < 0 || edge.input >= inputs)
    return fail(ErrorCode::InvalidArgument,
                inputs == 0 ? inQuotes(target->name) + " has no input."
                            : fmt::format("{} has no input {}.", inQuotes(target->name), edge.input));
  return {};
}

Result<LayerId> NetworkEditor::addLayer(Layer layer) {
  if (layer.name.empty()) layer.name = layer.type;
  layer.name = network_.uniqueName(layer.name, layer.block);
  FOVEA_CHECK(checkLayer(layer));
  FOVEA_CHECK(checkSheet(layer));
  FOVEA_CHECK(checkNesting(layer));
  if (!layer.id.valid()) layer.id = network_.nextId();
  if (network_.find(layer.id))
    return fail(ErrorCode::AlreadyExists, fmt::format("There is already a layer number {}.", layer.id.index));
  FOVEA_CHECK(checkSize(network_.layers_.size() + 1, 0, 0));
  if (layer.id.index > kLargestId)
    return fail(ErrorCode::InvalidArgument, "There are no layer numbers left.", kCopyIntoNew);
  network_.nextId_ = std::max(network_.nextId_, layer.id.index + 1);
  auto& layers = network_.layers_;
  const LayerId id = layer.id;
  const auto place = std::upper_bound(layers.begin(), layers.end(), id,
                                      [](LayerId wanted, const Layer& other) { return wanted < other.id; });
  const auto added = layers.insert(place, std::move(layer));
  if (isBlockPort(*added)) movePorts(*added, 1);
  return id;
}

Result<std::pair<Layer, std::vector<Edge>>> NetworkEditor::removeLayer(LayerId id) {
  const Layer* found = network_.find(id);
  if (!found) return noSuchLayer(id);
  std::pair<Layer, std::vector<Edge>> removed{*found, {}};
  const auto touches = [&](const Edge& edge) { return edge.source == id || edge.target == id; };
  std::copy_if(network_.edges_.begin(), network_.edges_.end(), std::back_inserter(removed.second), touches);
  std::erase_if(network_.edges_, touches);
  if (isBlockPort(*found)) {
    for (const Edge& edge : edgesAtUses(*found)) {
      std::erase(network_.edges_, edge);
      removed.second.push_back(edge);
    }
    movePorts(*found, -1);
  }
  network_.layers_.erase(network_.layers_.begin() + (found - network_.layers_.data()));
  return removed;
}

Result<std::pair<Edge, std::optional<Edge>>> NetworkEditor::addEdge(Edge edge) {
  FOVEA_CHECK(checkPorts(edge));
  const std::vector<LayerId> loop = pathBetween(network_, edge.target, edge.source);
  if (!loop.empty()) {
    std::string words;
    for (const LayerId id : loop) words += network_.find(id)->name + " → ";
    return fail(ErrorCode::InvalidArgument,
                "This edge would close a cycle: " + words + network_.find(edge.target)->name + ".",
                "Data must flow one way.");
  }
  auto& edges = network_.edges_;
  const auto sameInput = [&](const Edge& other) { return other.target == edge.target && other.input == edge.input; };
  const auto taken = std::find_if(edges.begin(), edges.end(), sameInput);
  std::optional<Edge> replaced;
  if (taken != edges.end()) {
    const std::vector<LayerPort> ports = portsOf(network_, *network_.find(edge.target)).inputs;
    if (ports.back().variadic && edge.input >= static_cast<int>(ports.size()) - 1) {
      edge.input = network_.edgesInto(edge.target).back().input + 1;
      FOVEA_CHECK(checkPorts(edge));
    } else {
      replaced = *taken;
      edges.erase(taken);
    }
  }
  if (!replaced) FOVEA_CHECK(checkSize(0, edges.size() + 1, 0));
  edges.insert(std::upper_bound(edges.begin(), edges.end(), edge, edgeBefore), edge);
  return std::pair(edge, replaced);
}

Status NetworkEditor::removeEdge(const Edge& edge) {
  if (std::erase(network_.edges_, edge) > 0) return {};
  return fail(ErrorCode::NotFound, "There is no such edge in this network.");
}

Result<Layer*> NetworkEditor::layer(LayerId id) {
  const Layer* found = network_.find(id);
  if (!found) return noSuchLayer(id);
  return &network_.layers_[static_cast<std::size_t>(found - network_.layers_.data())];
}

Result<NoteId> NetworkEditor::addNote(Note note) {
  FOVEA_CHECK(checkNote(note));
  if (!note.id.valid()) note.id = network_.nextNoteId();
  if (network_.findNote(note.id))
    return fail(ErrorCode::AlreadyExists, fmt::format("There is already a note number {}.", note.id.index));
  FOVEA_CHECK(checkSize(0, 0, network_.notes_.size() + 1));
  if (note.id.index > kLargestId)
    return fail(ErrorCode::InvalidArgument, "There are no note numbers left.", kCopyIntoNew);
  network_.nextNoteId_ = std::max(network_.nextNoteId_, note.id.index + 1);
  const NoteId id = note.id;
  auto& notes = network_.notes_;
  notes.insert(std::upper_bound(notes.begin(), notes.end(), id,
                                [](NoteId wanted, const Note& other) { return wanted < other.id; }),
               std::move(note));
  return id;
}

Result<Note> NetworkEditor::removeNote(NoteId id) {
  const Note* found = network_.findNote(id);
  if (!found) return noSuchNote(id);
  Note removed = *found;
  network_.notes_.erase(network_.notes_.begin() + (found - network_.notes_.data()));
  return removed;
}

Result<Note> NetworkEditor::setNote(const Note& note) {
  const Note* found = network_.findNote(note.id);
  if (!found) return noSuchNote(note.id);
  FOVEA_CHECK(checkNote(note));
  return std::exchange(network_.notes_[static_cast<std::size_t>(found - network_.notes_.data())], note);
}

Status NetworkEditor::rename(std::string name) {
  FOVEA_CHECK(checkName(name));
  network_.name_ = std::move(name);
  return {};
}

void NetworkEditor::replace(Network network) {
  network.nextId_ = std::max(network.nextId_, network_.nextId_);
  network.nextNoteId_ = std::max(network.nextNoteId_, network_.nextNoteId_);
  network.nextBlockId_ = std::max(network.nextBlockId_, network_.nextBlockId_);
  network_ = std::move(network);
}

void NetworkEditor::assign(std::string name, std::vector<Layer> layers, std::vector<Edge> edges,
                           std::vector<Note> notes, std::vector<Block> blocks) {
  std::sort(layers.begin(), layers.end(), [](const Layer& a, const Layer& b) { return a.id < b.id; });
  std::sort(edges.begin(), edges.end(), edgeBefore);
  std::sort(notes.begin(), notes.end(), [](const Note& a, const Note& b) { return a.id < b.id; });
  std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) { return a.id < b.id; });
  network_.name_ = std::move(name);
  network_.nextBlockId_ = blocks.empty() ? 1 : blocks.back().id.index + 1;
  network_.blocks_ = std::move(blocks);
  network_.nextNoteId_ = notes.empty() ? 1 : notes.back().id.index + 1;
  network_.notes_ = std::move(notes);
  network_.nextId_ = layers.empty() ? 1 : layers.back().id.index + 1;
  network_.layers_ = std::move(layers);
  network_.edges_ = std::move(edges);
}

}  // namespace fovea

#include "widgets/canvas/scene/edit_builders.h"

#include <QtCore/QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/network/frozen_layers.h"
#include "core/network/network_part.h"
#include "widgets/canvas/items/conversions.h"
#include "widgets/canvas/items/node_content.h"

namespace fovea {
namespace {

constexpr double kFrameMargin = 16;  // margin between a frame and its content
constexpr double kFrameTitle = 24;
constexpr double kBeside = 160;  // maximum distance of a comment to the layer that it describes
constexpr int kCommentColor = 3;

struct EditWords {
  Q_DECLARE_TR_FUNCTIONS(fovea::EditBuilders)
};

template <class Change>
NetworkEdit editOf(Change change, const QString& title = {}) {
  return {std::move(change), title.toStdString()};
}

NetworkEdit compound(std::vector<NetworkEdit> edits, const QString& title) {
  if (edits.size() == 1) {
    edits.front().title = title.toStdString();
    return std::move(edits.front());
  }
  return editOf(CompoundEdit{std::move(edits)}, title);
}

// `place` is the centre of the point.
Layer newPoint(BlockId sheet, LayerId id, const QPointF& place) {
  const QPointF corner = place - QPointF(canvas::kPointSide, canvas::kPointSide) / 2;
  Layer layer = draftOf(*findLayer(kRerouteType), sheet).layer;
  layer.id = id;
  layer.position = snapped(corner);
  return layer;
}

// Returns the edge into a removed layer whose value its readers can read instead: its only input, if it has one output.
// Works for reroute points, and for any layer of a chain.
std::optional<Edge> readBy(const Network& network, LayerId id) {
  const LayerPorts ports = portsOf(network, *network.find(id));
  const std::vector<Edge> into = network.edgesInto(id);
  if (ports.inputs.size() != 1 || ports.outputs.size() != 1 || into.size() != 1) return {};
  return into.front();
}

// Connects the source of the removed layers with their readers.
std::vector<Edge> healedEdges(const Network& network, const std::set<LayerId>& removed,
                              const std::vector<Edge>& removedEdges) {
  const auto isGone = [&](const Edge& edge) {
    return std::find(removedEdges.begin(), removedEdges.end(), edge) != removedEdges.end();
  };
  const auto feeds = [](const std::vector<Edge>& edges, const Edge& wanted) {
    return std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) {
      return edge.source == wanted.source && edge.output == wanted.output && edge.target == wanted.target;
    });
  };
  std::vector<Edge> healed;
  for (const Edge& edge : network.edges()) {
    if (removed.contains(edge.target) || !removed.contains(edge.source) || isGone(edge)) continue;
    Edge whole = edge;
    bool pointsOnly = true;
    while (removed.contains(whole.source)) {
      pointsOnly = pointsOnly && network.find(whole.source)->type == kRerouteType;
      const auto read = readBy(network, whole.source);
      if (!read || isGone(*read)) break;
      whole.source = read->source;
      whole.output = read->output;
    }
    if (removed.contains(whole.source)) continue;
    // If a parallel branch is removed, its shortcut is not doubled.
    if (!pointsOnly && (feeds(network.edges(), whole) || feeds(healed, whole))) continue;
    healed.push_back(whole);
  }
  return healed;
}

void collectFaults(const NetworkReport& report, std::set<LayerId>& faults) {
  for (const NetworkProblem& problem : report.problems) faults.insert(problem.layer);
  for (const auto& [use, inside] : report.blocks) collectFaults(*inside, faults);
}

// The edges of `healed` whose target accepts its new input, or did not accept the old one either.
std::vector<Edge> fittingEdges(const Network& network, const NetworkEdit& removal, const std::vector<Edge>& healed) {
  Network trial = network;
  if (healed.empty() || !applyEdit(trial, removal).ok()) return healed;
  std::vector<Edge> fitting;
  for (const Edge& edge : healed)
    if (applyEdit(trial, {AddEdge{edge}, {}}).ok()) fitting.push_back(edge);
  std::set<LayerId> before, after;
  collectFaults(analyzeNetwork(network), before);
  collectFaults(analyzeNetwork(trial), after);
  std::erase_if(fitting,
                [&](const Edge& edge) { return after.contains(edge.target) && !before.contains(edge.target); });
  return fitting;
}

Edge edgeOf(const PortRef& source, const PortRef& target) {
  return {source.layer, source.index, target.layer, target.index};
}

void setFrame(Note& note, const QRectF& around) {
  const QRectF frame = around.adjusted(-kFrameMargin, -kFrameMargin - kFrameTitle, kFrameMargin, kFrameMargin);
  note.position = snapped(frame.topLeft());
  note.width = frame.width();
  note.height = frame.height();
}

using Places = std::map<LayerId, Position>;

QRectF rectangleOf(const Note& note) {
  return {note.position.x, note.position.y, note.width, note.height};
}

// Moves a frame with the layers inside it. Returns false if there are none.
bool keepAround(Note& frame, const Network& network, const Places& places, const NodeSize& sizeOf) {
  QRectF around;
  for (const Layer& layer : network.layers()) {
    if (layer.block != frame.block || !rectangleOf(frame).contains(cardOf(layer, sizeOf))) continue;
    Layer moved = layer;
    if (const auto place = places.find(layer.id); place != places.end()) moved.position = place->second;
    around |= cardOf(moved, sizeOf);
  }
  if (around.isNull()) return false;
  setFrame(frame, around);
  return true;
}

double gapBetween(const QRectF& a, const QRectF& b) {
  const double dx = std::max({0.0, a.left() - b.right(), b.left() - a.right()});
  const double dy = std::max({0.0, a.top() - b.bottom(), b.top() - a.bottom()});
  return std::max(dx, dy);
}

// Moves a comment with the nearest layer. Returns false if that layer stays, or none is near.
bool keepBeside(Note& comment, const Network& network, const Places& places, const NodeSize& sizeOf) {
  const Layer* nearest = nullptr;
  double least = kBeside;
  for (const Layer& layer : network.layers()) {
    if (layer.block != comment.block) continue;
    const double gap = gapBetween(rectangleOf(comment), cardOf(layer, sizeOf));
    if (gap >= least) continue;
    least = gap;
    nearest = &layer;
  }
  const auto place = nearest ? places.find(nearest->id) : places.end();
  if (place == places.end()) return false;
  comment.position.x += place->second.x - nearest->position.x;
  comment.position.y += place->second.y - nearest->position.y;
  return true;
}

QString notesText(const Network& network, const QList<NoteId>& notes) {
  const Note* only = notes.size() == 1 ? network.findNote(notes.front()) : nullptr;
  if (only) return only->frame ? EditWords::tr("frame") : EditWords::tr("comment");
  return EditWords::tr("%1 notes").arg(notes.size());
}

QString titleOf(const Layer& layer) {
  const LayerType* type = findLayer(layer.type);
  return QString::fromStdString(type ? type->title : layer.name);
}

}  // namespace

QRectF cardOf(const Layer& layer, const NodeSize& sizeOf) {
  return {QPointF(layer.position.x, layer.position.y), sizeOf(layer.id)};
}

NodeSize sizesOf(const CanvasScene& scene) {
  return [&scene](LayerId id) {
    const NodeItem* item = scene.node(id);
    return item ? item->plainSize() : QSizeF(canvas::kNodeWidth, canvas::kNodeHeight);
  };
}

Position snapped(const QPointF& point) {
  return {std::round(point.x() / canvas::kGrid) * canvas::kGrid, std::round(point.y() / canvas::kGrid) * canvas::kGrid};
}

QString layersText(const Network& network, const QList<LayerId>& layers) {
  if (layers.size() == 1)
    if (const Layer* layer = network.find(layers.front())) return titleOf(*layer);
  return layers.size() == 1 ? EditWords::tr("1 layer") : EditWords::tr("%1 layers").arg(layers.size());
}

std::set<LayerId> reachable(const Network& network, LayerId start, bool forward) {
  std::map<LayerId, std::vector<LayerId>> next;
  for (const Edge& edge : network.edges())
    forward ? next[edge.source].push_back(edge.target) : next[edge.target].push_back(edge.source);
  std::set<LayerId> seen{start};
  std::vector<LayerId> open{start};
  while (!open.empty()) {
    const LayerId id = open.back();
    open.pop_back();
    for (const LayerId neighbour : next[id])
      if (seen.insert(neighbour).second) open.push_back(neighbour);
  }
  return seen;
}

bool canConnect(const Network& network, const PortRef& source, const PortRef& target) {
  const auto& edges = network.edges();
  if (std::find(edges.begin(), edges.end(), edgeOf(source, target)) != edges.end()) return false;
  return !reachable(network, target.layer, true).contains(source.layer);
}

std::optional<PortRef> firstInput(const Network& network, LayerId target) {
  const Layer* layer = network.find(target);
  const auto inputs = layer ? portsOf(network, *layer).inputs : std::vector<LayerPort>{};
  if (inputs.empty()) return {};
  const std::vector<Edge> into = network.edgesInto(target);
  for (int i = 0; i < int(inputs.size()); ++i) {
    if (inputs[std::size_t(i)].variadic)
      return PortRef{target, false, into.empty() ? i : std::max(i, into.back().input + 1)};
    if (std::none_of(into.begin(), into.end(), [i](const Edge& edge) { return edge.input == i; }))
      return PortRef{target, false, i};
  }
  return PortRef{target, false, 0};
}

std::optional<PortRef> firstOutput(const Network& network, LayerId source) {
  const Layer* layer = network.find(source);
  if (!layer || portsOf(network, *layer).outputs.empty()) return {};
  return PortRef{source, true, 0};
}

LayerDraft draftOf(const LayerType& type, BlockId sheet) {
  Layer layer{{}, type.name, type.name, type.parameters.defaults(), {}, sheet};
  return {
      std::move(layer), fromStd(type.title), {type.inputPorts(layer.parameters), type.outputPorts(layer.parameters)}};
}

std::optional<LayerDraft> draftOfUse(const Network& network, BlockId block, BlockId sheet) {
  const Block* definition = network.findBlock(block);
  if (!definition || (sheet.valid() && blockHolds(network, block, sheet))) return {};
  Layer layer{{}, kBlockUse, definition->name, {}, {}, sheet};
  layer.parameters.set("definition", FieldValue(std::int64_t{block.index}));
  LayerPorts ports = portsOf(network, layer);
  return LayerDraft{std::move(layer), fromStd(definition->name), std::move(ports)};
}

namespace {

// Returns the edge between the layer to be added and `peer`, if there is a port for it.
std::optional<Edge> edgeWith(const PortRef& peer, LayerId id, const LayerPorts& ports) {
  if (peer.output) return ports.inputs.empty() ? std::nullopt : std::optional(edgeOf(peer, {id, false, 0}));
  return ports.outputs.empty() ? std::nullopt : std::optional(edgeOf({id, true, 0}, peer));
}

}  // namespace

Addition addLayerEdit(const Network& network, const LayerDraft& draft, const Position& position,
                      const std::optional<PortRef>& peer) {
  Layer layer = draft.layer;
  layer.id = network.nextId();
  layer.position = position;
  const LayerId id = layer.id;
  std::vector<NetworkEdit> edits{editOf(AddLayer{std::move(layer)})};
  if (const auto edge = peer ? edgeWith(*peer, id, draft.ports) : std::nullopt) edits.push_back(editOf(AddEdge{*edge}));
  return {compound(std::move(edits), EditWords::tr("Add %1").arg(draft.title)), {id}};
}

namespace {

// Returns a position for a layer between the ends of `edge`, and adds the moves that make room for it, if needed.
// Computed for downward flow: x and y are exchanged for flow to the right.
Position roomWithin(const Network& network, const Edge& edge, LayerId inserted, const NodeSize& sizeOf, bool sideways,
                    std::vector<NetworkEdit>& edits) {
  const auto turned = [sideways](const QPointF& point) { return sideways ? point.transposed() : point; };
  const auto placeOf = [&](LayerId id) {
    const Position& position = network.find(id)->position;
    const QSizeF size = sizeOf(id);
    return QRectF(turned({position.x, position.y}), sideways ? size.transposed() : size);
  };
  const double across = sideways ? canvas::kNodeHeight : canvas::kNodeWidth;
  const double depth = sideways ? canvas::kNodeWidth : canvas::kNodeHeight;
  const QRectF source = placeOf(edge.source), target = placeOf(edge.target);
  const double needed = depth + 2 * canvas::kRowGap;
  const double room = target.top() - source.bottom();
  const double sourceAxis = source.left() + std::min(source.width(), across) / 2;
  const double targetAxis = target.left() + std::min(target.width(), across) / 2;
  const bool sameColumn = std::abs(sourceAxis - targetAxis) < across;
  const double x = (sameColumn ? sourceAxis : (sourceAxis + targetAxis) / 2) - across / 2;
  // If `edge` leads to another column: at the end of the first one.
  if (room < 0 && !sameColumn) return snapped(turned({sourceAxis - across / 2, source.bottom() + canvas::kRowGap}));
  const double free = std::max(room, needed) - depth;
  if (room < needed) {
    const QPointF shift = turned({0, std::ceil((needed - room) / canvas::kGrid) * canvas::kGrid});
    MoveLayers moves;
    for (const LayerId below : reachable(network, edge.target, true)) {
      const Position& at = network.find(below)->position;
      if (below != inserted && placeOf(below).top() >= target.top())
        moves.positions.emplace_back(below, Position{at.x + shift.x(), at.y + shift.y()});
    }
    edits.push_back(editOf(std::move(moves)));
  }
  return snapped(turned({x, source.bottom() + free / 2}));
}

void addWithin(const Edge& edge, LayerId id, std::vector<NetworkEdit>& edits) {
  edits.push_back(editOf(RemoveEdge{edge}));
  edits.push_back(editOf(AddEdge{{edge.source, edge.output, id, 0}}));
  edits.push_back(editOf(AddEdge{{id, 0, edge.target, edge.input}}));
}

}  // namespace

std::optional<Addition> insertLayerEdit(const Network& network, const LayerDraft& draft, const Edge& edge,
                                        const NodeSize& sizeOf, bool sideways) {
  if (!network.find(edge.source) || !network.find(edge.target) || draft.ports.inputs.empty() ||
      draft.ports.outputs.empty())
    return {};
  const LayerId id = network.nextId();
  std::vector<NetworkEdit> edits;
  Layer layer = draft.layer;
  layer.id = id;
  layer.position = roomWithin(network, edge, id, sizeOf, sideways, edits);
  edits.push_back(editOf(AddLayer{std::move(layer)}));
  addWithin(edge, id, edits);
  return Addition{compound(std::move(edits), EditWords::tr("Insert %1").arg(draft.title)), {id}};
}

bool canStandWithin(const Network& network, LayerId id) {
  const Layer* layer = network.find(id);
  if (!layer) return false;
  const LayerPorts ports = portsOf(network, *layer);
  if (ports.inputs.empty() || ports.outputs.empty()) return false;
  return std::none_of(network.edges().begin(), network.edges().end(),
                      [id](const Edge& edge) { return edge.source == id || edge.target == id; });
}

NetworkEdit insertExistingEdit(const Network& network, LayerId id, const Edge& edge, const Position& dropped,
                               const NodeSize& sizeOf, bool sideways) {
  std::vector<NetworkEdit> edits;
  const bool isPoint = network.find(id)->type == kRerouteType;
  const Position place = isPoint ? dropped : roomWithin(network, edge, id, sizeOf, sideways, edits);
  edits.push_back(editOf(MoveLayers{{{id, place}}}));
  addWithin(edge, id, edits);
  return compound(std::move(edits), EditWords::tr("Insert %1").arg(layersText(network, {id})));
}

Addition rerouteEdgesEdit(const Network& network, const std::vector<std::pair<Edge, QPointF>>& places) {
  Addition addition;
  std::vector<NetworkEdit> edits;
  LayerId next = network.nextId();
  for (const auto& [edge, place] : places) {
    edits.push_back(editOf(AddLayer{newPoint(network.find(edge.source)->block, next, place)}));
    edits.push_back(editOf(RemoveEdge{edge}));
    edits.push_back(editOf(AddEdge{{edge.source, edge.output, next, 0}}));
    edits.push_back(editOf(AddEdge{{next, 0, edge.target, edge.input}}));
    addition.layers << next;
    ++next.index;
  }
  addition.edit = compound(std::move(edits), EditWords::tr("Add a reroute point"));
  return addition;
}

Addition gatherEdit(const Network& network, const PortRef& source, const QPointF& place) {
  const LayerId id = network.nextId();
  std::vector<NetworkEdit> edits{editOf(AddLayer{newPoint(network.find(source.layer)->block, id, place)})};
  for (const Edge& edge : network.edges()) {
    if (edge.source != source.layer || edge.output != source.index) continue;
    edits.push_back(editOf(RemoveEdge{edge}));
    edits.push_back(editOf(AddEdge{{id, 0, edge.target, edge.input}}));
  }
  edits.push_back(editOf(AddEdge{edgeOf(source, {id, false, 0})}));
  return {compound(std::move(edits), EditWords::tr("Add a reroute point")), {id}};
}

NetworkEdit connectEdit(const PortRef& source, const PortRef& target) {
  return editOf(AddEdge{edgeOf(source, target)}, EditWords::tr("Connect"));
}

NetworkEdit rerouteEdit(const Edge& edge, const PortRef& target) {
  std::vector<NetworkEdit> edits;
  edits.push_back(editOf(RemoveEdge{edge}));
  edits.push_back(editOf(AddEdge{{edge.source, edge.output, target.layer, target.index}}));
  return compound(std::move(edits), EditWords::tr("Reconnect"));
}

NetworkEdit removeEdit(const Network& network, const QList<LayerId>& layers, const std::vector<Edge>& edges,
                       const QList<NoteId>& notes) {
  std::vector<NetworkEdit> edits;
  for (const Edge& edge : edges)
    if (!layers.contains(edge.source) && !layers.contains(edge.target)) edits.push_back(editOf(RemoveEdge{edge}));
  for (const LayerId id : layers) edits.push_back(editOf(RemoveLayer{id}));
  const std::vector<Edge> healed = healedEdges(network, {layers.begin(), layers.end()}, edges);
  for (const Edge& edge : fittingEdges(network, editOf(CompoundEdit{edits}), healed))
    edits.push_back(editOf(AddEdge{edge}));
  for (const NoteId id : notes) edits.push_back(editOf(RemoveNote{id}));
  const QString what = !layers.isEmpty()  ? layersText(network, layers)
                       : !notes.isEmpty() ? notesText(network, notes)
                                          : EditWords::tr("%n connection(s)", nullptr, int(edges.size()));
  return compound(std::move(edits), EditWords::tr("Delete %1").arg(what));
}

NetworkEdit moveEdit(const Network& network, const CanvasLoad& load, const QPointF& delta) {
  const auto moved = [&](const Position& old) { return Position{old.x + delta.x(), old.y + delta.y()}; };
  std::vector<NetworkEdit> edits;
  MoveLayers moves;
  for (const LayerId id : load.layers) moves.positions.emplace_back(id, moved(network.find(id)->position));
  if (!load.layers.isEmpty()) edits.push_back(editOf(std::move(moves)));
  for (const NoteId id : load.notes) {
    Note note = *network.findNote(id);
    note.position = moved(note.position);
    edits.push_back(editOf(SetNote{std::move(note)}));
  }
  const QString what = load.layers.isEmpty() ? notesText(network, load.notes) : layersText(network, load.layers);
  return compound(std::move(edits), EditWords::tr("Move %1").arg(what));
}

Addition addCommentEdit(const Network& network, BlockId sheet, const QPointF& position) {
  Note note;
  note.id = network.nextNoteId();
  note.block = sheet;
  note.position = snapped(position);
  note.color = kCommentColor;
  return {editOf(AddNote{note}, EditWords::tr("Add a comment")), {}, {note.id}};
}

Addition frameEdit(const Network& network, const QList<LayerId>& layers, const NodeSize& sizeOf) {
  QRectF around;
  for (const LayerId id : layers) around |= cardOf(*network.find(id), sizeOf);
  Note note;
  note.id = network.nextNoteId();
  note.frame = true;
  note.block = network.find(layers.front())->block;
  setFrame(note, around);
  // Neighbouring frames get different colours.
  note.color = int(network.notes().size()) % kNoteColors;
  return {editOf(AddNote{note}, EditWords::tr("Frame %1").arg(layersText(network, layers))), {}, {note.id}};
}

NetworkEdit withNotes(const Network& network, NetworkEdit moves, const NodeSize& sizeOf) {
  std::map<LayerId, Position> places;
  for (const auto& [id, position] : std::get<MoveLayers>(moves.change).positions) places[id] = position;
  std::vector<NetworkEdit> edits;
  for (Note note : network.notes()) {
    const bool moved =
        note.frame ? keepAround(note, network, places, sizeOf) : keepBeside(note, network, places, sizeOf);
    if (moved) edits.push_back(editOf(SetNote{std::move(note)}));
  }
  if (edits.empty() || places.empty()) return moves;
  const QString title = QString::fromStdString(moves.title);
  edits.insert(edits.begin(), std::move(moves));
  return compound(std::move(edits), title);
}

NetworkEdit changeNoteEdit(const Note& note, const QString& title) {
  return editOf(SetNote{note}, title);
}

NetworkEdit freezeEdit(const std::vector<const Layer*>& layers, bool frozen) {
  return compound(freezingEdits(layers, frozen),
                  frozen ? EditWords::tr("Freeze weights") : EditWords::tr("Let weights learn"));
}

Addition insertNetworkEdit(const Network& network, const Network& part, BlockId sheet, const QPointF& offset,
                           const QString& title, const std::optional<PortRef>& peer) {
  PartInsertion insertion = insertPart(network, part, sheet, snapped(offset));
  std::vector<NetworkEdit> edits{std::move(insertion.edit)};
  if (peer && insertion.layers.size() == 1)
    for (const Layer& layer : part.layers())
      if (!layer.block.valid())
        if (const auto edge = edgeWith(*peer, insertion.layers.front(), portsOf(part, layer)))
          edits.push_back(editOf(AddEdge{*edge}));
  Addition addition{compound(std::move(edits), title), {}, {}};
  for (const LayerId id : insertion.layers) addition.layers << id;
  for (const NoteId id : insertion.notes) addition.notes << id;
  for (const LayerId id : insertion.separated) addition.separated << id;
  return addition;
}

}  // namespace fovea

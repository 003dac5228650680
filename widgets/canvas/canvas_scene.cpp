#include "widgets/canvas/canvas_scene.h"

#include <QtWidgets/QGraphicsView>
#include <algorithm>
#include <set>

#include "widgets/canvas/ghost_item.h"

namespace fovea {
namespace {

constexpr int kGlideMilliseconds = 140;
constexpr std::size_t kMostGliding = 400;  // more would not be fluent: they jump
constexpr double kGlideFrom = 12;          // shorter moves are the steps of arrow keys: they jump

QPointF pointOf(const Position& position) {
  return {position.x, position.y};
}

auto keyOf(const Edge& edge) {
  return std::tuple(edge.source, edge.output, edge.target, edge.input);
}

// `path` as far as it leads into blocks of `network`.
BlockPath validPath(const Network& network, const BlockPath& path) {
  BlockPath valid;
  BlockId sheet;
  for (const LayerId id : path) {
    const Layer* use = network.find(id);
    if (!use || use->block != sheet || !usedBlock(*use).valid()) break;
    valid.push_back(id);
    sheet = usedBlock(*use);
  }
  return valid;
}

struct EdgeLess {
  bool operator()(const Edge& a, const Edge& b) const { return keyOf(a) < keyOf(b); }
};

}  // namespace

std::optional<BlockPath> pathTo(const Network& network, BlockId block) {
  if (!block.valid()) return BlockPath{};
  for (const LayerId use : usesOf(network, block)) {
    auto path = pathTo(network, network.find(use)->block);
    if (!path) continue;
    path->push_back(use);
    return path;
  }
  return {};
}

CanvasScene::CanvasScene(QObject* parent) : QGraphicsScene(parent), style_(CanvasStyle::withShadow()) {
  glide_.setStartValue(0.0);
  glide_.setEndValue(1.0);
  glide_.setDuration(kGlideMilliseconds);
  glide_.setEasingCurve(QEasingCurve::OutCubic);
  connect(&glide_, &QVariantAnimation::valueChanged, this,
          [this](const QVariant& value) { stepGlide(value.toDouble()); });
  connect(&glide_, &QVariantAnimation::finished, this, [this] { finishGlide(); });
}

CanvasScene::~CanvasScene() {
  glide_.stop();
}

void CanvasScene::setStyle(CanvasStyle style) {
  style_ = std::move(style);
  for (const auto& [id, item] : nodes_) item->restyle();
  for (const auto& [id, item] : notes_) item->restyle();
  for (EdgeItem* edge : edges_) edge->update();
  update();
  Q_EMIT drawingChanged();
}

void CanvasScene::setNetwork(const Network& network, const NetworkReport& report, bool glide) {
  finishGlide();
  // Another drawing begins at its own sheet, even where its numbers are the same.
  const bool isOther = network.name() != network_.name() && network.blocks() != network_.blocks();
  network_ = network;
  report_ = report;
  const BlockPath left = std::exchange(path_, isOther ? BlockPath() : validPath(network_, path_));
  showSheet(glide && left == path_);
  if (left != path_) Q_EMIT sheetChanged(left);
  Q_EMIT drawingChanged();
}

const NetworkReport& CanvasScene::report() const {
  static const NetworkReport unknown;
  const NetworkReport* found = reportAt(report_, path_);
  return found ? *found : unknown;
}

BlockId CanvasScene::sheet() const {
  return path_.empty() ? BlockId{} : usedBlock(*network_.find(path_.back()));
}

void CanvasScene::setPath(const BlockPath& path) {
  const BlockPath left = std::exchange(path_, validPath(network_, path));
  if (left == path_) return;
  finishGlide();
  showSheet(false);
  Q_EMIT sheetChanged(left);
  Q_EMIT drawingChanged();
}

void CanvasScene::showSheet(bool glide) {
  const bool many = itemIndexMethod() == BspTreeIndex && movedNodes() > kMostGliding;
  // The index makes each move slow where many items lie in one place, as they do before they are put in order.
  if (many) setItemIndexMethod(NoIndex);
  updateNotes();
  updateNodes(glide && itemIndexMethod() == BspTreeIndex && isVisible());
  updateEdges();
  updateGhosts();
  if (many) setItemIndexMethod(BspTreeIndex);
  if (!gliding_.empty()) {
    stepGlide(0);
    glide_.start();
  }
  pruneSelection();
}

std::size_t CanvasScene::movedNodes() const {
  return std::size_t(std::count_if(nodes_.begin(), nodes_.end(), [this](const auto& entry) {
    const Layer* layer = network_.find(entry.first);
    return layer && pointOf(layer->position) != entry.second->pos();
  }));
}

void CanvasScene::updateNodes(bool glide) {
  std::map<LayerId, std::vector<Edge>> into;
  std::map<LayerId, std::vector<bool>> readers;
  for (const Edge& edge : network_.edges()) {
    into[edge.target].push_back(edge);
    auto& read = readers[edge.source];
    if (edge.output >= int(read.size())) read.resize(std::size_t(edge.output) + 1);
    read[std::size_t(edge.output)] = true;
  }
  const BlockId shown = sheet();
  const NetworkReport& known = report();
  std::set<LayerId> alive;
  for (const Layer& layer : network_.layers()) {
    if (layer.block != shown) continue;
    alive.insert(layer.id);
    NodeItem*& item = nodes_[layer.id];
    const bool isNew = !item;
    if (isNew) {
      item = new NodeItem(layer.id, style_);
      if (const auto found = overlays_.find(layer.id); found != overlays_.end())
        item->setOverlay(found->second.first, found->second.second);
    }
    auto& edges = into[layer.id];
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.input < b.input; });
    item->setContent(nodeContent(network_, layer, edges, readers[layer.id], known));
    placeNode(item, pointOf(layer.position), isNew, glide);
  }
  for (auto it = nodes_.begin(); it != nodes_.end();) {
    if (alive.contains(it->first)) {
      ++it;
      continue;
    }
    delete it->second;
    it = nodes_.erase(it);
  }
}

void CanvasScene::placeNode(NodeItem* item, const QPointF& target, bool isNew, bool glide) {
  if (!isNew && glide && QLineF(item->pos(), target).length() > kGlideFrom) {
    gliding_[item->id()] = {item->pos(), target};
    return;
  }
  if (item->pos() != target) item->setPos(target);
  if (isNew) addItem(item);
}

void CanvasScene::updateNotes() {
  for (auto it = notes_.begin(); it != notes_.end();) {
    const Note* note = network_.findNote(it->first);
    if (note && note->block == sheet()) {
      ++it;
      continue;
    }
    delete it->second;
    it = notes_.erase(it);
  }
  for (const Note& note : network_.notes()) {
    if (note.block != sheet()) continue;
    NoteItem*& item = notes_[note.id];
    if (!item) {
      item = new NoteItem(note.id, style_);
      addItem(item);
    }
    if (!(item->note() == note)) item->setNote(note);
  }
}

void CanvasScene::updateEdges() {
  const NetworkReport& known = report();
  std::set<std::pair<LayerId, int>> faults;
  for (const NetworkProblem& problem : known.problems) faults.emplace(problem.layer, problem.input);
  std::vector<EdgeItem*> added;
  std::map<Edge, EdgeItem*, EdgeLess> old;
  for (EdgeItem* item : edges_) old.emplace(item->edge(), item);
  edges_.clear();
  edgesOf_.clear();
  for (const Edge& edge : network_.edges()) {
    if (!node(edge.source) || !node(edge.target)) continue;
    const auto found = old.find(edge);
    EdgeItem* item = found != old.end() ? found->second : new EdgeItem(edge, style_);
    if (found != old.end())
      old.erase(found);
    else
      added.push_back(item);
    item->setBad(faults.contains({edge.target, edge.input}));
    const QString shape = edgeShapeText(known, edge);
    item->setToolTip(shape.isEmpty() ? tr("The shape is not known yet") : shape);
    edges_.push_back(item);
    edgesOf_[edge.source].push_back(item);
    edgesOf_[edge.target].push_back(item);
  }
  for (const auto& [edge, item] : old) delete item;
  connectAll();
  for (EdgeItem* item : added) addItem(item);
}

EdgeRoute CanvasScene::routeOf(const Edge& edge, const CardRows& cards) const {
  const QPointF from = portPosition({edge.source, true, edge.output});
  const QPointF to = portPosition({edge.target, false, edge.input});
  return {edge, from, to, detourLane(edge, from, to, cards)};
}

void CanvasScene::connectAll() {
  const CardRows cards(nodes_);
  std::vector<EdgeRoute> routes;
  routes.reserve(edges_.size());
  for (const EdgeItem* edge : edges_) routes.push_back(routeOf(edge->edge(), cards));
  std::vector<EdgeRoute*> lanes;
  for (EdgeRoute& route : routes) lanes.push_back(&route);
  spreadLanes(lanes, cards);
  for (std::size_t i = 0; i < routes.size(); ++i) edges_[i]->setEnds(routes[i].from, routes[i].to, routes[i].lane);
}

NodeItem* CanvasScene::node(LayerId id) const {
  const auto found = nodes_.find(id);
  return found == nodes_.end() ? nullptr : found->second;
}

NoteItem* CanvasScene::note(NoteId id) const {
  const auto found = notes_.find(id);
  return found == notes_.end() ? nullptr : found->second;
}

EdgeItem* CanvasScene::edgeItem(const Edge& edge) const {
  const auto found = std::find_if(edges_.begin(), edges_.end(), [&](EdgeItem* item) { return item->edge() == edge; });
  return found == edges_.end() ? nullptr : *found;
}

QRectF CanvasScene::nodeRectangle(LayerId id) const {
  const NodeItem* item = node(id);
  if (!item) return {};
  const auto glide = gliding_.find(id);
  return item->card().translated(glide == gliding_.end() ? item->pos() : glide->second.to);
}

QRectF CanvasScene::networkRectangle() const {
  QRectF bounds;
  for (const auto& [id, item] : nodes_) bounds |= nodeRectangle(id);
  for (const auto& [id, item] : notes_) bounds |= item->geometry();
  return bounds;
}

CanvasHit CanvasScene::hitAt(const QPointF& point, double reach) const {
  const QRectF around(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach);
  const auto isPort = [](const NodePart& part) {
    return part.kind == NodePart::Input || part.kind == NodePart::Output;
  };
  CanvasHit hit;
  for (QGraphicsItem* item : items(around, Qt::IntersectsItemBoundingRect, Qt::DescendingOrder)) {
    auto* candidate = qgraphicsitem_cast<NodeItem*>(item);
    if (!candidate) continue;
    const NodePart part = candidate->partAt(candidate->mapFromScene(point), reach);
    if (part.kind == NodePart::None || (hit.node && !isPort(part))) continue;
    hit = {candidate, part, nullptr};
    if (isPort(part)) return hit;
  }
  if (!hit.node) hit.edge = edgeAt(point, reach);
  if (hit.node || hit.edge) return hit;
  // Comments lie over frames, and of either kind the newest on top.
  for (const bool frame : {false, true})
    for (auto at = notes_.rbegin(); at != notes_.rend(); ++at) {
      const NoteItem::Part part = at->second->partAt(point, reach);
      if (at->second->note().frame != frame || part == NoteItem::Part::None) continue;
      hit.note = at->second;
      hit.notePart = part;
      return hit;
    }
  return hit;
}

EdgeItem* CanvasScene::edgeAt(const QPointF& point, double reach) const {
  const QRectF around(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach);
  EdgeItem* best = nullptr;
  double nearest = reach;
  for (QGraphicsItem* item : items(around, Qt::IntersectsItemBoundingRect)) {
    auto* edge = qgraphicsitem_cast<EdgeItem*>(item);
    if (!edge) continue;
    const double distance = edge->distanceTo(point);
    if (distance >= nearest) continue;
    nearest = distance;
    best = edge;
  }
  return best;
}

PortRef CanvasScene::portOf(const NodeItem& item, const NodePart& part) const {
  const auto& ports = part.kind == NodePart::Output ? item.content().outputs : item.content().inputs;
  return {item.id(), part.kind == NodePart::Output, ports[std::size_t(part.index)].index};
}

QPointF CanvasScene::portPosition(const PortRef& port) const {
  const NodeItem* item = node(port.layer);
  if (!item) return {};
  return item->pos() +
         (port.output ? item->outputPosition(port.index) : item->inputPosition(item->inputOf(port.index)));
}

std::vector<Edge> CanvasScene::selectedEdges() const {
  std::vector<Edge> chosen;
  for (const EdgeItem* item : edges_)
    if (item->chosen()) chosen.push_back(item->edge());
  return chosen;
}

QList<NoteId> CanvasScene::selectedNotes() const {
  QList<NoteId> chosen;
  for (const auto& [id, item] : notes_)
    if (item->chosen()) chosen << id;
  return chosen;
}

CanvasLoad CanvasScene::load() const {
  CanvasLoad load{selection_, selectedNotes()};
  for (const NoteId id : selectedNotes()) {
    const NoteItem* frame = note(id);
    if (!frame->note().frame) continue;
    for (const auto& [layer, item] : nodes_)
      if (!load.layers.contains(layer) && frame->geometry().contains(nodeRectangle(layer))) load.layers << layer;
    for (const auto& [other, item] : notes_)
      if (!load.notes.contains(other) && frame->geometry().contains(item->geometry())) load.notes << other;
  }
  return load;
}

void CanvasScene::select(const QList<LayerId>& layers, const std::vector<Edge>& edges, const QList<NoteId>& notes) {
  QList<LayerId> present;
  for (const LayerId id : layers)
    if (node(id) && !present.contains(id)) present << id;
  for (EdgeItem* item : edges_) item->setChosen(std::find(edges.begin(), edges.end(), item->edge()) != edges.end());
  for (const auto& [id, item] : notes_) item->setChosen(notes.contains(id));
  if (present == selection_) return;
  for (const LayerId id : selection_)
    if (NodeItem* item = node(id)) item->setChosen(false);
  for (const LayerId id : present) node(id)->setChosen(true);
  selection_ = present;
  Q_EMIT layersSelected(selection_);
}

void CanvasScene::pruneSelection() {
  const auto layerShown = [this](LayerId id) { return node(id) != nullptr; };
  const auto noteShown = [this](NoteId id) { return note(id) != nullptr; };
  const CanvasLoad awaited = std::exchange(awaited_, {});
  const bool any = !awaited.layers.isEmpty() || !awaited.notes.isEmpty();
  if (any && std::all_of(awaited.layers.begin(), awaited.layers.end(), layerShown) &&
      std::all_of(awaited.notes.begin(), awaited.notes.end(), noteShown))
    select(awaited.layers, {}, awaited.notes);
  else
    select(selection_, selectedEdges(), selectedNotes());
}

void CanvasScene::moveNodes(const std::vector<std::pair<LayerId, QPointF>>& places) {
  std::set<EdgeItem*> touched;
  for (const auto& [id, position] : places) {
    NodeItem* item = node(id);
    if (!item) continue;
    item->setPos(position);
    const auto& edges = edgesOf_[id];
    touched.insert(edges.begin(), edges.end());
  }
  const CardRows cards(nodes_);
  for (EdgeItem* edge : touched) {
    const EdgeRoute route = routeOf(edge->edge(), cards);
    edge->setEnds(route.from, route.to, route.lane);
  }
}

void CanvasScene::restorePositions() {
  finishGlide();
  std::vector<std::pair<LayerId, QPointF>> places;
  for (const auto& [id, item] : nodes_)
    if (const QPointF place = pointOf(network_.find(id)->position); item->pos() != place)
      places.emplace_back(id, place);
  moveNodes(places);
  for (const auto& [id, item] : notes_) item->setNote(*network_.findNote(id));
  Q_EMIT drawingChanged();
}

void CanvasScene::setOverlay(LayerId id, const QString& text, const QColor& color) {
  overlays_[id] = {text, color};
  if (NodeItem* item = node(id)) item->setOverlay(text, color);
}

void CanvasScene::clearOverlays() {
  overlays_.clear();
  for (const auto& [id, item] : nodes_) item->setOverlay({});
}

void CanvasScene::stepGlide(double progress) {
  for (const auto& [id, glide] : gliding_) node(id)->setPos(glide.from + (glide.to - glide.from) * progress);
  connectAll();
}

void CanvasScene::finishGlide() {
  if (gliding_.empty()) return;
  glide_.stop();
  stepGlide(1);
  gliding_.clear();
  Q_EMIT drawingChanged();
}

bool CanvasScene::isVisible() const {
  const auto all = views();
  return std::any_of(all.begin(), all.end(), [](const QGraphicsView* view) { return view->isVisible(); });
}

}  // namespace fovea

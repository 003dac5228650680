#include "widgets/canvas/scene/canvas_scene.h"

#include <QtWidgets/QGraphicsView>
#include <algorithm>
#include <set>

#include "widgets/canvas/items/conversions.h"
#include "widgets/canvas/items/ghost_item.h"

namespace fovea {
namespace {

constexpr int kGlideMilliseconds = 140;

// Returns the part of `path` that is valid in `network`.
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

// Each block is tried once, since a nest of unused blocks has very many paths that lead nowhere.
std::optional<BlockPath> pathBesides(const Network& network, BlockId block, std::set<BlockId>& tried) {
  if (!block.valid()) return BlockPath{};
  if (!tried.insert(block).second) return {};
  for (const LayerId use : usesOf(network, block)) {
    auto path = pathBesides(network, network.find(use)->block, tried);
    if (!path) continue;
    path->push_back(use);
    return path;
  }
  return {};
}

}  // namespace

std::optional<BlockPath> pathTo(const Network& network, BlockId block) {
  std::set<BlockId> tried;
  return pathBesides(network, block, tried);
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

void CanvasScene::setSideways(bool sideways) {
  if (sideways == style_.sideways) return;
  finishGlide();
  style_.sideways = sideways;
  for (const auto& [id, item] : nodes_) item->restyle();
  connectAll();
  Q_EMIT drawingChanged();
}

void CanvasScene::setStyle(CanvasStyle style) {
  style.sideways = style_.sideways;
  style.figures = style_.figures;
  style_ = std::move(style);
  for (const auto& [id, item] : nodes_) item->restyle();
  for (const auto& [id, item] : notes_) item->restyle();
  for (EdgeItem* edge : edges_) edge->update();
  update();
  Q_EMIT drawingChanged();
}

void CanvasScene::setNetwork(const Network& network, const NetworkReport& report, bool glide) {
  finishGlide();
  // Another network starts at its own sheet, even if its ids are the same.
  const bool isOther = network.name() != network_.name() && network.blocks() != network_.blocks();
  network_ = network;
  report_ = report;
  ++timesShown_;
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

void CanvasScene::moveNodes(const std::vector<std::pair<LayerId, QPointF>>& places) {
  std::set<EdgeItem*> touched;
  for (const auto& [id, position] : places) {
    NodeItem* item = node(id);
    if (!item) continue;
    item->setPos(position);
    const auto& edges = edgesOf_[id];
    touched.insert(edges.begin(), edges.end());
  }
  const CardRows cards(nodes_, style_.sideways);
  for (EdgeItem* edge : touched) {
    const EdgeRoute route = routeOf(edge->edge(), cards);
    edge->setRoute(route.from, route.to, route.lane);
  }
}

void CanvasScene::restorePositions() {
  finishGlide();
  std::vector<std::pair<LayerId, QPointF>> places;
  for (const auto& [id, item] : nodes_)
    if (const QPointF place = shownPlace(*network_.find(id)); item->pos() != place) places.emplace_back(id, place);
  moveNodes(places);
  for (const auto& [id, item] : notes_) item->setNote(shownNote(*network_.findNote(id)));
  Q_EMIT drawingChanged();
}

void CanvasScene::setOverlay(LayerId id, const QString& text, const QColor& color) {
  overlays_[id] = {text, color};
  if (NodeItem* item = node(id)) item->setOverlay(text, color);
}

QString CanvasScene::overlay(LayerId layer) const {
  const auto found = overlays_.find(layer);
  return found == overlays_.end() ? QString() : found->second.first;
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

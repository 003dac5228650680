#include "widgets/canvas/input/gestures.h"

#include <QtGui/QPen>
#include <algorithm>

namespace fovea {

MoveGesture::MoveGesture(CanvasController& controller, const QPointF& origin, const QPointF& start)
    : controller_(controller), load_(controller.scene().load()), origin_(origin), start_(start) {
  if (load_.layers.size() == 1 && load_.notes.isEmpty() &&
      canStandWithin(controller.scene().network(), load_.layers.front()))
    single_ = load_.layers.front();
}

MoveGesture::~MoveGesture() {
  offer({});
  offerEdge({});
}

std::optional<Edge> MoveGesture::edgeBelow(double zoom) const {
  if (!single_.valid() || delta_.isNull() || container_.valid()) return {};
  const QPointF middle = controller_.scene().nodeRectangle(single_).center();
  const EdgeItem* edge = controller_.scene().edgeAt(middle, canvas::kEdgeDrop / zoom);
  return edge ? std::optional(edge->edge()) : std::nullopt;
}

void MoveGesture::offerEdge(const std::optional<Edge>& edge) {
  if (edge == edge_) return;
  if (edge_)
    if (EdgeItem* old = controller_.scene().edgeItem(*edge_)) old->setHovered(false);
  edge_ = edge;
  if (edge_)
    if (EdgeItem* now = controller_.scene().edgeItem(*edge_)) now->setHovered(true);
}

LayerId MoveGesture::containerAt(const QPointF& point) const {
  if (load_.layers.isEmpty()) return {};
  for (const auto& [id, item] : controller_.scene().nodes())
    if (item->isBlock() && !load_.layers.contains(id) && item->card().contains(item->mapFromScene(point))) return id;
  return {};
}

void MoveGesture::offer(LayerId container) {
  if (container == container_) return;
  if (NodeItem* old = controller_.scene().node(container_)) old->setReceiving(false);
  container_ = container;
  if (NodeItem* now = controller_.scene().node(container_)) now->setReceiving(true);
}

void MoveGesture::move(const QPointF& point, double zoom) {
  CanvasScene& scene = controller_.scene();
  offer(containerAt(point));
  const Position place = snapped(origin_ + point - start_);
  const QPointF delta = QPointF(place.x, place.y) - origin_;
  if (delta == delta_) return offerEdge(edgeBelow(zoom));
  delta_ = delta;
  std::vector<std::pair<LayerId, QPointF>> places;
  for (const LayerId id : load_.layers) {
    places.emplace_back(id, scene.shownPlace(*scene.network().find(id)) + delta_);
  }
  scene.moveNodes(places);
  for (const NoteId id : load_.notes) {
    const Position old = scene.shownNote(*scene.network().findNote(id)).position;
    scene.note(id)->setPos(QPointF(old.x, old.y) + delta_);
  }
  offerEdge(edgeBelow(zoom));
}

void MoveGesture::finish(const QPointF&) {
  if (delta_.isNull()) return;
  CanvasScene& scene = controller_.scene();
  if (const LayerId container = container_; container.valid()) {
    offer({});
    scene.restorePositions();
    return controller_.moveInto(container);
  }
  if (const auto edge = edge_) {
    offerEdge({});
    const Position old = scene.network().find(single_)->position;
    controller_.insertExisting(single_, *edge, snapped(QPointF(old.x, old.y) + delta_));
  } else {
    controller_.request(moveEdit(scene.network(), load_, delta_));
  }
  // After a refused edit the items must return to where the network has them.
  scene.restorePositions();
}

void MoveGesture::cancel() {
  controller_.scene().restorePositions();
}

ResizeGesture::ResizeGesture(CanvasController& controller, NoteId note, const QPointF& start)
    : controller_(controller),
      note_(*controller.scene().network().findNote(note)),
      start_(start),
      size_(note_.width, note_.height) {}

void ResizeGesture::move(const QPointF& point, double) {
  const QPointF origin(note_.position.x, note_.position.y);
  const Position corner = snapped(origin + QPointF(note_.width, note_.height) + point - start_);
  size_ = QSizeF(corner.x - origin.x(), corner.y - origin.y()).expandedTo(QSizeF(kSmallestNote, kSmallestNote));
  controller_.scene().note(note_.id)->setGeometry(QRectF(origin, size_));
}

void ResizeGesture::finish(const QPointF&) {
  note_.width = size_.width();
  note_.height = size_.height();
  controller_.request(changeNoteEdit(note_, CanvasController::tr("Resize a note")));
  controller_.scene().restorePositions();
}

void ResizeGesture::cancel() {
  controller_.scene().restorePositions();
}

BandGesture::BandGesture(CanvasController& controller, const QPointF& start, bool keep)
    : controller_(controller), start_(start), band_(std::make_unique<QGraphicsRectItem>()) {
  if (keep) {
    kept_ = controller.scene().selection();
    keptNotes_ = controller.scene().selectedNotes();
  }
  const CanvasStyle& style = controller.scene().style();
  QPen pen(style.accent, 1);
  pen.setCosmetic(true);
  QColor fill = style.accent;
  fill.setAlphaF(0.10f);
  band_->setPen(pen);
  band_->setBrush(fill);
  band_->setZValue(5);
  controller.scene().addItem(band_.get());
}

BandGesture::~BandGesture() = default;

void BandGesture::move(const QPointF& point, double) {
  const QRectF band = QRectF(start_, point).normalized();
  band_->setRect(band);
  QList<LayerId> touched = kept_;
  CanvasScene& scene = controller_.scene();
  for (const auto& [id, item] : scene.nodes())
    if (band.intersects(item->card().translated(item->pos())) && !touched.contains(id)) touched << id;
  QList<NoteId> notes = keptNotes_;
  for (const auto& [id, item] : scene.notes()) {
    // The rubber band selects a frame only if it encloses it; otherwise it was drawn inside the frame.
    const bool hit = item->note().frame ? band.contains(item->geometry()) : band.intersects(item->geometry());
    if (hit && !notes.contains(id)) notes << id;
  }
  scene.select(touched, {}, notes);
}

void BandGesture::finish(const QPointF&) {}

void BandGesture::cancel() {
  controller_.scene().select(kept_, {}, keptNotes_);
}

}  // namespace fovea

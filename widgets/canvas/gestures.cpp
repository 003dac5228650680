#include "widgets/canvas/gestures.h"

#include <QtGui/QPen>
#include <algorithm>

namespace fovea {

MoveGesture::MoveGesture(CanvasController& controller, LayerId grabbed, const QPointF& start)
    : controller_(controller), grabbed_(grabbed), start_(start) {}

void MoveGesture::move(const QPointF& point, double) {
  CanvasScene& scene = controller_.scene();
  const Layer* grabbed = scene.network().find(grabbed_);
  if (!grabbed) return;
  const QPointF origin(grabbed->position.x, grabbed->position.y);
  const Position place = snapped(origin + point - start_);
  const QPointF delta = QPointF(place.x, place.y) - origin;
  if (delta == delta_) return;
  delta_ = delta;
  for (const LayerId id : scene.selection()) {
    const Position old = scene.network().find(id)->position;
    scene.moveNode(id, QPointF(old.x, old.y) + delta_);
  }
}

void MoveGesture::finish(const QPointF&) {
  if (delta_.isNull()) return;
  CanvasScene& scene = controller_.scene();
  std::vector<std::pair<LayerId, Position>> positions;
  for (const LayerId id : scene.selection()) {
    const Position old = scene.network().find(id)->position;
    positions.emplace_back(id, Position{old.x + delta_.x(), old.y + delta_.y()});
  }
  controller_.request(moveEdit(scene.network(), std::move(positions)));
  // If the edit was refused, the nodes must not stay where the network does not have them.
  scene.restorePositions();
}

void MoveGesture::cancel() {
  controller_.scene().restorePositions();
}

BandGesture::BandGesture(CanvasController& controller, const QPointF& start, bool keep)
    : controller_(controller), start_(start), band_(std::make_unique<QGraphicsRectItem>()) {
  if (keep) kept_ = controller.scene().selection();
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
  scene.select(touched);
}

void BandGesture::finish(const QPointF&) {}

void BandGesture::cancel() {
  controller_.scene().select(kept_);
}

}  // namespace fovea

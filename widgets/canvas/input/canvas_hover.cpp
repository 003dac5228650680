// Why: pointer feedback while no button is pressed: highlights, the cursor shape, and the ghost of a layer being
// dragged in.
#include <QtGui/QDropEvent>
#include <QtGui/QPen>

#include "widgets/canvas/input/canvas_input.h"
#include "widgets/canvas/palette/layer_list_model.h"

namespace fovea {

void CanvasInput::hover(const CanvasHit& hit) {
  CanvasScene& scene = controller_.scene();
  const LayerId id = hit.node ? hit.node->id() : LayerId{};
  if (id != hoveredNode_)
    if (NodeItem* old = scene.node(hoveredNode_)) old->setHovered({});
  if (hit.node) hit.node->setHovered(hit.part);
  hoveredNode_ = id;
  const auto edge = hit.edge ? std::optional(hit.edge->edge()) : std::nullopt;
  if (edge != hoveredEdge_ && hoveredEdge_)
    if (EdgeItem* old = scene.edgeItem(*hoveredEdge_)) old->setHovered(false);
  if (hit.edge) hit.edge->setHovered(true);
  hoveredEdge_ = edge;
  updateCursor(hit);
}

void CanvasInput::updateCursor(const CanvasHit& hit) {
  if (spaceDown_ || panning_) return;
  if (hit.node && (hit.part.kind == NodePart::Fix || hit.part.kind == NodePart::Open))
    view_.viewport()->setCursor(Qt::PointingHandCursor);
  else if (hit.node && hit.part.kind != NodePart::Body)
    view_.viewport()->setCursor(Qt::CrossCursor);
  else if (hit.notePart == NoteItem::Part::Corner)
    view_.viewport()->setCursor(Qt::SizeFDiagCursor);
  else
    view_.viewport()->unsetCursor();
}

void CanvasInput::drag(QDropEvent* event, bool drop) {
  const QString key = draggedKey(event->mimeData());
  if (key.isEmpty()) return event->ignore();
  event->setDropAction(Qt::CopyAction);
  event->accept();
  const QPointF point = scenePoint(event->position());
  const QSizeF size = controller_.sizeOf(key);
  const Position place = snapped(point - QPointF(size.width(), size.height()) / 2);
  CanvasHit hit;
  if (controller_.fitsIntoEdges(key)) hit.edge = controller_.scene().edgeAt(point, canvas::kEdgeDrop / view_.zoom());
  if (drop) {
    const auto edge = hit.edge ? std::optional(hit.edge->edge()) : std::nullopt;
    endDrag();
    view_.setFocus(Qt::OtherFocusReason);
    if (!edge || !controller_.insert(key, *edge, point)) controller_.add(key, {{place.x, place.y}, {}});
    return;
  }
  hover(hit);
  if (!ghost_) {
    ghost_ = std::make_unique<QGraphicsRectItem>(QRectF(QPointF(), size));
    QPen pen(controller_.scene().style().accent, 1.5, Qt::DashLine);
    ghost_->setPen(pen);
    ghost_->setZValue(5);
    controller_.scene().addItem(ghost_.get());
  }
  ghost_->setPos(place.x, place.y);
}

void CanvasInput::endDrag() {
  ghost_.reset();
  hover({});
}

}  // namespace fovea

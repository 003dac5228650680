#include "widgets/canvas/items/ghost_item.h"

#include <QtGui/QPainter>

namespace fovea {
namespace {

constexpr double kBehindCards = -1;  // below cards and edges
constexpr double kPen = 1.5;

QRectF card() {
  return {0, 0, canvas::kNodeWidth, canvas::kNodeHeight};
}

}  // namespace

GhostItem::GhostItem(const Ghost& ghost, const CanvasStyle& style)
    : title_(ghost.title), name_(ghost.name), style_(style) {
  setPos(ghost.position.x, ghost.position.y);
  setZValue(kBehindCards);
  setAcceptedMouseButtons(Qt::NoButton);
}

QRectF GhostItem::boundingRect() const {
  return card().adjusted(-kPen, -kPen, kPen, kPen);
}

void GhostItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  painter->setPen(QPen(style_.bad, kPen, Qt::DashLine));
  painter->setBrush(Qt::NoBrush);
  painter->drawRoundedRect(card(), canvas::kCorner, canvas::kCorner);
  const QRectF text = card().adjusted(canvas::kPadding, 0, -canvas::kPadding, 0);
  const QFontMetricsF title(style_.title), name(style_.caption);
  painter->setPen(style_.muted);
  painter->setFont(style_.title);
  painter->drawText(QRectF(text.left(), 0, text.width(), text.height() / 2 + 4), Qt::AlignLeft | Qt::AlignVCenter,
                    title.elidedText(title_, Qt::ElideRight, text.width()));
  painter->setPen(style_.badText);
  painter->setFont(style_.caption);
  painter->drawText(QRectF(text.left(), text.height() / 2 - 2, text.width(), text.height() / 2),
                    Qt::AlignLeft | Qt::AlignVCenter, name.elidedText(name_, Qt::ElideRight, text.width()));
}

}  // namespace fovea

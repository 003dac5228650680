// Why: shows a layer of a compared network that the drawing lacks, at its former position. It accepts no input and
// cannot be selected. GUI thread only.
#pragma once
#include <QtWidgets/QGraphicsItem>

#include "core/network/network.h"
#include "widgets/canvas/items/canvas_style.h"

namespace fovea {

struct Ghost {
  QString title;  // "Max pooling"
  QString name;   // "− pool1"
  Position position;
  BlockId block;  // the drawing's block on whose sheet it is shown
};

class GhostItem : public QGraphicsItem {
 public:
  // `style` must outlive the item.
  GhostItem(const Ghost& ghost, const CanvasStyle& style);

  QRectF boundingRect() const override;
  QPainterPath shape() const override { return {}; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  QString title_, name_;
  const CanvasStyle& style_;
};

}  // namespace fovea

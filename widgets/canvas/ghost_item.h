// Why: what another network has and the drawing lacks is seen where it stood. Nothing can be done with it: it takes no
// pointer and is in no selection. GUI thread only.
#pragma once
#include <QtWidgets/QGraphicsItem>

#include "core/network/network.h"
#include "widgets/canvas/canvas_style.h"

namespace fovea {

struct Ghost {
  QString title;  // "Max pooling"
  QString name;   // "− pool1"
  Position position;
  BlockId block;  // of the drawing, on whose sheet it is shown
};

class GhostItem : public QGraphicsItem {
 public:
  // `style` outlives the item.
  GhostItem(const Ghost& ghost, const CanvasStyle& style);

  QRectF boundingRect() const override;
  QPainterPath shape() const override { return {}; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  QString title_, name_;
  const CanvasStyle& style_;
};

}  // namespace fovea

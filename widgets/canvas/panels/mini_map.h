// Why: a small overview of the whole network for navigation. GUI thread only.
#pragma once
#include <QtWidgets/QWidget>
#include <optional>
#include <vector>

#include "widgets/canvas/input/canvas_view.h"

namespace fovea {

class MiniMap : public QWidget {
  Q_OBJECT
 public:
  // `view` outlives the map.
  explicit MiniMap(CanvasView& view, CanvasScene& scene, QWidget* parent = nullptr);

  // Converts a widget position to the scene point that a click would centre.
  QPointF scenePoint(const QPointF& point) const;
  // A network that is much higher than wide gets a high map of at most `most`.
  QSize sizeFor(int most) const;
  QSize sizeHint() const override { return {152, 104}; }

 Q_SIGNALS:
  // The drawing's proportions changed, so another size would fit better.
  void shapeChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Mark {
    QRectF rectangle;
    QColor color;
  };
  void collect();
  QTransform toMap() const;
  bool isHigh() const;

  CanvasView& view_;
  CanvasScene& scene_;
  std::vector<Mark> marks_;
  QRectF bounds_;
  std::optional<QTransform> held_;  // set while the view is dragged: the map does not move
};

}  // namespace fovea

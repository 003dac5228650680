// Why: the whole network in small, so that nobody gets lost in a large one. GUI thread only.
#pragma once
#include <QtWidgets/QWidget>
#include <optional>
#include <vector>

#include "widgets/canvas/canvas_view.h"

namespace fovea {

class MiniMap : public QWidget {
  Q_OBJECT
 public:
  // `view` outlives the map.
  explicit MiniMap(CanvasView& view, CanvasScene& scene, QWidget* parent = nullptr);

  // From the widget to the scene: where a click would take the view.
  QPointF scenePoint(const QPointF& point) const;
  // A network that is much higher than wide gets a high map, `most` at most.
  QSize sizeFor(int most) const;
  QSize sizeHint() const override { return {152, 104}; }

 Q_SIGNALS:
  // Another size would suit what is drawn now.
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
  std::optional<QTransform> held_;  // while the view is dragged: the map stays where it is
};

}  // namespace fovea

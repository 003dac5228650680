// Why: the camera over the drawing (zoom, pan, fit) and the dotted background. canvas_input.h handles gestures. GUI
// thread only.
#pragma once
#include <QtCore/QMargins>
#include <QtWidgets/QGraphicsView>

#include "widgets/canvas/scene/canvas_scene.h"

namespace fovea {

class CanvasView : public QGraphicsView {
  Q_OBJECT
 public:
  static constexpr double kMinimumZoom = 0.05;  // of zooming; fitting goes below if it must
  static constexpr double kMaximumZoom = 4;

  // `scene` must outlive the view.
  explicit CanvasView(CanvasScene& scene, QWidget* parent = nullptr);

  // The current framing. A resize keeps it, until the user pans or zooms.
  enum class Framing { Free, All, Beginning };
  // A zoom and centre to return to.
  struct Camera {
    double zoom = 1;
    QPointF center;
    Framing framing = Framing::Free;
  };
  Camera camera() const { return {zoom(), freeCenter(), framing_}; }
  void setCamera(const Camera& camera);

  double zoom() const { return transform().m11(); }
  // Zooms and keeps the scene point under `anchor` (viewport pixels) in place.
  void zoomAt(const QPointF& anchor, double factor);
  void setZoom(double zoom);
  void panBy(const QPoint& pixels);
  // The margins of the viewport covered by panels; fitting avoids them.
  void setCovered(const QMargins& margins);
  QMargins covered() const { return covered_; }
  // A panel over the right corner of the viewport; fitting avoids it if it would cover nodes.
  void setCorner(const QRect& corner);
  // Another panel over the viewport: reveal() avoids it, but fitting ignores it.
  void setPanel(const QRect& panel) { panel_ = panel; }
  QRectF visibleRectangle() const;
  // The centre of the uncovered area, in the scene.
  QPointF freeCenter() const;
  // Pans as little as needed to show `rectangle` (of the scene), clear of all panels if it fits.
  void reveal(const QRectF& rectangle);
  void centerOnScene(const QPointF& point);

 public Q_SLOTS:
  // Shows the whole network, at most at 1×.
  void zoomToFit() { frame(Framing::All); }
  // Shows the whole network if it is readable then, else its top.
  void showBeginning() { frame(Framing::Beginning); }
  void zoomIn();
  void zoomOut();
  void resetZoom() { setZoom(1); }

 Q_SIGNALS:
  // The visible part of the scene changed.
  void cameraChanged();

 protected:
  void drawBackground(QPainter* painter, const QRectF& rectangle) override;
  void drawForeground(QPainter* painter, const QRectF& rectangle) override;
  void wheelEvent(QWheelEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  // Lets every part of the network be scrolled to.
  void widenWorld();
  QRect freeViewport() const;
  // How far to move `shown` so that `panel` does not cover it and it stays in `free`; zero if impossible.
  static QPoint beside(const QRect& shown, const QRect& panel, const QRect& free);
  // Zoom and centre that fit the network into `free`.
  Camera framed(Framing framing, const QRectF& free) const;
  void look(const Camera& camera, const QRectF& free);
  bool anyNodeUnder(const QRectF& rectangle) const;
  // Restores the centre after the viewport changed.
  void keepCenter();
  void shift(const QPoint& pixels);
  void frame(Framing framing);

  CanvasScene& scene_;
  QMargins covered_;
  QRect corner_, panel_;
  QPointF center_;  // centre of the uncovered area at the last update; in the scene
  Framing framing_ = Framing::Free;
  bool keyboardFocus_ = false;
};

}  // namespace fovea

// Why: the camera over the drawing (zoom, pan, fit) and the dotted ground under it. What gestures mean is decided in
// canvas_input.h. GUI thread only.
#pragma once
#include <QtCore/QMargins>
#include <QtWidgets/QGraphicsView>

#include "widgets/canvas/canvas_scene.h"

namespace fovea {

class CanvasView : public QGraphicsView {
  Q_OBJECT
 public:
  static constexpr double kMinimumZoom = 0.05;
  static constexpr double kMaximumZoom = 4;

  // `scene` outlives the view.
  explicit CanvasView(CanvasScene& scene, QWidget* parent = nullptr);

  // What the view was last told to show; it keeps to that when it is resized, until somebody pans or zooms.
  enum class Framing { Free, All, Beginning };
  // What is looked at, to come back to.
  struct Camera {
    double zoom = 1;
    QPointF center;
    Framing framing = Framing::Free;
  };
  Camera camera() const { return {zoom(), freeCenter(), framing_}; }
  void setCamera(const Camera& camera);

  double zoom() const { return transform().m11(); }
  // Keeps the scene point under `anchor` (viewport pixels) where it is.
  void zoomAt(const QPointF& anchor, double factor);
  void setZoom(double zoom);
  void panBy(const QPoint& pixels);
  // Sides of the viewport that panels cover; fitting keeps clear of them.
  void setCovered(const QMargins& margins);
  QMargins covered() const { return covered_; }
  // A panel over a corner of the viewport, at its right: fitting keeps clear of it where nodes would lie under it.
  void setCorner(const QRect& corner);
  // Another panel over the viewport: what is revealed does not lie under it, but fitting heeds it not.
  void setPanel(const QRect& panel) { panel_ = panel; }
  QRectF visibleRectangle() const;
  // The middle of what is not covered, in the scene.
  QPointF freeCenter() const;
  // Pans as little as needed to show `rectangle` (of the scene), beside all panels where it fits there.
  void reveal(const QRectF& rectangle);
  void centerOnScene(const QPointF& point);

 public Q_SLOTS:
  // The whole network, never larger than 1×.
  void zoomToFit() { frame(Framing::All); }
  // The whole network if it can be read then, else its top.
  void showBeginning() { frame(Framing::Beginning); }
  void zoomIn();
  void zoomOut();
  void resetZoom() { setZoom(1); }

 Q_SIGNALS:
  // The visible part of the scene is another one.
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
  QRect freeViewport() const;
  // By how much `shown` has to move out from under `panel` without leaving `free`; none where it cannot.
  static QPoint beside(const QRect& shown, const QRect& panel, const QRect& free);
  // Zoom and centre that show the network within `free`.
  Camera framed(Framing framing, const QRectF& free) const;
  void look(const Camera& camera, const QRectF& free);
  bool anyNodeUnder(const QRectF& rectangle) const;
  // After the viewport changed: what stood in the middle still does.
  void keepCenter();
  void shift(const QPoint& pixels);
  void frame(Framing framing);

  CanvasScene& scene_;
  QMargins covered_;
  QRect corner_, panel_;
  QPointF center_;  // of what is not covered, as somebody last saw it; in the scene
  Framing framing_ = Framing::Free;
  bool keyboardFocus_ = false;
};

}  // namespace fovea

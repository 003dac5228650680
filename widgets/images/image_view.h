// Why: shows one picture as large as possible, with sharp pixels if it is small, and the value of the pixel under the
// cursor.
#pragma once
#include <QtGui/QImage>
#include <QtWidgets/QWidget>

namespace fovea {

class ImageView : public QWidget {
  Q_OBJECT
 public:
  explicit ImageView(QWidget* parent = nullptr);

  // A null image shows `placeholder`. The zoom is kept if the size is the same.
  void setImage(const QImage& image);
  const QImage& image() const { return image_; }
  void setPlaceholder(const QString& text);
  // Draws a second picture over the first, stretched to it, e.g. a heat map; `opacity` from 0 to 1. Null removes it.
  // Its pixels keep sharp edges if `sharp`.
  void setOverlay(const QImage& overlay, double opacity, bool sharp = false);
  const QImage& overlay() const { return overlay_; }

  // Screen pixels per image pixel. The wheel zooms around the cursor, to 1 or beyond the fitting size.
  double zoom() const { return zoom_; }
  void fit();
  // The pixel of the image at a point of the widget; (-1, -1) if there is none.
  QPoint pixelAt(const QPointF& point) const;

  QSize sizeHint() const override { return {224, 224}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 Q_SIGNALS:
  void pixelHovered(int x, int y, QRgb color);
  void hoverLeft();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  double fittingZoom() const;
  QRectF target() const;
  void keepInSight();

  QImage image_;
  QImage overlay_;
  double overlayOpacity_ = 0;
  bool overlaySharp_ = false;
  QString placeholder_;
  double zoom_ = 1;
  bool fitted_ = true;
  QPointF offset_;  // from the widget's centre to the image's
  QPointF dragged_;
};

}  // namespace fovea

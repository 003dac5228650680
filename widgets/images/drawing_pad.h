// Why: a person draws a digit and sees at once what the network makes of it.
#pragma once
#include <QtGui/QImage>
#include <QtWidgets/QWidget>

namespace fovea {

// White strokes on black, as in MNIST, on a canvas of its own resolution. By mouse or pen; by keyboard the arrow keys
// move a pen, which draws while the space bar has it down.
class DrawingPad : public QWidget {
  Q_OBJECT
 public:
  explicit DrawingPad(QWidget* parent = nullptr);

  // Grayscale8, square.
  const QImage& picture() const { return canvas_; }
  bool isEmpty() const { return empty_; }
  bool canUndo() const { return !before_.isEmpty(); }
  // Width of the pen as a share of the canvas.
  void setPen(double share);
  double pen() const { return pen_; }
  // Black on white instead.
  void setInverted(bool inverted);
  void clear();
  void undo();
  // Draws from one point to another, both in shares of the canvas.
  void draw(const QPointF& from, const QPointF& to);

  QSize sizeHint() const override { return {240, 240}; }
  QSize minimumSizeHint() const override { return {160, 160}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return width; }

 Q_SIGNALS:
  void changed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF area() const;
  QPointF shareAt(const QPointF& point) const;
  void beginStroke();

  QImage canvas_;
  QList<QImage> before_;  // one for each stroke, the latest at the end
  bool empty_ = true;
  bool inverted_ = false;
  bool penDown_ = false;
  double pen_ = 0.09;
  QPointF last_{0.5, 0.5};
};

}  // namespace fovea

// Why: a small plot for curves with both axes from 0 to 1 (rates, precision, confidence), with a movable mark, and for
// pairs of numbers.
#pragma once
#include <QtCore/QList>
#include <QtCore/QPointF>
#include <QtWidgets/QWidget>

#include "widgets/plots/plot_parts.h"

namespace fovea {

class SharePlot : public QWidget {
  Q_OBJECT
 public:
  struct Curve {
    QString name;
    QList<QPointF> points;
    CurveLook look;
  };

  explicit SharePlot(QWidget* parent = nullptr);

  void setAxes(const QString& x, const QString& y);
  // The first curve carries the mark. `diagonal` is the label of a dashed line from corner to corner.
  void setCurves(QList<Curve> curves, bool diagonal);
  // Dots with one range for both axes, and the diagonal, where both numbers are equal.
  void setDots(QList<QPointF> dots);
  // The index of a point of the first curve; -1: none.
  void setMark(int index);
  int mark() const { return mark_; }
  // A text shown while there is nothing to draw.
  void setNote(const QString& note);

  QSize sizeHint() const override { return {220, 190}; }
  QSize minimumSizeHint() const override { return {130, 110}; }
  QPointF toScreen(const QPointF& value) const;

 Q_SIGNALS:
  // By pointer or keyboard: a point of the first curve, or a dot.
  void pointChosen(int index);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  QRectF area() const;
  int nearest(const QPointF& position) const;
  void point(const QPointF& position);
  void paintGrid(QPainter& painter) const;
  void paintCurve(QPainter& painter, const Curve& curve) const;
  QString toText() const;

  QString x_, y_, note_;
  QList<Curve> curves_;
  QList<QPointF> dots_;
  bool diagonal_ = false;
  double low_ = 0, high_ = 1;
  int mark_ = -1;
};

}  // namespace fovea

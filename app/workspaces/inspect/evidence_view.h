// Why: draws the evidence of a diagnosis in a small space: curves with the step at which the problem appears, or bars
// by layer, class or channel.
#pragma once
#include <QWidget>

#include "core/inspect/diagnosis.h"

namespace fovea {

class EvidenceView : public QWidget {
  Q_OBJECT
 public:
  explicit EvidenceView(Evidence evidence, QWidget* parent = nullptr);

  // Returns whether there is anything to draw.
  static bool canDraw(const Evidence& evidence) { return !evidence.curves.empty() || !evidence.bars.empty(); }
  // Returns the bar at that position; −1: none.
  int barAt(const QPoint& position) const;
  QString barText(int bar) const;

  QSize sizeHint() const override { return {280, 136}; }
  QSize minimumSizeHint() const override { return {200, 136}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void paintCurves(QPainter& painter, const QRectF& room);
  void paintBars(QPainter& painter, const QRectF& room);
  QRectF chart() const;
  QString title() const;
  double barShare(double value) const;
  QString valueText(double value) const;

  Evidence evidence_;
  bool logarithmic_ = false;   // for gradients, and for curves over more than two decades
  double low_ = 0, high_ = 1;  // range of all values, as logarithms if `logarithmic_`
};

}  // namespace fovea

// Why: shows the loss of a trial with rising learning rate, over a logarithmic axis, where a person chooses a rate.
#pragma once
#include <QtWidgets/QWidget>
#include <vector>

namespace fovea {

class RatePlot : public QWidget {
  Q_OBJECT
 public:
  struct Point {
    double rate = 0;
    double loss = 0;
    double smoothed = 0;
  };

  explicit RatePlot(QWidget* parent = nullptr);

  // In order of rate, with the mark at `rate`; 0: no mark.
  void setPoints(std::vector<Point> points, double rate);
  const std::vector<Point>& points() const { return points_; }
  // The rate at the mark, to two digits; 0: none is chosen.
  double rate() const { return rate_; }
  void setRate(double rate);

  QSize sizeHint() const override { return {560, 300}; }
  QSize minimumSizeHint() const override { return {280, 180}; }
  QPointF toScreen(double rate, double loss) const;

 Q_SIGNALS:
  // Emitted for a choice by pointer or arrow keys.
  void rateChosen(double rate);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF area() const;
  void choose(double rate);
  void chooseAt(double x);
  void paintGrid(QPainter& painter) const;
  // The index of the point with the nearest rate.
  std::size_t nearest(double rate) const;

  std::vector<Point> points_;
  double rate_ = 0;
  double low_ = 0, high_ = 1;  // limits of the loss axis
};

}  // namespace fovea

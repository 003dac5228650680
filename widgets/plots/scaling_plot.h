// Why: shows how many times as fast several devices train, by their number: the ideal, the predicted range and what was
// measured. Both axes are logarithmic with base 2, so that the ideal is a straight line, and the distance below it is
// the efficiency. GUI thread only.
#pragma once
#include <QtWidgets/QWidget>
#include <optional>
#include <vector>

#include "widgets/plots/plot_dimension.h"
#include "widgets/plots/reading_box.h"

namespace fovea {

// A speed relative to one device: "1.17×", "512×".
QString timesText(double times);

class ScalingPlot : public QWidget {
  Q_OBJECT
 public:
  // A prediction: between these two a step hides nothing, or everything, of the exchange behind the computation.
  struct Range {
    int devices = 1;
    double slowest = 1, fastest = 1;
  };
  struct Dot {
    int devices = 1;
    double times = 1;
  };

  explicit ScalingPlot(QWidget* parent = nullptr);

  // Replaces both; in any order, at most one of each for a number of devices. Values that are not positive are left
  // out. The highlight stays if its number of devices is still shown.
  void setSpeeds(const std::vector<Range>& predicted, const std::vector<Dot>& measured);
  // A text shown while there is nothing to draw.
  void setNote(const QString& note);
  // Highlights a shown number of devices; 0, or one that is not shown: none.
  void setHighlighted(int devices);
  int highlighted() const { return highlighted_ < 0 ? 0 : columns_[static_cast<std::size_t>(highlighted_)].devices; }

  QSize sizeHint() const override { return {520, 300}; }
  QSize minimumSizeHint() const override { return {240, 180}; }
  QPointF toScreen(double devices, double times) const;

 Q_SIGNALS:
  // The highlight was moved by mouse or arrow keys; 0: to none.
  void devicesHovered(int devices);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  // All that is shown of one number of devices.
  struct Column {
    int devices = 1;
    std::optional<Range> predicted{};
    std::optional<double> measured{};
  };
  enum class LegendKind { Ideal, Predicted, Measured };
  struct LegendItem {
    LegendKind kind;
    QString text;
    QPointF place{};
  };

  QRectF area() const;
  // Lays out the legend and the labels.
  void place();
  void describe();
  void moveHighlight(int column);
  PlotReading reading(const Column& column) const;
  QString toText() const;
  double most() const { return columns_.back().devices; }
  std::vector<PlotTick> speedTicks() const;
  std::vector<PlotTick> deviceTicks() const;
  void paintLegend(QPainter& painter) const;
  void paintGrid(QPainter& painter) const;
  void paintPrediction(QPainter& painter) const;
  void paintDot(QPainter& painter, const QPointF& at, double radius) const;
  void paintHighlight(QPainter& painter) const;

  QString note_;
  std::vector<Column> columns_;  // by number of devices
  std::vector<LegendItem> legend_;
  double low_ = 0, high_ = 1;  // of the axis of speeds, as powers of two
  double left_ = 0, top_ = 0;
  int highlighted_ = -1;  // index of a column
  bool byMouse_ = false;  // the mouse placed the highlight
};

}  // namespace fovea

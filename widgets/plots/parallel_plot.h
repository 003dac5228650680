// Why: shows all configurations of a sweep at once, in parallel coordinates (Inselberg 1985): an axis for each quantity
// and a line for each configuration, so that a person sees which settings lead to good results. Lines are kept in two
// images, so that the mouse redraws only the highlighted one. With thousands of lines the best appear at once and the
// others within a second, some in each frame. GUI thread only.
#pragma once
#include <QtCore/QTimer>
#include <QtGui/QImage>
#include <QtWidgets/QWidget>
#include <vector>

#include "widgets/plots/plot_dimension.h"

namespace fovea {

class CurveRaster;

class ParallelPlot : public QWidget {
  Q_OBJECT
 public:
  struct Line {
    std::vector<double> values{};  // one for each dimension; NaN: the line has none (yet), and is interrupted there
    QString title{};               // for the reading: "rank 1 · run 12"
  };

  explicit ParallelPlot(QWidget* parent = nullptr);

  // The last dimension is the deciding metric: it colours the lines, its better end is at the top, and the best line is
  // drawn strongest and on top. Ranges stay if the dimensions have the same titles as before, and the highlight stays
  // if its line has the same title.
  void setLines(std::vector<PlotDimension> dimensions, std::vector<Line> lines);
  // A text shown while there is nothing to draw.
  void setNote(const QString& note);
  // -1: none.
  void setHighlighted(int line);
  int highlighted() const { return highlighted_; }
  // Selects the values from `low` to `high` on an axis, both included; lines outside of any range are faint and do not
  // react to the mouse. NaN as `low`: no range.
  void setRange(int dimension, double low, double high);
  bool isWithinRanges(int line) const;

  QSize sizeHint() const override { return {640, 300}; }
  QSize minimumSizeHint() const override { return {240, 150}; }
  // y is NaN for a value that the axis cannot show.
  QPointF toScreen(int dimension, double value) const;

 Q_SIGNALS:
  // The highlight was moved by mouse or arrow keys; -1: to no line.
  void lineHovered(int line);
  // By a click or Return.
  void lineChosen(int line);
  void rangesChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  struct Range {
    double low = 0, high = 0;
    bool set = false;
  };
  struct Drag {
    int dimension = -1;  // -1: no drag
    double from = 0;     // y of the press
    bool moved = false;
  };

  bool empty() const { return dimensions_.empty() || lines_.empty(); }
  int dimensionCount() const { return static_cast<int>(dimensions_.size()); }
  float positionOf(int line, int dimension) const;
  double metricOf(int line) const;
  double standingOf(int line) const;
  int bestWithin() const;
  QString readingText(int line) const;
  QString toText() const;
  QString helpText(int dimension) const;
  void describe();
  void moveHighlight(int line);
  void moveByKey(int key);
  void filter();
  void dragTo(double y);
  bool endRanges();

  void place();
  QRectF area() const;
  double axisAt(int dimension) const;
  QRectF titleRoom(int dimension) const;
  int axisNear(const QPointF& position) const;
  int titleNear(const QPointF& position) const;
  int lineAt(const QPointF& position) const;
  double valueAt(int dimension, double y) const;

  void redrawLines();
  void startImages();
  void continueImages(int milliseconds);
  void finishImages();
  void drawLine(CurveRaster& raster, std::size_t index) const;
  void paintPath(QPainter& painter, int line) const;
  void paintDots(QPainter& painter, int line, double radius) const;
  void paintHighlight(QPainter& painter) const;
  void paintAxis(QPainter& painter, int dimension) const;
  void paintLabels(QPainter& painter, int dimension) const;
  void paintRange(QPainter& painter, int dimension) const;
  void paintBox(QPainter& painter) const;

  QString note_;
  std::vector<PlotDimension> dimensions_;
  std::vector<Line> lines_;
  std::vector<DimensionScale> scales_;
  std::vector<float> positions_;  // from 0 (bottom) to 1, line by line; NaN: none
  std::vector<int> order_;        // lines from best to worst, those without result last
  std::vector<int> ranks_;        // the index in order_ of each line
  std::vector<Range> ranges_;
  std::vector<char> within_;     // by line
  std::size_t count_ = 0;        // number of lines within the ranges
  double worst_ = 0, best_ = 1;  // positions of the worst and best result
  int highlighted_ = -1;
  bool byMouse_ = false;  // the mouse placed the highlight
  QPointF pointer_;
  Drag drag_;

  double left_ = 0, right_ = 0;  // x of the first and last axis
  std::vector<int> sequence_;    // lines from the lowest to the topmost
  QImage back_, front_;          // front_ has the last lines of sequence_
  std::size_t next_ = 0;         // the first of sequence_ that back_ lacks
  bool stale_ = true;            // both images must be drawn anew
  QTimer more_;                  // draws more of back_
};

}  // namespace fovea

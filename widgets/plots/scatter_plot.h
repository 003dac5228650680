// Why: shows how one setting of a sweep affects the deciding metric: a dot for each configuration, with a bar from its
// lowest to its highest result over several seeds. The dots are kept in an image, so that the mouse redraws only the
// highlighted one. GUI thread only.
#pragma once
#include <QtGui/QImage>
#include <QtWidgets/QWidget>
#include <vector>

#include "widgets/plots/plot_dimension.h"
#include "widgets/plots/plot_parts.h"

namespace fovea {

class ScatterPlot : public QWidget {
  Q_OBJECT
 public:
  struct Dot {
    double x = 0, y = 0;
    double low = kNoValue, high = kNoValue;  // ends of the bar; NaN: no bar
    QString title{};                         // for the reading: "rank 1 · run 12"
    bool faint = false;                      // drawn below the others
  };

  explicit ScatterPlot(QWidget* parent = nullptr);

  // Dots whose x or y the axes cannot show are not drawn. `y` is the deciding metric: the best dot has a ring. The
  // highlight stays if its dot has the same title.
  void setDots(PlotDimension x, PlotDimension y, std::vector<Dot> dots);
  // A text shown while there is nothing to draw.
  void setNote(const QString& note);
  // -1: none.
  void setHighlighted(int dot);
  int highlighted() const { return highlighted_; }

  QSize sizeHint() const override { return {360, 260}; }
  QSize minimumSizeHint() const override { return {160, 130}; }
  QPointF toScreen(double x, double y) const;

 Q_SIGNALS:
  // The highlight was moved by mouse or arrow keys; -1: to no dot.
  void dotHovered(int dot);
  // By a click or Return.
  void dotChosen(int dot);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  bool isDrawn(const Dot& dot) const;
  const Dot& dotOf(int index) const { return dots_[static_cast<std::size_t>(index)]; }
  void place();
  QRectF area() const;
  int dotAt(const QPointF& position) const;
  void moveHighlight(int dot);
  void moveByKey(int key);
  void describe();
  QString readingText(int dot) const;
  QString toText() const;
  void paintGrid(QPainter& painter) const;
  void paintBar(QPainter& painter, const Dot& dot, const QColor& color, double width) const;
  void drawDots();
  void paintBox(QPainter& painter) const;

  QString note_;
  PlotDimension x_, y_;
  std::vector<Dot> dots_;
  DimensionScale xScale_, yScale_;
  std::vector<int> drawn_;                // from the lowest to the topmost
  std::vector<int> byX_, byY_, xs_, ys_;  // drawn dots by x and by y, and the index there of each dot; -1: not drawn
  int best_ = -1;
  int highlighted_ = -1;
  bool byMouse_ = false;  // the mouse placed the highlight
  double left_ = 0;       // width of the labels of y
  QImage image_;
  bool stale_ = true;  // the image must be drawn anew
};

}  // namespace fovea

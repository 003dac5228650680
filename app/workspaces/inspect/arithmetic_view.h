// Why: draws an ArithmeticScene: the plane with its window, the tables of numbers with signs between them, and the sum.
// A drag on the plane, or the arrow keys, choose another position.
#pragma once
#include <QWidget>

#include "app/workspaces/inspect/arithmetic_scene.h"
#include "widgets/images/color_map.h"

namespace fovea {

class ArithmeticView : public QWidget {
  Q_OBJECT
 public:
  explicit ArithmeticView(QWidget* parent = nullptr);

  void setScene(ArithmeticScene scene);
  const ArithmeticScene& scene() const { return scene_; }
  // Whether cells show their numbers where there is room.
  void setNumbersShown(bool shown);
  QSize sizeHint() const override { return {720, 360}; }
  QSize minimumSizeHint() const override { return {360, 170}; }
  // Where the plane is drawn; empty without one.
  QRectF planeRect() const { return layout_.planes.empty() ? QRectF() : layout_.planes.front(); }
  QRectF tableRect(int table) const;

 Q_SIGNALS:
  // A pixel of the plane, in its coordinates: the window is to be centred there.
  void pixelChosen(double x, double y);
  // Arrow keys: to the next position of the output.
  void moved(int dx, int dy);
  // Page up and down: to the next filter or unit.
  void channelMoved(int step);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  struct Layout {
    std::vector<QRectF> planes;  // of a volume one for each slice
    std::vector<QRectF> tables;
    std::vector<double> cells;  // height of a cell of each table
    double width = 0;           // of a cell of a table with several columns
    double column = 0;          // of a table with one column
    std::vector<QPointF> signs;
    double bottom = 0;  // of the tables
  };
  void relayout();
  QSizeF cellFor(double room) const;
  double columnFor(double room) const;
  double layOutPlanes();
  // Returns the plane under a point; −1: none.
  int planeAt(const QPointF& point) const;
  QRectF cellRect(std::size_t table, std::size_t cell) const;
  void paintPlanes(QPainter& painter) const;
  void paintPlane(QPainter& painter, const QRectF& rect, const Tensor& plane, const QString& title) const;
  void paintTable(QPainter& painter, std::size_t table) const;
  void paintLines(QPainter& painter) const;
  void choose(const QPointF& point);
  int cellAt(const QPointF& point, std::size_t& table) const;
  QString summary() const;

  ArithmeticScene scene_;
  Layout layout_;
  bool numbers_ = true;
};

}  // namespace fovea

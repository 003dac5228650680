// Why: draws an ArithmeticScene: the plane with its window, the tables of numbers with operators between them, and the
// sum. Dragging on the plane or pressing arrow keys chooses another position.
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
  // Sets whether cells show their numbers if there is room.
  void setNumbersShown(bool shown);
  QSize sizeHint() const override { return {720, 360}; }
  QSize minimumSizeHint() const override { return {360, 170}; }
  // Returns where the plane is drawn; empty if there is none.
  QRectF planeRect() const { return layout_.planes.empty() ? QRectF() : layout_.planes.front(); }
  QRectF tableRect(int table) const;

 Q_SIGNALS:
  // The user wants the window centred at this pixel of the plane.
  void pixelChosen(double x, double y);
  // An arrow key asks for the next position of the output.
  void moved(int dx, int dy);
  // Page up or down asks for the next filter or unit.
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
    std::vector<QRectF> planes;  // one for each slice of a volume
    std::vector<QRectF> tables;
    std::vector<double> cells;  // height of a cell, for each table
    double width = 0;           // width of a cell in tables with several columns
    double column = 0;          // width of tables with one column
    std::vector<QPointF> signs;
    double bottom = 0;  // bottom edge of the tables
  };
  void relayout();
  QSizeF cellFor(double room) const;
  double columnFor(double room) const;
  double layOutPlanes();
  // Returns the index of the plane under a point; −1: none.
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

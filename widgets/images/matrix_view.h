// Why: shows a confusion matrix, a small one with numbers, a large one as a picture. The diagonal holds correct
// predictions, all other cells errors; pointer and keys select a cell.
#pragma once
#include <QtCore/QStringList>
#include <QtWidgets/QAbstractScrollArea>
#include <optional>
#include <vector>

namespace fovea {

class MatrixView : public QAbstractScrollArea {
  Q_OBJECT
 public:
  // The figure in a cell: the count, or its fraction of the row or of the column.
  enum class Figure { Count, RowShare, ColumnShare };
  struct Cell {
    int row = 0;
    int column = 0;
    bool operator==(const Cell&) const = default;
  };

  explicit MatrixView(QWidget* parent = nullptr);

  // `counts` has names.size()² entries in row-major order (asserted). Rows are labels, columns predictions.
  void setCounts(const QStringList& names, std::vector<qint64> counts);
  void setFigure(Figure figure);
  Figure figure() const { return figure_; }
  int classes() const { return static_cast<int>(names_.size()); }
  qint64 count(Cell cell) const { return counts_[index(cell)]; }
  double share(Cell cell) const;
  // "94", "9.4 %", or empty for zero.
  QString text(Cell cell) const;
  // "Shirt taken for T-shirt: 94 of 1,000 (9.4 %)"
  QString describe(Cell cell) const;

  std::optional<Cell> chosen() const { return chosen_; }
  // Emits cellChosen() if the cell changes.
  void choose(std::optional<Cell> cell);
  // From 1, the whole matrix; Ctrl and the wheel change it too.
  void setZoom(double zoom);
  double zoom() const { return zoom_; }
  std::optional<Cell> cellAt(const QPoint& point) const;
  QRect cellRect(Cell cell) const;

 Q_SIGNALS:
  // Another cell is chosen, or the chosen one was clicked again.
  void cellChosen();
  // Emitted when a name beside the matrix is chosen.
  void rowChosen(int row);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  std::size_t index(Cell cell) const {
    return static_cast<std::size_t>(cell.row) * names_.size() + static_cast<std::size_t>(cell.column);
  }
  QRect room() const;  // the cells' rectangle in the viewport
  double side() const;
  double sideWithin(const QRect& free) const;
  bool namesShown() const;
  void updateScroll();
  double strength(Cell cell) const;
  QColor colorOf(Cell cell) const;
  QFont figureFont(double room) const;
  void paintCells(QPainter& painter) const;
  void paintPicture(QPainter& painter);
  void paintNames(QPainter& painter) const;
  QString toText() const;

  QStringList names_;
  std::vector<qint64> counts_;
  std::vector<qint64> rows_, columns_;  // sums
  Figure figure_ = Figure::Count;
  double zoom_ = 1;
  std::optional<Cell> chosen_;
  QImage picture_;  // for small cells: one pixel per screen pixel
};

}  // namespace fovea

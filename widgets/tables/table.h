// Why: gives all tables the same look and copy action: rows of one height, figures right-aligned, no boxes.
#pragma once
#include <QtWidgets/QStyledItemDelegate>
#include <QtWidgets/QTableView>

class QAction;

namespace fovea {

// Roles of a cell besides Qt's own.
enum TableRole {
  // double from 0 to 1: the length of the bar that BarDelegate draws.
  kShareRole = Qt::UserRole + 200,
  // QList<double>: the values that SparklineDelegate draws.
  kCurveRole,
  // int: the colour of bar or curve, as Theme::series; the first by default.
  kSeriesRole,
  // bool: this row ends a group of rows; the line below it is stronger.
  kGroupEndRole,
};

// Sets the look, behaviour and copy action of a table. Call it once, after the model is set. Sorting is enabled if the
// model is a QSortFilterProxyModel or sorts itself. Columns follow the width of their content, unless the user resized
// them; the last one gets the rest.
void setUpTable(QTableView& table);

// Elides text, right-aligns numbers (a right-aligned cell, or numeric data) in tabular figures, draws a line below each
// row, and the selection as a background without a frame.
class TableDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  // Draws the content; `area` is the cell without its paddings.
  virtual void paintContent(QPainter& painter, const QRectF& area, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const;
};

// A bar of length kShareRole with the text to its right.
class BarDelegate : public TableDelegate {
  Q_OBJECT
 public:
  using TableDelegate::TableDelegate;

 protected:
  void paintContent(QPainter& painter, const QRectF& area, const QStyleOptionViewItem& option,
                    const QModelIndex& index) const override;
};

// The curve of kCurveRole.
class SparklineDelegate : public TableDelegate {
  Q_OBJECT
 public:
  using TableDelegate::TableDelegate;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  void paintContent(QPainter& painter, const QRectF& area, const QStyleOptionViewItem& option,
                    const QModelIndex& index) const override;
};

// The header and the given rows of visible columns as RFC 4180 CSV; all rows if `rows` is empty.
QString tableToCsv(const QTableView& table, const QList<int>& rows = {});

// "Copy as CSV", Ctrl+C and in the context menu: copies the selected rows, or all without a selection. Owned by the
// table.
QAction* addCopyAction(QTableView& table);

}  // namespace fovea

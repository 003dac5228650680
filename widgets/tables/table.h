// Why: every table of the program looks and copies alike: rows of one height, figures to the right, no boxes.
#pragma once
#include <QtWidgets/QStyledItemDelegate>
#include <QtWidgets/QTableView>

class QAction;

namespace fovea {

// Beside Qt's own roles, what a cell may say of itself.
enum TableRole {
  // double from 0 to 1: the length of the bar that BarDelegate draws.
  kShareRole = Qt::UserRole + 200,
  // QList<double>: the values that SparklineDelegate draws.
  kCurveRole,
  // int: the colour of bar or curve, as Theme::series; the first unless told.
  kSeriesRole,
};

// Look, behaviour and the copy action of a table. Call it once, after the model is set. Sorting is switched on if the
// model is a QSortFilterProxyModel or sorts itself. Columns are as wide as what stands in them needs, also when that
// changes later, unless a person gave one another width; the last one takes the rest.
void setUpTable(QTableView& table);

// Text elided, numbers (a cell aligned to the right, or whose data is a number) with figures of one width to the right,
// a line below each row, the selection as a ground without a frame.
class TableDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  // The part of a cell between its paddings, on which paintContent draws.
  virtual void paintContent(QPainter& painter, const QRectF& area, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const;
};

// A bar as long as kShareRole with the text to its right.
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

// "Copy as CSV", Ctrl+C and in the context menu: the selected rows, or all if none is. Owned by the table.
QAction* addCopyAction(QTableView& table);

}  // namespace fovea

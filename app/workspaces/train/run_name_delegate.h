// Why: draws a check box before a run's name, which compares the run, in the run's colour and dash of the plots.
#pragma once
#include "widgets/tables/table.h"

namespace fovea {

class RunNameDelegate : public TableDelegate {
  Q_OBJECT
 public:
  using TableDelegate::TableDelegate;

  // Sets the highlighted row of the source model; -1 for none.
  void setHighlighted(int sourceRow) { highlighted_ = sourceRow; }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  void paintContent(QPainter& painter, const QRectF& area, const QStyleOptionViewItem& option,
                    const QModelIndex& index) const override;
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

 private:
  int highlighted_ = -1;
};

}  // namespace fovea

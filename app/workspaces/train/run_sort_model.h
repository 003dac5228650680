// Why: filters, groups and sorts the table of runs.
#pragma once
#include <QSortFilterProxyModel>

#include "app/workspaces/train/run_table_model.h"

namespace fovea {

class RunSortModel : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit RunSortModel(RunTableModel& runs, QObject* parent = nullptr);

  void setFilter(RunFilter filter);
  // Sorts by two columns of the model, each of which may be -1: rows of a group are consecutive, and equal rows keep
  // the model's order. Rows without a value come last.
  void arrange(int groupColumn, int sortColumn, Qt::SortOrder order);

  QVariant data(const QModelIndex& index, int role) const override;
  // Called for a click on a header.
  void sort(int column, Qt::SortOrder order) override;

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  int compare(int left, int right, int column) const;

  RunTableModel& runs_;
  RunFilter filter_;
  int group_ = -1;
  int sort_ = -1;
  bool descending_ = false;
};

}  // namespace fovea

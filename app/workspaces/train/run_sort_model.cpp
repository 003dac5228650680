#include "app/workspaces/train/run_sort_model.h"

#include "widgets/tables/table.h"

namespace fovea {

RunSortModel::RunSortModel(RunTableModel& runs, QObject* parent) : QSortFilterProxyModel(parent), runs_(runs) {
  setSourceModel(&runs);
  setDynamicSortFilter(true);
}

void RunSortModel::setFilter(RunFilter filter) {
  filter_ = std::move(filter);
  invalidateFilter();
}

void RunSortModel::arrange(int groupColumn, int sortColumn, Qt::SortOrder order) {
  group_ = groupColumn;
  sort_ = sortColumn;
  descending_ = order == Qt::DescendingOrder;
  invalidate();
  // This column only decides whether rows are sorted at all; lessThan() orders them.
  QSortFilterProxyModel::sort(group_ < 0 && sort_ < 0 ? -1 : 0, Qt::AscendingOrder);
}

void RunSortModel::sort(int column, Qt::SortOrder order) {
  arrange(group_, column, order);
}

bool RunSortModel::filterAcceptsRow(int row, const QModelIndex&) const {
  const RunRecord* run = runs_.run(row);
  if (!run || filter_.empty()) return true;
  return filter_.matches(runs_.searchText(*run), [&](const std::string& name) { return runs_.value(*run, name); });
}

// Returns a value below 0 if `left` comes first.
int RunSortModel::compare(int left, int right, int column) const {
  const QVariant a = runs_.index(left, column).data(kSortValueRole);
  const QVariant b = runs_.index(right, column).data(kSortValueRole);
  if (!a.isValid() || !b.isValid()) return int(b.isValid()) - int(a.isValid());
  const bool numbers = a.typeId() == QMetaType::Double && b.typeId() == QMetaType::Double;
  const int order = numbers ? (a.toDouble() < b.toDouble()   ? -1
                               : a.toDouble() > b.toDouble() ? 1
                                                             : 0)
                            : QString::compare(a.toString(), b.toString());
  return descending_ && column == sort_ ? -order : order;
}

bool RunSortModel::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  for (const int column : {group_, sort_})
    if (column >= 0)
      if (const int order = compare(left.row(), right.row(), column); order != 0) return order < 0;
  return left.row() < right.row();
}

QVariant RunSortModel::data(const QModelIndex& index, int role) const {
  if (role != kGroupEndRole) return QSortFilterProxyModel::data(index, role);
  if (group_ < 0 || index.row() + 1 >= rowCount()) return false;
  const int row = mapToSource(index).row(), next = mapToSource(this->index(index.row() + 1, 0)).row();
  return runs_.index(row, group_).data(kSortValueRole) != runs_.index(next, group_).data(kSortValueRole);
}

}  // namespace fovea

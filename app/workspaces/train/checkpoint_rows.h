// Why: the table of one run's checkpoints. A run with short epochs saves many a second and keeps up to a thousand, so
// an update touches only the rows that differ. GUI thread only.
#pragma once
#include <QAbstractTableModel>
#include <vector>

#include "core/project/run_records.h"

namespace fovea {

class CheckpointRows : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kEpoch, kValue, kMarks, kStep, kColumns };

  using QAbstractTableModel::QAbstractTableModel;

  // Shows these checkpoints of `run`, given in order of step; the last one becomes the first row.
  void show(RunId run, const std::vector<CheckpointRecord>& checkpoints);
  RunId run() const { return run_; }
  const CheckpointRecord* at(int row) const;  // null: there is no such row
  // Whether several checkpoints have the same number of epochs, so that only the step tells them apart.
  bool epochsRepeat() const;
  int rowOf(std::int64_t step) const;  // -1: there is no such checkpoint

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  // The title of the column of values, which is what decides between the run's checkpoints.
  QString valueTitle() const;

  RunId run_;
  std::vector<CheckpointRecord> rows_;  // in descending order of step
};

}  // namespace fovea

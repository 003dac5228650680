// Why: the project's runs as rows, newest first.
#pragma once
#include <QAbstractTableModel>
#include <vector>

#include "core/project/run_records.h"

namespace fovea {

// "finished", in the person's language.
QString runStatusWords(RunStatus status);
// "fashion-lenet · run 5": runs of one name are told apart wherever they are listed.
QString runTitle(const std::string& name, RunId run);

class RunTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kName, kStatus, kRate, kBatch, kEpochs, kBestAccuracy, kBestEpoch, kDevice, kColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  // Changes rows in place where the runs are the same, so that a selection stays.
  void setRuns(std::vector<RunRecord> runs);
  const RunRecord* run(int row) const;
  int rowOf(RunId run) const;  // -1 if there is none

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(const RunRecord& run, int column) const;

  std::vector<RunRecord> runs_;
};

}  // namespace fovea

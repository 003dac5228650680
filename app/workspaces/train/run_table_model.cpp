#include "app/workspaces/train/run_table_model.h"

#include <algorithm>

namespace fovea {
namespace {

bool sameRuns(const std::vector<RunRecord>& a, const std::vector<RunRecord>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const RunRecord& x, const RunRecord& y) { return x.id == y.id; });
}

}  // namespace

QString runStatusWords(RunStatus status) {
  switch (status) {
    case RunStatus::Created:
      return RunTableModel::tr("created");
    case RunStatus::Running:
      return RunTableModel::tr("running");
    case RunStatus::Paused:
      return RunTableModel::tr("paused");
    case RunStatus::Finished:
      return RunTableModel::tr("finished");
    case RunStatus::Stopped:
      return RunTableModel::tr("stopped");
    case RunStatus::Failed:
      return RunTableModel::tr("failed");
    case RunStatus::Interrupted:
      return RunTableModel::tr("interrupted");
  }
  return {};
}

QString runTitle(const std::string& name, RunId run) {
  return RunTableModel::tr("%1 · run %2").arg(QString::fromStdString(name)).arg(run.index);
}

void RunTableModel::setRuns(std::vector<RunRecord> runs) {
  if (sameRuns(runs_, runs)) {
    runs_ = std::move(runs);
    if (!runs_.empty()) Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(runs_.size()) - 1, kColumnCount - 1));
    return;
  }
  beginResetModel();
  runs_ = std::move(runs);
  endResetModel();
}

const RunRecord* RunTableModel::run(int row) const {
  return row >= 0 && row < static_cast<int>(runs_.size()) ? &runs_[static_cast<std::size_t>(row)] : nullptr;
}

int RunTableModel::rowOf(RunId run) const {
  const auto found =
      std::find_if(runs_.begin(), runs_.end(), [run](const RunRecord& record) { return record.id == run; });
  return found == runs_.end() ? -1 : static_cast<int>(found - runs_.begin());
}

int RunTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumnCount;
}

QString RunTableModel::text(const RunRecord& run, int column) const {
  switch (column) {
    case kName:
      return runTitle(run.name, run.id);
    case kStatus:
      return runStatusWords(run.status);
    case kRate:
      return QString::number(run.settings.learningRate);
    case kBatch:
      return QString::number(run.settings.batch);
    case kEpochs:
      // Weights that came from elsewhere are a run without epochs.
      if (run.epochsDone == 0 && run.status == RunStatus::Finished) return tr("none");
      return tr("%1 of %2").arg(run.epochsDone).arg(run.settings.epochs);
    case kBestAccuracy:
      return run.bestAccuracy < 0 ? tr("–") : tr("%1 %").arg(run.bestAccuracy * 100, 0, 'f', 2);
    case kBestEpoch:
      return run.bestEpoch > 0 ? QString::number(run.bestEpoch) : tr("–");
    case kDevice:
      return QString::fromStdString(run.device.empty() ? run.settings.device : run.device);
    default:
      return {};
  }
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
  const RunRecord* record = index.isValid() ? run(index.row()) : nullptr;
  if (!record) return {};
  if (role == Qt::DisplayRole) return text(*record, index.column());
  if (role == Qt::ToolTipRole && !record->error.empty()) return QString::fromStdString(record->error);
  if (role == Qt::TextAlignmentRole && index.column() >= kRate && index.column() <= kBestEpoch)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  return {};
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && section >= kRate && section <= kBestEpoch)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const QStringList names{tr("Run"),    tr("Status"),        tr("Rate"),       tr("Batch"),
                          tr("Epochs"), tr("Best accuracy"), tr("Best epoch"), tr("Device")};
  return names.value(section);
}

}  // namespace fovea

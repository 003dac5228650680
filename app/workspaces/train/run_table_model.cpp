#include "app/workspaces/train/run_table_model.h"

#include <algorithm>

#include "widgets/tables/table.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

bool sameRecords(const std::vector<RunRecord>& a, const std::vector<RunRecord>& b) {
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
  if (sameRecords(runs_, runs)) {
    runs_ = std::move(runs);
    changed(0, columnCount() - 1);
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
  return parent.isValid() ? 0 : kColumnCount + static_cast<int>(extra_.size());
}

void RunTableModel::changed(int firstColumn, int lastColumn) {
  if (!runs_.empty() && firstColumn <= lastColumn)
    Q_EMIT dataChanged(index(0, firstColumn), index(static_cast<int>(runs_.size()) - 1, lastColumn));
}

void RunTableModel::setSummaries(std::map<RunId, RunSummary> summaries) {
  summaries_ = std::move(summaries);
  changed(0, columnCount() - 1);
}

void RunTableModel::setNotes(const std::map<std::int32_t, RunNote>& notes) {
  notes_ = notes;
  changed(0, columnCount() - 1);
}

void RunTableModel::setChosen(const std::vector<RunId>& chosen) {
  chosen_ = chosen;
  looks_.choose(chosen_);
  changed(kName, kCurve);
}

bool RunTableModel::isChosen(RunId run) const {
  return std::find(chosen_.begin(), chosen_.end(), run) != chosen_.end();
}

const RunNote* RunTableModel::noteOf(RunId run) const {
  const auto found = notes_.find(run.index);
  return found == notes_.end() ? nullptr : &found->second;
}

void RunTableModel::setExtraColumns(const std::vector<std::string>& names) {
  if (names == extra_) return;
  if (!extra_.empty()) {
    beginRemoveColumns({}, kColumnCount, columnCount() - 1);
    extra_.clear();
    endRemoveColumns();
  }
  if (names.empty()) return;
  beginInsertColumns({}, kColumnCount, kColumnCount + static_cast<int>(names.size()) - 1);
  extra_ = names;
  endInsertColumns();
}

QString RunTableModel::text(const RunRecord& run, int column) const {
  const bool settingsKnown = run.origin.empty();
  switch (column) {
    case kName:
      return runTitle(run.name, run.id);
    case kStatus:
      return runStatusWords(run.status);
    case kRate:
      return settingsKnown ? numberText(run.settings.learningRate) : tr("–");
    case kBatch:
      return settingsKnown ? QString::number(run.settings.batch) : tr("–");
    case kEpochs:
      if (!settingsKnown) return run.epochsDone > 0 ? QString::number(run.epochsDone) : tr("–");
      // Imported weights are stored as a finished run without epochs.
      if (run.epochsDone == 0 && run.status == RunStatus::Finished) return tr("none");
      return tr("%1 of %2").arg(run.epochsDone).arg(run.settings.epochs);
    case kBestAccuracy:
      return run.bestAccuracy < 0 ? tr("–") : tr("%1 %").arg(numberText(run.bestAccuracy * 100, 'f', 2));
    case kBestEpoch:
      return run.bestEpoch > 0 ? QString::number(run.bestEpoch) : tr("–");
    case kDevice: {
      const std::string& device = run.device.empty() && settingsKnown ? run.settings.device : run.device;
      return device.empty() ? tr("–") : QString::fromStdString(device);
    }
    case kTags: {
      QStringList tags;
      if (const RunNote* note = noteOf(run.id))
        for (const std::string& tag : note->tags) tags << QString::fromStdString(tag);
      return tags.join(QStringLiteral(", "));
    }
    default:
      return column >= kColumnCount ? extraText(run, columnName(column)) : QString();
  }
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
  const RunRecord* record = index.isValid() ? run(index.row()) : nullptr;
  if (!record) return {};
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return text(*record, column);
    case kSortValueRole:
      return sortValue(*record, column);
    case Qt::CheckStateRole:
      return column == kName ? QVariant(isChosen(record->id) ? Qt::Checked : Qt::Unchecked) : QVariant();
    case kLookRole:
      return isChosen(record->id) ? QVariant::fromValue(looks_.look(record->id)) : QVariant();
    case kSeriesRole:
      return column == kCurve ? QVariant(isChosen(record->id) ? looks_.look(record->id).colorIndex : 0) : QVariant();
    case kCurveRole: {
      const auto summary = summaries_.find(record->id);
      if (column != kCurve || summary == summaries_.end()) return {};
      return QVariant::fromValue(summary->second.curve);
    }
    case Qt::ToolTipRole: {
      QStringList lines;
      if (!record->error.empty()) lines << coreMessage(record->error);
      if (const RunNote* note = noteOf(record->id); note && !note->text.empty())
        lines << QString::fromStdString(note->text);
      return lines.isEmpty() ? QVariant() : QVariant(lines.join(QLatin1Char('\n')));
    }
    case Qt::TextAlignmentRole:
      return isFigure(column) ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    default:
      return {};
  }
}

bool RunTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const RunRecord* record = index.isValid() ? run(index.row()) : nullptr;
  if (!record || role != Qt::CheckStateRole || index.column() != kName) return false;
  Q_EMIT chosenToggled(record->id, value.toInt() == Qt::Checked);
  return true;
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex& index) const {
  const auto flags = QAbstractTableModel::flags(index);
  return index.column() == kName ? flags | Qt::ItemIsUserCheckable : flags;
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && isFigure(section)) return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const QStringList names{tr("Run"),           tr("Status"),     tr("Rate"),   tr("Batch"), tr("Epochs"),
                          tr("Best accuracy"), tr("Best epoch"), tr("Device"), tr("Curve"), tr("Tags")};
  return section < kColumnCount ? names.value(section) : columnTitle(columnName(section));
}

}  // namespace fovea

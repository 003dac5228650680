#include "app/workspaces/train/checkpoint_rows.h"

#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "app/workspaces/train/metric_words.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

// The measure that chooses the best checkpoint; Other is a metric whose name the checkpoint does not record.
enum class DecidingValue { None, Accuracy, Loss, Other };

DecidingValue decidingValue(const CheckpointRecord& checkpoint) {
  if (!checkpoint.score || *checkpoint.score == checkpoint.accuracy)
    return checkpoint.accuracy >= 0 ? DecidingValue::Accuracy
           : checkpoint.loss >= 0   ? DecidingValue::Loss
                                    : DecidingValue::None;
  return *checkpoint.score == -checkpoint.loss ? DecidingValue::Loss : DecidingValue::Other;
}

QString valueText(const CheckpointRecord& checkpoint) {
  switch (decidingValue(checkpoint)) {
    case DecidingValue::Accuracy:
      return CheckpointRows::tr("%1 %").arg(numberText(checkpoint.accuracy * 100, 'f', 2));
    case DecidingValue::Loss:
      return numberText(checkpoint.loss, 'g', 4);
    case DecidingValue::Other:  // a score is negative if a lower value is better
      return numberText(std::abs(*checkpoint.score), 'g', 4);
    case DecidingValue::None:
      break;
  }
  return {};
}

// The cell has little room, so a pin tells that the best one is kept, too.
QString marksText(const CheckpointRecord& checkpoint) {
  if (checkpoint.best) return CheckpointRows::tr("best");
  return checkpoint.pinned ? CheckpointRows::tr("kept") : QString();
}

// The step first, since its column is hidden where the epoch is enough.
QString savedText(const CheckpointRecord& checkpoint) {
  const QDateTime saved = QDateTime::fromString(QString::fromStdString(checkpoint.created), Qt::ISODate).toLocalTime();
  QStringList lines{CheckpointRows::tr("Step %1").arg(checkpoint.step)};
  if (saved.isValid()) lines << CheckpointRows::tr("Saved %1").arg(QLocale().toString(saved, QLocale::ShortFormat));
  lines << QString::fromStdString(checkpoint.file.generic_string());
  return lines.join(QLatin1Char('\n'));
}

bool isSameRow(const CheckpointRecord& a, const CheckpointRecord& b) {
  return a.step == b.step && a.epoch == b.epoch && a.file == b.file && a.accuracy == b.accuracy && a.loss == b.loss &&
         a.score == b.score && a.best == b.best && a.pinned == b.pinned;
}

}  // namespace

void CheckpointRows::show(RunId run, const std::vector<CheckpointRecord>& checkpoints) {
  std::vector<CheckpointRecord> wanted(checkpoints.rbegin(), checkpoints.rend());
  const QString title = valueTitle();
  if (run != run_) {
    beginResetModel();
    run_ = run;
    rows_ = std::move(wanted);
    endResetModel();
    return;
  }
  for (std::size_t i = 0; i < wanted.size() || i < rows_.size(); ++i) {
    const int row = static_cast<int>(i);
    const auto at = rows_.begin() + static_cast<std::ptrdiff_t>(i);
    const auto isAtMost = [](std::int64_t step) {
      return [step](const CheckpointRecord& each) { return each.step <= step; };
    };
    // Removes the rows that are no longer wanted here, then inserts the new ones: blocks, not row by row.
    const auto kept = i < wanted.size() ? std::find_if(at, rows_.end(), isAtMost(wanted[i].step)) : rows_.end();
    if (kept != at) {
      beginRemoveRows({}, row, row + static_cast<int>(kept - at) - 1);
      rows_.erase(at, kept);
      endRemoveRows();
    }
    if (i >= wanted.size()) break;
    if (i < rows_.size() && rows_[i].step == wanted[i].step) {
      if (isSameRow(rows_[i], wanted[i])) continue;
      rows_[i] = wanted[i];
      Q_EMIT dataChanged(index(row, 0), index(row, kColumns - 1));
      continue;
    }
    const auto from = wanted.begin() + static_cast<std::ptrdiff_t>(i);
    const auto to = i < rows_.size() ? std::find_if(from, wanted.end(), isAtMost(rows_[i].step)) : wanted.end();
    beginInsertRows({}, row, row + static_cast<int>(to - from) - 1);
    rows_.insert(rows_.begin() + static_cast<std::ptrdiff_t>(i), from, to);
    endInsertRows();
    i += static_cast<std::size_t>(to - from) - 1;
  }
  if (valueTitle() != title) Q_EMIT headerDataChanged(Qt::Horizontal, kValue, kValue);
}

const CheckpointRecord* CheckpointRows::at(int row) const {
  return row >= 0 && row < rowCount() ? &rows_[static_cast<std::size_t>(row)] : nullptr;
}

bool CheckpointRows::epochsRepeat() const {
  const auto same = [](const CheckpointRecord& a, const CheckpointRecord& b) { return a.epoch == b.epoch; };
  return std::adjacent_find(rows_.begin(), rows_.end(), same) != rows_.end();
}

int CheckpointRows::rowOf(std::int64_t step) const {
  const auto found = std::find_if(rows_.begin(), rows_.end(), [step](const auto& each) { return each.step == step; });
  return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int CheckpointRows::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int CheckpointRows::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant CheckpointRows::data(const QModelIndex& index, int role) const {
  const CheckpointRecord* each = at(index.row());
  if (!each) return {};
  if (role == Qt::ToolTipRole) return savedText(*each);
  if (role == Qt::TextAlignmentRole)
    return int((index.column() == kMarks ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::AccessibleTextRole && index.column() == kEpoch) {
    QStringList words{tr("epoch %1, step %2").arg(each->epoch).arg(each->step)};
    if (const QString value = valueText(*each); !value.isEmpty()) words << tr("%1: %2").arg(valueTitle(), value);
    if (each->best) words << tr("best");
    if (each->pinned) words << tr("kept");
    return words.join(QStringLiteral(", "));
  }
  if (role == Qt::DecorationRole && index.column() == kMarks && each->pinned) return icon("pin", IconRole::Text);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case kEpoch:
      return static_cast<qlonglong>(each->epoch);
    case kStep:
      return static_cast<qlonglong>(each->step);
    case kValue:
      return valueText(*each);
    default:
      return marksText(*each);
  }
}

QVariant CheckpointRows::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return int((section == kMarks ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kEpoch:
      return tr("Epoch");
    case kStep:
      return tr("Step");
    case kValue:
      return valueTitle();
    default:
      return tr("Mark");
  }
}

QString CheckpointRows::valueTitle() const {
  for (const CheckpointRecord& each : rows_) switch (decidingValue(each)) {
      case DecidingValue::Accuracy:
        return metricTitle("accuracy");
      case DecidingValue::Loss:
        return metricTitle("loss");
      case DecidingValue::Other:
        return tr("Decides");
      case DecidingValue::None:
        break;
    }
  return metricTitle("accuracy");
}

}  // namespace fovea

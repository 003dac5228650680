#include "app/workspaces/train/sweep_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "app/workspaces/train/metric_words.h"
#include "widgets/forms/field_editor.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

constexpr int kDigits = 4;
constexpr double kManyTimes = 8;  // values that differ by more than this are shown by orders of magnitude

const Field& settingField(const std::string& name) {
  static const Schema schema = trainingSettingsSchema().schema();
  return *schema.find(name);
}

QString valueName(const FieldValue& value, const Field& field) {
  if (field.kind == FieldKind::Choice)
    for (const FieldChoice& choice : field.choices)
      if (FieldValue(choice.value) == value) return coreText(choice.title);
  const auto* real = std::get_if<double>(&value);
  return real ? numberText(*real, 'g', kDigits) : fieldText(field, value);
}

}  // namespace

double SweepDimension::number(const FieldValues& values) const {
  const FieldValue* value = values.find(setting);
  if (!value) return std::numeric_limits<double>::quiet_NaN();
  if (axis.names.isEmpty()) return fieldNumber(*value);
  return static_cast<double>(axis.names.indexOf(valueName(*value, settingField(setting))));
}

std::vector<SweepDimension> sweepDimensions(const SweepCourse& course) {
  std::vector<SweepDimension> dimensions;
  for (const SweepAxis& axis : course.plan().axes) {
    const Field& field = settingField(axis.setting);
    SweepDimension dimension{axis.setting, {}};
    dimension.axis.title = coreText(field.title);
    double low = axis.low, high = axis.high;
    for (std::size_t i = 0; i < axis.values.size(); ++i) {
      if (!field.isNumber()) {
        const QString name = valueName(axis.values[i], field);
        if (!dimension.axis.names.contains(name)) dimension.axis.names << name;
        continue;
      }
      const double value = fieldNumber(axis.values[i]);
      low = i == 0 ? value : std::min(low, value);
      high = i == 0 ? value : std::max(high, value);
    }
    dimension.axis.logarithmic = axis.logarithmic || (low > 0 && high / low > kManyTimes);
    dimensions.push_back(std::move(dimension));
  }
  return dimensions;
}

PlotDimension sweepMetricDimension(const SweepCourse& course) {
  const std::string metric = course.metric();
  PlotDimension dimension;
  if (metric.empty()) return dimension;
  // A title that names no split belongs to the validation.
  dimension.title = metric.starts_with("val_") ? metricTitle(metricOfSplit(metric)) : splitMetricTitle(metric);
  dimension.lowerIsBetter = isLowerBetter(metric);
  dimension.share = isShareMetric(metricOfSplit(metric));
  return dimension;
}

std::vector<SweepModel::Column> SweepModel::columnsOf(const SweepCourse& course) const {
  std::vector<Column> columns{{Kind::Rank}, {Kind::Metric}};
  if (course.plan().seeds > 1) columns.push_back({Kind::Deviation});
  for (std::size_t i = 0; i < course.plan().axes.size(); ++i) columns.push_back({Kind::Setting, i});
  if (course.rounds().size() > 1) columns.push_back({Kind::Round});
  columns.push_back({Kind::Runs});
  return columns;
}

void SweepModel::setCourse(const SweepCourse* course) {
  std::vector<SweepStanding> standings;
  std::vector<Column> columns;
  std::vector<SweepDimension> settings;
  std::vector<std::vector<RunId>> runs;
  if (course) {
    standings = course->standings();
    columns = columnsOf(*course);
    settings = sweepDimensions(*course);
    const bool lowFirst = isLowerBetter(course->metric());
    for (const SweepStanding& standing : standings) {
      std::vector<std::size_t> order(standing.each.size());
      std::iota(order.begin(), order.end(), std::size_t(0));
      const auto worth = [&](std::size_t i) {
        const double value = standing.each[i];
        return std::isfinite(value) ? (lowFirst ? value : -value) : std::numeric_limits<double>::infinity();
      };
      std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return worth(a) < worth(b); });
      std::vector<RunId> begun;
      for (const std::size_t i : order)
        if (const RunId run = course->state(standing.trials[i]).run; run.valid()) begun.push_back(run);
      runs.push_back(std::move(begun));
    }
  }
  const bool sameTable = standings.size() == standings_.size() && columns == columns_;
  if (!sameTable) beginResetModel();
  standings_ = std::move(standings);
  runs_ = std::move(runs);
  columns_ = std::move(columns);
  settings_ = std::move(settings);
  metric_ = course ? sweepMetricDimension(*course) : PlotDimension();
  if (!sameTable) return endResetModel();
  if (standings_.empty()) return;
  Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

QString SweepModel::title(int row) const {
  const QString rank = tr("rank %1").arg(row + 1);
  const auto& begun = runs(row);
  return begun.empty() ? rank : tr("%1 · run %2").arg(rank).arg(begun.front().index);
}

int SweepModel::rowOf(RunId run) const {
  const auto found = std::find_if(runs_.begin(), runs_.end(), [run](const auto& runs) {
    return std::find(runs.begin(), runs.end(), run) != runs.end();
  });
  return found == runs_.end() ? -1 : static_cast<int>(found - runs_.begin());
}

int SweepModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(standings_.size());
}

int SweepModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QString SweepModel::text(const SweepStanding& standing, int row, const Column& column) const {
  const double mean = standing.score.mean;
  switch (column.kind) {
    case Kind::Rank:
      return std::isfinite(mean) ? QString::number(row + 1) : QString();
    case Kind::Setting: {
      const std::string& name = settings_[column.setting].setting;
      const FieldValue* value = standing.values.find(name);
      return value ? valueName(*value, settingField(name)) : QString();
    }
    case Kind::Metric:
      if (standing.failed) return tr("failed");
      return std::isfinite(mean) ? metric_.text(mean) : QString();
    case Kind::Deviation:
      return std::isfinite(standing.score.deviation) ? metric_.text(standing.score.deviation) : QString();
    case Kind::Round:
      return runs(row).empty() ? QString() : QString::number(standing.score.round + 1);
    case Kind::Runs: {
      QStringList numbers;
      for (const RunId run : runs(row)) numbers << QString::number(run.index);
      return numbers.join(QStringLiteral(", "));
    }
  }
  return {};
}

QString SweepModel::title(const Column& column) const {
  switch (column.kind) {
    case Kind::Rank:
      return tr("Rank");
    case Kind::Setting:
      return settings_[column.setting].axis.title;
    case Kind::Metric:
      return metric_.title.isEmpty() ? tr("Result") : metric_.title;
    case Kind::Deviation:
      return tr("Deviation");
    case Kind::Round:
      return tr("Round");
    case Kind::Runs:
      return tr("Runs");
  }
  return {};
}

QVariant SweepModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
  const Column& column = columns_[static_cast<std::size_t>(index.column())];
  const bool number = column.kind != Kind::Runs &&
                      (column.kind != Kind::Setting || settings_[column.setting].axis.names.isEmpty());
  if (role == Qt::TextAlignmentRole && number) return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  return text(standings_[static_cast<std::size_t>(index.row())], index.row(), column);
}

QVariant SweepModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const Column& column = columns_[static_cast<std::size_t>(section)];
  if (role == Qt::TextAlignmentRole && column.kind != Kind::Runs &&
      (column.kind != Kind::Setting || settings_[column.setting].axis.names.isEmpty()))
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  return role == Qt::DisplayRole ? QVariant(title(column)) : QVariant();
}

}  // namespace fovea

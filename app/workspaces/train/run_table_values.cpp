// Why: any value of a run can be a column, a sort key and a filter term under one name.
#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "app/workspaces/train/metric_words.h"
#include "app/workspaces/train/run_table_model.h"
#include "core/train/training_settings.h"
#include "widgets/forms/field_editor.h"
#include "widgets/plots/plot_parts.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

constexpr const char* kColumnNames[] = {"run",           "status",     "learning_rate", "batch", "epochs",
                                        "best_accuracy", "best_epoch", "device",        "curve", "tags"};
static_assert(std::size(kColumnNames) == RunTableModel::kColumnCount);
constexpr const char* kFacts[] = {"dataset", "group", "seconds", "started", "note"};

// Splits "loss.last" into {"loss", last}; nothing for a name with another ending.
struct MetricName {
  std::string metric;
  bool last = false;
};
std::optional<MetricName> metricIn(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  const std::string ending = name.substr(dot + 1);
  if (ending != "last" && ending != "best") return std::nullopt;
  return MetricName{name.substr(0, dot), ending == "last"};
}

const Field* settingOf(const std::string& name) {
  static const Schema schema = trainingSettingsSchema().schema();
  return schema.find(name);
}

// A text, or the elements of a list.
QString wordsOf(const FilterValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return QString::fromStdString(*text);
  QStringList words;
  for (const std::string& each : std::get<std::vector<std::string>>(value)) words << QString::fromStdString(each);
  return words.join(QStringLiteral(", "));
}

FilterValue filterValue(const FieldValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return static_cast<double>(*number);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* flag = std::get_if<bool>(&value)) return std::string(*flag ? "on" : "off");
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  std::string list;
  for (const std::int64_t each : std::get<std::vector<std::int64_t>>(value))
    list += (list.empty() ? "" : ",") + std::to_string(each);
  return list;
}

}  // namespace

QString RunTableModel::columnTitle(const std::string& name) {
  if (name == "dataset") return tr("Data");
  if (name == "group") return tr("Group");
  if (name == "seconds") return tr("Time");
  if (name == "started") return tr("Began");
  if (name == "note") return tr("Note");
  if (const auto metric = metricIn(name))
    return metric->last ? tr("%1, last").arg(metricTitle(metric->metric))
                        : tr("%1, best").arg(metricTitle(metric->metric));
  const Field* field = settingOf(name);
  return field ? coreText(field->title) : QString::fromStdString(name);
}

std::string RunTableModel::columnName(int column) const {
  if (column < 0 || column >= columnCount()) return {};
  return column < kColumnCount ? kColumnNames[column] : extra_[static_cast<std::size_t>(column - kColumnCount)];
}

int RunTableModel::columnOf(const std::string& name) const {
  for (int column = 0; column < columnCount(); ++column)
    if (columnName(column) == name) return column;
  return -1;
}

std::vector<std::string> RunTableModel::possibleColumns() const {
  std::vector<std::string> names(std::begin(kFacts), std::end(kFacts));
  std::vector<std::string> metrics;
  for (const auto& [run, summary] : summaries_)
    for (const auto& [metric, values] : summary.metrics)
      if (std::find(metrics.begin(), metrics.end(), metric) == metrics.end()) metrics.push_back(metric);
  sortMetrics(metrics);
  for (const std::string& metric : metrics)
    for (const char* ending : {".best", ".last"}) names.push_back(metric + ending);
  const Schema schema = trainingSettingsSchema().schema();
  for (const Field& field : schema.fields())
    if (std::find(std::begin(kColumnNames), std::end(kColumnNames), field.name) == std::end(kColumnNames))
      names.push_back(field.name);
  return names;
}

std::optional<FilterValue> RunTableModel::value(const RunRecord& run, const std::string& name) const {
  if (name == "run" || name == "id") return static_cast<double>(run.id.index);
  if (name == "name" || name == "network") return run.name;
  if (name == "dataset") return run.dataset;
  if (name == "group") return run.group;
  if (name == "status") return std::string(runStatusName(run.status));
  if (name == "device" && !run.device.empty()) return run.device;
  if (name == "started") return run.started;
  if (name == "epochs_done") return static_cast<double>(run.epochsDone);
  if (name == "best_epoch" && run.bestEpoch > 0) return static_cast<double>(run.bestEpoch);
  if ((name == "best_accuracy" || name == "accuracy" || name == "accuracy.best") && run.bestAccuracy >= 0)
    return run.bestAccuracy;
  const RunNote* const note = noteOf(run.id);
  if (name == "note") return note ? note->text : std::string();
  if (name == "tag" || name == "tags") return note ? note->tags : std::vector<std::string>();
  const bool settingsKnown = run.origin.empty();
  const auto summary = summaries_.find(run.id);
  if (summary != summaries_.end()) {
    if (settingsKnown && (name == "seconds" || name == "time")) return summary->second.seconds;
    const auto metric = metricIn(name).value_or(MetricName{name, false});
    const auto found = summary->second.metrics.find(metric.metric);
    if (found != summary->second.metrics.end()) return metric.last ? found->second.last : found->second.best;
  }
  if (!settingsKnown || !settingOf(name)) return std::nullopt;
  const FieldValues values = trainingSettingsSchema().write(run.settings);
  return filterValue(*values.find(name));
}

std::string RunTableModel::searchText(const RunRecord& run) const {
  std::string text = runTitle(run.name, run.id).toStdString() + "\n" + run.dataset + "\n" + run.group + "\n" +
                     run.device + "\n" + runStatusWords(run.status).toStdString();
  if (run.origin.empty()) text += "\n" + run.settings.optimizer;
  if (const RunNote* note = noteOf(run.id)) {
    text += "\n" + note->text;
    for (const std::string& tag : note->tags) text += "\n" + tag;
  }
  return text;
}

QString RunTableModel::extraText(const RunRecord& run, const std::string& name) const {
  if (name == "started")
    return QLocale().toString(QDateTime::fromString(QString::fromStdString(run.started), Qt::ISODate).toLocalTime(),
                              QLocale::ShortFormat);
  if (const Field* field = settingOf(name); field && run.origin.empty()) {
    const FieldValues values = trainingSettingsSchema().write(run.settings);
    return fieldText(*field, *values.find(name));
  }
  const auto found = value(run, name);
  if (!found) return tr("–");
  const double* number = std::get_if<double>(&*found);
  if (!number) return wordsOf(*found);
  if (name == "seconds") return durationNumber(std::round(*number));
  const auto metric = metricIn(name);
  return metric && isShareMetric(metric->metric) ? tr("%1 %").arg(numberText(*number * 100, 'f', 2))
                                                 : numberText(*number, 'g', 4);
}

QVariant RunTableModel::sortValue(const RunRecord& run, int column) const {
  // Sorts runs of the same name by their number.
  if (column == kName) return QString::fromStdString(run.name).toLower() + QString(" %1").arg(run.id.index, 10);
  if (column == kEpochs) return static_cast<double>(run.epochsDone);
  const auto found = value(run, column == kCurve ? "accuracy" : columnName(column));
  if (!found) return {};
  if (const double* number = std::get_if<double>(&*found)) return *number;
  return wordsOf(*found).toLower();
}

bool RunTableModel::isFigure(int column) const {
  if (column < kColumnCount) return column >= kRate && column <= kBestEpoch;
  const std::string name = columnName(column);
  if (name == "seconds" || metricIn(name)) return true;
  const Field* field = settingOf(name);
  return field && field->isNumber();
}

}  // namespace fovea

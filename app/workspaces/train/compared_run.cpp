#include "app/workspaces/train/compared_run.h"

#include <algorithm>
#include <cmath>

#include "app/workspaces/train/run_table_model.h"
#include "core/network/network_difference.h"
#include "core/train/training_settings.h"
#include "widgets/forms/field_editor.h"
#include "widgets/theme/core_text.h"

namespace fovea {
namespace {

// Interpolates a curve linearly from left to right.
class Walk {
 public:
  Walk(std::span<const double> xs, std::span<const double> ys) : xs_(xs), ys_(ys) {}
  // Returns the value at x, or NaN outside the curve. x must not decrease from call to call.
  double at(double x) {
    while (next_ < xs_.size() && xs_[next_] < x) ++next_;
    if (next_ == xs_.size()) return std::nan("");
    if (xs_[next_] == x) return ys_[next_];
    if (next_ == 0) return std::nan("");
    const double share = (x - xs_[next_ - 1]) / (xs_[next_] - xs_[next_ - 1]);
    return ys_[next_ - 1] + share * (ys_[next_] - ys_[next_ - 1]);
  }

 private:
  std::span<const double> xs_, ys_;
  std::size_t next_ = 0;
};

// Resets settings that are not part of the experiment to their defaults.
TrainingSettings experimentOf(TrainingSettings settings) {
  const TrainingSettings defaults;
  settings.seed = defaults.seed;
  settings.device = defaults.device;
  settings.checkpointSpace = defaults.checkpointSpace;
  return settings;
}

bool differOnlyInSeed(const ComparedRun& a, const ComparedRun& b) {
  const auto& schema = trainingSettingsSchema();
  return a.settingsKnown() && b.settingsKnown() && a.record.dataset == b.record.dataset &&
         schema.write(experimentOf(a.record.settings)) == schema.write(experimentOf(b.record.settings)) &&
         compareNetworks(a.network, b.network).empty();
}

}  // namespace

std::vector<std::vector<ComparedRunPtr>> seedGroups(std::span<const ComparedRunPtr> runs) {
  std::vector<std::vector<ComparedRunPtr>> groups;
  for (const ComparedRunPtr& run : runs) {
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const auto& group) { return differOnlyInSeed(*group.front(), *run); });
    if (same != groups.end())
      same->push_back(run);
    else
      groups.push_back({run});
  }
  return groups;
}

QString groupName(std::span<const std::vector<ComparedRunPtr>> groups, std::size_t group) {
  const RunRecord& record = groups[group].front()->record;
  const QString name = QString::fromStdString(record.name);
  if (record.group.empty()) return name;
  const Schema schema = trainingSettingsSchema().schema();
  const FieldValues own = trainingSettingsSchema().write(experimentOf(record.settings));
  std::vector<FieldValues> settings;
  for (const auto& each : groups)
    if (each.front()->settingsKnown())
      settings.push_back(trainingSettingsSchema().write(experimentOf(each.front()->record.settings)));
  QStringList words;
  for (const Field& field : schema.fields()) {
    const FieldValue& value = *own.find(field.name);
    const bool differs = std::any_of(settings.begin(), settings.end(),
                                     [&](const FieldValues& each) { return *each.find(field.name) != value; });
    if (differs && schema.isRelevant(field.name, own))
      words << coreText(field.title) + QLatin1Char(' ') + fieldText(field, value);
  }
  return words.isEmpty() ? name : words.join(QStringLiteral(", "));
}

Result<ComparedRunPtr> readComparedRun(const RunStore& store, RunId run) {
  FOVEA_TRY(const ThinnedHistory history, readThinnedHistory(store, run));
  auto compared = std::make_shared<ComparedRun>();
  compared->record = history.run;
  compared->title = runTitle(history.run.name, run);
  if (compared->settingsKnown()) {
    FOVEA_TRY(compared->network, store.network(run));
  }
  compared->curves = RunCurves(history);
  compared->marks = history.marks;
  return ComparedRunPtr(std::move(compared));
}

CurveSpread spreadOf(std::span<const std::pair<std::vector<double>, std::vector<double>>> curves) {
  CurveSpread spread;
  if (curves.empty()) return spread;
  std::vector<Walk> walks;
  for (const auto& [xs, ys] : curves) walks.emplace_back(xs, ys);
  for (const double x : curves.front().first) {
    double sum = 0;
    std::vector<double> values;
    for (Walk& walk : walks)
      if (const double value = walk.at(x); std::isfinite(value)) {
        values.push_back(value);
        sum += value;
      }
    if (values.size() < 2) continue;
    const double mean = sum / static_cast<double>(values.size());
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    const double deviation = std::sqrt(squares / static_cast<double>(values.size() - 1));
    spread.xs.push_back(x);
    spread.means.push_back(mean);
    spread.lows.push_back(mean - deviation);
    spread.highs.push_back(mean + deviation);
  }
  return spread;
}

}  // namespace fovea

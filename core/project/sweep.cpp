#include "core/project/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/json_numbers.h"
#include "core/base/random.h"

namespace fovea {
namespace {

constexpr std::string_view kLogarithmic = "log:";

Error noAxis(const std::string& text, const char* advice) {
  return fail(ErrorCode::InvalidArgument, "\"" + text + "\" says no values of a setting.", advice);
}

bool variesWell(const Field& field) {
  return field.name != "seed" && field.name != "device";
}

Error doesNotVary(const Field& field) {
  return fail(ErrorCode::InvalidArgument, "\"" + field.name + "\" is no setting to vary.",
              "Ask for several seeds instead.");
}

// Splits `text` at "=" into a setting's name and the rest.
struct Assignment {
  const Field* field = nullptr;
  std::string values;
};

Result<Assignment> assignmentIn(const Schema& schema, const std::string& text, const char* advice) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return noAxis(text, advice);
  const Field* field = schema.find(text.substr(0, equals));
  if (!field)
    return fail(ErrorCode::InvalidArgument, "There is no setting \"" + text.substr(0, equals) + "\".", advice);
  if (!variesWell(*field)) return doesNotVary(*field);
  return Assignment{field, text.substr(equals + 1)};
}

Result<std::vector<FieldValue>> listed(const Field& field, const std::string& text) {
  std::vector<FieldValue> values;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t comma = text.find(',', begin);
    FOVEA_TRY(FieldValue value, fieldValueFromText(field, text.substr(begin, comma - begin)));
    values.push_back(std::move(value));
    if (comma == std::string::npos) return values;
    begin = comma + 1;
  }
}

std::optional<double> numberOf(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// The value of a number of a range, as the setting holds it.
FieldValue valueOfNumber(const Field& field, double number) {
  if (field.kind == FieldKind::Integer) return static_cast<std::int64_t>(std::llround(number));
  return number;
}

FieldValue drawnValue(const SweepAxis& axis, const Field& field, Random& random) {
  if (!axis.values.empty()) return axis.values[random.below(axis.values.size())];
  const double share = random.uniform();
  double low = axis.low, high = axis.high;
  const bool even = axis.even && field.kind == FieldKind::Integer;
  if (even) {  // each whole number is what lies within a half of it
    low = std::round(low) - 0.5;
    high = std::round(high) + 0.5;
  }
  const double value = axis.logarithmic ? low * std::pow(high / low, share) : low + (high - low) * share;
  return valueOfNumber(field, even ? std::clamp(value, low + 0.5, high - 0.5) : value);
}

// The grid values at index `point`; the last axis changes fastest.
FieldValues gridPoint(const SweepPlan& plan, std::int64_t point) {
  FieldValues values;
  for (auto axis = plan.axes.rbegin(); axis != plan.axes.rend(); ++axis) {
    if (axis->drawn) continue;
    const auto count = static_cast<std::int64_t>(axis->values.size());
    values.set(axis->setting, axis->values[static_cast<std::size_t>(point % count)]);
    point /= count;
  }
  return values;
}

bool draws(const SweepPlan& plan) {
  return std::any_of(plan.axes.begin(), plan.axes.end(), [](const SweepAxis& axis) { return axis.drawn; });
}

// The number of grid points; a number above kMostTrials if there are more than that.
std::int64_t gridPoints(const SweepPlan& plan) {
  std::int64_t points = 1;
  for (const SweepAxis& axis : plan.axes)
    if (!axis.drawn) points = std::min(points * static_cast<std::int64_t>(axis.values.size()), kMostTrials + 1);
  return points;
}

Json axisToJson(const SweepAxis& axis) {
  Json values = Json::array();
  for (const FieldValue& value : axis.values) values.push_back(fieldValueToJson(value));
  return {{"setting", axis.setting}, {"values", std::move(values)},
          {"drawn", axis.drawn},     {"logarithmic", axis.logarithmic},
          {"low", axis.low},         {"high", axis.high},
          {"even", axis.even}};
}

// Throws Json::exception; the caller turns that into Corrupt.
Result<SweepAxis> axisFromJson(const Json& json, const Schema& schema) {
  SweepAxis axis;
  json.at("setting").get_to(axis.setting);
  json.at("drawn").get_to(axis.drawn);
  json.at("logarithmic").get_to(axis.logarithmic);
  json.at("low").get_to(axis.low);
  json.at("high").get_to(axis.high);
  axis.even = json.value("even", false);
  const Field* field = schema.find(axis.setting);
  if (!field) return fail(ErrorCode::Corrupt, "The sweep varies “" + axis.setting + "”, which is no setting.");
  for (const Json& each : json.at("values")) {
    FOVEA_TRY(FieldValue value, fieldValueFromJson(*field, each));
    axis.values.push_back(std::move(value));
  }
  return axis;
}

}  // namespace

Result<SweepAxis> gridAxis(const std::string& text) {
  constexpr const char* kAdvice = "Write NAME=VALUE,VALUE,…, such as learning_rate=0.1,0.01.";
  const Schema schema = trainingSettingsSchema().schema();
  FOVEA_TRY(const Assignment found, assignmentIn(schema, text, kAdvice));
  SweepAxis axis{found.field->name, {}};
  FOVEA_TRY(axis.values, listed(*found.field, found.values));
  return axis;
}

Result<SweepAxis> drawnAxis(const std::string& text) {
  constexpr const char* kAdvice =
      "Write NAME=LOW..HIGH, NAME=log:LOW..HIGH or NAME=VALUE,VALUE,…, such as learning_rate=log:1e-4..1e-1.";
  const Schema schema = trainingSettingsSchema().schema();
  FOVEA_TRY(const Assignment found, assignmentIn(schema, text, kAdvice));
  SweepAxis axis{found.field->name, {}, true};
  std::string_view range = found.values;
  axis.logarithmic = range.starts_with(kLogarithmic);
  if (axis.logarithmic) range.remove_prefix(kLogarithmic.size());
  const std::size_t dots = range.find("..");
  if (dots == std::string_view::npos) {
    if (axis.logarithmic) return noAxis(text, kAdvice);
    FOVEA_TRY(axis.values, listed(*found.field, found.values));
    return axis;
  }
  const auto low = numberOf(range.substr(0, dots)), high = numberOf(range.substr(dots + 2));
  if (!found.field->isNumber() || !low || !high || *low >= *high) return noAxis(text, kAdvice);
  axis.low = *low;
  axis.high = *high;
  FOVEA_CHECK(checkAxis(axis));
  return axis;
}

Status checkAxis(const SweepAxis& axis) {
  const Schema schema = trainingSettingsSchema().schema();
  const Field* const field = schema.find(axis.setting);
  if (!field) return fail(ErrorCode::InvalidArgument, "There is no setting \"" + axis.setting + "\".");
  if (!variesWell(*field)) return doesNotVary(*field);
  for (const FieldValue& value : axis.values) FOVEA_CHECK(field->validate(value));
  if (!axis.values.empty()) return {};
  if (!axis.drawn || !field->isNumber())
    return fail(ErrorCode::InvalidArgument, "There is no value of “" + field->title + "” to try.");
  if (!std::isfinite(axis.low) || !std::isfinite(axis.high) || axis.low >= axis.high)
    return fail(ErrorCode::InvalidArgument, "“" + field->title + "”: the lowest value must lie below the highest.");
  if (axis.logarithmic && (axis.low <= 0 || (axis.even && field->kind == FieldKind::Integer && axis.low < 0.5)))
    return fail(ErrorCode::InvalidArgument, "“" + field->title + "”: orders of magnitude begin above 0.");
  for (const double end : {axis.low, axis.high}) FOVEA_CHECK(field->validate(valueOfNumber(*field, end)));
  return {};
}

Status checkSweep(const SweepPlan& plan) {
  if (plan.axes.empty() && plan.seeds < 2)
    return fail(ErrorCode::InvalidArgument, "The sweep varies nothing.",
                "Name a setting with several values, or ask for several seeds.");
  std::set<std::string> names;
  for (const SweepAxis& axis : plan.axes)
    if (!names.insert(axis.setting).second)
      return fail(ErrorCode::InvalidArgument, "\"" + axis.setting + "\" is varied twice.");
  for (const SweepAxis& axis : plan.axes) FOVEA_CHECK(checkAxis(axis));
  if (plan.halving > 0 && names.contains("epochs"))
    return fail(ErrorCode::InvalidArgument, "Successive halving compares runs after the same number of epochs.",
                "Let \"epochs\" not vary, or leave halving out.");
  if (plan.halving == 1 || plan.halving < 0 || plan.firstEpochs < 1 || plan.draws < 1 || plan.seeds < 1)
    return fail(ErrorCode::InvalidArgument, "The sweep's numbers are not right.",
                "Halving keeps one configuration in 2 or more; epochs, draws and seeds are 1 or more.");
  const std::int64_t points = gridPoints(plan), drawn = draws(plan) ? plan.draws : 1;
  if (points > kMostTrials || drawn > kMostTrials || plan.seeds > kMostTrials || points * drawn > kMostTrials ||
      points * drawn * plan.seeds > kMostTrials)
    return fail(ErrorCode::InvalidArgument, fmt::format("The sweep has more than {} runs.", kMostTrials),
                "Take fewer values, draws or seeds.");
  return {};
}

std::vector<SweepTrial> sweepTrials(const SweepPlan& plan) {
  const Schema schema = trainingSettingsSchema().schema();
  const std::int64_t points = gridPoints(plan), perPoint = draws(plan) ? plan.draws : 1;
  std::vector<SweepTrial> trials;
  for (std::int64_t configuration = 0; configuration < points * perPoint; ++configuration) {
    FieldValues values = gridPoint(plan, configuration / perPoint);
    // Uses the same random values at each grid point, so that points are comparable.
    Random random(static_cast<std::uint64_t>(plan.seed), static_cast<std::uint64_t>(configuration % perPoint));
    for (const SweepAxis& axis : plan.axes)
      if (axis.drawn) values.set(axis.setting, drawnValue(axis, *schema.find(axis.setting), random));
    for (std::int64_t i = 0; i < plan.seeds; ++i)
      trials.push_back({static_cast<std::int64_t>(trials.size()), configuration, plan.seed + i, values});
  }
  return trials;
}

TrainingSettings trialSettings(const SweepPlan& plan, const SweepTrial& trial, const SettingDefaults& defaults) {
  FieldValues chosen = plan.settings;
  for (const auto& [name, value] : trial.values) chosen.set(name, value);
  chosen.set("seed", trial.seed);
  return resolveSettings(defaults, chosen).settings;
}

std::vector<SweepRound> sweepRounds(const SweepPlan& plan, std::int64_t epochs) {
  std::int64_t configurations = gridPoints(plan) * (draws(plan) ? plan.draws : 1);
  if (plan.halving < 2) return {{epochs, configurations}};
  std::vector<SweepRound> rounds;
  for (std::int64_t until = plan.firstEpochs;; until *= plan.halving) {
    const bool last = until >= epochs || configurations == 1;
    if (!last) configurations = (configurations + plan.halving - 1) / plan.halving;
    rounds.push_back({last ? epochs : until, configurations});
    if (last) return rounds;
  }
}

SweepScore scoreOf(std::int64_t configuration, std::span<const double> values, std::int64_t round) {
  SweepScore score{configuration, std::nan(""), std::nan(""), round};
  if (values.empty()) return score;
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  score.mean = sum / static_cast<double>(values.size());
  for (const double value : values) squares += (value - score.mean) * (value - score.mean);
  if (values.size() > 1) score.deviation = std::sqrt(squares / static_cast<double>(values.size() - 1));
  return score;
}

void rank(std::vector<SweepScore>& scores, bool lowerIsBetter) {
  std::stable_sort(scores.begin(), scores.end(), [&](const SweepScore& a, const SweepScore& b) {
    if (std::isnan(a.mean) || std::isnan(b.mean)) return !std::isnan(a.mean) && std::isnan(b.mean);
    if (a.round != b.round) return a.round > b.round;
    return lowerIsBetter ? a.mean < b.mean : a.mean > b.mean;
  });
}

Json sweepToJson(const SweepPlan& plan) {
  Json axes = Json::array();
  for (const SweepAxis& axis : plan.axes) axes.push_back(axisToJson(axis));
  return {{"version", kSweepVersion},
          {"name", plan.name},
          {"axes", std::move(axes)},
          {"draws", plan.draws},
          {"seeds", plan.seeds},
          {"halving", plan.halving},
          {"first_epochs", plan.firstEpochs},
          {"metric", plan.metric},
          {"seed", plan.seed},
          {"settings", fieldValuesToJson(plan.settings)},
          {"dataset", plan.dataset}};
}

Result<SweepPlan> sweepFromJson(const Json& json) {
  const Schema schema = trainingSettingsSchema().schema();
  SweepPlan plan;
  try {
    if (wholeNumberAt(json, "version") > kSweepVersion)
      return fail(ErrorCode::NewerVersion, "The sweep was begun by a newer version of Fovea.", "Update Fovea.");
    json.at("name").get_to(plan.name);
    for (const Json& each : json.at("axes")) {
      FOVEA_TRY(SweepAxis axis, axisFromJson(each, schema));
      plan.axes.push_back(std::move(axis));
    }
    plan.draws = wholeNumberAt(json, "draws");
    plan.seeds = wholeNumberAt(json, "seeds");
    plan.halving = wholeNumberAt(json, "halving");
    plan.firstEpochs = wholeNumberAt(json, "first_epochs");
    json.at("metric").get_to(plan.metric);
    plan.seed = wholeNumberAt(json, "seed");
    for (const auto& [name, value] : json.at("settings").items()) {
      const Field* field = schema.find(name);
      if (!field) return fail(ErrorCode::Corrupt, "The sweep sets “" + name + "”, which is no setting.");
      FOVEA_TRY(FieldValue read, fieldValueFromJson(*field, value));
      plan.settings.set(name, std::move(read));
    }
    json.at("dataset").get_to(plan.dataset);
  } catch (const Json::exception& error) {
    return fail(ErrorCode::Corrupt, std::string("The sweep's plan is damaged: ") + error.what() + ".");
  }
  FOVEA_CHECK(checkSweep(plan));
  return plan;
}

}  // namespace fovea

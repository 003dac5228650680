#include "core/project/run_view_choices.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/utf8.h"

namespace fovea {
namespace {

constexpr std::uint64_t kLargestFile = 16 << 20;
constexpr std::size_t kMostEntries = 10'000;
constexpr std::size_t kLongestText = 10'000;   // bytes
constexpr std::size_t kLongestNote = 1 << 20;  // bytes; people paste logs

void take(const Json& json, const char* name, std::string& value, std::size_t longest = kLongestText) {
  const auto found = json.find(name);
  if (found != json.end() && found->is_string()) value = cutUtf8(found->get_ref<const std::string&>(), longest);
}

void take(const Json& json, const char* name, bool& value) {
  const auto found = json.find(name);
  if (found != json.end() && found->is_boolean()) value = found->get<bool>();
}

void take(const Json& json, const char* name, std::vector<std::string>& values) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_array()) return;
  values.clear();
  for (const Json& each : *found) {
    if (values.size() == kMostEntries) return;
    if (!each.is_string()) continue;
    std::string text(cutUtf8(each.get_ref<const std::string&>(), kLongestText));
    if (std::find(values.begin(), values.end(), text) == values.end()) values.push_back(std::move(text));
  }
}

std::int32_t runOf(const Json& json) {
  if (!json.is_number_integer()) return 0;
  const auto number = json.get<std::int64_t>();
  return number > 0 && number <= INT32_MAX ? static_cast<std::int32_t>(number) : 0;
}

void takeNotes(const Json& json, std::map<std::int32_t, RunNote>& notes) {
  const auto found = json.find("notes");
  if (found == json.end() || !found->is_array()) return;
  for (const Json& each : *found) {
    if (!each.is_object() || notes.size() == kMostEntries) continue;
    const std::int32_t run = runOf(each.value("run", Json()));
    RunNote note;
    take(each, "tags", note.tags);
    take(each, "text", note.text, kLongestNote);
    if (run > 0 && !note.empty()) notes[run] = std::move(note);
  }
}

}  // namespace

RunViewChoices withEdits(RunViewChoices stored, const RunViewChoices& edited) {
  static const RunViewChoices defaults;
  const auto edit = [&](auto... members) {
    const auto one = [&](auto member) {
      if (edited.*member != defaults.*member) stored.*member = edited.*member;
    };
    (one(members), ...);
  };
  using C = RunViewChoices;
  edit(&C::axis, &C::smoothing, &C::bands, &C::part, &C::logarithmic, &C::hidden, &C::order, &C::chosen, &C::columns,
       &C::hiddenColumns, &C::columnOrder, &C::sort, &C::descending, &C::group, &C::filter);
  for (const auto& [run, note] : edited.notes) stored.notes[run] = note;
  return stored;
}

std::string formatRunViewChoices(const RunViewChoices& choices) {
  Json notes = Json::array();
  for (const auto& [run, note] : choices.notes)
    notes.push_back({{"run", run}, {"tags", note.tags}, {"text", note.text}});
  return formatJson({{"axis", choices.axis},
                     {"smoothing", choices.smoothing},
                     {"bands", choices.bands},
                     {"part", choices.part},
                     {"logarithmic", choices.logarithmic},
                     {"hidden", choices.hidden},
                     {"order", choices.order},
                     {"chosen", choices.chosen},
                     {"columns", choices.columns},
                     {"hidden_columns", choices.hiddenColumns},
                     {"column_order", choices.columnOrder},
                     {"sort", choices.sort},
                     {"descending", choices.descending},
                     {"group", choices.group},
                     {"filter", choices.filter},
                     {"notes", std::move(notes)}});
}

Result<RunViewChoices> parseRunViewChoices(std::string_view text) {
  FOVEA_TRY(const Json json, parseJson(text));
  if (!json.is_object()) return fail(ErrorCode::Corrupt, "The choices of the view of runs are no JSON object.");
  RunViewChoices choices;
  take(json, "axis", choices.axis);
  if (const auto found = json.find("smoothing"); found != json.end() && found->is_number())
    if (const double weight = found->get<double>(); std::isfinite(weight))
      choices.smoothing = std::clamp(weight, 0.0, 0.99);
  take(json, "bands", choices.bands);
  take(json, "part", choices.part);
  take(json, "logarithmic", choices.logarithmic);
  take(json, "hidden", choices.hidden);
  take(json, "order", choices.order);
  if (const auto found = json.find("chosen"); found != json.end() && found->is_array())
    for (const Json& each : *found)
      if (const std::int32_t run = runOf(each); run > 0 && choices.chosen.size() < kMostEntries)
        choices.chosen.push_back(run);
  take(json, "columns", choices.columns);
  take(json, "hidden_columns", choices.hiddenColumns);
  take(json, "column_order", choices.columnOrder);
  take(json, "sort", choices.sort);
  take(json, "descending", choices.descending);
  take(json, "group", choices.group);
  take(json, "filter", choices.filter);
  takeNotes(json, choices.notes);
  return choices;
}

Result<RunViewChoices> readRunViewChoices(const std::filesystem::path& folder) {
  auto text = readFile(folder / kRunViewFile, kLargestFile);
  if (!text.ok() && text.error().code == ErrorCode::NotFound) return RunViewChoices();
  if (!text.ok()) return text.error();
  auto choices = parseRunViewChoices(*text);
  if (!choices.ok()) return choices.error().within((folder / kRunViewFile).string());
  return choices;
}

Status writeRunViewChoices(const std::filesystem::path& folder, const RunViewChoices& choices) {
  return writeFileAtomic(folder / kRunViewFile, formatRunViewChoices(choices));
}

}  // namespace fovea

#include "core/data/importers/tool_rows.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/data/importers/json_fields.h"

namespace fovea {
namespace {

constexpr std::size_t kMostLabelsOfText = 1000;

bool isProdigyEntry(const Json& entry) {
  const std::string answer = jsonText(entry, "answer");
  return (answer == "accept" || answer == "reject" || answer == "ignore") && jsonField(entry, "text") &&
         (jsonField(entry, "label") || jsonField(entry, "accept"));
}

// Returns the values of a list joined, or nothing if the list holds other lists or objects.
std::optional<Json> joinedLabels(const Json& list) {
  if (list.size() > kMostLabelsOfText ||
      !std::all_of(list.begin(), list.end(), [](const Json& each) { return each.is_primitive() && !each.is_null(); }))
    return std::nullopt;
  std::string labels;
  for (const Json& each : list)
    labels += (labels.empty() ? "" : ToolRows::kSeparator) + (each.is_string() ? each.get<std::string>() : each.dump());
  return Json(std::move(labels));
}

// Replaces lists of at most one value by that value, and a list of labels by their text.
void flattenLists(Json& row) {
  for (auto& [name, value] : row.get_ref<Json::object_t&>()) {
    if (!value.is_array()) continue;
    if (value.empty()) {
      value = nullptr;
    } else if (value.size() == 1 && value[0].is_primitive()) {
      value = Json(value[0]);
    } else if (name == "label") {
      if (auto joined = joinedLabels(value)) value = std::move(*joined);
    }
  }
}

}  // namespace

void ToolRows::see(const Json& entry) {
  if (isProdigyEntry(entry) && labels_.size() < 2)
    if (std::string label = jsonText(entry, "label"); !label.empty()) labels_.insert(std::move(label));
  Json room;
  several_ = several_ || jsonText(plain(entry, room), "label").find(kSeparator) != std::string::npos;
}

const Json& ToolRows::plain(const Json& entry, Json& room) const {
  const bool prodigy = isProdigyEntry(entry);
  if (!prodigy && std::none_of(entry.begin(), entry.end(), [](const Json& value) { return value.is_array(); }))
    return entry;
  room = prodigy ? ofProdigy(entry) : isLabelStudioTask(entry) ? labelStudioRow(entry) : entry;
  if (room.is_object()) flattenLists(room);
  return room;
}

// One label for all entries was accepted or rejected; of several labels, each entry shows one, or has chosen some.
Json ToolRows::ofProdigy(const Json& entry) const {
  Json row = entry;
  const std::string answer = jsonText(entry, "answer"), label = jsonText(entry, "label");
  if (const Json* chosen = jsonArray(entry, "accept")) row["label"] = *chosen;
  if (answer == "reject" && !label.empty() && labels_.size() == 1)
    row["label"] = "not " + label;
  else if (answer != "accept")
    row["label"] = nullptr;
  row.erase("accept");
  row.erase("answer");
  return row;
}

}  // namespace fovea

// Stores the common facts of a table's rows with the data set, so that rows added later are imported like the first
// ones.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/data/importers/table_source.h"
#include "core/data/importing/names.h"

namespace fovea {

namespace {

constexpr std::size_t kListed = 5;

std::string_view kindName(TableFeature::Kind kind) {
  switch (kind) {
    case TableFeature::Kind::Number:
      return "number";
    case TableFeature::Kind::Date:
      return "date";
    case TableFeature::Kind::OneHot:
      return "one_hot";
    case TableFeature::Kind::CategoryNumber:
      return "category_number";
    case TableFeature::Kind::Symbol:
      return "symbol";
  }
  return "";
}

Error changedForm(const std::string& what) {
  return fail(ErrorCode::InvalidArgument, "The rows no longer have the form of those in the data set: " + what + ".",
              "Import the table into a new data set.");
}

Json entryOf(const Json& object, const char* name) {
  return object.is_object() && object.contains(name) ? object[name] : Json();
}

}  // namespace

// displayName() converts any bytes to valid text, which JSON requires.
Json TableSource::formOf(const TableFeature& feature) const {
  Json form{{"column", plan_.columns[static_cast<std::size_t>(feature.column)]},
            {"kind", kindName(feature.kind)},
            {"flag", feature.flag}};
  for (const std::string& category : feature.categories) form["categories"].push_back(displayName(category));
  return form;
}

std::string TableSource::learned() const {
  Json json;
  if (!plan_.texts.empty()) json["text_length"] = plan_.textLength;
  if (plan_.byteFeatures || plan_.pixels >= 0) json["bytes"] = true;
  json["features"] = Json::array();
  for (const TableFeature& feature : plan_.features) json["features"].push_back(formOf(feature));
  if (!fills_.empty())
    eachFilled([&](const TableFeature& feature, std::size_t place) {
      json["fills"][plan_.columns[static_cast<std::size_t>(feature.column)]] = fills_[place];
    });
  return formatJson(json);
}

Status TableSource::checkForm(const Json& before) const {
  const Json length = entryOf(before, "text_length"), bytes = entryOf(before, "bytes");
  if (length.is_number_integer() && !plan_.texts.empty() && length != plan_.textLength)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("A text in the data set has {} bytes, and those of the table now need {}.",
                            grouped(length.get<std::int64_t>()), grouped(plan_.textLength)),
                "Import the table into a new data set; with text_length set, texts that are added later fit.");
  if (bytes.is_boolean() != (plan_.byteFeatures || plan_.pixels >= 0))
    return changedForm(bytes.is_boolean() ? "they were grey values from 0 to 255, and are other numbers"
                                          : "they were numbers, and are grey values from 0 to 255");
  const Json features = entryOf(before, "features");
  if (!features.is_array()) return {};
  const auto nameOf = [](const Json& form) { return form.value("column", std::string()); };
  for (std::size_t i = 0; i < std::max(features.size(), plan_.features.size()); ++i) {
    const Json old = i < features.size() ? features[i] : Json();
    if (i >= plan_.features.size())
      return changedForm(fmt::format("column \"{}\" is no feature any more", nameOf(old)));
    const Json now = formOf(plan_.features[i]);
    if (!old.is_object() || nameOf(old) != nameOf(now))
      return changedForm(fmt::format("column \"{}\" was no feature, or another one stood before it", nameOf(now)));
    if (old == now) continue;
    const Json words = entryOf(now, "categories"), known = entryOf(old, "categories");
    std::vector<std::string> added;
    for (const Json& word : words)
      if (known.is_array() && std::find(known.begin(), known.end(), word) == known.end())
        added.push_back(word.get<std::string>());
    if (added.size() > kListed) added.resize(kListed);
    return changedForm(added.empty()
                           ? fmt::format("column \"{}\" becomes other numbers than before", nameOf(now))
                           : fmt::format("column \"{}\" has new categories: {}", nameOf(now), fmt::join(added, ", ")));
  }
  return {};
}

void TableSource::takeFills(const Json& before) {
  const Json fills = entryOf(before, "fills");
  std::vector<std::string> taken;
  eachFilled([&](const TableFeature& feature, std::size_t place) {
    const std::string& name = plan_.columns[static_cast<std::size_t>(feature.column)];
    const Json fill = entryOf(fills, name.c_str());
    if (!fill.is_number()) return;
    fills_[place] = fill.get<float>();
    if (taken.size() < kListed) taken.push_back(fmt::format("{} = {}", name, fills_[place]));
  });
  fillsKept_ = !taken.empty();
  if (!taken.empty())
    decisions_.push_back(
        {"what fills the gaps",
         fmt::format("the values of the data set ({}{})", fmt::join(taken, ", "), taken.size() == kListed ? ", …" : ""),
         "rows that are there were filled so",
         {}});
}

Status TableSource::takeLearned(const std::string& learned) {
  if (learned.empty()) {
    fillsKept_ = !fills_.empty();
    if (!fills_.empty())
      decisions_.push_back(
          {"what fills the gaps",
           "computed anew",
           "the data set does not say what filled them before; rows with gaps may come in a second time",
           {}});
    return {};
  }
  const auto before = parseJson(learned);
  if (!before.ok()) return before.error();
  FOVEA_CHECK(checkForm(*before));
  if (!fills_.empty()) takeFills(*before);
  return {};
}

}  // namespace fovea

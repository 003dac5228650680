#include "core/data/importing/followed_samples.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/json_numbers.h"
#include "core/base/utf8.h"
#include "core/data/importing/source_changes.h"

namespace fovea {
namespace {

constexpr std::uint64_t kMaximumFile = std::uint64_t{1} << 30;
constexpr std::int64_t kFormat = 1;

std::string textIn(const Json& entry, const char* name) {
  const auto found = entry.find(name);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// JSON holds only UTF-8, so that other names of files are kept as numbers, one a byte.
Json nameToJson(const std::string& name) {
  return isUtf8(name) ? Json(name) : Json(std::vector<std::uint8_t>(name.begin(), name.end()));
}

std::string nameIn(const Json& entry, const char* field) {
  const auto found = entry.find(field);
  if (found == entry.end() || !found->is_array()) return textIn(entry, field);
  std::string name;
  for (const Json& byte : *found) name += static_cast<char>(wholeNumber(byte).value_or(0));
  return name;
}

bool isTrueIn(const Json& entry, const char* field) {
  return entry.contains(field) && entry[field] == true;
}

}  // namespace

Result<FollowedSamples> readFollowed(const std::filesystem::path& folder) {
  FollowedSamples samples;
  const auto text = readFile(folder / kFollowedFile, kMaximumFile);
  if (!text.ok() && text.error().code == ErrorCode::NotFound) return samples;
  if (!text.ok()) return text.error();
  const Error damaged = fail(ErrorCode::Corrupt, (folder / kFollowedFile).string() + " is damaged.",
                             "Remove it: changes then are compared with what was imported first.");
  const auto json = parseJson(*text);
  if (!json.ok() || !json->is_object() || !json->contains("format") || !json->contains("samples")) return damaged;
  const auto format = wholeNumber((*json)["format"]);
  if (format && *format > kFormat)
    return fail(ErrorCode::NewerVersion, (folder / kFollowedFile).string() + " was written by a newer Fovea.",
                "Update Fovea to read it.");
  if (!format || !(*json)["samples"].is_array()) return damaged;
  for (const Json& entry : (*json)["samples"]) {
    if (!entry.is_object()) return damaged;
    const auto number = entry.find("record");
    const std::int64_t record = number == entry.end() ? -1 : wholeNumber(*number).value_or(-1);
    const auto split = splitFromName(textIn(entry, "split"));
    if (record < 0 || record > std::numeric_limits<std::uint32_t>::max() || !split.ok()) return damaged;
    samples[static_cast<std::uint32_t>(record)] = {nameIn(entry, "source"), textIn(entry, "label"), *split,
                                                   isTrueIn(entry, "gone"), isTrueIn(entry, "left_out")};
  }
  return samples;
}

Status writeFollowed(const std::filesystem::path& folder, const FollowedSamples& samples) {
  Json list = Json::array();
  for (const auto& [record, each] : samples) {
    list.push_back({{"record", record},
                    {"source", nameToJson(each.source)},
                    {"label", each.label},
                    {"split", splitName(each.split)},
                    {"gone", each.gone}});
    if (each.leftOut) list.back()["left_out"] = true;
  }
  return writeFileAtomic(folder / kFollowedFile, formatJson({{"format", kFormat}, {"samples", list}}));
}

}  // namespace fovea

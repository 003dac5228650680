#include "core/project/setting_presets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/train/training_settings.h"

namespace fovea {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestPresets = 4 << 20;
constexpr std::size_t kMostPresets = 1000;
constexpr std::ptrdiff_t kLongestPresetName = 100;  // letters

// Returns the values that this version knows and accepts.
FieldValues knownValues(const Json& json) {
  const Schema schema = trainingSettingsSchema().schema();
  FieldValues values;
  for (const auto& [name, value] : json.items()) {
    const Field* field = schema.find(name);
    if (!field) continue;
    const auto read = fieldValueFromJson(*field, value);
    if (read.ok() && field->validate(*read).ok()) values.set(name, *read);
  }
  return values;
}

Status writePresets(const fs::path& file, const std::vector<SettingPreset>& presets) {
  Json list = Json::array();
  for (const SettingPreset& preset : presets)
    list.push_back({{"name", preset.name}, {"settings", fieldValuesToJson(preset.values)}});
  FOVEA_CHECK(createFolder(file.parent_path()));
  return writeFileAtomic(file, formatJson({{"format", "fovea-presets"}, {"presets", std::move(list)}}));
}

Error unknownPreset(const std::string& name, const std::vector<SettingPreset>& presets) {
  std::string names;
  for (const SettingPreset& preset : presets) names += (names.empty() ? "" : ", ") + preset.name;
  return fail(ErrorCode::NotFound, fmt::format("There is no preset \"{}\".", name),
              names.empty() ? "Save one first." : "There are: " + names + ".");
}

}  // namespace

fs::path presetFile() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  const fs::path folder = config && *config ? fs::path(config) : fs::path(home ? home : ".") / ".config";
  return folder / "fovea" / "presets.json";
}

Result<std::vector<SettingPreset>> readPresets(const fs::path& file) {
  std::vector<SettingPreset> presets;
  std::error_code code;
  if (!fs::exists(file, code)) return presets;
  FOVEA_TRY(const std::string text, readFile(file, kLargestPresets));
  const auto json = parseJson(text);
  if (!json.ok()) return json.error().within(file.string());
  const auto list = json->is_object() ? json->find("presets") : json->end();
  if (!json->is_object() || list == json->end() || !list->is_array())
    return fail(ErrorCode::Corrupt, file.string() + " holds no presets.", "Move it away to begin anew.");
  for (const Json& entry : *list) {
    if (!entry.is_object() || !entry.contains("name") || !entry["name"].is_string() || !entry.contains("settings") ||
        !entry["settings"].is_object())
      return fail(ErrorCode::Corrupt, file.string() + " is damaged: an entry is no preset.",
                  "Move it away to begin anew.");
    presets.push_back({entry["name"].get<std::string>(), knownValues(entry["settings"])});
  }
  std::sort(presets.begin(), presets.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return presets;
}

Status savePreset(const fs::path& file, const SettingPreset& preset) {
  const auto beginsLetter = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  if (preset.name.empty() || std::ranges::count_if(preset.name, beginsLetter) > kLongestPresetName)
    return fail(ErrorCode::InvalidArgument, "A preset needs a name of at most 100 letters.");
  FOVEA_CHECK(trainingSettingsSchema().schema().validate(preset.values));
  FOVEA_TRY(auto presets, readPresets(file));
  std::erase_if(presets, [&](const SettingPreset& each) { return each.name == preset.name; });
  if (presets.size() >= kMostPresets)
    return fail(ErrorCode::InvalidArgument, "There are a thousand presets already.", "Delete some of them.");
  presets.push_back(preset);
  return writePresets(file, presets);
}

Status deletePreset(const fs::path& file, const std::string& name) {
  FOVEA_TRY(auto presets, readPresets(file));
  if (std::erase_if(presets, [&](const SettingPreset& each) { return each.name == name; }) == 0)
    return unknownPreset(name, presets);
  return writePresets(file, presets);
}

Result<SettingPreset> findPreset(const fs::path& file, const std::string& name) {
  FOVEA_TRY(const auto presets, readPresets(file));
  for (const SettingPreset& preset : presets)
    if (preset.name == name) return preset;
  return unknownPreset(name, presets);
}

}  // namespace fovea

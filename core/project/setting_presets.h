// Why: settings that work for one kind of task are wanted again in other projects. A person saves them under a name, for
// the window and the terminal alike. They are one file of the person's, beside the program's other choices.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/schema.h"

namespace fovea {

struct SettingPreset {
  std::string name;
  FieldValues values;  // settings of a run that differ from the defaults of network and task
};

// $XDG_CONFIG_HOME/fovea/presets.json, else ~/.config/fovea/presets.json.
std::filesystem::path presetFile();
// In order of name; empty if the file is missing. Corrupt names a fault. A setting that this version does not know, or
// whose value it does not allow, is left out.
Result<std::vector<SettingPreset>> readPresets(const std::filesystem::path& file);
// Adds the preset, or replaces the one of that name. InvalidArgument: the name is empty or longer than 100 bytes, a value
// is not valid, or there are a thousand presets already. Writes atomically; on failure the file stays as it was.
Status savePreset(const std::filesystem::path& file, const SettingPreset& preset);
// NotFound lists the names that there are.
Status deletePreset(const std::filesystem::path& file, const std::string& name);
Result<SettingPreset> findPreset(const std::filesystem::path& file, const std::string& name);

}  // namespace fovea

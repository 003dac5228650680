// Why: `train`, `resume` and `sweep` read settings in the same way, and report the source of each.
#pragma once
#include "app/cli/command.h"
#include "core/project/project.h"
#include "core/train/default_settings.h"

namespace fovea::cli {

// The setting options of a command line.
struct SettingArguments {
  std::int64_t epochs = 0;
  std::int64_t seed = -1;
  std::string device;
  std::string preset;                    // a name; empty: none
  std::int64_t histograms = -1;          // steps from one record of the layers to the next; 0: none
  std::vector<std::string> assignments;  // name=value

  // Adds --epochs, --device and --histograms to a command; `this` must outlive it.
  void addCommonTo(CLI::App& command);
  // Adds --seed, --set and --preset.
  void addTo(CLI::App& command);
  // The settings given as options.
  Result<FieldValues> values() const;
};

// The settings of a run with their sources.
struct RunSettings {
  TrainingSettings settings;
  // By setting: "set", "project", "run" (the run that this one is like), "char-lstm" or "adam" (the default of a
  // network, a task or an optimizer), "few samples" (the default for a small data set), "default".
  std::vector<std::pair<std::string, std::string>> sources;
};

// The settings of a new run: options first, then the project's chosen settings, then the defaults.
Result<RunSettings> newRunSettings(const Project& project, const Network& network, const DatasetInfo& data,
                                   const SettingArguments& arguments);
// The settings of a new run that is like `run`, but for the options.
Result<RunSettings> settingsLike(const TrainingSettings& run, const SettingArguments& arguments);
// Applies the options to the settings of a resumed run.
Status applyArguments(TrainingSettings& settings, const SettingArguments& arguments);

// Describes each setting that differs from the schema's default: "optimizer adam (default of char-lstm)".
std::vector<std::string> settingWords(const RunSettings& run);
// The relevant settings: {"optimizer": {"value": "adam", "source": "char-lstm"}, …}.
Json settingsEvent(const RunSettings& run);

}  // namespace fovea::cli

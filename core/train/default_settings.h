// Why: no single learning rate suits every network. Each standard network, and each task for all other networks, has
// recommended settings; a run uses them unless a person chose others.
// Thread-safety: pure functions.
#pragma once
#include <string>
#include <vector>

#include "core/data/store/dataset.h"
#include "core/network/network.h"
#include "core/train/training_settings.h"

namespace fovea {

struct SettingDefaults {
  FieldValues values;  // of TrainingSettings; missing ones have the schema's default
  std::string origin;  // "char-lstm", "next_symbol"; empty: only the schema's defaults
  // The batch among the values is smaller than the usual one, since the data set has few samples.
  bool fewSamples = false;
  bool operator==(const SettingDefaults&) const = default;
};
// The origin of such a batch.
inline constexpr const char* kFewSamples = "few samples";

// The settings of the standard network that `network` matches, else of the task. A network matches if its layers have
// the same names and types, whatever their sizes, or if it still has the standard name ("LeNet", "LeNet 2").
SettingDefaults defaultSettings(const Network& network, Task task);
// The same for a data set's task. If its training split is smaller than the batch, an epoch has four batches.
SettingDefaults defaultSettings(const Network& network, const DatasetInfo& data);

// A run's settings and their origins.
struct ResolvedSettings {
  TrainingSettings settings;
  // The origin of each setting that came from a default: "char-lstm", "adam". All others were chosen or have the
  // schema's default.
  std::vector<std::pair<std::string, std::string>> origins;

  // Empty: no default of a network, task or optimizer set it.
  std::string originOf(const std::string& setting) const;
};

// Applies `chosen` over `defaults` over the schema's defaults. If `chosen` has another optimizer than `defaults`, rate
// and decay are that optimizer's usual ones. `chosen` must be valid for trainingSettingsSchema().
ResolvedSettings resolveSettings(const SettingDefaults& defaults, const FieldValues& chosen);

// The smallest set of choices that, applied over `defaults`, yields `settings`.
FieldValues choicesFor(const SettingDefaults& defaults, const TrainingSettings& settings);
// The settings that differ from the schema's defaults, by name.
FieldValues unusualSettings(const TrainingSettings& settings);

}  // namespace fovea

// Why: training settings outlive the program version that wrote them; old ones must never keep a project from opening.
#pragma once
#include "core/base/json.h"
#include "core/train/training_settings.h"

namespace fovea {

Json settingsToJson(const TrainingSettings& settings);
// A field that this version does not know, or whose value it does not allow, takes its default.
TrainingSettings settingsFromJson(const Json& json);

}  // namespace fovea

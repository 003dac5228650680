// Why: stored training settings of other program versions must never prevent a project from opening.
#pragma once
#include "core/base/json.h"
#include "core/train/training_settings.h"

namespace fovea {

Json settingsToJson(const TrainingSettings& settings);
// An unknown field is ignored; a value that this version does not allow becomes the default.
TrainingSettings settingsFromJson(const Json& json);

}  // namespace fovea

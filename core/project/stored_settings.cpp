#include "core/project/stored_settings.h"

#include <nlohmann/json.hpp>

namespace fovea {

Json settingsToJson(const TrainingSettings& settings) {
  return fieldValuesToJson(trainingSettingsSchema().write(settings));
}

TrainingSettings settingsFromJson(const Json& json) {
  const Schema schema = trainingSettingsSchema().schema();
  FieldValues values;
  for (const Field& field : schema.fields()) {
    if (!json.is_object() || !json.contains(field.name)) continue;
    auto value = fieldValueFromJson(field, json.at(field.name));
    if (value.ok() && field.validate(*value).ok()) values.set(field.name, std::move(value).value());
  }
  return trainingSettingsSchema().read(values);
}

}  // namespace fovea

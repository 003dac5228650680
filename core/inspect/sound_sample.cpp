#include "core/inspect/sound_sample.h"

#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/data/importers/sound_options.h"
#include "core/data/importing/names.h"
#include "core/data/importing/sound_names.h"

namespace fovea {

bool isSoundFile(const std::filesystem::path& path) {
  return isSoundEnding(lowerCase(path.extension().string()));
}

Result<Tensor> soundSample(const std::filesystem::path& path, const DatasetInfo& info) {
  const Schema schema = soundSchema().schema();
  FieldValues values;
  if (const auto options = parseJson(info.options); options.ok() && options->is_object())
    for (const Field& field : schema.fields())
      if (options->contains(field.name)) {
        FOVEA_TRY(const FieldValue value, fieldValueFromJson(field, (*options)[field.name]));
        values.set(field.name, value);
      }
  if (info.inputType != DataType::Float32 || values.empty())
    return fail(ErrorCode::InvalidArgument, "The network was not trained on sounds that Fovea imported.",
                "Choose a run on a data set of sounds.");
  FOVEA_CHECK(schema.validate(values));
  FOVEA_TRY(const LoadedSound sound, SoundLoader(soundSchema().read(values)).load(path));
  return sound.input;
}

}  // namespace fovea

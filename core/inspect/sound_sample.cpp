#include "core/inspect/sound_sample.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/data/importers/sound_options.h"

namespace fovea {

bool isSoundFile(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  static constexpr std::array kEndings = {".wav", ".flac", ".ogg", ".mp3", ".aif", ".aiff"};
  return std::ranges::find(kEndings, ending) != kEndings.end();
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

// Why: sounds with a class and sounds with a transcript become the same kind of input, with the same options.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/base/schema.h"
#include "core/data/importers/mel_spectrogram.h"
#include "core/data/store/dataset.h"

namespace fovea {

struct SoundOptions {
  std::string form = "log_mel";
  std::int64_t rate = 16000;
  double seconds = 1;
  std::int64_t bands = 64;
};

// Returns the options of sounds, to be extended with others.
TypedSchema<SoundOptions> soundSchema();

// Returns the options of sounds, followed by those of an importer.
Schema soundSchemaWith(const Schema& own);

// Returns true if the samples are spectrograms of sounds: the options of the import say so, or, where they are not
// known, its importer makes spectrograms.
bool holdsSpectrograms(const DatasetInfo& info);

// How to treat sounds that are too long: use the middle part, or refuse them.
enum class Longer { Cut, Refuse };

struct LoadedSound {
  Tensor input;      // f32 [1, bands, frames] or [1, samples]
  float length = 1;  // valid fraction of its frames or samples, without the silence added as padding
};

// Loads sound files as inputs. Any thread may call load().
class SoundLoader {
 public:
  explicit SoundLoader(SoundOptions options, Longer longer = Longer::Cut);
  // Fails like readSound(), and with InvalidArgument if the sound is too long.
  Result<LoadedSound> load(const std::filesystem::path& path) const;

 private:
  std::int64_t stepsOf(std::size_t samples) const;

  SoundOptions options_;
  Longer longer_;
  std::optional<MelSpectrogram> spectrogram_;
};

}  // namespace fovea

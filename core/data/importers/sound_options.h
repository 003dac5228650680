// Why: sounds with a class and sounds with a transcript become the same kind of input, by the same options.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/base/schema.h"
#include "core/data/importers/mel_spectrogram.h"

namespace fovea {

struct SoundOptions {
  std::string form = "log_mel";
  std::int64_t rate = 16000;
  double seconds = 1;
  std::int64_t bands = 64;
};

// Those of sounds, ready to go on with others.
TypedSchema<SoundOptions> soundSchema();

// Those of sounds with an importer's own behind them.
Schema soundSchemaWith(const Schema& own);

// What becomes of a sound that lasts longer than is asked for: its middle is taken, or it is refused.
enum class Longer { Cut, Refuse };

struct LoadedSound {
  Tensor input;      // f32 [1, bands, frames] or [1, samples]
  float length = 1;  // the share of its frames or samples that it has without the silence it was filled up with
};

// Files of sound as inputs. load() may be called from any thread.
class SoundLoader {
 public:
  explicit SoundLoader(SoundOptions options, Longer longer = Longer::Cut);
  // Fails as readSound(), and with InvalidArgument where it is too long.
  Result<LoadedSound> load(const std::filesystem::path& path) const;

 private:
  std::int64_t stepsOf(std::size_t samples) const;

  SoundOptions options_;
  Longer longer_;
  std::optional<MelSpectrogram> spectrogram_;
};

}  // namespace fovea

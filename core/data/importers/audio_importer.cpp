// Sound: WAV and FLAC files, a folder per class, as waveform [1, samples] or log-mel spectrogram [1, bands, frames].
#include "core/data/importers/audio_file.h"
#include "core/data/importers/labelled_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/sound_options.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

class AudioSource : public LabelledSource {
 public:
  AudioSource(const fs::path& root, LabelledFiles found, SoundOptions options)
      : LabelledSource(root, std::move(found)), loader_(std::move(options)) {
    noun_ = "sound";
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    LoadedItem item;
    FOVEA_TRY(LoadedSound sound, loader_.load(path(index)));
    item.input = std::move(sound.input);
    return item;
  }

 private:
  const SoundLoader loader_;
};

class AudioImporter : public ListImporter {
 public:
  std::string name() const override { return "audio"; }
  std::string title() const override { return "Sounds, a folder per class"; }
  Schema options() const override { return soundSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    FOVEA_TRY(LabelledFiles found, findLabelledFiles(path, FileKind::Audio, ClassFolder::Path, look));
    if (look == Look::Whole && !canReadSound()) return readSound(path).error();
    return std::unique_ptr<ListedSource>(
        std::make_unique<AudioSource>(path, std::move(found), soundSchema().read(values)));
  }
};

}  // namespace

std::shared_ptr<const Importer> audioImporter() {
  return std::make_shared<AudioImporter>();
}

}  // namespace fovea

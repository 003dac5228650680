// Imports sounds from one folder per class, as waveform [1, samples] or log-mel spectrogram [1, bands, frames].
// Sources: the layouts of Speech Commands (Warden 2018) and GTZAN (Tzanetakis and Cook 2002).
#include "core/data/importers/audio_file.h"
#include "core/data/importers/files_beside.h"
#include "core/data/importers/folder_options.h"
#include "core/data/importers/labelled_choice.h"
#include "core/data/importers/labelled_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/naming_files.h"
#include "core/data/importers/sound_lengths.h"
#include "core/data/importers/sound_options.h"
#include "core/data/importers/unread_texts.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kBehindSpeaker = "_nohash_";  // follows the speaker in the names of Speech Commands

struct AudioChoices : FolderOptions {
  std::string setApart = "leave_out";
  std::string lists = "follow";
};

const TypedSchema<AudioChoices>& audioChoiceSchema() {
  static const auto schema =
      withFolderOptions(TypedSchema<AudioChoices>())
          .field(&AudioChoices::setApart, setApartField())
          .field(&AudioChoices::lists, {.name = "lists",
                                        .title = "Lists of splits",
                                        .help = "Whether lists such as validation_list.txt say what validates and "
                                                "tests.",
                                        .choices = {{"follow", "Follow them"}, {"ignore", "Ignore them"}}});
  return schema;
}

class AudioSource : public LabelledSource {
 public:
  AudioSource(const fs::path& root, LabelledFiles found, SoundOptions options)
      : LabelledSource(root, std::move(found)), loader_(std::move(options)) {
    noun_ = "sound";
  }
  // Sounds of one speaker stay together if nothing else determines their split.
  ImportItem item(std::int64_t index) const override {
    ImportItem item = LabelledSource::item(index);
    const std::string name = fs::path(item.source).filename().string();
    if (const std::size_t end = name.find(kBehindSpeaker); !item.split && end != std::string::npos)
      item.group = name.substr(0, end);
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    LoadedItem item;
    FOVEA_TRY(LoadedSound sound, loader_.load(path(index)));
    item.input = std::move(sound.input);
    FOVEA_CHECK(addNumber(index, item));
    return item;
  }

 private:
  const SoundLoader loader_;
};

class AudioImporter : public ListImporter {
 public:
  std::string name() const override { return "audio"; }
  std::string title() const override { return "Sounds, a folder per class"; }
  Schema options() const override { return soundSchemaWith(audioChoiceSchema().schema()); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    const AudioChoices choices = audioChoiceSchema().read(values);
    FOVEA_TRY(LabelledFiles found, findLabelledFiles(path, FileKind::Audio, rulesOf(choices), look));
    if (look == Look::Whole && !canReadSound()) return readSound(path).error();
    FOVEA_CHECK(nameForeignSounds(path, found, look));
    chooseSetApart(found, choices.setApart == "class");
    if (choices.lists == "follow") FOVEA_CHECK(followSplitLists(path, found, look));
    if (!choices.ignoreAnnotations) {
      const UnreadWords words{FileKind::Audio, "sounds", {"transcripts", "sound_table"}};
      FOVEA_CHECK(takeAgreeingFiles(path, found, words, look));
      FOVEA_TRY(auto naming, askAboutNamingFiles(path, found, words, look));
      FOVEA_TRY(auto texts, askAboutTextsOfSounds(path, found, look));
      if (!naming && !texts) {
        FOVEA_TRY(naming, sayFilesBeside(path, found, FileKind::Audio, words.samples, look));
        if (naming && choices.classFrom == "none") naming->sure = true;
      }
      for (auto& question : {&naming, &texts})
        if (*question) found.decisions.push_back(std::move(**question));
    }
    const SoundOptions sound = soundSchema().read(values);
    if (auto lengths = decisionOnLengths(
            found.files.size(), [&](std::size_t i) { return found.files.path(path, i); }, sound))
      found.decisions.push_back(std::move(*lengths));
    return std::unique_ptr<ListedSource>(std::make_unique<AudioSource>(path, std::move(found), sound));
  }
};

}  // namespace

std::shared_ptr<const Importer> audioImporter() {
  return std::make_shared<AudioImporter>();
}

}  // namespace fovea

// Imports transcripts: sounds or images of handwriting with their texts, as sequences of symbols. The blank that CTC
// needs is not a class of the data; batches reserve its index.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/base/utf8.h"
#include "core/data/importers/audio_file.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/library.h"
#include "core/data/importers/sound_options.h"
#include "core/data/importers/text_stream.h"
#include "core/data/importers/transcript_list.h"
#include "core/data/importers/transcript_names.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostTranscriptSymbols = 100'000;

const TypedSchema<TranscriptChoices>& transcriptChoiceSchema() {
  using C = TranscriptChoices;
  static const auto schema =
      TypedSchema<C>()
          .field(&C::symbols, {.name = "symbols",
                               .title = "Symbols",
                               .help = "What of a transcript is one class.",
                               .choices = {{"characters", "A character"}, {"words", "A word"}}})
          .field(&C::letters, {.name = "letters",
                               .title = "Letters",
                               .help = "Whether A and a are the same.",
                               .choices = {{"keep", "As they are"}, {"lower", "All small"}, {"upper", "All capital"}}})
          .field(&C::baseFolder,
                 {.name = "base_folder",
                  .title = "Base folder",
                  .help = "Where the paths of the list begin; empty looks for the first one around the list."})
          .field(&C::pathColumn,
                 {.name = "path_column", .title = "Path column", .help = "A name, or a number from 1; empty finds it."})
          .field(&C::textColumn,
                 {.name = "text_column", .title = "Text column", .help = "A name, or a number from 1; empty finds it."})
          .field(&C::lists, {.name = "lists",
                             .title = "Lists",
                             .help = "Which lists of a folder are read, separated by commas; empty reads those of "
                                     "splits, or the one that names everything."})
          .field(&C::texts, {.name = "texts",
                             .title = "Texts",
                             .help = "Where the texts are written.",
                             .choices = {{"automatic", "In lists or files; ask if they may only describe the images"},
                                         {"files", "In lists, or in files beside the sounds and images"},
                                         {"names", "In the names of the images"}}})
          .field(&C::namePart, {.name = "name_part",
                                .title = "Part of the name",
                                .help = "Which part of a name is the text, from 1; \"_\", \"-\", \".\" and blanks "
                                        "divide it. 0 takes all of it.",
                                .minimum = 0,
                                .maximum = 13,
                                .relevantWhen = {{"texts", {"names"}}}});
  return schema;
}

// Returns all options. Sounds are left out rather than cut, since speech must stay complete.
Schema wholeSchema() {
  const Schema choices = transcriptChoiceSchema().schema();
  std::vector<Field> fields(choices.fields().begin(), choices.fields().end());
  const Schema sound = soundSchema().schema();
  for (Field field : sound.fields()) {
    if (field.name == "seconds") {
      field.defaultValue = 20.0;
      field.help =
          "Shorter sounds are filled with silence, which CTC does not look at; longer ones are left out; 0 takes each "
          "as long as it is.";
    }
    fields.push_back(std::move(field));
  }
  return Schema(std::move(fields));
}

class TranscriptSource : public ListedSource {
 public:
  TranscriptSource(const fs::path& source, TranscriptList list, SoundOptions sound)
      : entries_(std::move(list.entries)), loader_(std::move(sound), Longer::Refuse) {
    name_ = nameOfSource(source);
    task_ = Task::Transcription;
    noun_ = "transcript";
    complete_ = list.complete;
    problems_ = std::move(list.problems);
    decisions_ = std::move(list.decisions);
  }

  // Puts symbols in natural order.
  Status nameSymbols(const TranscriptChoices& choices) {
    std::unordered_map<std::string, std::int32_t> places;
    std::vector<std::string> names;
    std::vector<Transcript> kept;
    begins_.push_back(0);
    for (Transcript& entry : entries_) {
      FOVEA_TRY(std::vector<std::string> symbols, symbolsOf(entry.text, choices));
      if (places.size() + symbols.size() > kMostTranscriptSymbols) {
        skip(entry.listed, static_cast<std::uint64_t>(entry.line), "there are more than 100,000 symbols");
        continue;
      }
      for (std::string& symbol : symbols) {
        const auto [found, isNew] = places.try_emplace(symbol, static_cast<std::int32_t>(names.size()));
        if (isNew) names.push_back(std::move(symbol));
        labels_.push_back(found->second);
      }
      begins_.push_back(std::ssize(labels_));
      kept.push_back(std::move(entry));
    }
    entries_ = std::move(kept);
    std::vector<std::int32_t> order(names.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
      return naturalLess(names[static_cast<std::size_t>(a)], names[static_cast<std::size_t>(b)]);
    });
    std::vector<std::int32_t> labelOf(names.size());
    for (const std::int32_t place : order) {
      labelOf[static_cast<std::size_t>(place)] = static_cast<std::int32_t>(classes_.size());
      const std::string& name = names[static_cast<std::size_t>(place)];
      classes_.push_back(name == " " ? "space" : name);
    }
    for (std::int32_t& label : labels_) label = labelOf[static_cast<std::size_t>(label)];
    return {};
  }

  std::int64_t size() const override { return std::ssize(entries_); }
  ImportItem item(std::int64_t index) const override {
    const Transcript& entry = entries_[static_cast<std::size_t>(index)];
    ImportItem item;
    item.source = entry.path;
    item.split = entry.split;
    item.group = entry.group;
    item.annotation = annotationOfText(entry.text);
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    const Transcript& entry = entries_[static_cast<std::size_t>(index)];
    LoadedItem item;
    if (fileKindOf(entry.path) == FileKind::Image) {
      FOVEA_TRY(item, loadImageItem(entry.path));
    } else {
      FOVEA_TRY(LoadedSound sound, loader_.load(entry.path));
      item.input = std::move(sound.input);
      item.length = sound.length;
    }
    const auto begin = begins_[static_cast<std::size_t>(index)];
    item.labels.assign(labels_.begin() + begin, labels_.begin() + begins_[static_cast<std::size_t>(index) + 1]);
    return item;
  }

 private:
  // An accent may be part of its letter or a character of its own; both forms become the same symbol.
  static Result<std::vector<std::string>> symbolsOf(const std::string& written, const TranscriptChoices& choices) {
    std::string whole = composedForm(written);
    if (choices.letters != "keep") {
      FOVEA_TRY(whole, inCase(whole, choices.letters == "lower" ? Letters::Small : Letters::Capital));
    }
    std::vector<std::string> symbols;
    std::string_view text = whole;
    while (!text.empty()) {
      std::size_t length = std::max<std::size_t>(utf8Length(text), 1);
      if (choices.symbols == "words") length = std::min(text.find(' '), text.size());
      symbols.push_back(displayName(text.substr(0, length)));
      text.remove_prefix(length);
      if (choices.symbols == "words" && !text.empty()) text.remove_prefix(1);
    }
    return symbols;
  }

  std::vector<Transcript> entries_;
  std::vector<std::int32_t> labels_;
  std::vector<std::int64_t> begins_;
  const SoundLoader loader_;
};

// Asks about texts of images that are no lines of writing: they may describe what the images show.
std::optional<ImportDecision> askAboutDescriptions(const std::vector<Transcript>& entries) {
  constexpr std::size_t kImagesLookedAt = 12;
  const std::size_t count = std::min(entries.size(), kImagesLookedAt);
  std::size_t wide = 0, read = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto size = sizeOfImageFile(entries[i * entries.size() / count].path);
    if (!size.ok()) continue;
    ++read;
    wide += size->width * 2 >= size->height * 3;
  }
  if (read == 0 || wide * 2 >= read) return std::nullopt;
  return ImportDecision{
      "the texts of the images",
      "what is written in them",
      fmt::format("most images are not as wide as a line of writing, so that the texts may describe what "
                  "they show (\"{}\")",
                  displayName(entries[0].text.substr(0, 40))),
      {"texts=files", std::string(kKindOption) + "folder"},
      false};
}

class TranscriptImporter : public ListImporter {
 public:
  std::string name() const override { return "transcripts"; }
  std::string title() const override { return "Sounds or writing with transcripts"; }
  Schema options() const override { return wholeSchema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    const TranscriptChoices choices = transcriptChoiceSchema().read(values);
    std::error_code code;
    const bool inNames = choices.texts == "names" && fs::is_directory(path, code);
    FOVEA_TRY(TranscriptList found, inNames ? textsInNames(path, choices, look) : readTranscripts(path, choices, look));
    const bool sounds = std::any_of(found.entries.begin(), found.entries.end(),
                                    [](const Transcript& entry) { return fileKindOf(entry.path) == FileKind::Audio; });
    if (!sounds && choices.texts == "automatic")
      if (auto described = askAboutDescriptions(found.entries)) found.decisions.push_back(std::move(*described));
    if (sounds && look == Look::Whole && !canReadSound()) return readSound(path).error();
    auto source = std::make_unique<TranscriptSource>(path, std::move(found), soundSchema().read(values));
    FOVEA_CHECK(source->nameSymbols(choices));
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> transcriptImporter() {
  return std::make_shared<TranscriptImporter>();
}

}  // namespace fovea

// Imports sounds with a table that lists their classes.
#include <algorithm>
#include <map>
#include <set>

#include "core/data/importers/audio_file.h"
#include "core/data/importers/library.h"
#include "core/data/importers/sound_lengths.h"
#include "core/data/importers/sound_options.h"
#include "core/data/importers/sound_table.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

const TypedSchema<SoundTableChoices>& soundTableChoiceSchema() {
  using C = SoundTableChoices;
  static const auto schema =
      TypedSchema<C>()
          .field(&C::labelColumn, {.name = "label_column", .title = "Class column", .help = "Empty finds it."})
          .field(
              &C::labelSeparator,
              {.name = "label_separator",
               .title = "Label separator",
               .help = "What stands between several labels in the class column, \"blank\" for blanks. Empty finds it; "
                       "none takes all of a cell for one class."})
          .field(&C::splitColumn,
                 {.name = "split_column", .title = "Split column", .help = "Empty finds it; none leaves it out."})
          .field(&C::groupColumn, {.name = "group_column",
                                   .title = "Group column",
                                   .help = "Samples of one value stay in one split. Empty finds a column such as "
                                           "fold; none leaves it out."})
          .field(&C::validationGroups, {.name = "validation_groups",
                                        .title = "Groups to validate",
                                        .help = "Values of the group column, separated by commas: 9. Where these or "
                                                "those to test are given, all others train."})
          .field(&C::testGroups, {.name = "test_groups",
                                  .title = "Groups to test",
                                  .help = "Values of the group column, separated by commas: 10."})
          .field(&C::repeated, {.name = "repeated",
                                .title = "Sounds of several rows",
                                .help = "Whether sounds that several rows name with different classes, as events in "
                                        "them, are asked about or have the class of the first row.",
                                .choices = {{"ask", "Ask"}, {"first", "The class of the first row"}}});
  return schema;
}

class SoundTableSource : public ListedSource {
 public:
  SoundTableSource(const fs::path& source, SoundTable table, SoundOptions options)
      : sounds_(std::move(table.sounds)), loader_(std::move(options)) {
    name_ = nameOfSource(source);
    noun_ = "sound";
    complete_ = table.complete;
    problems_ = std::move(table.problems);
    decisions_ = std::move(table.decisions);
    const bool several = !table.separator.empty();
    const char separator = several ? table.separator[0] : '\0';
    if (several) task_ = Task::MultiLabel;
    std::map<std::string, std::int32_t> places;
    for (const TabledSound& each : sounds_)
      for (const std::string& label : several ? splitList(each.label, separator) : std::vector{each.label})
        places.emplace(label, 0);
    for (const auto& [label, place] : places) classes_.push_back(label);
    std::sort(classes_.begin(), classes_.end(), naturalLess);
    for (std::size_t i = 0; i < classes_.size(); ++i) places[classes_[i]] = static_cast<std::int32_t>(i);
    for (const TabledSound& each : sounds_) {
      if (!several) {
        labels_.push_back(places[each.label]);
        continue;
      }
      std::set<std::int32_t> labels;
      for (const std::string& label : splitList(each.label, separator)) labels.insert(places[label]);
      several_.emplace_back(labels.begin(), labels.end());
    }
  }

  std::int64_t size() const override { return std::ssize(sounds_); }
  ImportItem item(std::int64_t index) const override {
    const auto i = static_cast<std::size_t>(index);
    ImportItem item;
    item.source = sounds_[i].path;
    if (!labels_.empty()) item.label = labels_[i];
    if (!several_.empty()) item.annotation = annotationOfText(sounds_[i].label);
    item.split = sounds_[i].split;
    item.group = sounds_[i].group;
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    LoadedItem item;
    FOVEA_TRY(LoadedSound sound, loader_.load(sounds_[static_cast<std::size_t>(index)].path));
    item.input = std::move(sound.input);
    if (!several_.empty()) item.labels = several_[static_cast<std::size_t>(index)];
    return item;
  }

 private:
  std::vector<TabledSound> sounds_;
  std::vector<std::int32_t> labels_;                // one for each sound, or
  std::vector<std::vector<std::int32_t>> several_;  // several for each
  const SoundLoader loader_;
};

class SoundTableImporter : public ListImporter {
 public:
  std::string name() const override { return "sound_table"; }
  std::string title() const override { return "Sounds with a table of classes"; }
  Schema options() const override { return soundSchemaWith(soundTableChoiceSchema().schema()); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    FOVEA_TRY(SoundTable table, readSoundTable(path, soundTableChoiceSchema().read(values), look));
    if (look == Look::Whole && !canReadSound()) return readSound(path).error();
    const SoundOptions sound = soundSchema().read(values);
    if (auto lengths = decisionOnLengths(
            table.sounds.size(), [&](std::size_t i) { return fs::path(table.sounds[i].path); }, sound))
      table.decisions.push_back(std::move(*lengths));
    return std::unique_ptr<ListedSource>(std::make_unique<SoundTableSource>(path, std::move(table), sound));
  }
};

}  // namespace

std::shared_ptr<const Importer> soundTableImporter() {
  return std::make_shared<SoundTableImporter>();
}

}  // namespace fovea

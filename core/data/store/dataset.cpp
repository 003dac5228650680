#include "core/data/store/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/data/store/input_statistics.h"
#include "core/data/store/stored_samples.h"

namespace fovea {
namespace fs = std::filesystem;

// Facts about the samples of one split that are known without reading them.
struct SplitIndex {
  std::vector<std::uint32_t> records;    // record number of each sample of the split
  std::vector<std::int32_t> labels;      // label of each sample of the split
  std::vector<std::uint32_t> byClass;    // indices sorted by label, samples without label first
  std::vector<std::size_t> classBegins;  // start of label -1, 0, 1, ... in byClass, and the end

  // `classesOf` returns the classes of a record.
  template <class ClassesOf>
  void sortByClass(std::size_t classes, const ClassesOf& classesOf) {
    const auto eachEntry = [&](const auto& take) {
      for (std::size_t index = 0; index < records.size(); ++index) {
        const std::span<const std::int32_t> own = classesOf(records[index]);
        if (own.empty()) take(kNoLabel, index);
        for (const std::int32_t label : own) take(label, index);
      }
    };
    classBegins.assign(classes + 2, 0);
    eachEntry([&](std::int32_t label, std::size_t) { ++classBegins[static_cast<std::size_t>(label + 2)]; });
    std::partial_sum(classBegins.begin(), classBegins.end(), classBegins.begin());
    byClass.resize(classBegins.back());
    std::vector<std::size_t> next(classBegins.begin(), classBegins.end() - 1);
    eachEntry([&](std::int32_t label, std::size_t index) {
      byClass[next[static_cast<std::size_t>(label + 1)]++] = static_cast<std::uint32_t>(index);
    });
  }

  SplitInfo info() const {
    SplitInfo split;
    split.samples = static_cast<std::int64_t>(records.size());
    const auto count = [&](std::size_t group) {
      return static_cast<std::int64_t>(classBegins[group + 1] - classBegins[group]);
    };
    split.unlabelled = count(0);
    for (std::size_t group = 1; group + 1 < classBegins.size(); ++group) split.perClass.push_back(count(group));
    return split;
  }
};

std::int64_t DatasetInfo::samples() const {
  std::int64_t sum = 0;
  for (const SplitInfo& split : splits) sum += split.samples;
  return sum;
}

bool canRelabel(Task task) {
  return task == Task::Classification || task == Task::MultiLabel;
}

struct Dataset::State {
  std::shared_ptr<const StoredSamples> stored;
  EditJournal journal;
  DatasetInfo info;
  SampleStates states;
  std::array<SplitIndex, 3> splits;

  State(std::shared_ptr<const StoredSamples> samples, EditJournal edits)
      : stored(std::move(samples)), journal(std::move(edits)), info(stored->info()), states(stored->states()) {
    journal.applyTo(states);
    if (canRelabel(info.task)) info.classes = journal.classes();
    if (!canRelabel(info.task))
      states.relabelled = stored->states().relabelled, states.labels = stored->states().labels;
    indexSplits();
  }

  void indexSplits() {
    const std::uint32_t count = stored->records();
    std::array<std::size_t, 3> sizes{};
    for (std::uint32_t record = 0; record < count; ++record)
      sizes[static_cast<std::size_t>(states.splits[record])] += !states.excluded[record];
    for (std::size_t s = 0; s < splits.size(); ++s) {
      splits[s].records.reserve(sizes[s]);
      splits[s].labels.reserve(sizes[s]);
    }
    for (std::uint32_t record = 0; record < count; ++record) {
      if (states.excluded[record]) continue;
      SplitIndex& split = splits[static_cast<std::size_t>(states.splits[record])];
      split.records.push_back(record);
      // A sample with several classes has no single label.
      split.labels.push_back(hasSeveralClasses(info.task) ? stored->states().labels[record] : states.labels[record]);
    }
    info.excluded = count;
    for (std::size_t s = 0; s < splits.size(); ++s) {
      splits[s].sortByClass(info.classes.size(), [this](std::uint32_t record) { return classesOf(record); });
      info.splits[s] = splits[s].info();
      info.excluded -= info.splits[s].samples;
    }
  }

  std::span<const std::int32_t> classesOf(std::uint32_t record) const {
    if (hasSeveralClasses(info.task) && !states.relabelled[record]) return stored->present(record);
    const std::int32_t& label = states.labels[record];
    return {&label, label == kNoLabel ? std::size_t{0} : std::size_t{1}};
  }

  // A record with the edits applied. Errors do not name it.
  Result<SampleView> record(std::uint32_t number, bool checked) const {
    FOVEA_TRY(SampleView sample, stored->view(number));
    if (checked) FOVEA_CHECK(verifyInput(sample));
    sample.split = states.splits[number];
    if (!states.relabelled[number]) return sample;
    if (info.task == Task::MultiLabel)
      sample.labels = Packed<std::int32_t>(classesOf(number));
    else
      sample.label = states.labels[number];
    return sample;
  }

  Result<SampleView> view(Split split, std::int64_t index) const {
    const SplitIndex& samples = splits[static_cast<std::size_t>(split)];
    if (index < 0 || index >= static_cast<std::int64_t>(samples.records.size()))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("There is no sample {} in the {} split of {}: it has {}.", index, splitName(split),
                              stored->folder().string(), samples.records.size()));
    auto sample = record(samples.records[static_cast<std::size_t>(index)], true);
    if (sample.ok()) return sample;
    return std::move(sample).error().within(
        fmt::format("Sample {} of the {} split of {}", index, splitName(split), stored->folder().string()));
  }

  bool countsAs(const DatasetInfo& manifest) const {
    for (std::size_t s = 0; s < splits.size(); ++s)
      if (info.splits[s].samples != manifest.splits[s].samples ||
          info.splits[s].unlabelled != manifest.splits[s].unlabelled ||
          info.splits[s].perClass != manifest.splits[s].perClass)
        return false;
    return true;
  }
};

Dataset::Dataset(std::unique_ptr<State> state) : state_(std::move(state)) {}
Dataset::~Dataset() = default;

std::shared_ptr<Dataset> Dataset::over(std::shared_ptr<const StoredSamples> stored, EditJournal journal) {
  return std::shared_ptr<Dataset>(new Dataset(std::make_unique<State>(std::move(stored), std::move(journal))));
}

Result<std::shared_ptr<Dataset>> Dataset::open(const fs::path& folder) try {
  FOVEA_TRY(const auto stored, StoredSamples::open(folder));
  FOVEA_TRY(auto journal, EditJournal::open(folder, stored->records(), stored->info().classes));
  auto imported = over(stored, EditJournal::none(folder, stored->records(), stored->info().classes));
  if (!imported->state_->countsAs(stored->info()))
    return stored->corrupt("its table of labels does not fit its manifest");
  if (journal.edits().empty() && !journal.canRedo()) return imported;
  return over(stored, std::move(journal));
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to open the data set " + folder.string() + ".");
}

const fs::path& Dataset::folder() const {
  return state_->stored->folder();
}
const DatasetInfo& Dataset::info() const {
  return state_->info;
}
std::int64_t Dataset::size(Split split) const {
  return state_->info.split(split).samples;
}

std::span<const std::int32_t> Dataset::labels(Split split) const {
  return state_->splits[static_cast<std::size_t>(split)].labels;
}

std::span<const std::uint32_t> Dataset::samplesOfClass(Split split, std::int32_t label) const {
  const SplitIndex& index = state_->splits[static_cast<std::size_t>(split)];
  if (label < kNoLabel || label >= static_cast<std::int64_t>(state_->info.classes.size())) return {};
  const auto group = static_cast<std::size_t>(label + 1);
  return std::span(index.byClass)
      .subspan(index.classBegins[group], index.classBegins[group + 1] - index.classBegins[group]);
}

Result<Sample> Dataset::sample(Split split, std::int64_t index) const {
  FOVEA_TRY(const SampleView view, state_->view(split, index));
  return view.copy();
}

Result<SampleView> Dataset::view(Split split, std::int64_t index) const {
  return state_->view(split, index);
}

Result<Content> Dataset::input(Split split, std::int64_t index) const {
  const SplitIndex& samples = state_->splits[static_cast<std::size_t>(split)];
  if (index < 0 || index >= static_cast<std::int64_t>(samples.records.size()))
    return state_->view(split, index).error();
  const DatasetInfo& info = state_->info;
  const std::uint32_t record = samples.records[static_cast<std::size_t>(index)];
  if (const std::uint8_t* found = state_->stored->checkedInput(record)) {
    const TensorType type{info.inputType, info.sampleShape};
    return rawContent(type, {found, type.bytes()});
  }
  FOVEA_TRY(const SampleView view, state_->view(split, index));
  if (info.uniform && view.input.encoding == Encoding::Raw)
    state_->stored->rememberInput(record, view.input.bytes.data());
  return view.input;
}

std::uint32_t Dataset::recordOf(Split split, std::int64_t index) const {
  return records(split)[static_cast<std::size_t>(index)];
}
std::span<const std::uint32_t> Dataset::records(Split split) const {
  return state_->splits[static_cast<std::size_t>(split)].records;
}
const SampleStates& Dataset::importedStates() const {
  return state_->stored->states();
}
const SampleStates& Dataset::states() const {
  return state_->states;
}
std::span<const std::int32_t> Dataset::classesOf(std::uint32_t record) const {
  return state_->classesOf(record);
}

Result<SampleView> Dataset::record(std::uint32_t number, bool checked) const {
  if (number >= state_->stored->records())
    return fail(ErrorCode::InvalidArgument, fmt::format("There is no record {} in {}: it has {}.", number,
                                                        folder().string(), state_->stored->records()));
  auto sample = state_->record(number, checked);
  if (sample.ok()) return sample;
  return std::move(sample).error().within(fmt::format("Record {} of {}", number, folder().string()));
}

Result<std::vector<ContentHash>> Dataset::hashes() const {
  FOVEA_TRY(const auto bytes, state_->stored->table(kHashTable, sizeof(ContentHash)));
  std::vector<ContentHash> hashes(bytes.size() / sizeof(ContentHash));
  if (!bytes.empty()) std::memcpy(hashes.data(), bytes.data(), bytes.size());
  return hashes;
}

Result<std::vector<ContentHash>> Dataset::targetHashes() const {
  return state_->stored->targetHashes();
}

Result<std::vector<StoredFacts>> Dataset::facts() const {
  return state_->stored->facts();
}

Result<std::shared_ptr<Dataset>> Dataset::edited(SampleEdit edit) const {
  if (edit.kind == EditKind::Relabel && !canRelabel(state_->info.task))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The samples of \"{}\" do not have one class each that could be replaced: it is for {}.",
                            state_->info.name, taskName(state_->info.task)));
  EditJournal journal = state_->journal;
  FOVEA_CHECK(journal.add(std::move(edit)));
  return over(state_->stored, std::move(journal));
}

Result<std::shared_ptr<Dataset>> Dataset::undone() const {
  EditJournal journal = state_->journal;
  FOVEA_CHECK(journal.undo());
  return over(state_->stored, std::move(journal));
}

Result<std::shared_ptr<Dataset>> Dataset::redone() const {
  EditJournal journal = state_->journal;
  FOVEA_CHECK(journal.redo());
  return over(state_->stored, std::move(journal));
}

const EditJournal& Dataset::journal() const {
  return state_->journal;
}
bool Dataset::sharesStore(const Dataset& other) const {
  return state_->stored == other.state_->stored;
}

Result<Tensor> Dataset::meanImage() const {
  const DatasetInfo& info = state_->info;
  std::vector<float> mean;
  if (info.formatVersion == 1) {
    FOVEA_TRY(const auto table, state_->stored->firstTable(kMeanTable));
    mean.resize(table.size() / sizeof(float));
    std::memcpy(mean.data(), table.data(), mean.size() * sizeof(float));
  } else if (!state_->stored->statistics().file.empty()) {
    FOVEA_TRY(const std::string bytes, readStatistics(folder(), state_->stored->statistics()));
    const auto statistics = SampleStatistics::read(bytes);
    if (!statistics) return state_->stored->corrupt("its statistics are not what was written");
    mean = statistics->input.meanImage();
  }
  if (mean.empty())
    return fail(ErrorCode::InvalidArgument, "The data set " + info.name + " has no mean image.",
                "There is one where all samples are images of one size.");
  FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::Float32, info.sampleShape}));
  if (mean.size() * sizeof(float) != image.bytes()) return state_->stored->corrupt("its mean image has another size");
  std::memcpy(image.raw(), mean.data(), image.bytes());
  return image;
}

}  // namespace fovea

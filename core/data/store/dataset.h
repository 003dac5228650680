// Why: a data set as everything above sees it: a folder that a person can copy, opened once and read by many.
// The folder holds `dataset.json` (the manifest; written last, so its presence means the data set is whole), the
// segments of the store and, once a person has corrected something, the journal of edits, which is in force here: what
// was relabelled or moved is shown so, and what was left out is in no split. Thread-safety: every const function may be
// called from any thread at any time. A data set does not change once open: an edit gives another over the same store,
// and what an import adds is seen by those who open it afterwards.
#pragma once
#include <array>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/data/store/edit_journal.h"
#include "core/data/store/sample.h"
#include "core/data/store/stored_facts.h"

namespace fovea {

struct SplitInfo {
  std::int64_t samples = 0;
  // One entry a class: the samples that have it. Where a sample can have several, these add up to more than `samples`.
  std::vector<std::int64_t> perClass;
  std::int64_t unlabelled = 0;  // samples without any
};

// A part of the samples beside their input: of the same type in all of them, raw.
struct DataPart {
  std::string name;          // another one for each part
  TensorType type;           // u8, i32 or f32, of one sample
  std::int64_t symbols = 0;  // of i32: how many different ones; 0 where that is not known
  // Along the first axis, over the same samples as DatasetInfo::channelMean; empty of symbols.
  std::vector<double> mean{};
  std::vector<double> deviation{};
  bool operator==(const DataPart&) const = default;
};

struct DatasetInfo {
  int formatVersion = 1;
  std::string name;
  std::string created;   // UTC, ISO 8601: "2024-05-31T09:30:00Z"
  std::string importer;  // name of the importer that made it
  std::string source;    // the file or folder that was imported
  std::string options;   // of that import, as JSON; empty where none are known
  Task task = Task::Classification;
  DataType inputType = DataType::UInt8;  // of every sample; also Float32 and Int32
  bool uniform = true;                   // every sample has sampleShape
  Shape sampleShape;  // [C, H, W] of images; where samples differ, the largest extent of each axis (of rank 0 if their
                      // ranks differ)
  DataType targetType = DataType::UInt8;
  Shape targetShape;         // of every target; of rank 0 where there is none or they differ
  bool lengths = false;      // some samples are shorter than they are stored: see Sample::length
  std::int64_t symbols = 0;  // of inputs of symbols: how many different ones; 0 where they are bytes or the classes
  std::vector<std::string> classes;
  std::array<SplitInfo, 3> splits;  // by Split
  std::int64_t skipped = 0;         // items of the source that were left out because they are bad
  std::int64_t duplicates = 0;      // items whose content was there already, kept or not
  // Samples that look nearly like one of an earlier split as imported, see nearAcrossSplits(); not known of older data
  // sets.
  std::optional<std::int64_t> nearDuplicates{};
  std::int64_t excluded = 0;  // samples that a person has left out; they count in no split
  // Of each channel over the train split as it was imported (over all samples when that is empty), with pixels scaled
  // to [0, 1]. Empty where samples differ in channels or are no numbers to average.
  std::vector<double> channelMean;
  std::vector<double> channelDeviation;
  // Samples of several parts (a row of numbers beside categories): the name of the input among them, and the others.
  std::string inputName{};
  std::vector<DataPart> parts{};

  std::int64_t samples() const;
  const SplitInfo& split(Split which) const { return splits[static_cast<std::size_t>(which)]; }
};

// Whether a sample of the task has one class that a person can replace by another.
bool canRelabel(Task task);

class StoredSamples;

class Dataset {
 public:
  // NotFound (no such folder, or no data set in it), PermissionDenied, Corrupt, NewerVersion, OutOfMemory, Io.
  static Result<std::shared_ptr<Dataset>> open(const std::filesystem::path& folder);
  ~Dataset();
  Dataset(const Dataset&) = delete;
  Dataset& operator=(const Dataset&) = delete;

  const std::filesystem::path& folder() const;
  const DatasetInfo& info() const;
  std::int64_t size(Split split) const;

  // The labels of a split in the order of its samples, kNoLabel where the task has another target; no sample is read.
  std::span<const std::int32_t> labels(Split split) const;
  // Indices within the split of the samples of a class, ascending; kNoLabel gives those without one. Empty for a class
  // that is not there. No sample is read.
  std::span<const std::uint32_t> samplesOfClass(Split split, std::int32_t label) const;

  // A sample with everything known about it, decoded. InvalidArgument (index), Corrupt, Unsupported, OutOfMemory.
  Result<Sample> sample(Split split, std::int64_t index) const;
  // The same as it is stored, where it lies in the memory map: valid as long as the data set. Checked each time.
  Result<SampleView> view(Split split, std::int64_t index) const;
  // The input alone. A raw one of a uniform data set is checked when first touched and costs a few nanoseconds after
  // that. Fails as sample().
  Result<Content> input(Split split, std::int64_t index) const;

  // The sample as a record of the store: edits name samples so, since a record keeps its number whatever is edited.
  std::uint32_t recordOf(Split split, std::int64_t index) const;
  std::span<const std::uint32_t> records(Split split) const;
  // What is known of every record, also of those left out: as imported, and with the edits.
  const SampleStates& importedStates() const;
  const SampleStates& states() const;
  // The classes of a record: one or none, or all that it has where it can have several, ascending.
  std::span<const std::int32_t> classesOf(std::uint32_t record) const;
  // A record, left out or not. Its input's bytes are checked as in view() if `checked`.
  Result<SampleView> record(std::uint32_t number, bool checked = true) const;
  // Sixteen bytes a record: contents that are the same have the same. Empty in a data set of the first version.
  Result<std::vector<ContentHash>> hashes() const;
  // Sixteen bytes a record of what targetHash() looks at; empty for a task without such targets. Of segments that an
  // older Fovea wrote, all but the inputs is read. Corrupt, NewerVersion.
  Result<std::vector<ContentHash>> targetHashes() const;
  // What was measured of every record at its import; empty where nothing was (a data set of an older Fovea). What an
  // older Fovea imported and a newer one added to has entries that are not known(). Reads no sample. Corrupt.
  Result<std::vector<StoredFacts>> facts() const;

  // The same data set with one more edit, with the last one taken back, or done again. The journal on the disk has it
  // when this returns. InvalidArgument as EditJournal says it, and for a class where canRelabel() says no; NoSpace, Io.
  Result<std::shared_ptr<Dataset>> edited(SampleEdit edit) const;
  Result<std::shared_ptr<Dataset>> undone() const;
  Result<std::shared_ptr<Dataset>> redone() const;
  const EditJournal& journal() const;
  // Whether both are of one store, so that a record is the same sample in both.
  bool sharesStore(const Dataset& other) const;

  // f32 of info().sampleShape in [0, 1]: the mean over the same samples as info().channelMean. InvalidArgument where
  // there is none because samples differ in size, are no images or are too large.
  Result<Tensor> meanImage() const;

 private:
  struct State;
  explicit Dataset(std::unique_ptr<State> state);
  static std::shared_ptr<Dataset> over(std::shared_ptr<const StoredSamples> stored, EditJournal journal);
  std::unique_ptr<State> state_;
};

}  // namespace fovea

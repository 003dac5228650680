// Why: a data set as everything above it sees it: a folder that a person can copy, opened once and read by many
// threads. The folder holds `dataset.json` (the manifest, which is written last, so its presence means that the data
// set is complete), the segments of the store and, once a person has corrected something, the journal of edits. The
// edits are applied here: relabelled and moved samples appear so, and excluded samples are in no split. Thread-safety:
// any thread may call any const function at any time. An open data set does not change: an edit returns another one
// over the same store, and samples that an import adds appear when the data set is opened again.
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
  // Samples per class, one entry each. Where a sample can have several classes, the entries add up to more than
  // `samples`.
  std::vector<std::int64_t> perClass;
  std::int64_t unlabelled = 0;  // samples without a class
};

// How image files became samples: the options "fit" and "deep" of an import. See ImportOptions and deepField().
struct ImageForm {
  std::string fit = "squash";
  std::string deep = "ask";
  bool operator==(const ImageForm&) const = default;
};

// A further part of each sample, beside its input. It has the same type in all samples and is stored raw.
struct DataPart {
  std::string name;          // unique among the parts
  TensorType type;           // u8, i32 or f32, of one sample
  std::int64_t symbols = 0;  // i32 only: the number of different symbols; 0 where it is not known
  // Per index of the first axis, over the same samples as DatasetInfo::channelMean; empty for symbols.
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
  std::string options;   // the options of that import, as JSON; empty where they are not known
  Task task = Task::Classification;
  DataType inputType = DataType::UInt8;  // element type of every sample; can also be Float32 and Int32
  bool uniform = true;                   // every sample has sampleShape
  // [C, H, W] for images; where samples differ, the largest extent of each axis (rank 0 if their ranks differ)
  Shape sampleShape;
  DataType targetType = DataType::UInt8;
  Shape targetShape;     // shape of every target; rank 0 where there are none or they differ
  bool lengths = false;  // some samples have a valid fraction below 1: see Sample::length
  // inputs of symbols only: the number of different symbols; 0 where they are bytes or the classes
  std::int64_t symbols = 0;
  std::vector<std::string> classes;
  std::array<SplitInfo, 3> splits;  // indexed by Split
  std::int64_t skipped = 0;         // items of the source that were left out because they are invalid
  std::int64_t duplicates = 0;      // items whose content was already stored, kept or not
  // Number of samples that are nearly identical to one of an earlier split as imported, see nearAcrossSplits(). Unknown
  // for older data sets.
  std::optional<std::int64_t> nearDuplicates{};
  std::int64_t excluded = 0;  // samples that a person has left out; they count in no split
  // Mean of each channel over the train split as imported (over all samples when that split is empty), with pixels
  // scaled to [0, 1]. Empty where samples differ in channels or hold no numbers to average.
  std::vector<double> channelMean;
  std::vector<double> channelDeviation;
  // For samples of several parts (a row of numbers beside categories): the name of the input, and the further parts.
  std::string inputName{};
  std::vector<DataPart> parts{};

  // The choices of the import's options; the defaults where it made none.
  ImageForm imageForm() const;
  std::int64_t samples() const;
  const SplitInfo& split(Split which) const { return splits[static_cast<std::size_t>(which)]; }
};

// True if each sample of the task has one class that a person can replace by another.
bool canRelabel(Task task);

class StoredSamples;

class Dataset {
 public:
  // Fails with NotFound (no such folder, or no data set in it), PermissionDenied, Corrupt, NewerVersion, OutOfMemory or
  // Io.
  static Result<std::shared_ptr<Dataset>> open(const std::filesystem::path& folder);
  ~Dataset();
  Dataset(const Dataset&) = delete;
  Dataset& operator=(const Dataset&) = delete;

  const std::filesystem::path& folder() const;
  const DatasetInfo& info() const;
  std::int64_t size(Split split) const;

  // The labels of a split in the order of its samples; kNoLabel where the task has another target. Reads no sample.
  std::span<const std::int32_t> labels(Split split) const;
  // The indices within the split of the samples of a class, ascending; kNoLabel selects the samples without a class.
  // Empty for an unknown class. Reads no sample.
  std::span<const std::uint32_t> samplesOfClass(Split split, std::int32_t label) const;

  // One sample with everything known about it, decoded. Fails with InvalidArgument (index), Corrupt, Unsupported or
  // OutOfMemory.
  Result<Sample> sample(Split split, std::int64_t index) const;
  // The same sample as stored, in place in the memory map: valid as long as the data set. Verified on each call.
  Result<SampleView> view(Split split, std::int64_t index) const;
  // The input alone. A raw input of a uniform data set is verified on first access and costs a few nanoseconds after
  // that. Fails as sample().
  Result<Content> input(Split split, std::int64_t index) const;

  // The record number of the sample in the store. Edits name samples by it, since it never changes.
  std::uint32_t recordOf(Split split, std::int64_t index) const;
  std::span<const std::uint32_t> records(Split split) const;
  // The properties of every record, including excluded ones: as imported, and with the edits applied.
  const SampleStates& importedStates() const;
  const SampleStates& states() const;
  // The classes of a record, ascending: at most one, or all of them where a sample can have several.
  std::span<const std::int32_t> classesOf(std::uint32_t record) const;
  // A record, excluded or not. Verifies the bytes of the input as view() does if `checked`.
  Result<SampleView> record(std::uint32_t number, bool checked = true) const;
  // Sixteen bytes a record; identical contents have identical hashes. Empty for a data set of format version 1.
  Result<std::vector<ContentHash>> hashes() const;
  // Sixteen bytes a record, see targetHash(); empty for a task without such targets. For segments that an older Fovea
  // wrote, this reads everything except the inputs. Fails with Corrupt or NewerVersion.
  Result<std::vector<ContentHash>> targetHashes() const;
  // The measurements of every record from its import; empty where there are none (a data set of an older Fovea). Where
  // a newer Fovea added samples to such a data set, the older entries are not known(). Reads no sample. Fails with
  // Corrupt.
  Result<std::vector<StoredFacts>> facts() const;

  // A data set with one more edit, with the last edit undone, or redone. The journal on the disk holds the change when
  // this returns. Fails with InvalidArgument as EditJournal does, and for a new class where canRelabel() is false;
  // NoSpace; Io.
  Result<std::shared_ptr<Dataset>> edited(SampleEdit edit) const;
  Result<std::shared_ptr<Dataset>> undone() const;
  Result<std::shared_ptr<Dataset>> redone() const;
  const EditJournal& journal() const;
  // True if both use one store, so that a record number means the same sample in both.
  bool sharesStore(const Dataset& other) const;

  // The mean image, f32 of info().sampleShape in [0, 1], over the same samples as info().channelMean. Fails with
  // InvalidArgument where there is none because samples differ in size, are no images or are too large.
  Result<Tensor> meanImage() const;

 private:
  struct State;
  explicit Dataset(std::unique_ptr<State> state);
  static std::shared_ptr<Dataset> over(std::shared_ptr<const StoredSamples> stored, EditJournal journal);
  std::unique_ptr<State> state_;
};

}  // namespace fovea

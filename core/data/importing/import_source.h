// Why: importers differ in how they find samples and read one; everything else (splits, sizes, storage, threads,
// skipping, duplicates, progress, resuming after a kill) is the same for all and is in import_job. An importer is
// therefore a list of items that can be read in any order.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/data/importing/import_decision.h"
#include "core/data/store/dataset.h"

namespace fovea {

// The description of an item, known without reading it. `source` and `sourceIndex` together identify it: they stay the
// same when the same source is imported again.
struct ImportItem {
  std::string source;             // the file it comes from
  std::uint64_t sourceIndex = 0;  // its index inside that file, from 0
  std::int32_t label = kNoLabel;  // classification only: the class from the folder, list or column
  std::optional<Split> split;     // set where the source itself names the split: a folder "train", a column
  std::string group;              // items of one group stay in one split; empty: the item is a group of its own
  // Hash of the annotation beside the item's file (boxes, a mask, a transcript, target numbers). It changes with the
  // annotation, so that the item is read again although its file is unchanged. Zero without annotation.
  ContentHash annotation{};
};
ContentHash annotationOfText(std::string_view text);
// Returns a hash of what identifies an item.
ContentHash itemKeyOf(std::string_view source, std::uint64_t sourceIndex);
// A fingerprint of a file from its name, size and modification time, without reading it.
ContentHash annotationOfFile(const std::filesystem::path& path);
// Returns a hash of the names of an item's several classes.
ContentHash annotationOfLabels(const std::vector<std::int32_t>& labels, const std::vector<std::string>& classes);

// One item as it was read: its input, or the bytes of the image file that contains it.
struct LoadedItem {
  Tensor input;                      // u8 [C, H, W] for images; f32 or i32 for anything else; empty if `file` is set
  std::string file;                  // a whole image file; the import decodes it
  std::vector<std::int32_t> labels;  // several labels at once: ascending; transcriptions: in their order
  std::vector<Box> boxes;            // in pixels of the input
  Tensor target;                     // mask u8 [1, H, W], image u8 [C, H, W], numbers f32 [K], …
  float length = 1;                  // valid fraction of the input, see Sample::length
  std::vector<Tensor> parts;         // parts beside the input, as ImportSource::parts() describes them
  std::vector<std::string> notTaken;  // why parts of its annotation are not in the sample; listed with what is left out
};

// An item that was left out, and why.
struct SkippedSample {
  std::string source;
  std::uint64_t sourceIndex = 0;
  std::string reason;
  std::string from{};   // the path that was imported, as displayName(); empty: DatasetInfo::source
  bool stored = false;  // the sample is stored, and only a part of its annotation was left out
  bool operator==(const SkippedSample&) const = default;
};

// A source lists at most this many of the samples that it leaves out.
inline constexpr std::size_t kListedProblems = 100'000;

// The error for a source whose files or lists do not fit into memory.
Error outOfMemory(const std::filesystem::path& source);

// The items of a source. Thread-safe: load() is called from several threads at once.
class ImportSource {
 public:
  virtual ~ImportSource() = default;
  // The default name of the data set.
  virtual std::string name() const = 0;
  virtual Task task() const = 0;
  virtual const std::vector<std::string>& classes() const = 0;
  virtual std::int64_t size() const = 0;
  virtual ImportItem item(std::int64_t index) const = 0;
  // An error is the reason why this item is left out; it is listed and the import continues (OutOfMemory and Cancelled
  // end it).
  virtual Result<LoadedItem> load(std::int64_t index) const = 0;
  // Called once the split of each item (a Split, or another number where it is left out) is drawn, before the first
  // load() of an import: values learned from the items (such as those that fill gaps) can then depend on the training
  // items only.
  virtual void takeSplits(std::span<const std::uint8_t> splits) { (void)splits; }
  // Values learned from the items (fill values, the categories of a column), as JSON; empty where there are none. They
  // are stored with the data set, so that items added later are treated like the first ones.
  virtual std::string learned() const { return {}; }
  // Called after takeSplits() where items are added to a data set: `learned` is the earlier result of learned(), empty
  // for data sets of an older Fovea that stored none. Fails with InvalidArgument where items no longer have the form of
  // the stored ones.
  virtual Status takeLearned(const std::string& learned) {
    (void)learned;
    return {};
  }
  // For inputs of symbols (i32): how many different ones there are; 0 where they are bytes or the classes.
  virtual std::int64_t symbols() const { return 0; }
  // The parts of each item beside its input, and the name of the input; empty where the input is the only part.
  virtual std::vector<DataPart> parts() const { return {}; }
  virtual std::string inputName() const { return {}; }
  // Items that were left out while the source was examined: lines that name no file, labels out of range, …
  virtual std::vector<SkippedSample> problems() const { return {}; }
  // The guesses about the source. An import asks first where one of them is not sure.
  virtual std::vector<ImportDecision> decisions() const { return {}; }
};

// A few decoded samples for display, of different classes where items state theirs; skips samples that cannot be
// loaded.
std::vector<Sample> previewSamples(const ImportSource& source, std::size_t count);

}  // namespace fovea

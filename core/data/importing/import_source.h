// Why: importers differ in how they find samples and read one; everything else (splits, sizes, storage, threads,
// skipping, duplicates, progress, continuing after a kill) is the same for all and lives in import_job. An importer
// therefore is a list of items that can be read in any order.
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

// What is known of an item without reading it. `source` and `sourceIndex` together name it: they stay the same when the
// same source is imported again.
struct ImportItem {
  std::string source;             // the file it comes from
  std::uint64_t sourceIndex = 0;  // its place inside that file, from 0
  std::int32_t label = kNoLabel;  // of a classification: what the folder, list or column says
  std::optional<Split> split;     // where the source itself says so: a folder "train", a column
  std::string group;              // items of one group stay in one split; empty: a group of its own
  // Of what is said of the item beside its file (boxes, a mask, a transcript, numbers to predict): another one where it
  // changes, so that the item is looked at again although its file is as it was. Zero where nothing is.
  ContentHash annotation{};
};
ContentHash annotationOfText(std::string_view text);
// A fingerprint of a file by its name, size and time of change, without reading it.
ContentHash annotationOfFile(const std::filesystem::path& path);

// One item as it was read: its input, or the bytes of the image file that holds it.
struct LoadedItem {
  Tensor input;                      // u8 [C, H, W] of an image; f32 or i32 of anything else; empty if `file` is set
  std::string file;                  // the whole of an image file, not yet decoded; whoever imports decodes it
  std::vector<std::int32_t> labels;  // of several labels at once, ascending; of a transcription, in their order
  std::vector<Box> boxes;            // in pixels of the input
  Tensor target;                     // mask u8 [1, H, W], image u8 [C, H, W], numbers f32 [K], …
  float length = 1;                  // of the input, see Sample::length
  std::vector<Tensor> parts;         // beside the input, as ImportSource::parts() says
};

// What was left out, and why.
struct SkippedSample {
  std::string source;
  std::uint64_t sourceIndex = 0;
  std::string reason;
};

// A source lists at most so many of the samples that it leaves out.
inline constexpr std::size_t kListedProblems = 100'000;

// The error of a source whose files or lists do not fit into memory.
Error outOfMemory(const std::filesystem::path& source);

// The items of a source. Thread-safe: load() is called from several threads at once.
class ImportSource {
 public:
  virtual ~ImportSource() = default;
  // What to call the data set where a person gives no name.
  virtual std::string name() const = 0;
  virtual Task task() const = 0;
  virtual const std::vector<std::string>& classes() const = 0;
  virtual std::int64_t size() const = 0;
  virtual ImportItem item(std::int64_t index) const = 0;
  // An error says why this one is left out; it is listed and the import goes on (OutOfMemory and Cancelled end it).
  virtual Result<LoadedItem> load(std::int64_t index) const = 0;
  // Whether items that the source assigns to a split stay there even where another split has the same content: the
  // split of a published benchmark.
  virtual bool keepsSplits() const { return false; }
  // Called once the split of each item (a Split, or another number where it is left out) is drawn, before the first
  // load() of an import: what is learned of the items (values that fill gaps) then follows from those that train.
  virtual void takeSplits(std::span<const std::uint8_t> splits) { (void)splits; }
  // What was learned of the items (what fills a gap, the categories of a column), as JSON; empty where nothing was. It
  // is kept with the data set, so that items that are added later come in as the first ones did.
  virtual std::string learned() const { return {}; }
  // Called after takeSplits() where the items are added to a data set: `learned` is what learned() returned for it,
  // empty where a Fovea made it that kept nothing. InvalidArgument where items no longer have the form of those there.
  virtual Status takeLearned(const std::string& learned) {
    (void)learned;
    return {};
  }
  // Of inputs of symbols (i32): how many different ones there are; 0 where they are bytes or the classes.
  virtual std::int64_t symbols() const { return 0; }
  // The parts of each item beside its input, and the name of the input among them; none where an input is all.
  virtual std::vector<DataPart> parts() const { return {}; }
  virtual std::string inputName() const { return {}; }
  // What was left out while the source was looked at: lines that name no file, labels out of range, …
  virtual std::vector<SkippedSample> problems() const { return {}; }
  // What was guessed of the source. An import asks first where one of them is not sure.
  virtual std::vector<ImportDecision> decisions() const { return {}; }
};

// A few samples to show, of different classes where items say theirs, decoded; what cannot be loaded is passed over.
std::vector<Sample> previewSamples(const ImportSource& source, std::size_t count);

}  // namespace fovea

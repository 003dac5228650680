// Why: a data set grows segment by segment, each whole on the disk before the next begins, so that what ends the work
// costs only the segment that was being written.
#pragma once
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/store/dataset.h"
#include "core/data/store/dataset_manifest.h"
#include "core/data/store/input_statistics.h"

namespace fovea {

// What is known of a sample beside its record; computed apart, so that many threads can.
struct SampleFacts {
  ChannelSums channels;
  std::vector<ChannelSums> parts;        // of the further parts, in their order
  const std::uint8_t* pixels = nullptr;  // the decoded input, where it is to count in the mean image
  StoredFacts stored;                    // of the decoded input
  ContentHash origin;                    // see originOf(); zero where it is not known
  std::vector<std::int32_t> present;     // of a task with several classes: those of the sample, ascending
};

// The classes of labels, boxes or a mask, ascending and each once.
std::vector<std::int32_t> presentClasses(Task task, std::span<const std::int32_t> labels, std::span<const Box> boxes,
                                         const Tensor& mask);

// Writes segments into a folder that nobody reads yet. One thread at a time. After an error only destruction is left.
class DatasetBuilder {
 public:
  // `start` says what the data set is (name, importer, source, options, task, classes, parts) and holds what is there
  // already: segments, counts and statistics. `statistics` are those of start.statistics.
  DatasetBuilder(std::filesystem::path folder, Manifest start, std::optional<SampleStatistics> statistics);
  ~DatasetBuilder();

  // `sample.hash` is that of its input. InvalidArgument (another type than before, a label out of range), NoSpace, Io.
  Status add(const SampleView& sample, const SampleFacts& facts);
  // Of the segment that is being written.
  std::uint64_t openBytes() const { return openBytes_; }
  std::uint64_t statisticsBytes() const;
  const DatasetInfo& info() const { return manifest_.info; }
  // Ends the segment and waits until the disk has it: the manifest of all samples so far. Writes statistics into a new
  // file; that of the manifest before is not needed any more once the new one is kept.
  Result<Manifest> seal();

 private:
  struct OpenSegment;
  Status check(const SampleView& sample, const SampleFacts& facts) const;
  Status checkParts(const SampleView& sample) const;
  Status startSegment();
  Status endSegment();
  void count(const SampleView& sample, const SampleFacts& facts);
  void noteShapes(const SampleView& sample);
  void addStatistics(const SampleView& sample, const SampleFacts& facts);
  SampleStatistics& statistics() { return train_.input.samples() > 0 ? train_ : others_; }

  std::filesystem::path folder_;
  Manifest manifest_;
  std::unique_ptr<OpenSegment> open_;
  std::uint64_t openBytes_ = 0;
  std::int64_t samples_ = 0;  // in all, also those of the open segment
  SampleStatistics train_;
  SampleStatistics others_;  // used only while the train split is empty
  int files_ = 0;            // highest number of a file so far
};

}  // namespace fovea

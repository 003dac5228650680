// Why: a data set grows segment by segment. Each segment is complete on the disk before the next begins, so an
// interruption costs only the segment that was being written.
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

// Properties of a sample that its record does not hold. They are computed separately, so that many threads can do it.
struct SampleFacts {
  ChannelSums channels;
  std::vector<ChannelSums> parts;        // sums of the further parts, in their order
  const std::uint8_t* pixels = nullptr;  // the decoded input, where it contributes to the mean image
  StoredFacts stored;                    // measured on the decoded input
  ContentHash origin;                    // see originOf(); zero where it is not known
  std::vector<std::int32_t> present;     // the classes of the sample, ascending; only for tasks with several classes
};

// The classes of labels, boxes or a mask, ascending and each once.
std::vector<std::int32_t> presentClasses(Task task, std::span<const std::int32_t> labels, std::span<const Box> boxes,
                                         const Tensor& mask);

// Writes segments into a folder that nobody reads yet. One thread at a time. After an error the builder may only be
// destroyed.
class DatasetBuilder {
 public:
  // `start` describes the data set (name, importer, source, options, task, classes, parts) and holds what exists
  // already: segments, counts and statistics. `statistics` are the values in the file start.statistics.
  DatasetBuilder(std::filesystem::path folder, Manifest start, std::optional<SampleStatistics> statistics);
  ~DatasetBuilder();

  // `sample.hash` must be the hash of its input. Fails with InvalidArgument (another type than before, a label out of
  // range), NoSpace or Io.
  Status add(const SampleView& sample, const SampleFacts& facts);
  // Bytes written so far to the segment that is open.
  std::uint64_t openBytes() const { return openBytes_; }
  std::uint64_t statisticsBytes() const;
  const DatasetInfo& info() const { return manifest_.info; }
  // Ends the segment, waits until it is on the disk and returns the manifest of all samples so far. Writes statistics
  // into a new file; the file of the previous manifest is no longer needed once the new manifest is saved.
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
  std::int64_t samples_ = 0;  // total, including the open segment
  SampleStatistics train_;
  SampleStatistics others_;  // used only while the train split is empty
  int files_ = 0;            // highest number of a file so far
};

}  // namespace fovea

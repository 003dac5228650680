// Why: a data set as everything above sees it: a folder that a person can copy, opened once and read by many.
// The folder holds `dataset.json` (the manifest; written last, so its presence means the data set is whole) and the
// store. Thread-safety: every const function may be called from any thread at any time. A data set does not change once
// open.
#pragma once
#include <array>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/data/sample.h"

namespace fovea {

struct SplitInfo {
  std::int64_t samples = 0;
  std::vector<std::int64_t> perClass;  // one entry a class
  std::int64_t unlabelled = 0;
};

struct DatasetInfo {
  int formatVersion = 1;
  std::string name;
  std::string created;   // UTC, ISO 8601: "2024-05-31T09:30:00Z"
  std::string importer;  // name of the importer that made it
  std::string source;    // the file or folder that was imported
  Shape sampleShape;     // [C, H, W], the same for every sample
  std::vector<std::string> classes;
  std::array<SplitInfo, 3> splits;  // by Split
  // Of each channel over the train split (over all samples when that is empty), with pixels scaled to [0, 1].
  std::vector<double> channelMean;
  std::vector<double> channelDeviation;

  std::int64_t samples() const;
  const SplitInfo& split(Split which) const { return splits[static_cast<std::size_t>(which)]; }
};

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

  // The labels of a split in the order of its samples; no sample is read.
  std::span<const std::int32_t> labels(Split split) const;
  // Indices within the split of the samples of a class, ascending; kNoLabel gives those without one. Empty for a class
  // that is not there. No sample is read.
  std::span<const std::uint32_t> samplesOfClass(Split split, std::int32_t label) const;

  // A sample with everything known about it. InvalidArgument (index), Corrupt, OutOfMemory.
  Result<Sample> sample(Split split, std::int64_t index) const;
  // The pixels, u8 [C, H, W] of info().sampleShape, where they lie in the memory map: valid as long as the data set.
  // Checked when first touched, a few nanoseconds after that. Fails as sample().
  Result<std::span<const std::uint8_t>> pixels(Split split, std::int64_t index) const;

  // f32 [C, H, W] in [0, 1]: the mean over the same samples as info().channelMean.
  Result<Tensor> meanImage() const;

 private:
  struct State;
  explicit Dataset(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fovea

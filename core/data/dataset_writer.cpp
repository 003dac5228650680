#include "core/data/dataset_writer.h"

#include <fmt/format.h>

#include <limits>

#include "core/base/clock.h"
#include "core/base/file.h"
#include "core/data/dataset_manifest.h"
#include "core/data/pixel_statistics.h"
#include "core/data/staging_folder.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

Status checkDescription(const DatasetDescription& description) {
  const Shape& shape = description.sampleShape;
  if (shape.rank() != 3 || shape.elementCount() < 1 || shape.elementCount() > kMaximumSampleBytes)
    return fail(ErrorCode::InvalidArgument,
                "Samples of the size " + shape.toString() +
                    " cannot be stored: a sample is [channels, height, width] of at most 256 MiB.");
  if (description.classes.size() > kMaximumClasses)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("A data set has at most {} classes, not {}.", kMaximumClasses, description.classes.size()));
  return {};
}

Status checkExpectedSpace(const fs::path& target, const DatasetDescription& description) {
  const double needed = 1.1 * static_cast<double>(description.expectedSamples) *
                        static_cast<double>(description.sampleShape.elementCount());
  FOVEA_TRY(const std::uint64_t available, freeSpace(target));
  if (needed <= static_cast<double>(available)) return {};
  return fail(ErrorCode::NoSpace,
              fmt::format("The data set needs about {:.1f} MB and the disk that holds {} has {:.1f} MB left.",
                          needed / 1e6, target.parent_path().string(), static_cast<double>(available) / 1e6),
              "Free some space or choose a folder on another disk; nothing was written.");
}

}  // namespace

struct DatasetWriter::State {
  DatasetDescription description;
  std::unique_ptr<StagingFolder> staging;
  std::unique_ptr<StoreWriter> store;  // after `staging`, so that it is closed before the folder goes
  std::array<SplitInfo, 3> splits;
  std::vector<std::uint8_t> sampleSplits;
  std::vector<std::int32_t> sampleLabels;
  PixelStatistics trainPixels;
  PixelStatistics otherPixels;  // used only when the train split is empty

  explicit State(DatasetDescription d)
      : description(std::move(d)), trainPixels(description.sampleShape), otherPixels(description.sampleShape) {
    for (SplitInfo& split : splits) split.perClass.resize(description.classes.size());
  }

  const PixelStatistics& pixels() const { return trainPixels.samples() > 0 ? trainPixels : otherPixels; }

  DatasetInfo info() const {
    DatasetInfo info;
    info.formatVersion = kDatasetFormatVersion;
    info.name = description.name;
    info.created = utcNow();
    info.importer = description.importer;
    info.source = description.source;
    info.sampleShape = description.sampleShape;
    info.classes = description.classes;
    info.splits = splits;
    info.channelMean = pixels().channelMean();
    info.channelDeviation = pixels().channelDeviation();
    return info;
  }

  std::string labelTable() const {
    std::string table(reinterpret_cast<const char*>(sampleSplits.data()), sampleSplits.size());
    table.append(reinterpret_cast<const char*>(sampleLabels.data()), sampleLabels.size() * sizeof(std::int32_t));
    return table;
  }
};

DatasetWriter::DatasetWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
DatasetWriter::~DatasetWriter() = default;

Result<std::unique_ptr<DatasetWriter>> DatasetWriter::create(const fs::path& target, DatasetDescription description) {
  FOVEA_CHECK(checkDescription(description));
  FOVEA_CHECK(checkExpectedSpace(target, description));
  auto state = std::make_unique<State>(std::move(description));
  FOVEA_TRY(state->staging, StagingFolder::create(target));
  FOVEA_TRY(state->store, StoreWriter::create(state->staging->path() / kStoreFile));
  return std::unique_ptr<DatasetWriter>(new DatasetWriter(std::move(state)));
}

Status DatasetWriter::add(const SampleView& sample) {
  State& state = *state_;
  if (!(sample.shape == state.description.sampleShape))
    return fail(ErrorCode::InvalidArgument, "A sample has the size " + sample.shape.toString() +
                                                " where the data set has " + state.description.sampleShape.toString() +
                                                ".");
  if (sample.label < kNoLabel || sample.label >= static_cast<std::int64_t>(state.description.classes.size()))
    return fail(ErrorCode::InvalidArgument, fmt::format("A sample has the label {} where the data set has {} classes.",
                                                        sample.label, state.description.classes.size()));
  if (state.sampleLabels.size() >= std::numeric_limits<std::uint32_t>::max())
    return fail(ErrorCode::Unsupported, "A data set holds at most 4,294,967,295 samples.");
  encodeSample(sample, state.store->pending());
  FOVEA_CHECK(state.store->added());
  state.sampleSplits.push_back(static_cast<std::uint8_t>(sample.split));
  state.sampleLabels.push_back(sample.label);
  SplitInfo& split = state.splits[static_cast<std::size_t>(sample.split)];
  ++split.samples;
  ++(sample.label == kNoLabel ? split.unlabelled : split.perClass[static_cast<std::size_t>(sample.label)]);
  if (sample.split == Split::Train)
    state.trainPixels.add(sample.pixels);
  else if (state.trainPixels.samples() == 0)
    state.otherPixels.add(sample.pixels);
  return {};
}

Result<DatasetInfo> DatasetWriter::finish() {
  State& state = *state_;
  if (state.sampleLabels.empty())
    return fail(ErrorCode::InvalidArgument, "There is no sample to make a data set of.",
                "Look at the reasons of those skipped.");
  const std::vector<float> mean = state.pixels().meanImage();
  Manifest manifest;
  manifest.info = state.info();
  FOVEA_CHECK(
      state.store->putTable(kMeanTable, {reinterpret_cast<const char*>(mean.data()), mean.size() * sizeof(float)}));
  FOVEA_CHECK(state.store->putTable(kLabelTable, state.labelTable()));
  FOVEA_TRY(manifest.seal, state.store->finish());
  FOVEA_CHECK(writeFileAtomic(state.staging->path() / kManifestFile, formatManifest(manifest)));
  FOVEA_CHECK(state.staging->commit());
  return std::move(manifest.info);
}

}  // namespace fovea

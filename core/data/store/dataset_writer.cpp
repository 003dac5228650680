#include "core/data/store/dataset_writer.h"

#include <fmt/format.h>

#include "core/base/clock.h"
#include "core/base/file.h"
#include "core/data/store/dataset_builder.h"
#include "core/data/store/staging_folder.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

Status checkDescription(const DatasetDescription& description) {
  const Shape& shape = description.sampleShape;
  if (shape.elementCount() < 1 || shape.elementCount() > kMaximumSampleBytes)
    return fail(ErrorCode::InvalidArgument, "Samples of the size " + shape.toString() +
                                                " cannot be stored: a sample has at most 256 MiB, and at least one.");
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
  std::unique_ptr<DatasetBuilder> builder;  // must follow `staging`, so that it is closed before the folder is removed
};

DatasetWriter::DatasetWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
DatasetWriter::~DatasetWriter() = default;

Result<std::unique_ptr<DatasetWriter>> DatasetWriter::create(const fs::path& target, DatasetDescription description) {
  FOVEA_CHECK(checkDescription(description));
  FOVEA_CHECK(checkExpectedSpace(target, description));
  auto state = std::make_unique<State>();
  FOVEA_TRY(state->staging, StagingFolder::create(target));
  Manifest start;
  start.info.name = description.name;
  start.info.created = utcNow();
  start.info.importer = description.importer;
  start.info.source = description.source;
  start.info.task = description.task;
  start.info.classes = description.classes;
  start.info.inputName = description.inputName;
  start.info.parts = description.parts;
  start.info.options = description.options;
  start.info.symbols = description.symbols;
  state->builder = std::make_unique<DatasetBuilder>(state->staging->path(), std::move(start), std::nullopt);
  state->description = std::move(description);
  return std::unique_ptr<DatasetWriter>(new DatasetWriter(std::move(state)));
}

Status DatasetWriter::add(const SampleView& sample) {
  State& state = *state_;
  const Shape& wanted = state.description.sampleShape;
  if (wanted.rank() > 0 && sample.input.type.shape != wanted)
    return fail(ErrorCode::InvalidArgument, "A sample has the size " + sample.input.type.shape.toString() +
                                                " where the data set has " + wanted.toString() + ".");
  FOVEA_CHECK(checkContent(sample.input));
  FOVEA_TRY(const Tensor input, decodeContent(sample.input));
  Tensor target;
  if (sample.target) {
    FOVEA_CHECK(checkContent(*sample.target));
    FOVEA_TRY(target, decodeContent(*sample.target));
  }
  SampleFacts facts;
  facts.channels = channelSums(input);
  facts.stored = storedFacts(input);
  for (const Content& part : sample.parts) {
    FOVEA_CHECK(checkContent(part));
    FOVEA_TRY(const Tensor values, decodeContent(part));
    facts.parts.push_back(channelSums(values));
  }
  if (input.dtype() == DataType::UInt8) facts.pixels = input.data<std::uint8_t>();
  facts.present = presentClasses(state.description.task, sample.labels.copy(), sample.boxes.copy(), target);
  SampleView complete = sample;
  complete.hash = inputHash(sample);
  return state.builder->add(complete, facts);
}

Status DatasetWriter::edit(std::vector<SampleEdit> edits) {
  const DatasetInfo& info = state_->builder->info();
  return EditJournal::none(state_->staging->path(), static_cast<std::uint32_t>(info.samples()), info.classes)
      .addAll(std::move(edits));
}

Result<DatasetInfo> DatasetWriter::finish() {
  State& state = *state_;
  if (state.builder->info().samples() == 0)
    return fail(ErrorCode::InvalidArgument, "There is no sample to make a data set of.",
                "Look at the reasons of those skipped.");
  FOVEA_TRY(Manifest manifest, state.builder->seal());
  FOVEA_CHECK(writeFileAtomic(state.staging->path() / kManifestFile, formatManifest(manifest)));
  FOVEA_CHECK(state.staging->commit());
  return std::move(manifest.info);
}

}  // namespace fovea

#include "core/data/store/dataset_export.h"

#include <map>
#include <vector>

#include "core/data/store/dataset_writer.h"

namespace fovea {

Result<ExportSummary> exportSamples(const Dataset& dataset, std::span<const std::uint32_t> records,
                                    const std::filesystem::path& target, const std::string& name,
                                    const ProgressFunction& progress, const CancelToken& cancel) {
  if (records.empty())
    return fail(ErrorCode::InvalidArgument, "No sample is chosen for the new data set.",
                "Choose some; the filters may leave none.");
  const DatasetInfo& info = dataset.info();
  DatasetDescription description;
  description.name = name;
  description.importer = "export";
  description.source = dataset.folder().string();
  description.sampleShape = info.uniform ? info.sampleShape : Shape();
  description.classes = info.classes;
  description.task = info.task;
  description.inputName = info.inputName;
  description.parts = info.parts;
  description.options = info.options;
  description.symbols = info.symbols;
  FOVEA_TRY(const auto writer, DatasetWriter::create(target, std::move(description)));
  ExportSummary summary;
  std::uint32_t written = 0;
  std::map<std::string, std::vector<std::uint32_t>> tagged;
  Progress state{"Writing samples", 0, records.size()};
  for (const std::uint32_t record : records) {
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "Writing the samples was cancelled.");
    const auto sample = dataset.record(record);
    if (!sample.ok() && sample.error().code == ErrorCode::InvalidArgument) return sample.error();
    const Status added = sample.ok() ? writer->add(*sample) : Status(sample.error());
    if (!added.ok() && added.error().code != ErrorCode::Corrupt) return added.error();
    summary.skipped += !added.ok();
    if (added.ok()) {
      for (const std::string& tag : dataset.states().tagsOf(record)) tagged[tag].push_back(written);
      ++written;
    }
    ++state.done;
    if (progress) progress(state);
  }
  std::vector<SampleEdit> tags;
  for (auto& [tag, samples] : tagged)
    tags.push_back({.kind = EditKind::Tag, .records = std::move(samples), .tag = tag});
  FOVEA_CHECK(writer->edit(std::move(tags)));
  FOVEA_TRY(summary.info, writer->finish());
  return summary;
}

}  // namespace fovea

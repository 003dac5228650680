#include "core/data/importing/import_again.h"

#include <nlohmann/json.hpp>

#include "core/data/importing/import_journal.h"

namespace fovea {
namespace {

Result<ImportSummary> importFrom(const std::string& source, const std::filesystem::path& folder,
                                 const DatasetInfo& info, const ProgressFunction& progress, const CancelToken& cancel,
                                 const ImportTuning& tuning) {
  FOVEA_TRY(const auto importer, findImporter(info.importer));
  const auto json = parseJson(info.options);
  if (!json.ok())
    return fail(ErrorCode::InvalidArgument, "It is not known with which options " + folder.string() + " was imported.",
                "Import its source again.");
  FOVEA_TRY(FieldValues options, importSchema(*importer).read(*json));
  options.set("name", info.name);
  return runImport(*importer, folder, source, options, progress, cancel, tuning);
}

}  // namespace

Result<ImportSummary> importAgain(const std::filesystem::path& folder, const DatasetInfo& info,
                                  const ProgressFunction& progress, const CancelToken& cancel, bool follow, bool look) {
  ImportTuning tuning;
  tuning.follow = follow;
  tuning.look = look;
  return importFrom(info.source, folder, info, progress, cancel, tuning);
}

Result<ImportSummary> importSkippedAgain(const std::filesystem::path& folder, const DatasetInfo& info,
                                         const ProgressFunction& progress, const CancelToken& cancel) {
  FOVEA_TRY(const SkippedSamples before, readSkipped(folder));
  ImportSummary all;
  for (const auto& [from, count] : before.perSource) {
    FOVEA_TRY(const ImportSummary summary,
              importFrom(from.empty() ? info.source : from, folder, info, progress, cancel, {}));
    all.samples += summary.samples;
    all.skippedCount += summary.skippedCount;
  }
  return all;
}

}  // namespace fovea

#include "core/data/importing/import_again.h"

#include <nlohmann/json.hpp>

namespace fovea {

Result<ImportSummary> importAgain(const std::filesystem::path& folder, const DatasetInfo& info,
                                  const ProgressFunction& progress, const CancelToken& cancel, bool follow, bool look) {
  FOVEA_TRY(const auto importer, findImporter(info.importer));
  const auto json = parseJson(info.options);
  if (!json.ok())
    return fail(ErrorCode::InvalidArgument, "It is not known with which options " + folder.string() + " was imported.",
                "Import its source again.");
  FOVEA_TRY(FieldValues options, importSchema(*importer).read(*json));
  options.set("name", info.name);
  ImportTuning tuning;
  tuning.follow = follow;
  tuning.look = look;
  return runImport(*importer, folder, info.source, options, progress, cancel, tuning);
}

}  // namespace fovea

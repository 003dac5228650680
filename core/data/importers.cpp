#include <system_error>

#include "core/data/idx_importer.h"
#include "core/data/importer.h"
#include "core/data/importers/library.h"

namespace fovea {
namespace fs = std::filesystem;

std::vector<std::shared_ptr<const Importer>> importers() {
  return {idxImporter(),
          cifarPythonImporter(),
          cifarImporter(),
          lmdbImporter(),
          arrayImporter(),
          cocoImporter(),
          labelMeImporter(),
          cvatImporter(),
          vocImporter(),
          yoloImporter(),
          kittiImporter(),
          maskImporter(),
          pairImporter(),
          volumeImporter(),
          soundTableImporter(),
          transcriptImporter(),
          textListImporter(),
          boxTableImporter(),
          csvImporter(),
          audioImporter(),
          videoImporter(),
          folderImporter(),
          labelledTextImporter(),
          textImporter(),
          superResolutionImporter(),
          stackImporter()};
}

Result<std::shared_ptr<const Importer>> findImporter(std::string_view name) {
  std::string known;
  for (const auto& importer : importers()) {
    if (importer->name() == name) return importer;
    known += (known.empty() ? "" : ", ") + importer->name();
  }
  return fail(ErrorCode::NotFound, "There is no importer named \"" + std::string(name) + "\".",
              "There are: " + known + ".");
}

Result<Recognition> recogniseAny(const fs::path& source, const SourceScan& scan) {
  std::error_code code;
  if (!fs::exists(source, code)) {
    if (code && code != std::errc::no_such_file_or_directory)
      return systemError(code.value(), "Cannot open " + source.string());
    return fail(ErrorCode::NotFound, "There is no file or folder " + source.string() + ".");
  }
  std::string known;
  for (const auto& importer : importers()) {
    known += (known.empty() ? "" : ", ") + importer->title();
    if (!importer->guessed()) continue;
    auto recognition = importer->recognise(source, scan);
    if (recognition.ok() || recognition.error().code != ErrorCode::Unsupported) return recognition;
  }
  return fail(ErrorCode::Unsupported, "Nothing that can be imported was found in " + source.string() + ".",
              "What can be imported: " + known + ".");
}

}  // namespace fovea

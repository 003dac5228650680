#include "core/data/importing/import_base.h"

#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/data/importing/import_job.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;

// The options as they would be written now: an older Fovea knew fewer options, and missing ones get their defaults.
std::string completed(const Importer& importer, const std::string& options) {
  const auto json = parseJson(options);
  if (!json.ok()) return options;
  const Schema schema = importSchema(importer);
  auto values = schema.read(*json);
  if (!values.ok()) return options;
  auto all = schema.complete(*values);
  if (!all.ok()) return options;
  all->remove("name");
  return formatJsonLine(fieldValuesToJson(*all));
}

// Like completed(), for a data set from a Fovea with another default: options that were not chosen get the new default.
// Returns an empty text where the default was the same.
std::string withNewDefaults(const Importer& importer, const std::string& options) {
  auto json = parseJson(options);
  if (!json.ok() || !json->is_object()) return {};
  // "class_from" was "path" by default before the version that examines file names, which added "name_part".
  const bool former = json->contains("class_from") && (*json)["class_from"] == "path" && !json->contains("name_part");
  if (!former) return {};
  json->erase("class_from");
  return completed(importer, formatJsonLine(*json));
}

}  // namespace

Result<ImportBase> findImportBase(const fs::path& target, const Importer& importer, const std::string& options) {
  ImportBase base;
  std::error_code code;
  if (!fs::exists(target / kManifestFile, code)) return base;
  FOVEA_TRY(const std::string text, readFile(target / kManifestFile, kMostBytes));
  FOVEA_TRY(base.manifest, readManifest(target));
  base.there = true;
  base.hash = annotationOfText(text);
  if (fs::exists(target / kLearnedFile, code)) {
    FOVEA_TRY(base.learned, readFile(target / kLearnedFile, kMostBytes));
  }
  const DatasetInfo& info = base.manifest.info;
  const bool same = completed(importer, info.options) == options || withNewDefaults(importer, info.options) == options;
  if (info.formatVersion >= 2 && info.importer == importer.name() && same) return base;
  return fail(ErrorCode::AlreadyExists,
              target.string() + " is already there: the data set \"" + info.name + "\", which was not imported with " +
                  (info.importer == importer.name() ? "these options." : "this importer."),
              "Choose another name, or import with the same importer and options to add what is new.");
}

}  // namespace fovea

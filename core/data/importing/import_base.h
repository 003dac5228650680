// Why: an import makes a new data set or adds to an existing one, which must have been made in the same way.
#pragma once
#include <filesystem>
#include <string>

#include "core/data/importing/importer.h"
#include "core/data/store/dataset_manifest.h"

namespace fovea {

inline constexpr const char* kLearnedFile = "learned.json";  // in a data set's folder, see ImportSource::learned()

// The data set to which samples are added; `there` is false where a new one is made.
struct ImportBase {
  bool there = false;
  Manifest manifest;
  ContentHash hash;     // hash of the manifest file
  std::string learned;  // empty where nothing was learned, or where an older Fovea made the data set
};

// Examines `target`. Fails with AlreadyExists (made by another importer or with other options), Corrupt, Io, …
Result<ImportBase> findImportBase(const std::filesystem::path& target, const Importer& importer,
                                  const std::string& options);

}  // namespace fovea

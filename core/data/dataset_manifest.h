// Why: the one place that knows how a data set's folder looks: the names of its files and the JSON of its manifest.
#pragma once
#include <filesystem>
#include <string>

#include "core/base/result.h"
#include "core/data/dataset.h"
#include "core/data/sample_store.h"

namespace fovea {

inline constexpr int kDatasetFormatVersion = 1;
inline constexpr const char* kManifestFile = "dataset.json";
inline constexpr const char* kStoreFile = "samples.mdb";
// Tables of the store: one byte of split and four of label for every record, and the mean image as f32.
inline constexpr const char* kLabelTable = "labels";
inline constexpr const char* kMeanTable = "mean";
inline constexpr std::size_t kMaximumClasses = 1 << 20;

struct Manifest {
  DatasetInfo info;
  StoreSeal seal;
};

std::string formatManifest(const Manifest& manifest);
// Reads `folder`/dataset.json. NotFound, PermissionDenied, Corrupt (names the fault), NewerVersion.
Result<Manifest> readManifest(const std::filesystem::path& folder);

}  // namespace fovea

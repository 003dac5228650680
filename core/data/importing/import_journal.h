// Why: an import that was killed resumes after its last finished segment. This file beside the segments records where
// that is and which import it was.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/data/importing/import_source.h"
#include "core/data/store/dataset_manifest.h"

namespace fovea {

inline constexpr const char* kJournalFile = "import.json";

struct ImportJournal {
  // The properties that must be equal to resume an import: importer, source, options, items, the data set added to.
  std::string identity;   // JSON
  std::int64_t done = 0;  // items that the manifest covers
  std::int64_t added = 0;
  std::int64_t duplicates = 0;
  std::int64_t betweenSplits = 0;  // see ImportSummary
  std::int64_t skippedCount = 0;
  std::vector<SkippedSample> skipped;
  Manifest manifest;  // manifest of the samples so far
};

Status writeJournal(const std::filesystem::path& folder, const ImportJournal& journal);
// Fails with Corrupt, NotFound, …
Result<ImportJournal> readJournal(const std::filesystem::path& folder);

// Number of items that the imports of a data set left out, and the first of them with their reasons.
struct SkippedSamples {
  std::int64_t count = 0;
  std::vector<SkippedSample> listed;
  std::map<std::string, std::int64_t> perSource{};  // by SkippedSample::from; they add up to `count`
  bool operator==(const SkippedSamples&) const = default;
};
// {"count": 3, "skipped": [{"source": …, "index": …, "reason": …}, …]}; with "per_source" where there are others than
// the data set's own source.
Json skippedToJson(const SkippedSamples& skipped);

// Reads the file in a data set's folder; empty where no item was left out. Fails with Corrupt, PermissionDenied, …
Result<SkippedSamples> readSkipped(const std::filesystem::path& folder);

}  // namespace fovea

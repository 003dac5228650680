// Why: an import that was killed goes on where its last finished segment ends; this file beside the segments says where
// that is and what import it was.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/importing/import_source.h"
#include "core/data/store/dataset_manifest.h"

namespace fovea {

inline constexpr const char* kJournalFile = "import.json";

struct ImportJournal {
  // What must be the same for an import to go on: importer, source, options, items, the data set added to.
  std::string identity;   // JSON
  std::int64_t done = 0;  // items that the manifest accounts for
  std::int64_t added = 0;
  std::int64_t duplicates = 0;
  std::int64_t skippedCount = 0;
  std::vector<SkippedSample> skipped;
  Manifest manifest;  // of the samples so far
};

Status writeJournal(const std::filesystem::path& folder, const ImportJournal& journal);
// Corrupt, NotFound, …
Result<ImportJournal> readJournal(const std::filesystem::path& folder);

// {"count": 3, "skipped": [{"source": …, "index": …, "reason": …}, …]}
Json skippedToJson(std::int64_t count, const std::vector<SkippedSample>& skipped);

// What an import left out: how many, and the first of them with their reasons.
struct SkippedSamples {
  std::int64_t count = 0;
  std::vector<SkippedSample> listed;
};
// Of a data set's folder; nothing where nothing was left out. Corrupt, PermissionDenied, …
Result<SkippedSamples> readSkipped(const std::filesystem::path& folder);

}  // namespace fovea

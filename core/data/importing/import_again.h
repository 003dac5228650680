// Why: items that an import left out can be repaired and imported again with the same options; window and terminal
// share this code.
#pragma once
#include "core/data/importing/import_job.h"

namespace fovea {

// Imports the source of the data set `folder` again, which adds new items and those that could not be read before. With
// `look`, nothing is written, and the summary says what would be new and what has changed. With `follow`, samples from
// earlier imports are updated to the present state of the source, see followChanges(). Fails with InvalidArgument where
// the options of the import are not known (an older Fovea made the data set); otherwise as runImport().
Result<ImportSummary> importAgain(const std::filesystem::path& folder, const DatasetInfo& info,
                                  const ProgressFunction& progress, const CancelToken& cancel, bool follow = false,
                                  bool look = false);

// Imports every source of which items were left out again, as importAgain() does. The summary holds how many samples
// were added, and how many items are still left out.
Result<ImportSummary> importSkippedAgain(const std::filesystem::path& folder, const DatasetInfo& info,
                                         const ProgressFunction& progress, const CancelToken& cancel);

}  // namespace fovea

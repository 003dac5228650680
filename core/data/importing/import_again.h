// Why: what an import left out can be mended and tried again, with the options of then; window and terminal ask for it
// alike.
#pragma once
#include "core/data/importing/import_job.h"

namespace fovea {

// Imports the source of the data set `folder` again, which adds what is new in it and what could not be read before.
// With `look` nothing is written, and the summary says what would be new and what has changed. With `follow` what was
// imported before is brought to what the source holds now, see followChanges(). InvalidArgument where its options are
// not known (an older Fovea made it); otherwise as runImport().
Result<ImportSummary> importAgain(const std::filesystem::path& folder, const DatasetInfo& info,
                                  const ProgressFunction& progress, const CancelToken& cancel, bool follow = false,
                                  bool look = false);

}  // namespace fovea

// Why: samples that a person has selected and corrected can become a data set of their own: some samples of another,
// with the edits applied and everything else as it was stored. They keep their tags, and the options of their import.
#pragma once
#include <filesystem>
#include <span>
#include <string>

#include "core/base/cancel.h"
#include "core/data/store/dataset.h"

namespace fovea {

struct ExportSummary {
  DatasetInfo info;          // describes the new data set
  std::int64_t skipped = 0;  // damaged records that were left out
};

// Writes `records` in their order; inputs and targets are copied byte by byte, not encoded again. The new data set
// appears complete or not at all. Fails with InvalidArgument (no record, an unknown one, all damaged), AlreadyExists
// (target exists and is not an empty folder), Cancelled, PermissionDenied, NoSpace or Io.
Result<ExportSummary> exportSamples(const Dataset& dataset, std::span<const std::uint32_t> records,
                                    const std::filesystem::path& target, const std::string& name,
                                    const ProgressFunction& progress, const CancelToken& cancel);

}  // namespace fovea

// Why: what a person has picked out and corrected can stand on its own: a new data set of some samples of another, with
// the edits carried out and everything else as it was stored.
#pragma once
#include <filesystem>
#include <span>
#include <string>

#include "core/base/cancel.h"
#include "core/data/store/dataset.h"

namespace fovea {

struct ExportSummary {
  DatasetInfo info;          // of the new data set
  std::int64_t skipped = 0;  // records that are damaged and were left out
};

// Writes `records` in their order; the bytes of inputs and targets are those of the store, not encoded anew. The new
// data set appears whole or not at all. InvalidArgument (no record, one that is not there, every one is damaged),
// AlreadyExists (target is there and not an empty folder), Cancelled, PermissionDenied, NoSpace, Io.
Result<ExportSummary> exportSamples(const Dataset& dataset, std::span<const std::uint32_t> records,
                                    const std::filesystem::path& target, const std::string& name,
                                    const ProgressFunction& progress, const CancelToken& cancel);

}  // namespace fovea

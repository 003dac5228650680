// Why: a checkpoint is a file plus an entry in the store, and a killed program may leave one without the other.
#pragma once
#include <filesystem>

#include "core/project/run_store.h"

namespace fovea {

// "epoch-0003.safetensors" at the end of an epoch, "epoch-0003-step-00002345.safetensors" within the next one.
std::string checkpointFileName(const TrainingPosition& position);
// Returns the store's entry for a checkpoint at `file`, relative to the project's folder.
CheckpointRecord checkpointRecord(RunId run, const Checkpoint& checkpoint, const std::filesystem::path& file);

// Removes half-written files that killed programs left in a checkpoint folder.
void removePartialCheckpoints(const std::filesystem::path& folder);

// Makes the entries of all runs consistent with the files in the project's folder. The caller must hold its lock:
// - A checkpoint without an entry gets one. If two have the same step, the end of an epoch replaces the one saved
// during
//   its validation.
// - An entry without a file is removed if the run's folder exists.
// - Half-written files are removed. Files with other names, unreadable files and files of no run are left alone.
// Never fails: whatever fails now is tried again next time.
void reconcileCheckpoints(const std::filesystem::path& projectFolder, RunStore& store);

}  // namespace fovea

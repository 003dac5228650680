// Why: a checkpoint is a file and an entry in the store, and a program may be killed between the two.
#pragma once
#include <filesystem>

#include "core/project/run_store.h"

namespace fovea {

// "epoch-0003.safetensors" at the end of an epoch, "epoch-0003-step-00002345.safetensors" within the one after it.
std::string checkpointFileName(const TrainingPosition& position);
// What the store says of a checkpoint that lies at `file`, relative to the project's folder.
CheckpointRecord checkpointRecord(RunId run, const Checkpoint& checkpoint, const std::filesystem::path& file);

// Removes what killed programs left half-written in a folder of checkpoints.
void removePartialCheckpoints(const std::filesystem::path& folder);

// Brings the entries of all runs and the files in the project's folder together, for the one who holds its lock:
// - a checkpoint without an entry gets one. Of two of the same step the end of an epoch replaces what was saved during
//   its validation;
// - an entry whose file is gone goes too, if the run's folder is there;
// - half-written files go. Files that are named otherwise, cannot be read, or are of no run are left alone.
// Never fails: what cannot be done now is done the next time.
void reconcileCheckpoints(const std::filesystem::path& projectFolder, RunStore& store);

}  // namespace fovea

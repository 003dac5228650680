// Why: what a trainer says becomes what a project keeps: curves in the store, checkpoints as files, old ones pruned.
#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/project/project.h"

namespace fovea {

// Writes one run. One thread at a time, which need not be the project's; holds the project's lock as long as it lives.
// Points are gathered and written a few times a second; everything else is in the file when its call returns.
// After an error (NoSpace, PermissionDenied, Io, Corrupt) what was recorded before is safe, points that are still
// gathered stay so and go with the next call, and recording may go on.
class RunRecorder {
 public:
  // A new run, Running from now on.
  static Result<std::unique_ptr<RunRecorder>> begin(const Project& project, const RunDescription& description);
  // Goes on with a run from its last checkpoint, which was taken at `step`: curves after it are forgotten, since they
  // will be recorded again. InvalidArgument when later checkpoints exist (advises branch()) or the run is over and
  // done.
  static Result<std::unique_ptr<RunRecorder>> resume(const Project& project, RunId run, std::int64_t step,
                                                     const TrainingSettings& settings);
  // A new run that begins at `step` of another with a copy of its curves up to there. The other one stays as it is.
  static Result<std::unique_ptr<RunRecorder>> branch(const Project& project, RunId from, std::int64_t step,
                                                     const RunDescription& description);
  // Records what is left; a run that was not ended becomes Interrupted.
  ~RunRecorder();
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  RunId run() const { return run_; }
  const std::filesystem::path& folder() const { return folder_; }  // of its checkpoints

  // A few nanoseconds mostly, a few milliseconds a few times a second.
  Status recordPoint(const MetricPoint& point);
  Status recordEpoch(const EpochRecord& epoch);
  // Both of what an update holds.
  Status record(const TrainingUpdate& update);
  Status recordMark(std::int64_t step, const std::string& text);
  // What the run goes on with, where a person changed it.
  Status recordSettings(const TrainingSettings& settings);
  // For a run that could not begin: a new one is gone as if it had never been, one that was to go on is as it was.
  Status withdraw();
  // Writes the file and registers it, then removes older ones but for the last settings.keepCheckpoints and the best.
  // When the file cannot be written, those that are there stay.
  Result<CheckpointRecord> saveCheckpoint(const Checkpoint& checkpoint);
  // Running, Paused, or how it ended, with the reason for Failed. Writes gathered points first.
  Status setStatus(RunStatus status, const std::string& error = {});
  // Writes gathered points now.
  Status flush();

 private:
  RunRecorder(const Project& project, std::unique_ptr<RunStore> store);
  Status prepareFolder();
  Status prune(std::int64_t keep);

  std::filesystem::path projectFolder_;
  std::filesystem::path folder_;
  std::shared_ptr<ProjectLock> lock_;
  std::unique_ptr<RunStore> store_;
  RunId run_;
  bool open_ = true;  // neither ended nor given up
  // What a resumed run was before; empty: it began here.
  std::optional<RunRecord> before_;
  std::vector<MetricPoint> gathered_;
  std::chrono::steady_clock::time_point lastFlush_;
};

}  // namespace fovea

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
// Beginning is a transaction: until confirm(), or until something is recorded, the project keeps its former state, and
// a recorder that is given up leaves nothing: no new run, no number used, and a run that was to go on as it was before.
// Points are gathered and written a few times a second; everything else is in the file when its call returns.
// After an error (NoSpace, PermissionDenied, Io, Corrupt) what was recorded before is safe, points that are still
// gathered stay so and go with the next call, and recording may go on.
class RunRecorder {
 public:
  // A new run, Running from now on.
  static Result<std::unique_ptr<RunRecorder>> begin(const Project& project, const RunDescription& description);
  // Goes on with a run from its last checkpoint, which was taken at `step`. Curves after it will be recorded again:
  // they are forgotten when the first thing after `step` is recorded. InvalidArgument when later checkpoints exist
  // (advises branch()) or the run is going on.
  static Result<std::unique_ptr<RunRecorder>> resume(const Project& project, RunId run, std::int64_t step,
                                                     const TrainingSettings& settings);
  // Begins a run anew that has no checkpoint to go on from, as resume() but with none of its history.
  static Result<std::unique_ptr<RunRecorder>> restart(const Project& project, RunId run,
                                                      const TrainingSettings& settings);
  // A new run that begins at `step` of another with a copy of its curves up to there. The other one stays as it is.
  static Result<std::unique_ptr<RunRecorder>> branch(const Project& project, RunId from, std::int64_t step,
                                                     const RunDescription& description);
  // Records what is left; a run that began and was not ended becomes Interrupted.
  ~RunRecorder();
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  RunId run() const { return run_; }
  // The step that it begins at: 0, or that of the checkpoint that it goes on from.
  std::int64_t beginsAt() const { return beginsAt_; }
  // Whether what it begins with can be made again from what is recorded. Else a checkpoint should be saved at once.
  bool branched() const { return branched_; }
  // The run begins: from now on it stays, with the settings that it goes on with.
  Status confirm();
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
  // Writes the file and registers it in the place of an earlier one of the same step, then removes others that are more
  // than settings.checkpointSpace allows (see checkpoint_retention.h). When the file cannot be written, those that are
  // there stay.
  Result<CheckpointRecord> saveCheckpoint(const Checkpoint& checkpoint);
  // The same within an epoch, for the case that the program is killed: it goes when the next checkpoint is saved.
  Result<CheckpointRecord> saveSafetyCopy(const Checkpoint& checkpoint);
  // Whether a run that is at `step` has trained for so long since its last checkpoint, or the last attempt at one.
  bool safetyCopyDue(std::int64_t step) const;
  void setSafetyInterval(std::chrono::milliseconds interval) { safetyInterval_ = interval; }
  // Running, Paused, or how it ended, with the reason for Failed. Writes gathered points first.
  Status setStatus(RunStatus status, const std::string& error = {});
  // Writes gathered points now.
  Status flush();

 private:
  struct Kept {  // a checkpoint
    std::int64_t step = 0;
    std::uint64_t bytes = 0;
    std::filesystem::path file;  // relative to the project's folder
  };
  RunRecorder(const Project& project, std::unique_ptr<RunStore> store);
  static Result<std::unique_ptr<RunRecorder>> reopen(const Project& project, RunId run, std::int64_t step,
                                                     const TrainingSettings& settings);
  Status prepareFolder();
  Status forgetBefore(std::int64_t step);
  Status readKept();
  void keep(Kept added);
  Status remove(std::int64_t step);
  Status prune(std::uint64_t budget);

  std::filesystem::path projectFolder_;
  std::filesystem::path folder_;
  std::shared_ptr<ProjectLock> lock_;
  std::unique_ptr<RunStore> store_;
  RunId run_;
  bool open_ = true;        // neither ended nor given up
  bool confirmed_ = false;  // it began
  bool branched_ = false;
  std::int64_t beginsAt_ = 0;
  std::optional<std::int64_t> resumedAt_;  // history after this step is of before and still there
  TrainingSettings settings_;              // of a resumed run, until it is confirmed
  // What a resumed run was before; empty: it began here.
  std::optional<RunRecord> before_;
  // In order of step, once readKept() has found them: a run of short epochs saves many times a second, and must not
  // read a thousand entries each time.
  std::optional<std::vector<Kept>> kept_;
  std::optional<std::int64_t> safetyCopy_;                               // its step
  std::chrono::milliseconds safetyInterval_ = std::chrono::minutes(10);  // what a killed program may cost
  std::chrono::steady_clock::time_point lastSaved_;
  std::int64_t savedStep_ = 0;
  std::vector<MetricPoint> gathered_;
  std::chrono::steady_clock::time_point lastFlush_;
};

}  // namespace fovea

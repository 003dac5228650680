// Why: stores what a trainer reports in the project: curves in the store, checkpoints as files, with old ones pruned.
#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/project/checkpoint_writer.h"
#include "core/project/project.h"

namespace fovea {

// Writes one run. Use it from one thread at a time, which need not be the project's. It holds the project's lock.
// Starting is a transaction: until confirm() or the first record, the project keeps its former state, and dropping the
// recorder leaves no trace: no new run, no used number, and a resumed run as it was before. Points are buffered and
// written a few times a second; everything else is in the file when its call returns. After an error (NoSpace,
// PermissionDenied, Io, Corrupt) earlier records are safe, buffered points stay buffered for the next call, and
// recording may continue.
class RunRecorder {
 public:
  // Starts a new run with status Running.
  static Result<std::unique_ptr<RunRecorder>> begin(const Project& project, const RunDescription& description);
  // Resumes a run from its last checkpoint, taken at `step`. Its later curves are deleted when the first record after
  // `step` arrives, since they will be recorded again. InvalidArgument if later checkpoints exist (advises branch()) or
  // the run is active.
  static Result<std::unique_ptr<RunRecorder>> resume(const Project& project, RunId run, std::int64_t step,
                                                     const TrainingSettings& settings);
  // Restarts a run that has no checkpoint, like resume() but without any of its history: `settings` become those that
  // it began with. InvalidArgument also if it has finished, or if its starting weights are lost: they were given, or
  // those of a branch.
  static Result<std::unique_ptr<RunRecorder>> restart(const Project& project, RunId run,
                                                      const TrainingSettings& settings);
  // Starts a new run at `step` of another one, with a copy of its curves up to there. The other run stays unchanged.
  static Result<std::unique_ptr<RunRecorder>> branch(const Project& project, RunId from, std::int64_t step,
                                                     const RunDescription& description);
  // Writes buffered points. A started run that was not ended becomes Interrupted.
  ~RunRecorder();
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  RunId run() const { return run_; }
  // The first step: 0, or that of the checkpoint that the run resumes from.
  std::int64_t beginsAt() const { return beginsAt_; }
  // Whether the records can reproduce its initial state. If not, a checkpoint should be saved at once.
  bool branched() const { return branched_; }
  // Starts the run for good, with the settings that it resumes with.
  Status confirm();
  const std::filesystem::path& folder() const { return folder_; }  // of the run's checkpoints

  // Takes a few nanoseconds mostly, and a few milliseconds a few times a second.
  Status recordPoint(const MetricPoint& point);
  Status recordEpoch(const EpochRecord& epoch);
  Status recordValidation(const ValidationRecord& validation);
  Status recordLayers(const LayerFrame& frame);
  // Records everything in an update.
  Status record(const TrainingUpdate& update);
  Status recordMark(std::int64_t step, const std::string& text);
  // Records a person's change of a setting. `position` and `settings` are the trainer's after the change.
  Status recordChange(const SettingChange& change, const TrainingPosition& position, const TrainingSettings& settings);
  // Deletes the changes made after `position`, the trainer's once it is ready, for a run resumed from an earlier state.
  // If the run was resumed with another number of epochs, records that as a change, so that it can be repeated.
  Status keepChanges(const TrainingPosition& position);
  // Call it after the run has returned to an earlier state, at `step`: later curves are deleted like those of a resumed
  // run, and later checkpoints at once, so that the run does not resume from one of them. A pinned checkpoint stays.
  // Waits for a pending checkpoint; finishCheckpoint() before tells what became of it. Returns whether a checkpoint was
  // deleted: the caller should save the state, since it may have been the only one.
  Result<bool> goBack(std::int64_t step);
  // Stores the settings after a person changed them.
  Status recordSettings(const TrainingSettings& settings);
  // For a run that could not start: a new run is deleted without a trace, a resumed one is restored.
  Status withdraw();
  // Writes the file and registers it, replacing an earlier checkpoint of the same step. Then deletes checkpoints beyond
  // settings.checkpointSpace (see checkpoint_retention.h). If writing fails, existing checkpoints stay.
  Result<CheckpointRecord> saveCheckpoint(Checkpoint checkpoint);
  // The same in two halves, so that training goes on while the file is written: beginCheckpoint() starts a thread that
  // writes it and then calls `written`, on that thread; finishCheckpoint() waits for it and registers the checkpoint.
  // A run that is killed in between goes on from the checkpoint before. Requires that none is pending. What could not
  // be written is moved to `unwritten`, if that is given.
  void beginCheckpoint(Checkpoint checkpoint, std::function<void()> written = {});
  Result<CheckpointRecord> finishCheckpoint(std::optional<Checkpoint>* unwritten = nullptr);
  // Whether a checkpoint was begun and not finished, and whether its file is complete or could not be written.
  bool checkpointPending() const { return writer_.busy(); }
  bool checkpointWritten() const { return writer_.done(); }
  // Whether to save a checkpoint after `update`: see TrainingSettings::checkpointUnit. The best and the last state are
  // always saved.
  bool checkpointDue(const TrainingUpdate& update, const TrainingPosition& position,
                     const TrainingSettings& settings) const;
  // Like beginCheckpoint() within an epoch, in case the program is killed. The next checkpoint replaces this one.
  void beginSafetyCopy(Checkpoint checkpoint, std::function<void()> written = {});
  bool safetyCopyPending() const { return writer_.busy() && pendingIsSafetyCopy_; }
  // Whether a run at `step` has trained long enough since its last checkpoint, or the last attempt at one.
  bool safetyCopyDue(std::int64_t step) const;
  void setSafetyInterval(std::chrono::milliseconds interval) { safetyInterval_ = interval; }
  // Sets Running, Paused, or how the run ended, with the reason for Failed. Writes buffered points first.
  Status setStatus(RunStatus status, const std::string& error = {});
  // Writes buffered points now.
  Status flush();

 private:
  struct Kept {  // a checkpoint
    std::int64_t step = 0;
    std::uint64_t bytes = 0;
    std::filesystem::path file;  // relative to the project's folder
    std::int64_t epoch = 0;      // the epoch that ended there; 0: none did
  };
  RunRecorder(const Project& project, std::unique_ptr<RunStore> store);
  static Result<std::unique_ptr<RunRecorder>> reopen(const Project& project, RunId run, std::int64_t step,
                                                     const TrainingSettings& settings);
  Status prepareFolder();
  Status forgetBefore(std::int64_t step);
  Status readKept();
  void keep(Kept added);
  Status remove(std::int64_t step);
  Status prune(const TrainingSettings& settings);
  Result<CheckpointRecord> registerCheckpoint(const WrittenCheckpoint& written);

  std::filesystem::path projectFolder_;
  std::filesystem::path folder_;
  std::shared_ptr<ProjectLock> lock_;
  std::unique_ptr<RunStore> store_;
  RunId run_;
  bool open_ = true;        // neither ended nor dropped
  bool confirmed_ = false;  // the run has started for good
  bool branched_ = false;
  std::int64_t beginsAt_ = 0;
  // TrainingPosition::changes after the last change of the deciding metric; scores of earlier states are of another
  // one.
  std::int64_t judgedAnew_ = 0;
  std::optional<std::int64_t> resumedAt_;  // history after this step is outdated but still stored
  TrainingSettings settings_;              // of a resumed run, until it is confirmed
  // The record of a resumed run before resuming; empty for a new run.
  std::optional<RunRecord> before_;
  // In order of step, once readKept() has loaded them: a run of short epochs saves many times a second and must not
  // read a thousand entries each time.
  std::optional<std::vector<Kept>> kept_;
  std::vector<std::filesystem::path> dropped_;  // files to delete
  CheckpointWriter writer_;
  bool pendingIsSafetyCopy_ = false;
  std::optional<std::int64_t> safetyCopy_;                               // its step
  std::chrono::milliseconds safetyInterval_ = std::chrono::minutes(10);  // the most that a killed program may lose
  std::chrono::steady_clock::time_point lastSaved_;
  std::int64_t savedStep_ = 0;
  std::vector<MetricPoint> gathered_;
  std::chrono::steady_clock::time_point lastFlush_;
};

// Success if a run without a checkpoint can begin again: what it began with can be made from its records, and none of its
// results would be lost. Else InvalidArgument, for RunRecorder::restart() and for those who offer it.
Status mayRestart(const RunStore& store, const RunRecord& record);

}  // namespace fovea

// Why: all runs and their curves are stored in one SQLite file that other tools can read too.
// Thread-safety: use each RunStore from one thread at a time. Several may be open on one file, in any threads and
// programs: readers never block on writers, and writers block each other for milliseconds.
// Errors: NoSpace, PermissionDenied, OutOfMemory and Io leave the file as before the call; Corrupt: the file is
// damaged; NotFound: the run does not exist.
#pragma once
#include <memory>
#include <optional>
#include <span>

#include "core/project/run_records.h"
#include "core/project/sqlite.h"

namespace fovea {

// The most records of so many layers that a run keeps, so that they take at most about 30 MB.
std::size_t mostLayerFrames(std::size_t layers);

class RunStore {
 public:
  // ReadWrite creates the file if it is missing and migrates one of an older version. NewerVersion leaves it untouched.
  static Result<std::unique_ptr<RunStore>> open(const std::filesystem::path& file,
                                                SqliteMode mode = SqliteMode::ReadWrite);

  // The new run gets an unused id, at least `lowestId`.
  Result<RunId> createRun(const RunDescription& description, RunStatus status = RunStatus::Created,
                          std::int32_t lowestId = 1);
  // Renames the data set in every run and sweep that uses it.
  Status renameDataset(const std::string& name, const std::string& newName);
  Status renameRun(RunId run, const std::string& name);
  // Hides the run from runs() and run(), or shows it again. None of its data is lost until it is deleted.
  Status setRemoved(RunId run, bool removed);
  // The runs that setRemoved() hides, in order of number.
  Result<std::vector<RunId>> removedRuns() const;
  // Deletes the run with its curves, checkpoint entries and marks. Files are not touched.
  Status deleteRun(RunId run);
  // The same for a run that did not start: if its number was the last, it is reused.
  Status withdrawRun(RunId run);
  // Restores status, error, times and settings from `before`.
  Status putBack(const RunRecord& before);
  // Also sets or clears the end time.
  Status setStatus(RunId run, RunStatus status, const std::string& error = {});
  Status setSettings(RunId run, const TrainingSettings& settings);
  // Sets RunBeginning::settings of a run that begins anew.
  Status setBeginning(RunId run, const TrainingSettings& settings);
  // Sets the start and end of an imported run: UTC, ISO 8601.
  Status setTimes(RunId run, const std::string& started, const std::string& finished);
  // Marks runs that no program is executing as Interrupted. Only the holder of the project's lock may call it.
  Status markInterrupted();
  // For a reader who knows that nobody holds the lock: such runs are reported as Interrupted without changing the file.
  void tellInterrupted() { tellInterrupted_ = true; }
  // Checks the whole file, about 1 ms per MiB. Corrupt describes the damage.
  Status checkIntegrity() const;

  // Adds points in one transaction; a point replaces an earlier one of its step. Non-finite numbers are stored, too.
  Status appendPoints(RunId run, std::span<const MetricPoint> points);
  // Also updates what was best in the run. `recorded` has the format of epochTimes(); empty: now.
  Status recordEpoch(RunId run, const EpochRecord& epoch, const std::string& recorded = {});
  // Stores the values with the point of that step: "val_loss", "val_accuracy", "val_<metric>". Also updates what was
  // best in the run.
  Status recordValidation(RunId run, const ValidationRecord& validation);
  // Stores the record of the layers at its step, replacing one of that step. A run keeps at most mostLayerFrames() of
  // them: one that makes too many is thinned out evenly over its steps; the first and the last stay.
  Status recordLayers(RunId run, const LayerFrame& frame);
  // Stores the change as number `number`, counted from 0, replacing one with that number.
  Status addChange(RunId run, std::int64_t number, const SettingChange& change);
  // Deletes the changes from `number` on, and gives back the scores that they retired.
  Status keepChanges(RunId run, std::int64_t number);
  // Takes the scores from the run's checkpoints, since change `number` made another metric the deciding one.
  Status retireScores(RunId run, std::int64_t number);
  Status addMark(RunId run, std::int64_t step, const std::string& text);
  // Replaces a checkpoint of the same step. Also updates the best flag.
  Status addCheckpoint(const CheckpointRecord& checkpoint);
  Status removeCheckpoint(RunId run, std::int64_t step);
  // The same unless the checkpoint is pinned, even if another store pinned it a moment ago. Returns whether it is gone.
  Result<bool> removeUnlessPinned(RunId run, std::int64_t step);
  // NotFound if there is none of that step.
  Status pinCheckpoint(RunId run, std::int64_t step, bool pinned);
  // Deletes curves, epochs and marks after `step`, since a run resumed from there writes them again.
  Status truncateAfter(RunId run, std::int64_t step);
  // Copies curves, epochs and marks up to `step` from one run to an empty one, which becomes its branch.
  Status copyHistory(RunId from, RunId to, std::int64_t step);

  // Newest first.
  Result<std::vector<RunRecord>> runs() const;
  Result<RunRecord> run(RunId run) const;
  // The network as it was when the run began.
  Result<Network> network(RunId run) const;
  // The curves in order of step (a million points take some tenths of a second). At most about `maximumPoints` (0: all)
  // are returned. They include the lowest and highest loss and accuracy of each stretch, so no extreme is lost.
  Result<std::vector<MetricPoint>> points(RunId run, std::size_t maximumPoints = 0) const;
  // The validations within epochs: points with their metrics ("val_loss", …), whose other values are NaN. Much faster
  // than points() where only these are needed.
  Result<std::vector<MetricPoint>> validationPoints(RunId run) const;
  Result<std::vector<EpochRecord>> epochs(RunId run) const;
  // When each of epochs() was recorded: UTC, ISO 8601; empty if an older version recorded it.
  Result<std::vector<std::string>> epochTimes(RunId run) const;
  // The records of the layers in order of step; of one layer only, if it is named.
  Result<std::vector<LayerFrame>> layerFrames(RunId run, const std::string& layer = {}) const;
  // In order of step, at most a thousand.
  Result<std::vector<CheckpointRecord>> checkpoints(RunId run) const;
  // The checkpoint with the highest step, if there is one.
  Result<std::optional<CheckpointRecord>> lastCheckpoint(RunId run) const;
  // The checkpoint with the best flag, if there is one.
  Result<std::optional<CheckpointRecord>> bestCheckpoint(RunId run) const;
  // The steps of the `best` best checkpoints and of the pinned ones.
  Result<std::vector<std::int64_t>> checkpointsThatStay(RunId run, std::int64_t best) const;
  Result<std::vector<RunMark>> marks(RunId run) const;
  // In the order of the changes.
  Result<std::vector<SettingChange>> changes(RunId run) const;
  Result<RunBeginning> beginning(RunId run) const;

  // A sweep's plan as JSON text, by its name: AlreadyExists, NotFound.
  Status addSweep(const std::string& name, const std::string& plan);
  Result<std::string> sweepPlan(const std::string& name) const;
  Result<std::vector<std::string>> sweeps() const;  // by name
  // Sets the run of a trial, replacing an earlier one.
  Status setTrial(const std::string& sweep, std::int64_t trial, RunId run);
  // In order of the trial number.
  Result<std::vector<std::pair<std::int64_t, RunId>>> trials(const std::string& sweep) const;

  const std::filesystem::path& file() const { return database_->path(); }

 private:
  explicit RunStore(std::unique_ptr<SqliteDatabase> database) : database_(std::move(database)) {}
  Status needRun(RunId run) const;
  Status updateBest(RunId run, std::int64_t epoch, bool replaced);
  Status thinLayerFrames(RunId run, std::size_t most);
  Status addPointMetrics(RunId run, std::vector<MetricPoint>& points) const;
  Result<std::vector<CheckpointRecord>> readCheckpoints(RunId run, std::string_view query) const;
  Result<std::optional<CheckpointRecord>> readCheckpoint(RunId run, std::string_view query) const;
  Status addEpochMetrics(RunId run, std::vector<EpochRecord>& records) const;
  RunRecord readRun(const SqliteRows& rows) const;
  std::unique_ptr<SqliteDatabase> database_;
  bool tellInterrupted_ = false;
};

}  // namespace fovea

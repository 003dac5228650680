// Why: every run and its curves survive the program, in one SQLite file that other tools can read too.
// Thread-safety: one thread at a time for each RunStore. Several may be open on one file, in any threads and programs:
// readers never wait for writers, and writers wait for each other for milliseconds.
// Errors: NoSpace, PermissionDenied, OutOfMemory, Io leave the file as it was before the call; Corrupt says that the
// file is damaged; NotFound names a run that is not there.
#pragma once
#include <memory>
#include <optional>
#include <span>

#include "core/project/run_records.h"
#include "core/project/sqlite.h"

namespace fovea {

class RunStore {
 public:
  // ReadWrite creates the file if it is missing and migrates one of an older version. NewerVersion leaves it untouched.
  static Result<std::unique_ptr<RunStore>> open(const std::filesystem::path& file,
                                                SqliteMode mode = SqliteMode::ReadWrite);

  // The new run gets an id of at least `lowestId` that no run had before.
  Result<RunId> createRun(const RunDescription& description, RunStatus status = RunStatus::Created,
                          std::int32_t lowestId = 1);
  // In every run that names the data set `name`.
  Status renameDataset(const std::string& name, const std::string& newName);
  Status renameRun(RunId run, const std::string& name);
  // With its curves, checkpoints' entries and marks. Files are not touched.
  Status deleteRun(RunId run);
  // The same for a run that did not begin: its number is given again if it was the last.
  Status withdrawRun(RunId run);
  // Status, error, times and settings as `before` has them.
  Status putBack(const RunRecord& before);
  // Also sets or clears the time it ended.
  Status setStatus(RunId run, RunStatus status, const std::string& error = {});
  Status setSettings(RunId run, const TrainingSettings& settings);
  // Runs that seem to go on although nobody drives them become Interrupted. Only for the one who holds the project's
  // lock.
  Status markInterrupted();
  // The same for a reader who knows that nobody holds the lock: such runs are told as Interrupted, the file stays as it
  // is.
  void tellInterrupted() { tellInterrupted_ = true; }
  // Looks through the whole file, about 1 ms for each MiB. Corrupt, with what was found.
  Status checkIntegrity() const;

  // In one transaction; a point of a step that is there already replaces it. Numbers that are not finite are kept.
  Status appendPoints(RunId run, std::span<const MetricPoint> points);
  // Also updates the run's best epoch.
  Status recordEpoch(RunId run, const EpochRecord& epoch);
  Status addMark(RunId run, std::int64_t step, const std::string& text);
  // A checkpoint of the same step is replaced. Also moves the best flag.
  Status addCheckpoint(const CheckpointRecord& checkpoint);
  Status removeCheckpoint(RunId run, std::int64_t step);
  // Forgets curves, epochs and marks after `step`, as a run resumed from there will write them again.
  Status truncateAfter(RunId run, std::int64_t step);
  // Copies curves, epochs and marks up to `step` from one run to another that has none.
  Status copyHistory(RunId from, RunId to, std::int64_t step);

  // Newest first.
  Result<std::vector<RunRecord>> runs() const;
  Result<RunRecord> run(RunId run) const;
  // The network as it was when the run began.
  Result<Network> network(RunId run) const;
  // The curves in order of step (a million points take some tenths of a second); at most about `maximumPoints` (0:
  // all), chosen so that every high and low of loss and accuracy stays visible: of each stretch the points where one of
  // them is highest or lowest.
  Result<std::vector<MetricPoint>> points(RunId run, std::size_t maximumPoints = 0) const;
  Result<std::vector<EpochRecord>> epochs(RunId run) const;
  // When each of epochs() was recorded: UTC, ISO 8601; empty where an older version did.
  Result<std::vector<std::string>> epochTimes(RunId run) const;
  // In order of step; up to a thousand.
  Result<std::vector<CheckpointRecord>> checkpoints(RunId run) const;
  // The one of the highest step, if there is one.
  Result<std::optional<CheckpointRecord>> lastCheckpoint(RunId run) const;
  // The one with the best flag, if there is one.
  Result<std::optional<CheckpointRecord>> bestCheckpoint(RunId run) const;
  Result<std::vector<RunMark>> marks(RunId run) const;

  const std::filesystem::path& file() const { return database_->path(); }

 private:
  explicit RunStore(std::unique_ptr<SqliteDatabase> database) : database_(std::move(database)) {}
  Status needRun(RunId run) const;
  Status addPointMetrics(RunId run, std::vector<MetricPoint>& points) const;
  Result<std::vector<CheckpointRecord>> readCheckpoints(RunId run, std::string_view query) const;
  Result<std::optional<CheckpointRecord>> readCheckpoint(RunId run, std::string_view query) const;
  Status addEpochMetrics(RunId run, std::vector<EpochRecord>& records) const;
  RunRecord readRun(const SqliteRows& rows) const;
  std::unique_ptr<SqliteDatabase> database_;
  bool tellInterrupted_ = false;
};

}  // namespace fovea

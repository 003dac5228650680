// Why: read access to the store of runs, separate from write access.
#include <limits>
#include <nlohmann/json.hpp>

#include "core/project/curve_decimation.h"
#include "core/project/paths.h"
#include "core/project/run_store.h"
#include "core/project/stored_settings.h"

namespace fovea {
namespace {

constexpr const char* kRunColumns =
    "SELECT id, name, settings, dataset, device, status, started, finished, best_accuracy, best_epoch, error, "
    "(SELECT max(epoch) FROM epochs WHERE run = runs.id), (SELECT max(step) FROM points WHERE run = runs.id), grouped, "
    "origin FROM runs ";

RunStatus statusFromName(const std::string& name) {
  for (const RunStatus status : {RunStatus::Created, RunStatus::Running, RunStatus::Paused, RunStatus::Finished,
                                 RunStatus::Stopped, RunStatus::Failed})
    if (name == runStatusName(status)) return status;
  return RunStatus::Interrupted;
}

}  // namespace

RunRecord RunStore::readRun(const SqliteRows& rows) const {
  RunRecord record;
  record.id = RunId{static_cast<std::int32_t>(rows.integer(0))};
  record.name = rows.text(1);
  const auto settings = parseJson(rows.text(2));
  if (settings.ok()) record.settings = settingsFromJson(*settings);
  record.dataset = rows.text(3);
  record.device = rows.text(4);
  record.status = statusFromName(rows.text(5));
  record.started = rows.text(6);
  record.finished = rows.text(7);
  if (!rows.isNull(8)) record.bestAccuracy = rows.real(8);
  record.bestEpoch = rows.integer(9);
  record.error = rows.text(10);
  record.epochsDone = rows.integer(11);
  record.lastStep = rows.integer(12);
  record.group = rows.text(13);
  record.origin = rows.text(14);
  const bool goesOn =
      record.status == RunStatus::Created || record.status == RunStatus::Running || record.status == RunStatus::Paused;
  if (goesOn && tellInterrupted_) record.status = RunStatus::Interrupted;
  return record;
}

Result<std::vector<RunRecord>> RunStore::runs() const {
  static const std::string sql = std::string(kRunColumns) + "WHERE NOT removed ORDER BY id DESC";
  FOVEA_TRY(SqliteRows rows, database_->query(sql));
  std::vector<RunRecord> records;
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) return records;
    records.push_back(readRun(rows));
  }
}

Result<RunRecord> RunStore::run(RunId run) const {
  static const std::string sql = std::string(kRunColumns) + "WHERE id = ?1 AND NOT removed";
  FOVEA_CHECK(needRun(run));
  FOVEA_TRY(SqliteRows rows, database_->query(sql, run.index));
  FOVEA_TRY(const bool found, rows.next());
  if (!found) return fail(ErrorCode::NotFound, "There is no run " + std::to_string(run.index) + ".");
  return readRun(rows);
}

Result<std::vector<RunId>> RunStore::removedRuns() const {
  FOVEA_TRY(SqliteRows rows, database_->query("SELECT id FROM runs WHERE removed ORDER BY id"));
  std::vector<RunId> runs;
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) return runs;
    runs.push_back(RunId{static_cast<std::int32_t>(rows.integer(0))});
  }
}

Result<Network> RunStore::network(RunId run) const {
  FOVEA_CHECK(needRun(run));
  FOVEA_TRY(SqliteRows rows, database_->query("SELECT network FROM runs WHERE id = ?1", run.index));
  FOVEA_TRY(const bool found, rows.next());
  const auto json = parseJson(found ? rows.text(0) : std::string());
  auto network = json.ok() ? networkFromJson(*json) : Result<Network>(json.error());
  if (!network.ok())
    return network.error().within("The network of run " + std::to_string(run.index) + " in " + file().string());
  return network;
}

Result<std::vector<MetricPoint>> RunStore::points(RunId run, std::size_t maximumPoints) const {
  FOVEA_CHECK(needRun(run));
  CurveDecimation curve(maximumPoints);
  FOVEA_TRY(
      SqliteRows rows,
      database_->query("SELECT step, epoch, loss, accuracy, learning_rate FROM points WHERE run = ?1 ORDER BY step",
                       run.index));
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) break;
    curve.add({rows.integer(0), rows.real(1), rows.real(2), rows.real(3), rows.real(4)});
  }
  std::vector<MetricPoint> points = std::move(curve).finish();
  FOVEA_CHECK(addPointMetrics(run, points));
  return points;
}

// Both are in order of step; points that were removed by decimation are skipped.
Status RunStore::addPointMetrics(RunId run, std::vector<MetricPoint>& points) const {
  FOVEA_TRY(SqliteRows rows,
            database_->query("SELECT step, name, value FROM point_metrics WHERE run = ?1 ORDER BY step", run.index));
  auto point = points.begin();
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) return {};
    const std::int64_t step = rows.integer(0);
    while (point != points.end() && point->step < step) ++point;
    if (point == points.end()) return {};
    if (point->step == step) point->metrics.emplace_back(rows.text(1), rows.real(2));
  }
}

Result<std::vector<MetricPoint>> RunStore::validationPoints(RunId run) const {
  FOVEA_CHECK(needRun(run));
  FOVEA_TRY(
      SqliteRows rows,
      database_->query("SELECT step, name, value FROM point_metrics WHERE run = ?1 AND name GLOB 'val_*' ORDER BY step",
                       run.index));
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  std::vector<MetricPoint> points;
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) return points;
    const std::int64_t step = rows.integer(0);
    if (points.empty() || points.back().step != step) points.push_back({step, kUnknown, kUnknown, kUnknown, kUnknown});
    points.back().metrics.emplace_back(rows.text(1), rows.real(2));
  }
}

Result<std::vector<EpochRecord>> RunStore::epochs(RunId run) const {
  FOVEA_CHECK(needRun(run));
  FOVEA_TRY(SqliteRows rows,
            database_->query(
                "SELECT epoch, step, train_loss, train_accuracy, validation_loss, validation_accuracy, learning_rate, "
                "seconds, best FROM epochs WHERE run = ?1 ORDER BY epoch",
                run.index));
  std::vector<EpochRecord> records;
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) break;
    records.push_back({rows.integer(0), rows.integer(1), rows.real(2), rows.real(3), rows.real(4), rows.real(5),
                       rows.real(6), rows.real(7), rows.integer(8) != 0});
  }
  FOVEA_CHECK(addEpochMetrics(run, records));
  return records;
}

Result<std::vector<std::string>> RunStore::epochTimes(RunId run) const {
  FOVEA_CHECK(needRun(run));
  FOVEA_TRY(SqliteRows rows, database_->query("SELECT recorded FROM epochs WHERE run = ?1 ORDER BY epoch", run.index));
  std::vector<std::string> times;
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) return times;
    times.push_back(rows.text(0));
  }
}

// Both are in order of epoch.
Status RunStore::addEpochMetrics(RunId run, std::vector<EpochRecord>& records) const {
  FOVEA_TRY(
      SqliteRows rows,
      database_->query("SELECT epoch, split, name, value FROM epoch_metrics WHERE run = ?1 ORDER BY epoch, split, "
                       "name",
                       run.index));
  auto record = records.begin();
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) return {};
    const std::int64_t epoch = rows.integer(0);
    while (record != records.end() && record->epoch < epoch) ++record;
    if (record == records.end()) return {};
    if (record->epoch == epoch)
      (rows.text(1) == "train" ? record->trainMetrics : record->validationMetrics)
          .emplace_back(rows.text(2), rows.real(3));
  }
}

// `query` selects epoch, step, file, accuracy, loss, created, best, pinned and score of the run ?1.
Result<std::vector<CheckpointRecord>> RunStore::readCheckpoints(RunId run, std::string_view query) const {
  FOVEA_CHECK(needRun(run));
  FOVEA_TRY(SqliteRows rows, database_->query(query, run.index));
  std::vector<CheckpointRecord> records;
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) return records;
    records.push_back({run, rows.integer(0), rows.integer(1), rows.text(2), rows.real(3), rows.real(4), rows.text(5),
                       rows.integer(6) != 0, rows.integer(7) != 0});
    if (!rows.isNull(8)) records.back().score = rows.real(8);
    if (!staysInside(records.back().file))
      return fail(ErrorCode::Corrupt, file().string() + " is damaged: the checkpoint \"" + rows.text(2) +
                                          "\" lies outside of the project.");
  }
}

Result<std::optional<CheckpointRecord>> RunStore::readCheckpoint(RunId run, std::string_view query) const {
  FOVEA_TRY(auto found, readCheckpoints(run, query));
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

Result<std::vector<CheckpointRecord>> RunStore::checkpoints(RunId run) const {
  return readCheckpoints(run,
                         "SELECT epoch, step, file, accuracy, loss, created, best, pinned, score FROM checkpoints "
                         "WHERE run = ?1 ORDER BY step");
}

Result<std::optional<CheckpointRecord>> RunStore::lastCheckpoint(RunId run) const {
  return readCheckpoint(
      run,
      "SELECT epoch, step, file, accuracy, loss, created, best, pinned, score FROM checkpoints WHERE run = ?1 "
      "ORDER BY step DESC LIMIT 1");
}

Result<std::optional<CheckpointRecord>> RunStore::bestCheckpoint(RunId run) const {
  return readCheckpoint(run,
                        "SELECT epoch, step, file, accuracy, loss, created, best, pinned, score FROM checkpoints WHERE "
                        "run = ?1 AND best LIMIT 1");
}

Result<std::vector<std::int64_t>> RunStore::checkpointsThatStay(RunId run, std::int64_t best) const {
  FOVEA_TRY(
      SqliteRows rows,
      database_->query("SELECT step FROM checkpoints WHERE run = ?1 AND pinned UNION SELECT step FROM (SELECT step "
                       "FROM checkpoints WHERE run = ?1 AND (score IS NOT NULL OR accuracy >= 0 OR loss >= 0) "
                       "ORDER BY score IS NULL, score DESC, accuracy DESC, CASE WHEN accuracy < 0 THEN loss END, "
                       "step LIMIT ?2)",
                       run.index, best));
  std::vector<std::int64_t> steps;
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) return steps;
    steps.push_back(rows.integer(0));
  }
}

Result<std::vector<RunMark>> RunStore::marks(RunId run) const {
  FOVEA_CHECK(needRun(run));
  FOVEA_TRY(SqliteRows rows,
            database_->query("SELECT step, text, recorded FROM marks WHERE run = ?1 ORDER BY step, rowid", run.index));
  std::vector<RunMark> records;
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) return records;
    records.push_back({rows.integer(0), rows.text(1), rows.text(2)});
  }
}

}  // namespace fovea

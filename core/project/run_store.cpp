#include "core/project/run_store.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/project/run_schema.h"
#include "core/project/stored_settings.h"

namespace fovea {
namespace {

bool isOver(RunStatus status) {
  return status == RunStatus::Finished || status == RunStatus::Stopped || status == RunStatus::Failed ||
         status == RunStatus::Interrupted;
}

std::string settingsText(const TrainingSettings& settings) {
  return formatJsonLine(settingsToJson(settings));
}

// Derives the run's best validation from the stored epochs and the validations within epochs in one statement, whatever
// was added or deleted. The last that the trainer judged better than all before it, by the run's own metric, is the
// best. If the trainer judged none (runs of other programs), it is the one with the highest accuracy; if none is
// measured, the lowest loss.
std::string bestAmong(const std::string& some) {
  return "UPDATE runs SET (best_epoch, best_accuracy) = (SELECT epoch, accuracy FROM (SELECT epoch, step, "
         "validation_accuracy AS accuracy, validation_loss AS loss, best FROM epochs WHERE run = ?1 " +
         some + " UNION ALL SELECT epoch, step, accuracy, loss, best FROM validations WHERE run = ?1 " + some +
         ") WHERE best OR accuracy >= 0 OR loss IS NOT NULL "
         "ORDER BY best DESC, CASE WHEN best THEN epoch END DESC, CASE WHEN best THEN step END DESC, "
         "coalesce(accuracy, -1) DESC, CASE WHEN accuracy IS NULL THEN loss END, epoch, step LIMIT 1) WHERE id = ?1";
}
const std::string kUpdateBest = bestAmong("");
// Used after something new in epoch ?2: avoids a scan of a long run at each epoch.
const std::string kUpdateBestWithNew = bestAmong("AND epoch IN (?2, (SELECT best_epoch FROM runs WHERE id = ?1))");
// Writes only the rows that change: the previous best one and the new one. The first is found by the index
// ranked_checkpoints.
constexpr const char* kUpdateBestCheckpoint =
    "WITH chosen(step) AS (SELECT step FROM checkpoints WHERE run = ?1 AND (score IS NOT NULL OR accuracy >= 0 OR "
    "loss >= 0) "
    "ORDER BY score IS NULL, score DESC, accuracy DESC, CASE WHEN accuracy < 0 THEN loss END, step LIMIT 1) "
    "UPDATE checkpoints SET best = NOT best "
    "WHERE run = ?1 AND step IN (SELECT step FROM checkpoints WHERE run = ?1 AND best UNION SELECT step FROM chosen) "
    "AND best IS NOT (step IS (SELECT step FROM chosen))";

}  // namespace

const char* runStatusName(RunStatus status) {
  switch (status) {
    case RunStatus::Created:
      return "created";
    case RunStatus::Running:
      return "running";
    case RunStatus::Paused:
      return "paused";
    case RunStatus::Finished:
      return "finished";
    case RunStatus::Stopped:
      return "stopped";
    case RunStatus::Failed:
      return "failed";
    case RunStatus::Interrupted:
      return "interrupted";
  }
  return "interrupted";
}

Result<std::unique_ptr<RunStore>> RunStore::open(const std::filesystem::path& file, SqliteMode mode) {
  FOVEA_TRY(auto database, SqliteDatabase::open(file, mode));
  FOVEA_CHECK(prepareRunSchema(*database, mode));
  return std::unique_ptr<RunStore>(new RunStore(std::move(database)));
}

Status RunStore::checkIntegrity() const {
  FOVEA_TRY(SqliteRows rows, database_->query("PRAGMA quick_check(1)"));
  FOVEA_TRY(const bool found, rows.next());
  if (found && rows.text(0) != "ok")
    return fail(ErrorCode::Corrupt, file().string() + " is damaged: " + rows.text(0) + ".");
  return {};
}

Status RunStore::needRun(RunId run) const {
  FOVEA_TRY(const std::int64_t there, database_->integer(0, "SELECT 1 FROM runs WHERE id = ?1", run.index));
  if (there == 0)
    return fail(ErrorCode::NotFound, "There is no run " + std::to_string(run.index) + " in " + file().string() + ".");
  return {};
}

Result<RunId> RunStore::createRun(const RunDescription& description, RunStatus status, std::int32_t lowestId) {
  RunId run;
  FOVEA_CHECK(database_->transaction([&]() -> Status {
    FOVEA_TRY(const std::int64_t last, database_->integer(0, "SELECT seq FROM sqlite_sequence WHERE name = 'runs'"));
    run.index = std::max(static_cast<std::int32_t>(last + 1), lowestId);
    return database_->execute(
        "INSERT INTO runs (id, name, network, settings, dataset, device, status, started, grouped, origin, "
        "begun_settings, given_weights, begun_step) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?4, ?11, ?12)",
        run.index, description.name, formatJsonLine(networkToJson(description.network)),
        settingsText(description.settings), description.dataset, description.settings.device, runStatusName(status),
        utcNow(), description.group, description.origin, description.givenWeights, description.firstStep);
  }));
  return run;
}

Status RunStore::renameRun(RunId run, const std::string& name) {
  if (name.empty()) return fail(ErrorCode::InvalidArgument, "A run needs a name.");
  FOVEA_CHECK(needRun(run));
  return database_->execute("UPDATE runs SET name = ?2 WHERE id = ?1", run.index, name);
}

Status RunStore::renameDataset(const std::string& name, const std::string& newName) {
  FOVEA_CHECK(database_->execute("UPDATE runs SET dataset = ?2 WHERE dataset = ?1", name, newName));
  return database_->execute(
      "UPDATE sweeps SET plan = json_set(plan, '$.dataset', ?2) WHERE json_valid(plan) AND "
      "json_extract(plan, '$.dataset') = ?1",
      name, newName);
}

Status RunStore::setRemoved(RunId run, bool removed) {
  FOVEA_CHECK(needRun(run));
  return database_->execute("UPDATE runs SET removed = ?2 WHERE id = ?1", run.index, removed);
}

Status RunStore::deleteRun(RunId run) {
  FOVEA_CHECK(needRun(run));
  return database_->execute("DELETE FROM runs WHERE id = ?1", run.index);
}

Status RunStore::withdrawRun(RunId run) {
  return database_->transaction([&]() -> Status {
    FOVEA_CHECK(deleteRun(run));
    return database_->execute("UPDATE sqlite_sequence SET seq = ?1 - 1 WHERE name = 'runs' AND seq = ?1", run.index);
  });
}

Status RunStore::putBack(const RunRecord& before) {
  FOVEA_CHECK(needRun(before.id));
  return database_->execute(
      "UPDATE runs SET status = ?2, error = ?3, finished = nullif(?4, ''), settings = ?5, device = ?6 WHERE id = ?1",
      before.id.index, runStatusName(before.status), before.error, before.finished, settingsText(before.settings),
      before.device);
}

Status RunStore::setStatus(RunId run, RunStatus status, const std::string& error) {
  FOVEA_CHECK(needRun(run));
  return database_->execute("UPDATE runs SET status = ?2, error = ?3, finished = nullif(?4, '') WHERE id = ?1",
                            run.index, runStatusName(status), error, isOver(status) ? utcNow() : std::string());
}

Status RunStore::setSettings(RunId run, const TrainingSettings& settings) {
  FOVEA_CHECK(needRun(run));
  return database_->execute("UPDATE runs SET settings = ?2, device = ?3 WHERE id = ?1", run.index,
                            settingsText(settings), settings.device);
}

Status RunStore::setBeginning(RunId run, const TrainingSettings& settings) {
  FOVEA_CHECK(needRun(run));
  return database_->execute("UPDATE runs SET begun_settings = ?2 WHERE id = ?1", run.index, settingsText(settings));
}

Status RunStore::setTimes(RunId run, const std::string& started, const std::string& finished) {
  FOVEA_CHECK(needRun(run));
  return database_->execute("UPDATE runs SET started = ?2, finished = nullif(?3, '') WHERE id = ?1", run.index, started,
                            finished);
}

Status RunStore::markInterrupted() {
  return database_->execute(
      "UPDATE runs SET status = 'interrupted', finished = ?1 WHERE status IN ('created', 'running', 'paused')",
      utcNow());
}

Status RunStore::appendPoints(RunId run, std::span<const MetricPoint> points) {
  if (points.empty()) return {};
  FOVEA_CHECK(needRun(run));
  return database_->transaction([&]() -> Status {
    for (const MetricPoint& point : points)
      FOVEA_CHECK(
          database_->execute("INSERT OR REPLACE INTO points (run, step, epoch, loss, accuracy, learning_rate) VALUES "
                             "(?1, ?2, ?3, ?4, ?5, ?6)",
                             run.index, point.step, point.epoch, point.loss, point.accuracy, point.learningRate));
    for (const MetricPoint& point : points)
      for (const auto& [name, value] : point.metrics)
        FOVEA_CHECK(
            database_->execute("INSERT OR REPLACE INTO point_metrics (run, step, name, value) VALUES (?1, ?2, ?3, ?4)",
                               run.index, point.step, name, value));
    return {};
  });
}

Status RunStore::recordEpoch(RunId run, const EpochRecord& epoch, const std::string& recorded) {
  FOVEA_CHECK(needRun(run));
  return database_->transaction([&]() -> Status {
    FOVEA_TRY(const std::int64_t replaced,
              database_->integer(0, "SELECT 1 FROM epochs WHERE run = ?1 AND epoch = ?2", run.index, epoch.epoch));
    FOVEA_CHECK(database_->execute(
        "INSERT OR REPLACE INTO epochs (run, epoch, step, train_loss, train_accuracy, validation_loss, "
        "validation_accuracy, "
        "learning_rate, seconds, best, recorded) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        run.index, epoch.epoch, epoch.step, epoch.trainLoss, epoch.trainAccuracy, epoch.validationLoss,
        epoch.validationAccuracy, epoch.learningRate, epoch.seconds, epoch.best,
        recorded.empty() ? utcNow() : recorded));
    for (const auto& [split, values] :
         {std::pair("train", &epoch.trainMetrics), std::pair("validation", &epoch.validationMetrics)})
      for (const auto& [name, value] : *values)
        FOVEA_CHECK(database_->execute(
            "INSERT OR REPLACE INTO epoch_metrics (run, epoch, step, split, name, value) VALUES (?1, ?2, ?3, ?4, ?5, "
            "?6)",
            run.index, epoch.epoch, epoch.step, std::string(split), name, value));
    return updateBest(run, epoch.epoch, replaced != 0);
  });
}

Status RunStore::recordValidation(RunId run, const ValidationRecord& validation) {
  FOVEA_CHECK(needRun(run));
  MetricValues values{{"val_loss", validation.loss}};
  if (validation.accuracy == validation.accuracy) values.emplace_back("val_accuracy", validation.accuracy);
  for (const auto& [name, value] : validation.metrics) values.emplace_back("val_" + name, value);
  return database_->transaction([&]() -> Status {
    for (const auto& [name, value] : values)
      FOVEA_CHECK(
          database_->execute("INSERT OR REPLACE INTO point_metrics (run, step, name, value) VALUES (?1, ?2, ?3, ?4)",
                             run.index, validation.step, name, value));
    FOVEA_TRY(const std::int64_t replaced,
              database_->integer(0, "SELECT 1 FROM validations WHERE run = ?1 AND epoch = ?2 AND step = ?3", run.index,
                                 validation.epoch, validation.step));
    FOVEA_CHECK(database_->execute(
        "INSERT OR REPLACE INTO validations (run, epoch, step, loss, accuracy, best) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        run.index, validation.epoch, validation.step, validation.loss, validation.accuracy, validation.best));
    return updateBest(run, validation.epoch, replaced != 0);
  });
}

Status RunStore::updateBest(RunId run, std::int64_t epoch, bool replaced) {
  return replaced ? database_->execute(kUpdateBest, run.index)
                  : database_->execute(kUpdateBestWithNew, run.index, epoch);
}

Status RunStore::addMark(RunId run, std::int64_t step, const std::string& text) {
  FOVEA_CHECK(needRun(run));
  return database_->execute("INSERT INTO marks (run, step, text, recorded) VALUES (?1, ?2, ?3, ?4)", run.index, step,
                            text, utcNow());
}

Status RunStore::addCheckpoint(const CheckpointRecord& checkpoint) {
  FOVEA_CHECK(needRun(checkpoint.run));
  return database_->transaction([&]() -> Status {
    FOVEA_CHECK(database_->execute(
        "INSERT OR REPLACE INTO checkpoints (run, step, epoch, file, accuracy, loss, created, pinned, score) VALUES "
        "(?1, ?2, ?3, ?4, ?5, ?6, ?7, coalesce((SELECT pinned FROM checkpoints WHERE run = ?1 AND step = ?2), ?8), "
        "?9)",
        checkpoint.run.index, checkpoint.step, checkpoint.epoch, checkpoint.file.generic_string(), checkpoint.accuracy,
        checkpoint.loss, checkpoint.created.empty() ? utcNow() : checkpoint.created, checkpoint.pinned,
        checkpoint.score.value_or(std::numeric_limits<double>::quiet_NaN())));
    return database_->execute(kUpdateBestCheckpoint, checkpoint.run.index);
  });
}

Status RunStore::removeCheckpoint(RunId run, std::int64_t step) {
  return database_->transaction([&]() -> Status {
    FOVEA_CHECK(database_->execute("DELETE FROM checkpoints WHERE run = ?1 AND step = ?2", run.index, step));
    return database_->execute(kUpdateBestCheckpoint, run.index);
  });
}

Result<bool> RunStore::removeUnlessPinned(RunId run, std::int64_t step) {
  std::int64_t remaining = 0;
  const auto drop = [&]() -> Status {
    FOVEA_CHECK(
        database_->execute("DELETE FROM checkpoints WHERE run = ?1 AND step = ?2 AND NOT pinned", run.index, step));
    FOVEA_CHECK(database_->execute(kUpdateBestCheckpoint, run.index));
    FOVEA_TRY(remaining,
              database_->integer(0, "SELECT 1 FROM checkpoints WHERE run = ?1 AND step = ?2", run.index, step));
    return {};
  };
  FOVEA_CHECK(database_->transaction(drop));
  return remaining == 0;
}

Status RunStore::retireScores(RunId run, std::int64_t number) {
  return database_->transaction([&]() -> Status {
    FOVEA_CHECK(database_->execute(
        "UPDATE checkpoints SET retired_score = score, retired_by = ?2, score = NULL WHERE run = ?1 AND score IS NOT "
        "NULL",
        run.index, number));
    return database_->execute(kUpdateBestCheckpoint, run.index);
  });
}

Status RunStore::keepChanges(RunId run, std::int64_t number) {
  return database_->transaction([&]() -> Status {
    FOVEA_CHECK(database_->execute("DELETE FROM changes WHERE run = ?1 AND number >= ?2", run.index, number));
    FOVEA_CHECK(database_->execute(
        "UPDATE checkpoints SET score = retired_score, retired_score = NULL, retired_by = NULL WHERE run = ?1 AND "
        "retired_by >= ?2",
        run.index, number));
    return database_->execute(kUpdateBestCheckpoint, run.index);
  });
}

Status RunStore::pinCheckpoint(RunId run, std::int64_t step, bool pinned) {
  FOVEA_TRY(const std::int64_t there,
            database_->integer(0, "SELECT 1 FROM checkpoints WHERE run = ?1 AND step = ?2", run.index, step));
  if (there == 0)
    return fail(ErrorCode::NotFound,
                "Run " + std::to_string(run.index) + " has no checkpoint of step " + std::to_string(step) + ".");
  return database_->execute("UPDATE checkpoints SET pinned = ?3 WHERE run = ?1 AND step = ?2", run.index, step, pinned);
}

Status RunStore::truncateAfter(RunId run, std::int64_t step) {
  FOVEA_CHECK(needRun(run));
  return database_->transaction([&]() -> Status {
    FOVEA_CHECK(database_->execute("DELETE FROM points WHERE run = ?1 AND step > ?2", run.index, step));
    FOVEA_CHECK(database_->execute("DELETE FROM epochs WHERE run = ?1 AND step > ?2", run.index, step));
    FOVEA_CHECK(database_->execute("DELETE FROM point_metrics WHERE run = ?1 AND step > ?2", run.index, step));
    FOVEA_CHECK(database_->execute("DELETE FROM validations WHERE run = ?1 AND step > ?2", run.index, step));
    FOVEA_CHECK(database_->execute("DELETE FROM epoch_metrics WHERE run = ?1 AND step > ?2", run.index, step));
    FOVEA_CHECK(database_->execute("DELETE FROM marks WHERE run = ?1 AND step > ?2", run.index, step));
    FOVEA_CHECK(database_->execute("DELETE FROM layer_frames WHERE run = ?1 AND step > ?2", run.index, step));
    FOVEA_CHECK(database_->execute("DELETE FROM layer_records WHERE run = ?1 AND step > ?2", run.index, step));
    return database_->execute(kUpdateBest, run.index);
  });
}

Status RunStore::copyHistory(RunId from, RunId to, std::int64_t step) {
  FOVEA_CHECK(needRun(from));
  FOVEA_CHECK(needRun(to));
  return database_->transaction([&]() -> Status {
    FOVEA_CHECK(
        database_->execute("INSERT INTO points SELECT ?2, step, epoch, loss, accuracy, learning_rate FROM points "
                           "WHERE run = ?1 AND step <= ?3",
                           from.index, to.index, step));
    FOVEA_CHECK(database_->execute(
        "INSERT INTO epochs SELECT ?2, epoch, step, train_loss, train_accuracy, validation_loss, "
        "validation_accuracy, learning_rate, seconds, best, recorded FROM epochs WHERE run = ?1 AND step <= ?3",
        from.index, to.index, step));
    FOVEA_CHECK(database_->execute(
        "INSERT INTO point_metrics SELECT ?2, step, name, value FROM point_metrics WHERE run = ?1 AND step <= ?3",
        from.index, to.index, step));
    FOVEA_CHECK(database_->execute(
        "INSERT INTO validations SELECT ?2, epoch, step, loss, accuracy, best FROM validations WHERE run = ?1 AND "
        "step <= ?3",
        from.index, to.index, step));
    FOVEA_CHECK(
        database_->execute("INSERT INTO epoch_metrics SELECT ?2, epoch, step, split, name, value FROM epoch_metrics "
                           "WHERE run = ?1 AND step <= ?3",
                           from.index, to.index, step));
    FOVEA_CHECK(
        database_->execute("INSERT INTO marks SELECT ?2, step, text, recorded FROM marks WHERE run = ?1 AND step <= ?3",
                           from.index, to.index, step));
    FOVEA_CHECK(database_->execute(
        "INSERT INTO layer_frames SELECT ?2, step, seconds FROM layer_frames WHERE run = ?1 AND step <= ?3", from.index,
        to.index, step));
    FOVEA_CHECK(database_->execute(
        "INSERT INTO layer_records SELECT ?2, step, number, layer, weights, gradients, activations, gradient_norm, "
        "update_ratio FROM layer_records WHERE run = ?1 AND step <= ?3",
        from.index, to.index, step));
    FOVEA_CHECK(database_->execute("UPDATE runs SET begun_step = ?2 WHERE id = ?1", to.index, step));
    return database_->execute(kUpdateBest, to.index);
  });
}

}  // namespace fovea

#include "core/project/run_schema.h"

#include <iterator>

namespace fovea {
namespace {

constexpr std::int64_t kApplicationId = 0x466f7661;  // "Fova"

// Entry i, counted from 0, converts version i to version i + 1. Released entries never change.
constexpr const char* kMigrations[] = {
    R"(
PRAGMA application_id = 0x466f7661;
CREATE TABLE runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  network TEXT NOT NULL,
  settings TEXT NOT NULL,
  dataset TEXT NOT NULL,
  device TEXT NOT NULL,
  status TEXT NOT NULL,
  started TEXT NOT NULL,
  finished TEXT,
  best_accuracy REAL,
  best_epoch INTEGER,
  error TEXT NOT NULL DEFAULT ''
);
CREATE TABLE points (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  epoch REAL,
  loss REAL,
  accuracy REAL,
  learning_rate REAL,
  PRIMARY KEY (run, step)
) WITHOUT ROWID;
CREATE TABLE epochs (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  epoch INTEGER NOT NULL,
  step INTEGER NOT NULL,
  train_loss REAL,
  train_accuracy REAL,
  validation_loss REAL,
  validation_accuracy REAL,
  learning_rate REAL,
  seconds REAL,
  best INTEGER NOT NULL,
  PRIMARY KEY (run, epoch)
) WITHOUT ROWID;
CREATE TABLE checkpoints (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  file TEXT NOT NULL,
  accuracy REAL NOT NULL,
  loss REAL NOT NULL,
  created TEXT NOT NULL,
  best INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run, step)
) WITHOUT ROWID;
CREATE TABLE marks (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX marks_by_run ON marks (run, step);
PRAGMA user_version = 1;
)",
    // Metrics besides loss and accuracy, by name.
    R"(
CREATE TABLE point_metrics (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  name TEXT NOT NULL,
  value REAL,
  PRIMARY KEY (run, step, name)
) WITHOUT ROWID;
CREATE TABLE epoch_metrics (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  epoch INTEGER NOT NULL,
  step INTEGER NOT NULL,
  split TEXT NOT NULL,
  name TEXT NOT NULL,
  value REAL,
  PRIMARY KEY (run, epoch, split, name)
) WITHOUT ROWID;
PRAGMA user_version = 2;
)",
    // Times of epochs and marks: UTC, ISO 8601; empty in rows of older versions.
    R"(
ALTER TABLE epochs ADD COLUMN recorded TEXT NOT NULL DEFAULT '';
ALTER TABLE marks ADD COLUMN recorded TEXT NOT NULL DEFAULT '';
PRAGMA user_version = 3;
)",
    // Groups of runs, the settings at a run's start and later changes, runs of other programs, pinned checkpoints.
    R"(
ALTER TABLE runs ADD COLUMN grouped TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN origin TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN begun_settings TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN begun_step INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN given_weights INTEGER NOT NULL DEFAULT 0;
ALTER TABLE checkpoints ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE checkpoints ADD COLUMN score REAL;
CREATE TABLE changes (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  step INTEGER NOT NULL,
  setting TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE TABLE sweeps (
  name TEXT PRIMARY KEY,
  plan TEXT NOT NULL,
  created TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE trials (
  sweep TEXT NOT NULL REFERENCES sweeps(name) ON DELETE CASCADE,
  trial INTEGER NOT NULL,
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  PRIMARY KEY (sweep, trial)
) WITHOUT ROWID;
PRAGMA user_version = 4;
)",
    // Runs that the user deleted, which can still be restored.
    R"(
ALTER TABLE runs ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
PRAGMA user_version = 5;
)",
    // Histograms of the layers: minimum and maximum, then the counts of the bins.
    R"(
CREATE TABLE layer_frames (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  seconds REAL,
  PRIMARY KEY (run, step)
) WITHOUT ROWID;
CREATE TABLE layer_records (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  number INTEGER NOT NULL,
  layer TEXT NOT NULL,
  weights TEXT NOT NULL,
  gradients TEXT NOT NULL,
  activations TEXT NOT NULL,
  gradient_norm REAL,
  update_ratio REAL,
  PRIMARY KEY (run, step, number)
) WITHOUT ROWID;
PRAGMA user_version = 6;
)",
    // Ranks checkpoints, so that saving finds the best ones without a scan of a long run.
    R"(
CREATE INDEX ranked_checkpoints ON checkpoints (
  run, score IS NULL, score DESC, accuracy DESC, CASE WHEN accuracy < 0 THEN loss END, step
) WHERE score IS NOT NULL OR accuracy >= 0 OR loss >= 0;
PRAGMA user_version = 7;
)",
    // Validations within epochs, any of which may be the run's best, and the scores of checkpoints from before a change
    // of the deciding metric, with the number of that change.
    R"(
CREATE TABLE validations (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  epoch INTEGER NOT NULL,
  step INTEGER NOT NULL,
  loss REAL,
  accuracy REAL,
  best INTEGER NOT NULL,
  PRIMARY KEY (run, epoch, step)
) WITHOUT ROWID;
ALTER TABLE checkpoints ADD COLUMN retired_score REAL;
ALTER TABLE checkpoints ADD COLUMN retired_by INTEGER;
PRAGMA user_version = 8;
)",
};
static_assert(std::size(kMigrations) == kRunSchemaVersion);

}  // namespace

Status prepareRunSchema(SqliteDatabase& database, SqliteMode mode) {
  const std::string file = database.path().string();
  FOVEA_TRY(const std::int64_t application, database.integer(0, "PRAGMA application_id"));
  FOVEA_TRY(const std::int64_t tables, database.integer(0, "SELECT count(*) FROM sqlite_schema"));
  FOVEA_TRY(const std::int64_t version, database.integer(0, "PRAGMA user_version"));
  const bool empty = application == 0 && version == 0 && tables == 0;
  if (!empty && application != kApplicationId)
    return fail(ErrorCode::Corrupt, file + " is not a store of runs made by Fovea.");
  if (version > kRunSchemaVersion)
    return fail(ErrorCode::NewerVersion, file + " was written by a newer version of Fovea.",
                "Update Fovea to open it.");
  if (version < 0 || (!empty && version == 0))
    return fail(ErrorCode::Corrupt, file + " is damaged: it has no version.");
  if (version == kRunSchemaVersion) return {};
  if (mode == SqliteMode::ReadOnly)
    return fail(ErrorCode::Unsupported, file + " is of an older version and must be opened for writing once.",
                "Open the project in Fovea where its folder can be written.");
  const auto migrate = [&]() -> Status {
    for (auto step = static_cast<std::size_t>(version); step < std::size(kMigrations); ++step)
      FOVEA_CHECK(database.script(kMigrations[step]));
    return {};
  };
  FOVEA_CHECK(database.transaction(migrate));
  // Moves the tables to the main file, so that a copy without the -wal file is still a store.
  return database.script("PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace fovea

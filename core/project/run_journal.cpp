// Why: stores what is needed to repeat a run: its initial state, its changes of settings, and its sweep.
#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/project/run_store.h"
#include "core/project/stored_settings.h"
#include "core/train/trainer.h"

namespace fovea {

Status RunStore::addChange(RunId run, std::int64_t number, const SettingChange& change) {
  FOVEA_CHECK(needRun(run));
  return database_->execute(
      "INSERT OR REPLACE INTO changes (run, number, step, setting, value) VALUES (?1, ?2, ?3, ?4, ?5)", run.index,
      number, change.step, change.setting, formatJsonLine(fieldValueToJson(change.value)));
}

Result<std::vector<SettingChange>> RunStore::changes(RunId run) const {
  FOVEA_CHECK(needRun(run));
  FOVEA_TRY(SqliteRows rows,
            database_->query("SELECT step, setting, value FROM changes WHERE run = ?1 ORDER BY number", run.index));
  std::vector<SettingChange> changes;
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) return changes;
    const std::string setting = rows.text(1);
    const Field* field = changeableSettings().find(setting);
    const auto json = parseJson(rows.text(2));
    auto value = field && json.ok() ? fieldValueFromJson(*field, *json) : Result<FieldValue>(Error{});
    if (!field || !json.ok() || !value.ok() || !field->validate(*value).ok())
      return fail(ErrorCode::Corrupt, file().string() + " is damaged: a change of “" + setting + "” in run " +
                                          std::to_string(run.index) + " cannot be read.");
    changes.push_back({rows.integer(0), setting, std::move(value).value()});
  }
}

Result<RunBeginning> RunStore::beginning(RunId run) const {
  FOVEA_CHECK(needRun(run));
  FOVEA_TRY(SqliteRows rows,
            database_->query("SELECT begun_settings, begun_step, given_weights FROM runs WHERE id = ?1", run.index));
  FOVEA_TRY(const bool found, rows.next());
  RunBeginning beginning;
  if (!found || rows.text(0).empty()) return beginning;
  const auto json = parseJson(rows.text(0));
  if (!json.ok()) return json.error().within("The settings of run " + std::to_string(run.index));
  beginning.settings = settingsFromJson(*json);
  beginning.step = rows.integer(1);
  beginning.givenWeights = rows.integer(2) != 0;
  beginning.known = true;
  return beginning;
}

Status RunStore::addSweep(const std::string& name, const std::string& plan) {
  FOVEA_TRY(const std::int64_t there, database_->integer(0, "SELECT 1 FROM sweeps WHERE name = ?1", name));
  if (there != 0)
    return fail(ErrorCode::AlreadyExists, "There is a sweep \"" + name + "\" already.", "Give it another name.");
  return database_->execute("INSERT INTO sweeps (name, plan, created) VALUES (?1, ?2, ?3)", name, plan, utcNow());
}

Result<std::string> RunStore::sweepPlan(const std::string& name) const {
  FOVEA_TRY(SqliteRows rows, database_->query("SELECT plan FROM sweeps WHERE name = ?1", name));
  FOVEA_TRY(const bool found, rows.next());
  if (!found) return fail(ErrorCode::NotFound, "There is no sweep \"" + name + "\" in " + file().string() + ".");
  return rows.text(0);
}

Result<std::vector<std::string>> RunStore::sweeps() const {
  FOVEA_TRY(SqliteRows rows, database_->query("SELECT name FROM sweeps ORDER BY name"));
  std::vector<std::string> names;
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) return names;
    names.push_back(rows.text(0));
  }
}

Status RunStore::setTrial(const std::string& sweep, std::int64_t trial, RunId run) {
  return database_->execute("INSERT OR REPLACE INTO trials (sweep, trial, run) VALUES (?1, ?2, ?3)", sweep, trial,
                            run.index);
}

Result<std::vector<std::pair<std::int64_t, RunId>>> RunStore::trials(const std::string& sweep) const {
  FOVEA_TRY(SqliteRows rows,
            database_->query("SELECT trial, run FROM trials WHERE sweep = ?1 AND run IN (SELECT id FROM runs WHERE NOT "
                             "removed) ORDER BY trial",
                             sweep));
  std::vector<std::pair<std::int64_t, RunId>> trials;
  for (;;) {
    FOVEA_TRY(const bool more, rows.next());
    if (!more) return trials;
    trials.emplace_back(rows.integer(0), RunId{static_cast<std::int32_t>(rows.integer(1))});
  }
}

}  // namespace fovea

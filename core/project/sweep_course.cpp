#include "core/project/sweep_course.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace fovea {

Status storeSweep(RunStore& store, const StoredSweep& sweep) {
  Json json = sweepToJson(sweep.plan);
  json["network"] = networkToJson(sweep.network);
  return store.addSweep(sweep.plan.name, formatJsonLine(json));
}

Result<StoredSweep> readSweep(const Project& project, const std::string& name) {
  FOVEA_TRY(const std::string text, project.runs().sweepPlan(name));
  FOVEA_TRY(const Json json, parseJson(text));
  StoredSweep stored;
  FOVEA_TRY(stored.plan, sweepFromJson(json));
  if (!json.contains("network")) return fail(ErrorCode::Corrupt, "The sweep's plan is damaged: it has no network.");
  FOVEA_TRY(stored.network, networkFromJson(json.at("network")));
  if (json.value("version", 1) < kSweepVersion)
    stored.plan.settings = sweepSettings(project.chosenSettings(), stored.plan.settings);
  return stored;
}

FieldValues sweepSettings(const FieldValues& chosenByProject, const FieldValues& forSweep) {
  FieldValues settings = chosenByProject;
  for (const auto& [name, value] : forSweep) settings.set(name, value);
  settings.remove("seed");
  return settings;
}

std::string freeSweepName(const std::vector<std::string>& taken) {
  for (std::size_t number = 1;; ++number)
    if (std::string name = fmt::format("sweep-{}", number); std::find(taken.begin(), taken.end(), name) == taken.end())
      return name;
}

Result<TrialState> readTrialState(const RunStore& store, RunId run) {
  RunHistory history;
  FOVEA_TRY(history.record, store.run(run));
  FOVEA_TRY(const auto last, store.lastCheckpoint(run));
  FOVEA_TRY(history.epochs, store.epochs(run));
  FOVEA_TRY(history.points, store.validationPoints(run));
  TrialState state;
  state.run = run;
  if (last) state.epochs = std::min(last->epoch, history.record.epochsDone);
  state.ended = history.record.status == RunStatus::Finished || history.record.status == RunStatus::Failed;
  if (history.record.status == RunStatus::Failed)
    state.error = history.record.error.empty() ? "It failed." : history.record.error;
  state.metrics = summarise(history);
  return state;
}

SweepCourse::SweepCourse(SweepPlan plan, std::int64_t epochs)
    : plan_(std::move(plan)),
      trials_(sweepTrials(plan_)),
      rounds_(sweepRounds(plan_, epochs)),
      states_(trials_.size()) {}

std::optional<std::int64_t> SweepCourse::trialOf(RunId run) const {
  const auto found =
      std::find_if(states_.begin(), states_.end(), [run](const TrialState& state) { return state.run == run; });
  if (!run.valid() || found == states_.end()) return std::nullopt;
  return found - states_.begin();
}

std::string SweepCourse::metric() const {
  if (!plan_.metric.empty()) return plan_.metric;
  for (const char* usual : kUsualSweepMetrics)
    for (const TrialState& state : states_)
      if (std::isfinite(bestOf(state.metrics, usual))) return usual;
  return {};
}

std::vector<std::string> SweepCourse::metrics() const {
  std::vector<std::string> names;
  for (const TrialState& state : states_)
    for (const MetricSummary& metric : state.metrics)
      if (std::find(names.begin(), names.end(), metric.name) == names.end()) names.push_back(metric.name);
  return names;
}

Status SweepCourse::checkMetric() const {
  const std::vector<std::string> names = metrics();
  if (plan_.metric.empty() || names.empty() || std::find(names.begin(), names.end(), plan_.metric) != names.end())
    return {};
  // The loss of runs that diverged is no number, and is no metric of theirs.
  const bool validated =
      std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.starts_with("val_"); });
  if (plan_.metric == "train_loss" || (validated && plan_.metric == "val_loss")) return {};
  return fail(ErrorCode::InvalidArgument, "The runs do not measure \"" + plan_.metric + "\".",
              fmt::format("There are: {}.", fmt::join(names, ", ")));
}

double SweepCourse::valueOf(std::int64_t trial, const std::string& metric) const {
  const TrialState& reachedSoFar = state(trial);
  return reachedSoFar.error.empty() ? bestOf(reachedSoFar.metrics, metric) : std::nan("");
}

// The last round trains each run as long as its own settings say.
std::int64_t SweepCourse::untilOf(std::size_t round) const {
  return round + 1 == rounds_.size() ? 0 : rounds_[round].epochs;
}

bool SweepCourse::reached(std::int64_t trial, std::size_t round) const {
  const std::int64_t until = untilOf(round);
  return state(trial).ended || (until > 0 && state(trial).epochs >= until);
}

struct SweepCourse::Walk {
  std::vector<SweepStanding> standings;       // by configuration
  std::vector<std::int64_t> present;          // configurations of the last round that has begun
  std::size_t round = 0;
  std::optional<SweepStep> next;
};

SweepCourse::Walk SweepCourse::walk() const {
  Walk walk;
  const std::string deciding = metric();
  for (const SweepTrial& trial : trials_) {
    if (walk.standings.empty() || walk.standings.back().score.configuration != trial.configuration) {
      SweepStanding standing;
      standing.score.configuration = trial.configuration;
      standing.values = trial.values;
      walk.present.push_back(trial.configuration);
      walk.standings.push_back(std::move(standing));
    }
    walk.standings.back().trials.push_back(trial.number);
  }
  for (;; ++walk.round) {
    const auto round = static_cast<std::int64_t>(walk.round);
    std::vector<SweepScore> scores;
    for (const std::int64_t configuration : walk.present) {
      SweepStanding& standing = walk.standings[static_cast<std::size_t>(configuration)];
      standing.complete = true;
      standing.each.clear();
      std::vector<double> values;
      for (const std::int64_t trial : standing.trials) {
        standing.each.push_back(valueOf(trial, deciding));
        if (std::isfinite(standing.each.back())) values.push_back(standing.each.back());
        if (reached(trial, walk.round)) continue;
        standing.complete = false;
        if (!walk.next) walk.next = SweepStep{trial, untilOf(walk.round), round};
      }
      standing.failed = standing.complete && values.size() < standing.trials.size();
      standing.score = scoreOf(configuration, standing.failed ? std::vector<double>() : values, round);
      scores.push_back(standing.score);
    }
    if (walk.next || walk.round + 1 == rounds_.size()) return walk;
    rank(scores, isLowerBetter(deciding));
    walk.present.clear();
    for (const SweepScore& score : scores)
      if (static_cast<std::int64_t>(walk.present.size()) < rounds_[walk.round].survivors && !std::isnan(score.mean))
        walk.present.push_back(score.configuration);
    if (walk.present.empty()) return walk;  // all have failed
    std::sort(walk.present.begin(), walk.present.end());
  }
}

std::optional<SweepStep> SweepCourse::next() const {
  return walk().next;
}

std::vector<SweepStanding> SweepCourse::standings() const {
  std::vector<SweepStanding> all = walk().standings;
  std::vector<SweepScore> scores;
  for (const SweepStanding& standing : all) scores.push_back(standing.score);
  rank(scores, isLowerBetter(metric()));
  std::vector<SweepStanding> ranked;
  for (const SweepScore& score : scores)
    ranked.push_back(std::move(all[static_cast<std::size_t>(score.configuration)]));
  return ranked;
}

SweepCourse::Progress SweepCourse::progress() const {
  const Walk come = walk();
  Progress progress{static_cast<std::int64_t>(come.round), 0, 0};
  for (const std::int64_t configuration : come.present)
    for (const std::int64_t trial : come.standings[static_cast<std::size_t>(configuration)].trials) {
      ++progress.of;
      progress.done += reached(trial, come.round) ? 1 : 0;
    }
  return progress;
}

}  // namespace fovea

// `fovea-cli sweep`: runs of one network with many settings, the best first.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "app/cli/drive_run.h"
#include "app/cli/sweep_plan.h"

namespace fovea::cli {
namespace {

// A sweep in progress.
class Sweep {
 public:
  Sweep(Context& context, Project& project, StoredSweep stored, std::shared_ptr<Dataset> data)
      : context_(context),
        project_(project),
        network_(std::move(stored.network)),
        data_(std::move(data)),
        defaults_(defaultSettings(network_, data_->info())),
        course_(stored.plan, trialSettings(stored.plan, {}, defaults_).epochs) {}

  Status run() {
    FOVEA_TRY(const auto known, project_.runs().trials(plan().name));
    for (const auto& [trial, run] : known) {
      if (trial < 0 || trial >= std::ssize(course_.trials())) continue;
      FOVEA_TRY(TrialState state, readTrialState(project_.runs(), run));
      course_.setState(trial, std::move(state));
    }
    FOVEA_CHECK(course_.checkMetric());
    for (auto step = course_.next(); step; step = course_.next()) FOVEA_CHECK(take(*step));
    const std::vector<SweepStanding> standings = course_.standings();
    summarisePrinted(standings);
    return checkResults(standings);
  }

 private:
  const SweepPlan& plan() const { return course_.plan(); }
  const SweepTrial& trialOf(std::int64_t number) const {
    return course_.trials()[static_cast<std::size_t>(number)];
  }

  Status take(const SweepStep& step) {
    const Status trained = train(step);
    if (!trained.ok() && endsAllRuns(trained.error())) return trained;
    TrialState state = course_.state(step.trial);
    if (state.run.valid()) {
      FOVEA_TRY(state, readTrialState(project_.runs(), state.run));
    }
    if (!trained.ok()) {
      state.error = trained.error().text();
      state.ended = true;
    }
    course_.setState(step.trial, std::move(state));
    FOVEA_CHECK(course_.checkMetric());
    report(step);
    return {};
  }

  // Trains up to the end of the step's epochs.
  Status train(const SweepStep& step) {
    const RunId known = course_.state(step.trial).run;
    if (!known.valid()) return begin(step);
    FOVEA_TRY(const RunRecord record, project_.runs().run(known));
    FOVEA_TRY(const auto last, project_.runs().lastCheckpoint(known));
    return goOn(record, last, step.epochs);
  }

  Status begin(const SweepStep& step) {
    const TrainingSettings settings = trialSettings(plan(), trialOf(step.trial), defaults_);
    FOVEA_TRY(const DeviceTeam devices, openDevices(context_.backends, settings.device));
    FOVEA_TRY(auto trainer,
              Trainer::create({network_, settings, data_, data_->folder().string(), {}, context_.cancel}, devices));
    const std::string name = fmt::format("{} {}", plan().name, step.trial + 1);
    FOVEA_TRY(auto recorder, RunRecorder::begin(project_, {name, network_, settings, plan().dataset, plan().name}));
    FOVEA_CHECK(project_.runs().setTrial(plan().name, step.trial, recorder->run()));
    course_.setState(step.trial, {recorder->run()});
    return drive(*trainer, *recorder, step.epochs);
  }

  Status goOn(const RunRecord& record, const std::optional<CheckpointRecord>& last, std::int64_t epochs) {
    FOVEA_TRY(const DeviceTeam devices, openDevices(context_.backends, record.settings.device));
    const TrainingPlan plan{network_, record.settings, data_, data_->folder().string(), {}, context_.cancel};
    if (!last) {
      FOVEA_TRY(auto trainer, Trainer::create(plan, devices));
      FOVEA_TRY(auto recorder, RunRecorder::restart(project_, record.id, record.settings));
      return drive(*trainer, *recorder, epochs);
    }
    FOVEA_TRY(const Checkpoint checkpoint, readCheckpoint(project_.checkpointPath(*last)));
    FOVEA_TRY(auto trainer, Trainer::resume(plan, checkpoint, devices));
    FOVEA_TRY(auto recorder, RunRecorder::resume(project_, record.id, last->step, record.settings));
    return drive(*trainer, *recorder, epochs);
  }

  Status drive(Trainer& trainer, RunRecorder& recorder, std::int64_t epochs) {
    TrainingLoop loop(context_, trainer, recorder);
    loop.beQuiet();
    if (epochs > 0 && epochs < trainer.settings().epochs) loop.stopAfter(0, epochs);
    return loop.run();
  }

  std::string valueWords(const FieldValues& values) const {
    std::vector<std::string> words;
    for (const auto& [name, value] : values) {
      const double* real = std::get_if<double>(&value);
      words.push_back(name + " " + (real ? fmt::format("{:.6g}", *real) : assignedText(value)));
    }
    return fmt::format("{}", fmt::join(words, ", "));
  }

  void report(const SweepStep& step) {
    const SweepTrial& trial = trialOf(step.trial);
    const TrialState& state = course_.state(step.trial);
    const std::string metric = course_.metric();
    const double value = state.error.empty() ? bestOf(state.metrics, metric) : std::nan("");
    const std::int64_t epochs = step.epochs > 0 ? step.epochs : trialSettings(plan(), trial, defaults_).epochs;
    if (context_.json) {
      Json event = {{"event", "trial"},
                    {"trial", trial.number},
                    {"run", state.run.valid() ? Json(state.run.index) : Json()},
                    {"round", step.round},
                    {"epochs", epochs},
                    {"seed", trial.seed},
                    {"values", fieldValuesToJson(trial.values)},
                    {"value", numberJson(value)}};
      if (!state.error.empty()) event["error"] = state.error;
      return printJson(event);
    }
    fmt::print("{} of {}, seed {}, to epoch {}: {}{}{}\n", trial.number + 1, course_.trials().size(), trial.seed,
               epochs, valueWords(trial.values),
               std::isfinite(value) ? fmt::format(": {} {:.6g}", metric, value) : "",
               state.error.empty() ? "" : ": " + state.error);
    std::fflush(stdout);
  }

  void summarisePrinted(const std::vector<SweepStanding>& standings) {
    const std::string metric = course_.metric();
    Json results = Json::array();
    for (const SweepStanding& standing : standings) {
      std::vector<std::int32_t> runs;
      for (const std::int64_t trial : standing.trials)
        if (const RunId run = course_.state(trial).run; run.valid()) runs.push_back(run.index);
      const SweepScore& score = standing.score;
      if (context_.json) {
        Json each = Json::array();
        for (const double value : standing.each) each.push_back(numberJson(value));
        results.push_back({{"values", fieldValuesToJson(standing.values)},
                           {"mean", numberJson(score.mean)},
                           {"deviation", numberJson(score.deviation)},
                           {"each", std::move(each)},
                           {"round", score.round},
                           {"runs", runs}});
      } else {
        fmt::print("{}: {}{}  (run{} {})\n",
                   std::isfinite(score.mean) ? fmt::format("{} {:.6g}", metric, score.mean) : std::string("failed"),
                   std::isfinite(score.deviation) ? fmt::format("± {:.2g}, ", score.deviation) : "",
                   valueWords(standing.values), runs.size() == 1 ? "" : "s", fmt::join(runs, ", "));
      }
    }
    if (context_.json)
      printJson({{"event", "sweep"}, {"name", plan().name}, {"metric", metric}, {"results", std::move(results)}});
  }

  // A sweep without any result has failed.
  Status checkResults(const std::vector<SweepStanding>& standings) const {
    const auto hasResult = [](const SweepStanding& standing) { return std::isfinite(standing.score.mean); };
    if (std::any_of(standings.begin(), standings.end(), hasResult)) return {};
    std::string why;
    for (const SweepTrial& trial : course_.trials())
      if (why.empty()) why = course_.state(trial.number).error;
    return fail(ErrorCode::InvalidArgument, fmt::format("No configuration of the sweep \"{}\" has a result.{}{}",
                                                        plan().name, why.empty() ? "" : " The first error: ", why));
  }

  Context& context_;
  Project& project_;
  Network network_;
  std::shared_ptr<Dataset> data_;
  SettingDefaults defaults_;
  SweepCourse course_;
};

Status runSweep(Context& context, const SweepArguments& arguments) {
  FOVEA_TRY(auto project,
            Project::openOrCreate(arguments.project, std::filesystem::path(arguments.project).filename().string()));
  FOVEA_TRY(StoredSweep stored, beginSweep(context, *project, arguments));
  FOVEA_TRY(const auto folder, project->datasetFolder(stored.plan.dataset));
  FOVEA_TRY(auto data, Dataset::open(folder));
  const std::string name = stored.plan.name;
  Sweep sweep(context, *project, std::move(stored), std::move(data));
  const Status done = sweep.run();
  if (!done.ok() && endsAllRuns(done.error()) && !context.json)
    fmt::print(stderr, "`fovea-cli sweep --project {} --name {}` goes on from here.\n", shellWord(arguments.project),
               shellWord(name));
  return done;
}

}  // namespace

void addSweepCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand(
      "sweep", "Train with many settings and say which do best; a sweep that was stopped goes on with --name");
  auto arguments = std::make_shared<SweepArguments>();
  arguments->addTo(*command);
  command->add_flag("--json", context.json, "Print one JSON object a line");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runSweep(context, *arguments); }; });
}

}  // namespace fovea::cli

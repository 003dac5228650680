// `fovea-cli sweep`: runs of one network with many settings, the best first.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/run_settings.h"
#include "app/cli/run_subject.h"
#include "app/cli/training_loop.h"
#include "core/project/run_compare.h"
#include "core/project/sweep.h"

namespace fovea::cli {
namespace {

struct SweepArguments {
  std::string project, network, dataset, name, metric;
  std::vector<std::string> grid, random;
  std::int64_t draws = 10, seeds = 1, halving = 0, firstEpochs = 1;
  SettingArguments settings;

  bool plans() const { return !grid.empty() || !random.empty() || seeds > 1; }
};

// A sweep in progress.
class Sweep {
 public:
  Sweep(Context& context, Project& project, SweepPlan plan, Network network, std::shared_ptr<Dataset> data)
      : context_(context),
        project_(project),
        plan_(std::move(plan)),
        network_(std::move(network)),
        data_(std::move(data)),
        trials_(sweepTrials(plan_)) {}

  Status run() {
    FOVEA_TRY(const auto known, project_.runs().trials(plan_.name));
    for (const auto& [trial, run] : known) runs_[trial] = run;
    const std::int64_t epochs = settingsOf(trials_.front()).epochs;
    std::vector<std::int64_t> present;
    for (const SweepTrial& trial : trials_)
      if (present.empty() || present.back() != trial.configuration) present.push_back(trial.configuration);
    const std::vector<SweepRound> rounds = sweepRounds(plan_, epochs);
    for (std::size_t round = 0; round < rounds.size(); ++round) {
      FOVEA_CHECK(trainRound(present, rounds[round].epochs, static_cast<std::int64_t>(round)));
      std::vector<SweepScore> ranked;
      for (const std::int64_t configuration : present) ranked.push_back(scores_.at(configuration));
      rank(ranked, isLowerBetter(metric_));
      present.clear();
      for (const SweepScore& score : ranked)
        if (static_cast<std::int64_t>(present.size()) < rounds[round].survivors && !std::isnan(score.mean))
          present.push_back(score.configuration);
      std::sort(present.begin(), present.end());
    }
    summarisePrinted();
    return {};
  }

 private:
  TrainingSettings settingsOf(const SweepTrial& trial) const {
    FieldValues chosen = project_.chosenSettings();
    for (const auto& [name, value] : plan_.settings) chosen.set(name, value);
    for (const auto& [name, value] : trial.values) chosen.set(name, value);
    chosen.set("seed", trial.seed);
    return resolveSettings(defaultSettings(network_, data_->info()), chosen).settings;
  }

  Status trainRound(const std::vector<std::int64_t>& configurations, std::int64_t epochs, std::int64_t round) {
    for (const std::int64_t configuration : configurations) {
      std::vector<double> values;
      bool failed = false;
      for (const SweepTrial& trial : trials_) {
        if (trial.configuration != configuration) continue;
        if (const Status trained = train(trial, epochs); !trained.ok()) {
          if (trained.error().code == ErrorCode::Cancelled) return trained;
          errors_[trial.number] = trained.error().text();
        }
        FOVEA_TRY(const double value, valueOf(trial));
        failed = failed || !std::isfinite(value);
        values.push_back(value);
        report(trial, round, epochs, value);
      }
      scores_[configuration] = scoreOf(configuration, failed ? std::vector<double>() : values, round);
      values_[configuration] = values;
    }
    return {};
  }

  // Trains up to the end of epoch `epochs`. Does not repeat earlier training, nor failed trials.
  Status train(const SweepTrial& trial, std::int64_t epochs) {
    const auto known = runs_.find(trial.number);
    if (known == runs_.end()) return begin(trial, epochs);
    FOVEA_TRY(const RunRecord record, project_.runs().run(known->second));
    if (record.status == RunStatus::Failed) return fail(ErrorCode::InvalidArgument, record.error);
    if (record.status == RunStatus::Finished) return {};
    FOVEA_TRY(const auto last, project_.runs().lastCheckpoint(record.id));
    if (last && last->epoch >= epochs && record.epochsDone >= epochs) return {};
    return goOn(record, last, epochs);
  }

  Status begin(const SweepTrial& trial, std::int64_t epochs) {
    const TrainingSettings settings = settingsOf(trial);
    FOVEA_TRY(const DeviceTeam devices, openDevices(context_.backends, settings.device));
    FOVEA_TRY(auto trainer,
              Trainer::create({network_, settings, data_, data_->folder().string(), {}, context_.cancel}, devices));
    const std::string name = fmt::format("{} {}", plan_.name, trial.number + 1);
    FOVEA_TRY(auto recorder, RunRecorder::begin(project_, {name, network_, settings, plan_.dataset, plan_.name}));
    FOVEA_CHECK(project_.runs().setTrial(plan_.name, trial.number, recorder->run()));
    runs_[trial.number] = recorder->run();
    return drive(*trainer, *recorder, epochs);
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
    if (epochs < trainer.settings().epochs) loop.stopAfter(0, epochs);
    return loop.run();
  }

  // Returns the best value so far of the metric that decides.
  Result<double> valueOf(const SweepTrial& trial) {
    const auto run = runs_.find(trial.number);
    if (run == runs_.end() || errors_.contains(trial.number)) return std::nan("");
    FOVEA_TRY(const RunHistory history, readHistory(project_.runs(), run->second));
    const auto metrics = summarise(history);
    if (metric_.empty()) {
      for (const char* usual : {"val_accuracy", "val_loss", "train_loss"})
        if (metric_.empty() && std::isfinite(bestOf(metrics, usual))) metric_ = usual;
      if (!plan_.metric.empty()) metric_ = plan_.metric;
    }
    const double value = bestOf(metrics, metric_);
    if (!std::isfinite(value) && !metrics.empty() && !plan_.metric.empty()) {
      std::vector<std::string> names;
      for (const MetricSummary& metric : metrics) names.push_back(metric.name);
      return fail(ErrorCode::InvalidArgument, "The runs do not measure \"" + plan_.metric + "\".",
                  fmt::format("There are: {}.", fmt::join(names, ", ")));
    }
    return value;
  }

  std::string valueWords(const FieldValues& values) const {
    const Schema schema = trainingSettingsSchema().schema();
    std::vector<std::string> words;
    for (const auto& [name, value] : values) words.push_back(name + " " + fieldValueToText(*schema.find(name), value));
    return fmt::format("{}", fmt::join(words, ", "));
  }

  void report(const SweepTrial& trial, std::int64_t round, std::int64_t epochs, double value) {
    const auto run = runs_.find(trial.number);
    const auto error = errors_.find(trial.number);
    if (context_.json) {
      Json event = {{"event", "trial"},
                    {"trial", trial.number},
                    {"run", run == runs_.end() ? Json() : Json(run->second.index)},
                    {"round", round},
                    {"epochs", epochs},
                    {"seed", trial.seed},
                    {"values", fieldValuesToJson(trial.values)},
                    {"value", numberJson(value)}};
      if (error != errors_.end()) event["error"] = error->second;
      return printJson(event);
    }
    fmt::print("{} of {}, seed {}, to epoch {}: {}{}{}\n", trial.number + 1, trials_.size(), trial.seed, epochs,
               valueWords(trial.values), std::isfinite(value) ? fmt::format(": {} {:.6g}", metric_, value) : "",
               error != errors_.end() ? ": " + error->second : "");
    std::fflush(stdout);
  }

  void summarisePrinted() {
    std::vector<SweepScore> ranked;
    for (const auto& [configuration, score] : scores_) ranked.push_back(score);
    rank(ranked, isLowerBetter(metric_));
    Json results = Json::array();
    for (const SweepScore& score : ranked) {
      std::vector<std::int32_t> runs;
      FieldValues values;
      for (const SweepTrial& trial : trials_) {
        if (trial.configuration != score.configuration) continue;
        values = trial.values;
        if (const auto run = runs_.find(trial.number); run != runs_.end()) runs.push_back(run->second.index);
      }
      if (context_.json) {
        Json each = Json::array();
        for (const double value : values_.at(score.configuration)) each.push_back(numberJson(value));
        results.push_back({{"values", fieldValuesToJson(values)},
                           {"mean", numberJson(score.mean)},
                           {"deviation", numberJson(score.deviation)},
                           {"each", std::move(each)},
                           {"round", score.round},
                           {"runs", runs}});
      } else {
        fmt::print("{}: {}{}  (run{} {})\n",
                   std::isfinite(score.mean) ? fmt::format("{} {:.6g}", metric_, score.mean) : std::string("failed"),
                   std::isfinite(score.deviation) ? fmt::format("± {:.2g}, ", score.deviation) : "", valueWords(values),
                   runs.size() == 1 ? "" : "s", fmt::join(runs, ", "));
      }
    }
    if (context_.json)
      printJson({{"event", "sweep"}, {"name", plan_.name}, {"metric", metric_}, {"results", std::move(results)}});
  }

  Context& context_;
  Project& project_;
  SweepPlan plan_;
  Network network_;
  std::shared_ptr<Dataset> data_;
  std::vector<SweepTrial> trials_;
  std::map<std::int64_t, RunId> runs_;
  std::map<std::int64_t, std::string> errors_;
  std::map<std::int64_t, SweepScore> scores_;
  std::map<std::int64_t, std::vector<double>> values_;
  std::string metric_;
};

Result<SweepPlan> planOf(const SweepArguments& arguments) {
  SweepPlan plan;
  plan.name = arguments.name;
  for (const std::string& text : arguments.grid) {
    FOVEA_TRY(SweepAxis axis, gridAxis(text));
    plan.axes.push_back(std::move(axis));
  }
  for (const std::string& text : arguments.random) {
    FOVEA_TRY(SweepAxis axis, drawnAxis(text));
    plan.axes.push_back(std::move(axis));
  }
  plan.draws = arguments.draws;
  plan.seeds = arguments.seeds;
  plan.halving = arguments.halving;
  plan.firstEpochs = arguments.firstEpochs;
  plan.metric = arguments.metric;
  if (arguments.settings.seed >= 0) plan.seed = arguments.settings.seed;
  FOVEA_TRY(plan.settings, arguments.settings.values());
  plan.settings.remove("seed");
  FOVEA_CHECK(checkSweep(plan));
  return plan;
}

// Returns the first unused of "sweep-1", "sweep-2", ….
std::string freeName(const std::vector<std::string>& taken) {
  for (std::size_t number = 1;; ++number)
    if (std::string name = fmt::format("sweep-{}", number); std::find(taken.begin(), taken.end(), name) == taken.end())
      return name;
}

struct StoredSweep {
  SweepPlan plan;
  Network network;
};

Result<StoredSweep> readSweep(const Project& project, const std::string& name) {
  FOVEA_TRY(const std::string text, project.runs().sweepPlan(name));
  FOVEA_TRY(const Json json, parseJson(text));
  StoredSweep stored;
  FOVEA_TRY(stored.plan, sweepFromJson(json));
  if (!json.contains("network")) return fail(ErrorCode::Corrupt, "The sweep's plan is damaged: it has no network.");
  FOVEA_TRY(stored.network, networkFromJson(json.at("network")));
  return stored;
}

// A new sweep, or the existing one of that name, which must have the same plan if one is given.
Result<StoredSweep> beginSweep(const Context& context, Project& project, const SweepArguments& arguments) {
  FOVEA_TRY(const auto taken, project.runs().sweeps());
  const bool known = std::find(taken.begin(), taken.end(), arguments.name) != taken.end();
  if (known && !arguments.plans()) return readSweep(project, arguments.name);
  FOVEA_TRY(SweepPlan plan, planOf(arguments));
  if (known) {
    FOVEA_TRY(StoredSweep stored, readSweep(project, arguments.name));
    plan.dataset = stored.plan.dataset;
    if (sweepToJson(plan) == sweepToJson(stored.plan)) return stored;
    return fail(ErrorCode::AlreadyExists, "There is a sweep \"" + plan.name + "\" with another plan.",
                "Choose another --name; with --name alone the one that is there goes on.");
  }
  if (plan.name.empty()) plan.name = freeName(taken);
  FOVEA_TRY(const auto dataset, chooseDataset(project, arguments.dataset));
  FOVEA_TRY(const auto data, Dataset::open(dataset.second));
  plan.dataset = dataset.first;
  FOVEA_TRY(Network network, chooseNetwork(context, project, arguments.network, data->info()));
  Json json = sweepToJson(plan);
  json["network"] = networkToJson(network);
  FOVEA_CHECK(project.runs().addSweep(plan.name, formatJsonLine(json)));
  return StoredSweep{std::move(plan), std::move(network)};
}

Status runSweep(Context& context, const SweepArguments& arguments) {
  FOVEA_TRY(auto project,
            Project::openOrCreate(arguments.project, std::filesystem::path(arguments.project).filename().string()));
  FOVEA_TRY(StoredSweep stored, beginSweep(context, *project, arguments));
  FOVEA_TRY(const auto folder, project->datasetFolder(stored.plan.dataset));
  FOVEA_TRY(auto data, Dataset::open(folder));
  const std::string name = stored.plan.name;
  Sweep sweep(context, *project, std::move(stored.plan), std::move(stored.network), std::move(data));
  const Status done = sweep.run();
  if (!done.ok() && done.error().code == ErrorCode::Cancelled && !context.json)
    fmt::print(stderr, "`fovea-cli sweep --project {} --name {}` goes on from here.\n", arguments.project, name);
  return done;
}

}  // namespace

void addSweepCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand(
      "sweep", "Train with many settings and say which do best; a sweep that was stopped goes on with --name");
  auto arguments = std::make_shared<SweepArguments>();
  command->add_option("--project", arguments->project, "Folder of the project; made if it is not there")->required();
  command->add_option("--network", arguments->network,
                      "As for train: a network of the project, a standard one, or a file");
  command->add_option("--dataset", arguments->dataset, "As for train: a name in the project, or a folder");
  command->add_option("--name", arguments->name, "Name of the sweep, which is the group of its runs");
  command->add_option("--grid", arguments->grid, "Every value of a setting, as NAME=VALUE,VALUE,…");
  command->add_option("--random", arguments->random,
                      "Values drawn at random, as NAME=LOW..HIGH, NAME=log:LOW..HIGH or NAME=VALUE,VALUE,…");
  command->add_option("--draws", arguments->draws, "Draws of the random values, for each point of the grid")
      ->check(CLI::Range(1, 10000));
  command->add_option("--seeds", arguments->seeds, "Runs of each configuration, with seeds one after the other")
      ->check(CLI::Range(1, 1000));
  command
      ->add_option("--halving", arguments->halving,
                   "Successive halving: one configuration in so many goes on after each round")
      ->check(CLI::Range(2, 100));
  command->add_option("--first-epochs", arguments->firstEpochs, "Epochs of the first round of halving")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--metric", arguments->metric, "That decides: val_accuracy, val_loss, val_psnr, …");
  arguments->settings.addTo(*command);
  arguments->settings.addCommonTo(*command);
  command->add_flag("--json", context.json, "Print one JSON object a line");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runSweep(context, *arguments); }; });
}

}  // namespace fovea::cli

// `fovea-cli train`: trains in a terminal what the window trains.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/network_fit.h"
#include "app/cli/ranks.h"
#include "app/cli/replay.h"
#include "app/cli/run_subject.h"
#include "app/cli/run_trial.h"
#include "app/cli/train_arguments.h"
#include "app/cli/trial_project.h"
#include "core/exchange/exchange.h"
#include "core/project/example_project.h"
#include "core/train/starting_weights.h"

namespace fovea::cli {
namespace {

Result<std::unique_ptr<Project>> openProject(Context& context, const TrainArguments& arguments) {
  if (arguments.asRun > 0) return Project::open(arguments.project);
  if (arguments.example.empty())
    return Project::openOrCreate(arguments.project, std::filesystem::path(arguments.project).filename().string());
  ProgressBar bar(!context.json);
  const auto progress = [&](const Progress& now) {
    bar.show(now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0, now.stage);
  };
  return createExampleProject(arguments.project, arguments.example, progress, context.cancel);
}

// The initial weights; null: drawn from the seed.
Result<std::shared_ptr<const Checkpoint>> startOf(const Project& project, const TrainArguments& arguments,
                                                  const DeviceTeam& devices) {
  std::optional<Checkpoint> start;
  if (!arguments.weights.empty()) {
    ExchangeReport report;
    FOVEA_TRY(start, readExchanged(arguments.weights, {}, devices.leader(), report));
  } else if (arguments.asRun > 0) {
    const RunId run{arguments.asRun};
    FOVEA_TRY(const RunBeginning begun, project.runs().beginning(run));
    FOVEA_TRY(start, beginningOf(project, run, begun));
  }
  return start ? std::make_shared<const Checkpoint>(std::move(*start)) : nullptr;
}

// The network of a run, its data and its settings.
struct Subject {
  std::string name;  // of the run, where the person gives it none
  ChosenDataset dataset;
  Network network;
  RunSettings settings;
};

// The inputs of an earlier run, with that run's settings, whatever the project trains by now.
Result<Subject> subjectOfRun(const Context& context, Project& project, const TrainArguments& arguments, Keep keep) {
  FOVEA_TRY(const RunRecord run, project.runs().run(RunId{arguments.asRun}));
  if (!run.origin.empty())
    return fail(ErrorCode::InvalidArgument, fmt::format("The settings of run {} are not known.", arguments.asRun),
                "Choose a run that was trained with Fovea.");
  Subject subject{run.name, {}, {}, {}};
  FOVEA_TRY(subject.dataset, chooseDataset(context, project, run.dataset, keep));
  FOVEA_TRY(subject.network, project.runs().network(run.id));
  FOVEA_TRY(subject.settings, settingsLike(run.settings, arguments.settings));
  return subject;
}

Result<Subject> chooseSubject(Context& context, Project& project, const TrainArguments& arguments, Keep keep) {
  if (arguments.asRun > 0) return subjectOfRun(context, project, arguments, keep);
  Subject subject;
  FOVEA_TRY(subject.dataset, chooseDataset(context, project, arguments.dataset, keep));
  const DatasetInfo& data = subject.dataset.data->info();
  FOVEA_TRY(subject.network, chooseNetwork(context, project, arguments.network, data, keep));
  subject.name = subject.network.name();
  warnOfMisfit(context, subject.network, data);
  FOVEA_TRY(subject.settings, newRunSettings(project, subject.network, data, arguments.settings));
  return subject;
}

// For --find-rate and --estimate, which add nothing to the project.
Status tryRun(Context& context, Project& project, const TrainArguments& arguments) {
  FOVEA_TRY(const Subject subject, chooseSubject(context, project, arguments, Keep::No));
  const TrainingSettings& settings = subject.settings.settings;
  FOVEA_TRY(const DeviceTeam devices, devicesOfRun(context, settings.device));
  FOVEA_TRY(const auto start, startOf(project, arguments, devices));
  const ChosenDataset& dataset = subject.dataset;
  TrainingPlan plan{subject.network, settings, dataset.data, dataset.folder.string(), start, context.cancel};
  return arguments.findRate ? findRate(context, std::move(plan), devices) : printEstimate(context, plan, devices);
}

Status runTrain(Context& context, const TrainArguments& arguments) {
  FOVEA_TRY(const std::vector<SettingChange> changes, readChanges(arguments.changes));
  FOVEA_TRY(const std::vector<Breakpoint> breakpoints, readBreakpoints(arguments.breaks));
  FOVEA_CHECK(needOneProcess(context, arguments));
  if (arguments.replay > 0) return replayRun(context, arguments.project, arguments.replay, arguments.name);
  const bool tries = arguments.findRate || arguments.estimate;
  if (tries && arguments.example.empty()) {
    FOVEA_TRY(const auto trial, TrialProject::open(arguments.project));
    return tryRun(context, trial->project(), arguments);
  }
  FOVEA_TRY(const auto project, openProject(context, arguments));
  if (tries) return tryRun(context, *project, arguments);
  FOVEA_TRY(const Subject subject, chooseSubject(context, *project, arguments, Keep::Yes));
  const TrainingSettings& settings = subject.settings.settings;
  FOVEA_TRY(const DeviceTeam devices, devicesOfRun(context, settings.device));
  FOVEA_TRY(auto start, startOf(*project, arguments, devices));
  announceSettings(context, subject.settings);
  const std::string& name = arguments.name.empty() ? subject.name : arguments.name;
  NewRun run{{name, subject.network, settings, subject.dataset.name}};
  run.data = subject.dataset.data;
  run.folder = subject.dataset.folder;
  run.start = std::move(start);
  run.changes = changes;
  run.probe = arguments.probe;
  run.breakpoints = breakpoints;
  run.layerSteps = arguments.layerSteps;
  return beginRun(context, *project, run, devices);
}

// A run that is repeated brings all that it needs, one that is like another has its network and data, and a trial is of
// the first steps without what happens later.
void excludeUnused(CLI::App& command) {
  CLI::Option* const replay = command.get_option("--replay");
  const std::vector<std::string> used{"--replay", "--project", "--name", "--json", "--help"};
  for (CLI::Option* option : command.get_options())
    if (std::find(used.begin(), used.end(), option->get_name()) == used.end()) replay->excludes(option);
  for (const char* name : {"--example", "--network", "--dataset"})
    command.get_option("--as-run")->excludes(command.get_option(name));
  CLI::Option* const findRate = command.get_option("--find-rate");
  CLI::Option* const estimate = command.get_option("--estimate");
  findRate->excludes(estimate);
  for (const char* name : {"--change", "--probe", "--break", "--step-layers"})
    for (CLI::Option* trial : {findRate, estimate}) trial->excludes(command.get_option(name));
}

}  // namespace

void addTrainCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("train", "Train a network on a data set");
  auto arguments = std::make_shared<TrainArguments>();
  command->add_option("--example", arguments->example, "An example with its data and network: fashion-lenet");
  command->add_option("--project", arguments->project, "Folder of the project; made if it is not there")->required();
  command->add_option(
      "--network", arguments->network,
      "Name of a network of the project or of a standard one, or a network file; else the project's current one");
  command->add_option("--dataset", arguments->dataset,
                      "Name in the project, or folder; else the one that the project trains on");
  command->add_option(
      "--weights", arguments->weights,
      "A checkpoint (.safetensors) or a model (.onnx, …) with initial weights for the run, where layers "
      "and shapes are the same");
  command->add_option("--name", arguments->name, "Name of the run");
  command
      ->add_option("--replay", arguments->replay,
                   "Number of a run to run again exactly: from its beginning, with all that was changed meanwhile")
      ->check(runNumber());
  command
      ->add_option("--as-run", arguments->asRun,
                   "Number of a run whose network, data, settings and initial weights the new run has, but for what "
                   "other options say")
      ->check(runNumber());
  command->add_flag("--find-rate", arguments->findRate,
                    "Only look for a learning rate, by a short trial in which it rises from step to step");
  command->add_flag("--estimate", arguments->estimate,
                    "Only say what the run will take in time and memory, measured on some steps");
  arguments->addChangesTo(*command);
  arguments->settings.addTo(*command);
  arguments->settings.addCommonTo(*command);
  command->add_flag("--json", context.json, "Print one JSON object a line");
  excludeUnused(*command);
  command->callback([&context, arguments] {
    context.worksInRanks = true;
    context.work = [&context, arguments] {
      return inRanks(context, arguments->dataset, [&] { return runTrain(context, *arguments); });
    };
  });
}

}  // namespace fovea::cli

// `fovea-cli train` and `fovea-cli resume`: train in a terminal what the window trains.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/drive_run.h"
#include "app/cli/network_fit.h"
#include "app/cli/ranks.h"
#include "app/cli/replay.h"
#include "app/cli/run_subject.h"
#include "core/exchange/exchange.h"
#include "core/project/example_project.h"
#include "core/project/run_recorder.h"
#include "core/train/rate_search.h"
#include "core/train/run_estimate.h"
#include "core/train/starting_weights.h"

namespace fovea::cli {
namespace {

struct TrainArguments {
  std::string example;
  std::string project;
  std::string network;
  std::string dataset;
  std::string name;
  std::string checkpoint;
  std::string weights;
  std::int64_t run = 0;
  std::int64_t replay = 0;
  bool findRate = false;
  bool estimate = false;
  std::vector<std::string> changes;  // step:name=value
  ProbeRequest probe{{}, 100};
  std::vector<std::string> breaks;
  LayerSteps layerSteps;
  SettingArguments settings;

  void addChangesTo(CLI::App& command) {
    command.add_option("--change", changes,
                       "Another value of a setting from a step on, as STEP:NAME=VALUE (200:learning_rate=0.001, …)");
    command.add_option("--probe", probe.layers,
                       "A layer to look at while it learns: time, output, gradient and update (repeat it for more)");
    command.add_option("--break", breaks,
                       "Stop where this holds: \"relu2: zeros > 0.6\" (zeros, gradient, update, mean, deviation), "
                       "\"conv1: is nan\", \"loss is nan\", \"loss > 5\" (repeat it for more)");
    command.add_flag("--step-layers", layerSteps.on,
                     "Walk through the first step layer by layer, forward and backward, and look at each tensor");
    command
        .add_option("--step-layers-out", layerSteps.folder,
                    "Write each of these tensors into this folder as a .npy file")
        ->needs("--step-layers");
    command.add_option("--probe-every", probe.every, "Steps from one look to the next, of --probe and of --break")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
  }
};

Result<std::unique_ptr<Project>> openProject(Context& context, const TrainArguments& arguments) {
  if (arguments.example.empty())
    return Project::openOrCreate(arguments.project, std::filesystem::path(arguments.project).filename().string());
  ProgressBar bar(!context.json);
  const auto progress = [&](const Progress& now) {
    bar.show(now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0, now.stage);
  };
  return createExampleProject(arguments.project, arguments.example, progress, context.cancel);
}

// The initial weights; null: drawn from the seed.
Result<std::shared_ptr<const Checkpoint>> startOf(const TrainArguments& arguments, const DeviceTeam& devices) {
  if (arguments.weights.empty()) return std::shared_ptr<const Checkpoint>();
  ExchangeReport report;
  FOVEA_TRY(Checkpoint read, readExchanged(arguments.weights, {}, devices.leader(), report));
  return std::make_shared<const Checkpoint>(std::move(read));
}

// Prints the results of a trial with a rising learning rate. Adds nothing to the project.
Status findRate(Context& context, TrainingPlan plan, const DeviceTeam& devices) {
  RateSearchOptions options;
  ProgressBar bar(!context.json);
  options.progress = [&](std::int64_t step) {
    bar.show(static_cast<double>(step) / static_cast<double>(options.steps), "looking for a learning rate");
  };
  FOVEA_TRY(const RateSearch found, searchLearningRate(std::move(plan), devices, options));
  bar.clear();
  if (context.json) {
    Json points = Json::array();
    for (const RatePoint& point : found.points)
      points.push_back({{"rate", point.rate}, {"loss", point.loss}, {"smoothed", point.smoothed}});
    const auto orNull = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
    printJson({{"event", "rate_search"},
               {"suggested", orNull(found.suggested)},
               {"steepest_fall", orNull(found.steepestFall)},
               {"lowest_loss", orNull(found.lowestLoss)},
               {"exploded", found.exploded},
               {"points", points}});
    return {};
  }
  const std::size_t lines = 15, every = std::max<std::size_t>(1, found.points.size() / lines);
  for (std::size_t i = every / 2; i < found.points.size(); i += every)
    fmt::print("rate {:8.2g}   loss {:.4f}\n", found.points[i].rate, found.points[i].smoothed);
  if (found.exploded) fmt::print("The loss exploded above {:.2g}.\n", found.points.back().rate);
  if (found.suggested)
    fmt::print("Suggested: --set learning_rate={:g}. The loss falls fastest at {:g} and is lowest at {:g}.\n",
               *found.suggested, *found.steepestFall, *found.lowestLoss);
  else
    fmt::print("The loss fell at no rate: look at the data, the loss and the starting weights.\n");
  return {};
}

// Prints the estimated time and size of the run, measured over a few steps. Adds nothing to the project.
Status printEstimate(Context& context, const TrainingPlan& plan, const DeviceTeam& devices) {
  RunEstimateOptions options;
  ProgressBar bar(!context.json);
  options.progress = [&](double done) { bar.show(done, "measuring some steps"); };
  FOVEA_TRY(const RunEstimate estimate, estimateRun(plan, devices, options));
  bar.clear();
  if (context.json) {
    printJson({{"event", "estimate"},
               {"seconds", estimate.seconds},
               {"seconds_per_epoch", estimate.secondsPerEpoch},
               {"seconds_per_step", estimate.secondsPerStep},
               {"seconds_per_validation_batch", estimate.secondsPerValidation},
               {"steps", estimate.steps},
               {"validation_batches", estimate.validationBatches},
               {"memory_bytes", estimate.memoryBytes},
               {"checkpoint_bytes", estimate.checkpointBytes},
               {"waits_for", waitName(stepWait(estimate.times))}});
    return {};
  }
  fmt::print("About {} for {} epochs ({} each, {:.3g} ms a step), {} of memory, {} a checkpoint.\n{}\n",
             durationWords(estimate.seconds), plan.settings.epochs, durationWords(estimate.secondsPerEpoch),
             estimate.secondsPerStep * 1000, byteWords(estimate.memoryBytes), byteWords(estimate.checkpointBytes),
             stepWaitText(estimate.times, estimate.loaderThreads));
  return {};
}

Result<std::vector<Breakpoint>> readBreakpoints(const std::vector<std::string>& texts) {
  std::vector<Breakpoint> breakpoints;
  for (const std::string& text : texts) {
    FOVEA_TRY(breakpoints.emplace_back(), breakpointFromText(text));
  }
  return breakpoints;
}

// Options that inspect or measure a run need a single process.
Status needOneProcess(const Context& context, const TrainArguments& arguments) {
  FOVEA_CHECK(cli::needOneProcess(context, arguments.replay > 0, "--replay"));
  FOVEA_CHECK(cli::needOneProcess(context, arguments.findRate, "--find-rate"));
  FOVEA_CHECK(cli::needOneProcess(context, arguments.estimate, "--estimate"));
  FOVEA_CHECK(cli::needOneProcess(context, !arguments.breaks.empty(), "--break"));
  FOVEA_CHECK(cli::needOneProcess(context, !arguments.probe.layers.empty(), "--probe"));
  return cli::needOneProcess(context, arguments.layerSteps.on, "--step-layers");
}

Status runTrain(Context& context, const TrainArguments& arguments) {
  FOVEA_TRY(const std::vector<SettingChange> changes, readChanges(arguments.changes));
  FOVEA_TRY(const std::vector<Breakpoint> breakpoints, readBreakpoints(arguments.breaks));
  FOVEA_CHECK(needOneProcess(context, arguments));
  if (arguments.replay > 0) return replayRun(context, arguments.project, arguments.replay, arguments.name);
  FOVEA_TRY(auto project, openProject(context, arguments));
  FOVEA_TRY(const auto dataset, chooseDataset(*project, arguments.dataset));
  FOVEA_TRY(auto data, Dataset::open(dataset.second));
  FOVEA_TRY(const Network network, chooseNetwork(context, *project, arguments.network, data->info()));
  warnOfMisfit(context, network, data->info());
  FOVEA_TRY(const RunSettings chosen, newRunSettings(*project, network, data->info(), arguments.settings));
  const TrainingSettings& settings = chosen.settings;
  FOVEA_TRY(const DeviceTeam devices, devicesOfRun(context, settings.device));
  FOVEA_TRY(const auto start, startOf(arguments, devices));
  if (arguments.findRate)
    return findRate(context, {network, settings, data, dataset.second.string(), start, context.cancel}, devices);
  if (arguments.estimate)
    return printEstimate(context, {network, settings, data, dataset.second.string(), start, context.cancel}, devices);
  announceSettings(context, chosen);
  NewRun run{{arguments.name.empty() ? network.name() : arguments.name, network, settings, dataset.first}};
  run.data = data;
  run.folder = dataset.second;
  run.start = start;
  run.changes = changes;
  run.probe = arguments.probe;
  run.breakpoints = breakpoints;
  run.layerSteps = arguments.layerSteps;
  return beginRun(context, *project, run, devices);
}

// The run to continue: the named run, the run of the named checkpoint, or the last run. Its checkpoint is the named one
// or the last; none if the run was killed before its first.
struct Resumed {
  RunRecord run;
  std::optional<CheckpointRecord> checkpoint{};
};

Result<Resumed> chooseResumed(Project& project, const TrainArguments& arguments) {
  FOVEA_TRY(const auto runs, project.runs().runs());
  const std::filesystem::path wanted = std::filesystem::path(arguments.checkpoint).filename();
  for (const RunRecord& run : runs) {
    if (arguments.run > 0 && run.id.index != arguments.run) continue;
    FOVEA_TRY(const auto checkpoints, project.runs().checkpoints(run.id));
    for (auto checkpoint = checkpoints.rbegin(); checkpoint != checkpoints.rend(); ++checkpoint)
      if (wanted.empty() || checkpoint->file.filename() == wanted) return Resumed{run, *checkpoint};
    if (wanted.empty()) return Resumed{run};
  }
  return fail(ErrorCode::NotFound,
              runs.empty() ? "There is no run to go on with." : "There is no such run or checkpoint to go on from.",
              runs.empty() ? "Start one with `fovea-cli train` first." : "");
}

// If the last checkpoint is damaged, uses the one before.
Result<Checkpoint> readResumed(const Project& project, const CheckpointRecord& record) {
  auto read = readCheckpoint(project.checkpointPath(record));
  if (read.ok() || read.error().code != ErrorCode::Corrupt) return read;
  Error error = read.error();
  FOVEA_TRY(const auto checkpoints, project.runs().checkpoints(record.run));
  for (const CheckpointRecord& earlier : checkpoints)
    if (earlier.step < record.step)
      error.advice = fmt::format("To go on from an earlier one, as a new run: --run {} --checkpoint {}.",
                                 record.run.index, earlier.file.filename().string());
  return error;
}

// For a run that was killed before its first checkpoint: starts it again from its records.
Status restart(Context& context, Project& project, const RunRecord& run, const TrainArguments& arguments) {
  FOVEA_TRY(const Network network, project.runs().network(run.id));
  FOVEA_TRY(const auto folder, project.datasetFolder(run.dataset));
  FOVEA_TRY(auto data, Dataset::open(folder));
  FOVEA_TRY(const RunBeginning begun, project.runs().beginning(run.id));
  TrainingSettings settings = begun.known ? begun.settings : run.settings;
  FOVEA_CHECK(applyArguments(settings, arguments.settings));
  FOVEA_TRY(const DeviceTeam devices, devicesOfRun(context, settings.device));
  FOVEA_CHECK(shareRun(context, {network, settings, folder}, *devices.leader()));
  FOVEA_TRY(auto trainer, Trainer::create({network, settings, data, folder.string(), {}, context.cancel}, devices));
  FOVEA_TRY(auto recorder, RunRecorder::restart(project, run.id, settings));
  if (!context.json) fmt::print("Run {} has no checkpoint yet: it starts from the beginning.\n", run.id.index);
  if (trainer->streams()) FOVEA_CHECK(recorder->recordMark(0, trainer->streams()->words()));
  FOVEA_TRY(const std::vector<Breakpoint> breakpoints, readBreakpoints(arguments.breaks));
  return driveRun(context, *trainer, *recorder, *data,
                  {.probe = arguments.probe, .breakpoints = breakpoints, .layerSteps = arguments.layerSteps});
}

Status runResume(Context& context, const TrainArguments& arguments) {
  FOVEA_TRY(const std::vector<SettingChange> changes, readChanges(arguments.changes));
  FOVEA_TRY(const std::vector<Breakpoint> breakpoints, readBreakpoints(arguments.breaks));
  FOVEA_CHECK(needOneProcess(context, arguments));
  FOVEA_TRY(auto project, Project::open(arguments.project));
  FOVEA_TRY(const Resumed resumed, chooseResumed(*project, arguments));
  const RunRecord& run = resumed.run;
  if (!resumed.checkpoint) return restart(context, *project, run, arguments);
  const CheckpointRecord& record = *resumed.checkpoint;
  FOVEA_TRY(const Checkpoint checkpoint, readResumed(*project, record));
  FOVEA_TRY(const auto folder, project->datasetFolder(run.dataset));
  FOVEA_TRY(auto data, Dataset::open(folder));
  TrainingSettings settings = checkpoint.settings;
  FOVEA_CHECK(applyArguments(settings, arguments.settings));
  FOVEA_TRY(const DeviceTeam devices, devicesOfRun(context, settings.device));
  FOVEA_CHECK(shareRun(context, {checkpoint.network, settings, folder, project->checkpointPath(record), changes},
                       *devices.leader()));
  FOVEA_TRY(auto trainer, Trainer::resume({checkpoint.network, settings, data, folder.string(), {}, context.cancel},
                                          checkpoint, devices));
  auto recorder = RunRecorder::resume(*project, record.run, record.step, settings);
  if (!recorder.ok() && recorder.error().code == ErrorCode::InvalidArgument)
    recorder =
        RunRecorder::branch(*project, record.run, record.step, {run.name, checkpoint.network, settings, run.dataset});
  if (!recorder.ok()) return recorder.error();
  return driveRun(context, *trainer, **recorder, *data,
                  {(*recorder)->branched(), changes, 0, arguments.probe, breakpoints, arguments.layerSteps});
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
      ->check(CLI::PositiveNumber);
  command->add_flag("--find-rate", arguments->findRate,
                    "Only look for a learning rate, by a short trial in which it rises from step to step");
  command->add_flag("--estimate", arguments->estimate,
                    "Only say what the run will take in time and memory, measured on some steps");
  arguments->addChangesTo(*command);
  arguments->settings.addTo(*command);
  arguments->settings.addCommonTo(*command);
  command->add_flag("--json", context.json, "Print one JSON object a line");
  command->callback([&context, arguments] {
    context.worksInRanks = true;
    context.work = [&context, arguments] {
      return inRanks(context, arguments->dataset, [&] { return runTrain(context, *arguments); });
    };
  });
}

void addResumeCommand(CLI::App& app, Context& context) {
  auto* command =
      app.add_subcommand("resume", "Go on with a run from a checkpoint, with the numbers it would have had");
  auto arguments = std::make_shared<TrainArguments>();
  command->add_option("--project", arguments->project, "Folder of the project")->required();
  command->add_option("--run", arguments->run, "Number of the run; the last one if left out")
      ->check(CLI::PositiveNumber);
  command->add_option("--checkpoint", arguments->checkpoint, "File name of a checkpoint; the last one if left out");
  arguments->addChangesTo(*command);
  arguments->settings.addCommonTo(*command);
  command->add_flag("--json", context.json, "Print one JSON object a line");
  command->callback([&context, arguments] {
    context.worksInRanks = true;
    context.work = [&context, arguments] {
      return inRanks(context, {}, [&] { return runResume(context, *arguments); });
    };
  });
}

}  // namespace fovea::cli

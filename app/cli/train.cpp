// `fovea-cli train` and `fovea-cli resume`: the run of a window, in a terminal.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/training_loop.h"
#include "core/exchange/exchange.h"
#include "core/project/example_project.h"
#include "core/project/run_recorder.h"
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
  std::int64_t epochs = 0;
  std::int64_t seed = -1;
  std::string device;
  std::vector<std::string> settings;  // name=value
};

Status applyArguments(TrainingSettings& settings, const TrainArguments& arguments) {
  const Schema schema = trainingSettingsSchema().schema();
  FieldValues values = trainingSettingsSchema().write(settings);
  FOVEA_TRY(const FieldValues assigned, readAssignments(schema, arguments.settings));
  for (const auto& [name, value] : assigned) values.set(name, value);
  if (arguments.epochs > 0) values.set("epochs", arguments.epochs);
  if (arguments.seed >= 0) values.set("seed", arguments.seed);
  if (!arguments.device.empty()) values.set("device", arguments.device);
  FOVEA_CHECK(schema.validate(values));
  settings = trainingSettingsSchema().read(values);
  return {};
}

Result<std::unique_ptr<Project>> openProject(Context& context, const TrainArguments& arguments) {
  if (arguments.example.empty())
    return Project::openOrCreate(arguments.project, std::filesystem::path(arguments.project).filename().string());
  ProgressBar bar(!context.json);
  const auto progress = [&](const Progress& now) {
    bar.show(now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0, now.stage);
  };
  return createExampleProject(arguments.project, arguments.example, progress, context.cancel);
}

// The data set's name in the project and its folder; one given by path becomes known to the project.
Result<std::pair<std::string, std::filesystem::path>> chooseDataset(Project& project, const std::string& wish) {
  if (!wish.empty() && std::filesystem::exists(wish)) {
    const std::filesystem::path folder = std::filesystem::absolute(wish).lexically_normal();
    const std::string name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    if (!project.manifest().find(name)) FOVEA_CHECK(project.addDataset(name, folder));
    return std::pair(name, folder);
  }
  const std::string name = wish.empty() ? project.manifest().selectedDataset : wish;
  if (name.empty())
    return fail(ErrorCode::InvalidArgument, "The project has no data set.", "Name one with --dataset DIR.");
  FOVEA_TRY(auto folder, project.datasetFolder(name));
  return std::pair(name, folder);
}

void announce(const Context& context, const Trainer& trainer, const Network& network, RunId run,
              const std::filesystem::path& checkpoints) {
  const TrainingSettings& settings = trainer.settings();
  const SampleStreams* const streams = trainer.streams();
  if (context.json) {
    Json event = {{"event", "start"},
                  {"run", run.index},
                  {"network", network.name()},
                  {"device", settings.device},
                  {"epochs", settings.epochs},
                  {"batch", settings.batch},
                  {"samples_per_epoch", trainer.samplesPerEpoch()},
                  {"seed", settings.seed},
                  {"checkpoints", checkpoints.string()}};
    if (streams) event["streams"] = {{"count", streams->streams()}, {"gaps", streams->gaps()}};
    printJson(event);
    return;
  }
  fmt::print("Training {} on {}: {} samples an epoch, batch {}, {} epochs, {} of memory. Run {}, checkpoints in {}.\n",
             network.name(), settings.device, countWords(trainer.samplesPerEpoch()), settings.batch, settings.epochs,
             byteWords(trainer.memory().peakBytes()), run.index, checkpoints.string());
  if (streams) fmt::print("{}.\n", streams->words());
}

// What the best epoch measured; see EpochRecord::best.
void announceEnd(const Context& context, const Trainer& trainer, const Dataset& data) {
  const TrainingPosition& position = trainer.position();
  const bool validated = data.size(Split::Validation) > 0, measured = position.bestValidationAccuracy >= 0;
  if (context.json) {
    printJson({{"event", "end"},
               {"epochs", position.epoch},
               {"steps", position.step},
               {"best_epoch", position.bestEpoch},
               {"best_val_accuracy", validated && measured ? numberJson(position.bestValidationAccuracy) : Json()},
               {"best_val_loss", validated ? numberJson(position.bestValidationLoss) : Json()},
               {"seconds", position.seconds}});
    return;
  }
  fmt::print("Done in {}: best in epoch {}, {} loss {:.4f}{}.\n", durationWords(position.seconds), position.bestEpoch,
             validated ? "validation" : "training", position.bestValidationLoss,
             measured ? fmt::format(", accuracy {:.2f} %", position.bestValidationAccuracy * 100) : "");
}

// What the weights begin with; null: they are drawn.
Result<std::shared_ptr<const Checkpoint>> startOf(const TrainArguments& arguments,
                                                  const std::shared_ptr<Device>& device) {
  if (arguments.weights.empty()) return std::shared_ptr<const Checkpoint>();
  ExchangeReport report;
  FOVEA_TRY(Checkpoint read, readExchanged(arguments.weights, {}, device, report));
  return std::make_shared<const Checkpoint>(std::move(read));
}

Status runTrain(Context& context, const TrainArguments& arguments) {
  FOVEA_TRY(auto project, openProject(context, arguments));
  Network network;
  if (!arguments.network.empty()) {
    FOVEA_TRY(network, loadNetwork(arguments.network));
    FOVEA_CHECK(project->saveNetwork(network));
  } else {
    FOVEA_TRY(network, project->loadNetwork());
  }
  FOVEA_TRY(const auto dataset, chooseDataset(*project, arguments.dataset));
  FOVEA_TRY(auto data, Dataset::open(dataset.second));
  TrainingSettings settings = project->settings();
  FOVEA_CHECK(applyArguments(settings, arguments));
  FOVEA_TRY(auto device, context.backends.open(settings.device));
  FOVEA_TRY(const auto start, startOf(arguments, device));
  FOVEA_TRY(auto trainer, Trainer::create({network, settings, data, dataset.second.string(), start}, device));
  const std::string name = arguments.name.empty() ? network.name() : arguments.name;
  FOVEA_TRY(auto recorder, RunRecorder::begin(*project, {name, network, settings, dataset.first}));
  if (start) {
    FOVEA_TRY(const StartingWeights weights, startingWeights(network, *start));
    FOVEA_CHECK(recorder->recordMark(0, startingWords(weights, "“" + start->network.name() + "”")));
  }
  if (trainer->streams()) FOVEA_CHECK(recorder->recordMark(0, trainer->streams()->words()));
  announce(context, *trainer, network, recorder->run(), recorder->folder());
  FOVEA_CHECK(TrainingLoop(context, *trainer, *recorder).run());
  announceEnd(context, *trainer, *data);
  return {};
}

// The checkpoint to go on from: the last of the run that was named, or of the last run.
Result<CheckpointRecord> chooseCheckpoint(Project& project, const TrainArguments& arguments) {
  FOVEA_TRY(const auto runs, project.runs().runs());
  for (const RunRecord& run : runs) {
    if (arguments.run > 0 && run.id.index != arguments.run) continue;
    FOVEA_TRY(const auto checkpoints, project.runs().checkpoints(run.id));
    for (auto checkpoint = checkpoints.rbegin(); checkpoint != checkpoints.rend(); ++checkpoint) {
      if (arguments.checkpoint.empty() ||
          checkpoint->file.filename() == std::filesystem::path(arguments.checkpoint).filename())
        return *checkpoint;
    }
  }
  return fail(ErrorCode::NotFound, "There is no checkpoint to go on from.",
              "Start a run with `fovea-cli train` first.");
}

Status runResume(Context& context, const TrainArguments& arguments) {
  FOVEA_TRY(auto project, Project::open(arguments.project));
  FOVEA_TRY(const CheckpointRecord record, chooseCheckpoint(*project, arguments));
  FOVEA_TRY(const Checkpoint checkpoint, readCheckpoint(project->checkpointPath(record)));
  FOVEA_TRY(const RunRecord run, project->runs().run(record.run));
  FOVEA_TRY(const auto folder, project->datasetFolder(run.dataset));
  FOVEA_TRY(auto data, Dataset::open(folder));
  TrainingSettings settings = checkpoint.settings;
  FOVEA_CHECK(applyArguments(settings, arguments));
  FOVEA_TRY(auto device, context.backends.open(settings.device));
  FOVEA_TRY(auto trainer, Trainer::resume({checkpoint.network, settings, data, folder.string()}, checkpoint, device));
  auto recorder = RunRecorder::resume(*project, record.run, record.step, settings);
  if (!recorder.ok() && recorder.error().code == ErrorCode::InvalidArgument)
    recorder =
        RunRecorder::branch(*project, record.run, record.step, {run.name, checkpoint.network, settings, run.dataset});
  if (!recorder.ok()) return recorder.error();
  announce(context, *trainer, checkpoint.network, (*recorder)->run(), (*recorder)->folder());
  FOVEA_CHECK(TrainingLoop(context, *trainer, **recorder).run());
  announceEnd(context, *trainer, *data);
  return {};
}

void addCommonOptions(CLI::App& command, Context& context, TrainArguments& arguments) {
  command.add_option("--epochs", arguments.epochs, "Epochs of the whole run")->check(CLI::Range(1, 1000000));
  command.add_option("--device", arguments.device, "cpu, cuda:0, …");
  command.add_flag("--json", context.json, "Print one JSON object a line");
}

}  // namespace

void addTrainCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("train", "Train a network on a data set");
  auto arguments = std::make_shared<TrainArguments>();
  command->add_option("--example", arguments->example, "An example with its data and network: fashion-lenet");
  command->add_option("--project", arguments->project, "Folder of the project; made if it is not there")->required();
  command->add_option("--network", arguments->network,
                      "Name of a standard network, or a network file; else the project's");
  command->add_option("--dataset", arguments->dataset, "Name in the project, or folder; else the project's");
  command->add_option(
      "--weights", arguments->weights,
      "A checkpoint (.safetensors) or a model (.onnx, …) whose weights the run begins with, where names "
      "and shapes are the same");
  command->add_option("--name", arguments->name, "Name of the run");
  command->add_option("--seed", arguments->seed, "The same seed gives the same run")->check(CLI::NonNegativeNumber);
  command->add_option("--set", arguments->settings,
                      "A training setting, as NAME=VALUE (learning_rate=0.01, batch=64, …)");
  addCommonOptions(*command, context, *arguments);
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runTrain(context, *arguments); }; });
}

void addResumeCommand(CLI::App& app, Context& context) {
  auto* command =
      app.add_subcommand("resume", "Go on with a run from a checkpoint, with the numbers it would have had");
  auto arguments = std::make_shared<TrainArguments>();
  command->add_option("--project", arguments->project, "Folder of the project")->required();
  command->add_option("--run", arguments->run, "Number of the run; the last one if left out")
      ->check(CLI::PositiveNumber);
  command->add_option("--checkpoint", arguments->checkpoint, "File name of a checkpoint; the last one if left out");
  addCommonOptions(*command, context, *arguments);
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runResume(context, *arguments); }; });
}

}  // namespace fovea::cli

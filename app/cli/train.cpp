// `fovea-cli train` and `fovea-cli resume`: the run of a window, in a terminal.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/network_fit.h"
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
  const std::string name = wish.empty() ? project.manifest().trainingDataset : wish;
  if (name.empty())
    return fail(ErrorCode::InvalidArgument, "The project has no data set.", "Name one with --dataset DIR.");
  FOVEA_TRY(auto folder, project.datasetFolder(name));
  return std::pair(name, folder);
}

// The project's present network; where one is named, that of the project, or else one of a file or a standard one,
// which the project keeps from now on. A standard one is fitted to the data before.
Result<Network> chooseNetwork(const Context& context, Project& project, const std::string& wish,
                              const DatasetInfo& data) {
  if (wish.empty()) return project.loadNetwork();
  for (const ProjectNetwork& each : project.networks()) {
    if (each.name != wish) continue;
    FOVEA_CHECK(project.selectNetwork(each.file));
    return project.loadNetwork();
  }
  FOVEA_TRY(Network network, loadNetwork(wish));
  if (!isNetworkFile(wish)) network = fitNetwork(context, network, data);
  return project.takeNetwork(network);
}

void announce(const Context& context, const Trainer& trainer, RunId run, const std::filesystem::path& checkpoints) {
  const TrainingSettings& settings = trainer.settings();
  const SampleStreams* const streams = trainer.streams();
  if (context.json) {
    Json event = {{"event", "start"},
                  {"run", run.index},
                  {"network", trainer.network().name()},
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
             trainer.network().name(), settings.device, countWords(trainer.samplesPerEpoch()), settings.batch,
             settings.epochs, byteWords(trainer.memory().peakBytes()), run.index, checkpoints.string());
  if (streams) fmt::print("{}.\n", streams->words());
}

void announceWeights(const Context& context, const StartingWeights& weights, const std::string& words) {
  if (!context.json) return fmt::print("{}.\n", words);
  Json moved = Json::object();
  for (const auto& [was, is] : weights.moved) moved[was] = is;
  printJson({{"event", "weights"},
             {"taken", weights.taken},
             {"moved", moved},
             {"fresh", weights.fresh},
             {"unused", weights.unused}});
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

Status drive(Context& context, Trainer& trainer, RunRecorder& recorder, const Dataset& data, bool saveAtOnce) {
  announce(context, trainer, recorder.run(), recorder.folder());
  TrainingLoop loop(context, trainer, recorder);
  if (saveAtOnce) loop.saveAtOnce();
  FOVEA_CHECK(loop.run());
  announceEnd(context, trainer, data);
  return {};
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
  FOVEA_TRY(const auto dataset, chooseDataset(*project, arguments.dataset));
  FOVEA_TRY(auto data, Dataset::open(dataset.second));
  FOVEA_TRY(const Network network, chooseNetwork(context, *project, arguments.network, data->info()));
  warnOfMisfit(context, network, data->info());
  TrainingSettings settings = project->settings();
  FOVEA_CHECK(applyArguments(settings, arguments));
  FOVEA_TRY(auto device, context.backends.open(settings.device));
  FOVEA_TRY(const auto start, startOf(arguments, device));
  FOVEA_TRY(auto trainer,
            Trainer::create({network, settings, data, dataset.second.string(), start, context.cancel}, device));
  const std::string name = arguments.name.empty() ? network.name() : arguments.name;
  FOVEA_TRY(auto recorder, RunRecorder::begin(*project, {name, network, settings, dataset.first}));
  if (start) {
    FOVEA_TRY(const StartingWeights weights, startingWeights(network, *start));
    const std::string words = startingWords(weights, "“" + start->network.name() + "”");
    FOVEA_CHECK(recorder->recordMark(0, words));
    announceWeights(context, weights, words);
  }
  if (trainer->streams()) FOVEA_CHECK(recorder->recordMark(0, trainer->streams()->words()));
  return drive(context, *trainer, *recorder, *data, start != nullptr);
}

// The run to continue: the run that was named, the one with the checkpoint that was named, or the last run. Its
// checkpoint is the one that was named or the last, and none where it was killed before its first.
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

// A damaged checkpoint is not the end of the run where there is one before it.
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

// A run that was killed before its first checkpoint: with what is recorded of it, it begins as it did the first time.
Status restart(Context& context, Project& project, const RunRecord& run, const TrainArguments& arguments) {
  FOVEA_TRY(const Network network, project.runs().network(run.id));
  FOVEA_TRY(const auto folder, project.datasetFolder(run.dataset));
  FOVEA_TRY(auto data, Dataset::open(folder));
  TrainingSettings settings = run.settings;
  FOVEA_CHECK(applyArguments(settings, arguments));
  FOVEA_TRY(auto device, context.backends.open(settings.device));
  FOVEA_TRY(auto trainer, Trainer::create({network, settings, data, folder.string(), {}, context.cancel}, device));
  FOVEA_TRY(auto recorder, RunRecorder::restart(project, run.id, settings));
  if (!context.json) fmt::print("Run {} has no checkpoint yet: it begins anew.\n", run.id.index);
  if (trainer->streams()) FOVEA_CHECK(recorder->recordMark(0, trainer->streams()->words()));
  return drive(context, *trainer, *recorder, *data, false);
}

Status runResume(Context& context, const TrainArguments& arguments) {
  FOVEA_TRY(auto project, Project::open(arguments.project));
  FOVEA_TRY(const Resumed resumed, chooseResumed(*project, arguments));
  const RunRecord& run = resumed.run;
  if (!resumed.checkpoint) return restart(context, *project, run, arguments);
  const CheckpointRecord& record = *resumed.checkpoint;
  FOVEA_TRY(const Checkpoint checkpoint, readResumed(*project, record));
  FOVEA_TRY(const auto folder, project->datasetFolder(run.dataset));
  FOVEA_TRY(auto data, Dataset::open(folder));
  TrainingSettings settings = checkpoint.settings;
  FOVEA_CHECK(applyArguments(settings, arguments));
  FOVEA_TRY(auto device, context.backends.open(settings.device));
  FOVEA_TRY(auto trainer, Trainer::resume({checkpoint.network, settings, data, folder.string(), {}, context.cancel},
                                          checkpoint, device));
  auto recorder = RunRecorder::resume(*project, record.run, record.step, settings);
  if (!recorder.ok() && recorder.error().code == ErrorCode::InvalidArgument)
    recorder =
        RunRecorder::branch(*project, record.run, record.step, {run.name, checkpoint.network, settings, run.dataset});
  if (!recorder.ok()) return recorder.error();
  return drive(context, *trainer, **recorder, *data, (*recorder)->branched());
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
  command->add_option(
      "--network", arguments->network,
      "Name of a network of the project or of a standard one, or a network file; else the project's current one");
  command->add_option("--dataset", arguments->dataset,
                      "Name in the project, or folder; else the one that the project trains on");
  command->add_option(
      "--weights", arguments->weights,
      "A checkpoint (.safetensors) or a model (.onnx, …) whose weights the run begins with, where layers "
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

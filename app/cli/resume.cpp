// `fovea-cli resume`: goes on with a run, or with a new one that leaves it at an earlier checkpoint.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/ranks.h"
#include "app/cli/replay.h"
#include "app/cli/train_arguments.h"
#include "core/project/run_recorder.h"

namespace fovea::cli {
namespace {

// The run to continue: the named run, the run of the named checkpoint, or the last run of Fovea's own. Its checkpoint
// is the named one or the last; none if the run was killed before its first.
struct Resumed {
  RunRecord run;
  std::optional<CheckpointRecord> checkpoint{};
};

// The changes and breakpoints that the command line asks for.
struct Asked {
  std::vector<SettingChange> changes;
  std::vector<Breakpoint> breakpoints;
};

std::filesystem::path wholePath(const std::filesystem::path& path) {
  std::error_code code;
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path), code);
}

// A checkpoint is named by its file name alone, or by its path from the current folder or from that of the project.
bool isNamed(const Project& project, const CheckpointRecord& record, const std::filesystem::path& wanted) {
  if (record.file.filename() != wanted.filename()) return false;
  if (!wanted.has_parent_path()) return true;
  const std::filesystem::path file = wholePath(project.checkpointPath(record));
  return file == wholePath(wanted) || file == wholePath(project.folder() / wanted);
}

Result<Resumed> chooseResumed(const Project& project, const TrainArguments& arguments) {
  FOVEA_TRY(const auto runs, project.runs().runs());
  std::vector<Resumed> found;
  for (const RunRecord& run : runs) {
    const bool imported = !run.origin.empty();  // nothing but its curves is known
    if (arguments.run > 0 ? run.id.index != arguments.run : imported) continue;
    FOVEA_TRY(const auto checkpoints, project.runs().checkpoints(run.id));
    if (arguments.checkpoint.empty()) return checkpoints.empty() ? Resumed{run} : Resumed{run, checkpoints.back()};
    for (const CheckpointRecord& checkpoint : checkpoints)
      if (isNamed(project, checkpoint, arguments.checkpoint)) found.push_back({run, checkpoint});
  }
  if (found.size() == 1) return found.front();
  if (found.size() > 1) {
    std::vector<std::int32_t> numbers;
    for (const Resumed& each : found) numbers.push_back(each.run.id.index);
    return fail(ErrorCode::InvalidArgument,
                fmt::format("Several runs have a checkpoint {}: {}.", arguments.checkpoint, fmt::join(numbers, ", ")),
                "Say which one with --run.");
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

// For a run that was killed before its first checkpoint: starts it again from its records. The recorder comes first,
// since it refuses the runs that cannot start again.
Status restart(Context& context, Project& project, const RunRecord& run, const TrainArguments& arguments,
               const Asked& asked) {
  FOVEA_TRY(const RunBeginning begun, project.runs().beginning(run.id));
  TrainingSettings settings = begun.known ? begun.settings : run.settings;
  FOVEA_CHECK(applyArguments(settings, arguments.settings));
  FOVEA_TRY(auto recorder, RunRecorder::restart(project, run.id, settings));
  FOVEA_TRY(const Network network, project.runs().network(run.id));
  FOVEA_TRY(const auto folder, project.datasetFolder(run.dataset));
  FOVEA_TRY(auto data, Dataset::open(folder));
  FOVEA_TRY(const DeviceTeam devices, devicesOfRun(context, settings.device));
  FOVEA_CHECK(shareRun(context, {network, settings, folder, {}, asked.changes}, *devices.leader()));
  FOVEA_TRY(auto trainer, Trainer::create({network, settings, data, folder.string(), {}, context.cancel}, devices));
  if (!context.json) fmt::print("Run {} has no checkpoint yet: it starts from the beginning.\n", run.id.index);
  if (trainer->streams()) FOVEA_CHECK(recorder->recordMark(0, trainer->streams()->words()));
  return driveRun(context, *trainer, *recorder, *data,
                  {.changes = asked.changes,
                   .probe = arguments.probe,
                   .breakpoints = asked.breakpoints,
                   .layerSteps = arguments.layerSteps});
}

void announceBranch(const Context& context, RunId run, const CheckpointRecord& from) {
  if (context.json)
    return printJson({{"event", "branch"}, {"run", run.index}, {"of", from.run.index}, {"step", from.step}});
  fmt::print("Goes on as a new run from step {} of run {}.\n", from.step, from.run.index);
}

Status runResume(Context& context, const TrainArguments& arguments) {
  Asked asked;
  FOVEA_TRY(asked.changes, readChanges(arguments.changes));
  FOVEA_TRY(asked.breakpoints, readBreakpoints(arguments.breaks));
  FOVEA_CHECK(needOneProcess(context, arguments));
  FOVEA_TRY(auto project, Project::open(arguments.project));
  FOVEA_TRY(const Resumed resumed, chooseResumed(*project, arguments));
  const RunRecord& run = resumed.run;
  if (!resumed.checkpoint) return restart(context, *project, run, arguments, asked);
  const CheckpointRecord& record = *resumed.checkpoint;
  FOVEA_TRY(const Checkpoint checkpoint, readResumed(*project, record));
  FOVEA_TRY(const auto folder, project->datasetFolder(run.dataset));
  FOVEA_TRY(auto data, Dataset::open(folder));
  TrainingSettings settings = checkpoint.settings;
  // A run may have been lengthened after its last checkpoint.
  if (arguments.checkpoint.empty()) settings.epochs = run.settings.epochs;
  FOVEA_CHECK(applyArguments(settings, arguments.settings));
  FOVEA_TRY(const DeviceTeam devices, devicesOfRun(context, settings.device));
  FOVEA_CHECK(shareRun(context, {checkpoint.network, settings, folder, project->checkpointPath(record), asked.changes},
                       *devices.leader()));
  FOVEA_TRY(auto trainer, Trainer::resume({checkpoint.network, settings, data, folder.string(), {}, context.cancel},
                                          checkpoint, devices));
  auto recorder = RunRecorder::resume(*project, record.run, record.step, settings);
  if (!recorder.ok() && recorder.error().code == ErrorCode::InvalidArgument)
    recorder =
        RunRecorder::branch(*project, record.run, record.step, {run.name, checkpoint.network, settings, run.dataset});
  if (!recorder.ok()) return recorder.error();
  if ((*recorder)->branched()) announceBranch(context, (*recorder)->run(), record);
  return driveRun(
      context, *trainer, **recorder, *data,
      {(*recorder)->branched(), asked.changes, 0, arguments.probe, asked.breakpoints, arguments.layerSteps});
}

}  // namespace

void addResumeCommand(CLI::App& app, Context& context) {
  auto* command =
      app.add_subcommand("resume", "Go on with a run from a checkpoint, with the numbers it would have had");
  auto arguments = std::make_shared<TrainArguments>();
  command->add_option("--project", arguments->project, "Folder of the project")->required();
  command->add_option("--run", arguments->run, "Number of the run; the last one if left out")->check(runNumber());
  command->add_option("--checkpoint", arguments->checkpoint,
                      "File name or path of a checkpoint; the last one if left out");
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

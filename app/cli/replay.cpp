#include "app/cli/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>

#include "app/cli/drive_run.h"

namespace fovea::cli {
namespace {

Result<SettingChange> readChange(const std::string& text) {
  SettingChange change;
  const std::size_t colon = text.find(':'), equals = text.find('=');
  const char* const end = text.data() + std::min(colon, text.size());
  const auto read = std::from_chars(text.data(), end, change.step);
  if (colon == std::string::npos || equals == std::string::npos || equals < colon || read.ec != std::errc() ||
      read.ptr != end || change.step < 0)
    return fail(ErrorCode::InvalidArgument, "\"" + text + "\" is no change of a setting.",
                "Write STEP:NAME=VALUE, such as 200:learning_rate=0.001.");
  const std::string name = text.substr(colon + 1, equals - colon - 1);
  if (!changeableSettings().find(name)) return checkChange(name, FieldValue()).error();
  FOVEA_TRY(const FieldValues values, readAssignments(changeableSettings(), {text.substr(colon + 1)}));
  change.setting = values.begin()->first;
  change.value = values.begin()->second;
  return change;
}

Result<bool> sameWeights(const Project& project, const CheckpointRecord& before, const CheckpointRecord& now) {
  FOVEA_TRY(const Checkpoint first, readCheckpoint(project.checkpointPath(before)));
  FOVEA_TRY(const Checkpoint second, readCheckpoint(project.checkpointPath(now)));
  if (first.tensors.size() != second.tensors.size()) return false;
  for (const auto& [name, tensor] : first.tensors) {
    const Tensor* other = second.find(name);
    if (!other || other->type() != tensor.type() || std::memcmp(tensor.raw(), other->raw(), tensor.bytes()) != 0)
      return false;
  }
  return true;
}

// Compares the last state that both runs saved at the same step.
Status compareEnds(const Context& context, const Project& project, RunId before, RunId now) {
  FOVEA_TRY(const auto theirs, project.runs().checkpoints(before));
  FOVEA_TRY(const auto ours, project.runs().checkpoints(now));
  for (auto mine = ours.rbegin(); mine != ours.rend(); ++mine) {
    const auto same =
        std::find_if(theirs.begin(), theirs.end(), [&](const auto& each) { return each.step == mine->step; });
    if (same == theirs.end()) continue;
    FOVEA_TRY(const bool identical, sameWeights(project, *same, *mine));
    if (context.json)
      printJson({{"event", "replayed"},
                 {"of", before.index},
                 {"run", now.index},
                 {"step", mine->step},
                 {"identical", identical}});
    else
      fmt::print("After step {} the state {} that of run {}.\n", mine->step,
                 identical ? "is, to the bit," : "differs from", before.index);
    return {};
  }
  if (context.json)
    printJson(
        {{"event", "replayed"}, {"of", before.index}, {"run", now.index}, {"step", Json()}, {"identical", Json()}});
  else
    fmt::print("The two runs have no checkpoint of the same step to compare.\n");
  return {};
}

}  // namespace

Result<std::optional<Checkpoint>> beginningOf(const Project& project, RunId run, const RunBeginning& begun) {
  if (!begun.givenWeights && begun.step == 0) return std::optional<Checkpoint>();
  FOVEA_TRY(const auto checkpoints, project.runs().checkpoints(run));
  for (const CheckpointRecord& record : checkpoints) {
    if (record.step != begun.step) continue;
    FOVEA_TRY(Checkpoint read, readCheckpoint(project.checkpointPath(record)));
    return std::optional(std::move(read));
  }
  return fail(ErrorCode::InvalidArgument,
              fmt::format("Run {} cannot be run again: it began with given weights, and the checkpoint of its step {} "
                          "is gone.",
                          run.index, begun.step),
              "Pin the first checkpoint of such a run to keep it.");
}

Result<std::vector<SettingChange>> readChanges(const std::vector<std::string>& texts) {
  std::vector<SettingChange> changes;
  for (const std::string& text : texts) {
    FOVEA_TRY(SettingChange change, readChange(text));
    FOVEA_CHECK(checkChange(change.setting, change.value));
    changes.push_back(std::move(change));
  }
  std::stable_sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
  return changes;
}

Status replayRun(Context& context, const std::string& projectFolder, std::int32_t number, const std::string& name) {
  FOVEA_TRY(auto project, Project::open(projectFolder));
  const RunId run{number};
  FOVEA_TRY(const RunRecord record, project->runs().run(run));
  FOVEA_TRY(const RunBeginning begun, project->runs().beginning(run));
  if (!begun.known || !record.origin.empty())
    return fail(ErrorCode::InvalidArgument,
                fmt::format("Run {} cannot be run again: it is not known what it began with.", number),
                "Runs of another program and of earlier versions did not note that.");
  FOVEA_TRY(const Network network, project->runs().network(run));
  FOVEA_TRY(const auto folder, project->datasetFolder(record.dataset));
  FOVEA_TRY(auto data, Dataset::open(folder));
  FOVEA_TRY(const auto beginning, beginningOf(*project, run, begun));
  FOVEA_TRY(const DeviceTeam devices, openDevices(context.backends, begun.settings.device));
  const TrainingPlan plan{network, begun.settings, data, folder.string(), {}, context.cancel};
  FOVEA_TRY(auto trainer, beginning ? Trainer::resume(plan, *beginning, devices) : Trainer::create(plan, devices));
  RunDescription description{name.empty() ? record.name + " again" : name, network, begun.settings, record.dataset,
                             record.group};
  description.givenWeights = beginning.has_value();
  description.firstStep = begun.step;
  FOVEA_TRY(auto recorder, RunRecorder::begin(*project, description));
  FOVEA_CHECK(recorder->recordMark(trainer->position().step, fmt::format("Runs run {} again", number)));
  DriveOptions options;
  options.saveAtOnce = beginning.has_value();
  FOVEA_TRY(options.changes, project->runs().changes(run));
  FOVEA_TRY(const auto last, project->runs().lastCheckpoint(run));
  if (last && record.status != RunStatus::Finished) options.lastStep = last->step;
  const RunId again = recorder->run();
  FOVEA_CHECK(driveRun(context, *trainer, *recorder, *data, options));
  recorder.reset();
  return compareEnds(context, *project, run, again);
}

}  // namespace fovea::cli

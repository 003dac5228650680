// Why: adds runs to the project's queue, which terminal and window share, and waits for their turn.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/drive_run.h"
#include "app/cli/run_settings.h"
#include "app/cli/run_subject.h"
#include "core/project/run_queue.h"
#include "core/project/stored_settings.h"

namespace fovea::cli {
namespace {

struct QueueArguments {
  std::string project;
  std::string network;
  std::string dataset;
  std::string name;
  std::string priority = "normal";
  std::vector<std::int64_t> ids;
  SettingArguments settings;
};

const std::vector<std::pair<std::string, int>>& priorities() {
  static const std::vector<std::pair<std::string, int>> all{{"high", 1}, {"normal", 0}, {"low", -1}};
  return all;
}

std::string priorityName(int priority) {
  for (const auto& [name, value] : priorities())
    if (value == priority) return name;
  return std::to_string(priority);
}

Json queuedJson(const QueuedRun& run) {
  return {{"id", run.id},
          {"name", run.description.name},
          {"network", run.description.network.name()},
          {"dataset", run.description.dataset},
          {"device", run.description.settings.device},
          {"priority", priorityName(run.priority)},
          {"start", run.start.generic_string()},
          {"added", run.added},
          {"settings", settingsToJson(run.description.settings)}};
}

Status queueList(Context& context, const QueueArguments& arguments) {
  FOVEA_TRY(const auto project, Project::open(arguments.project, ProjectAccess::ReadOnly));
  FOVEA_TRY(const RunQueue queue, RunQueue::read(runQueueFile(project->folder())));
  if (!context.json && queue.runs().empty()) fmt::print("No run waits.\n");
  if (!context.json && !queue.runs().empty())
    fmt::print("{:>5}  {:<24} {:<8} {:<20} {:<8} {:>7} {:>7} {:>9}\n", "id", "name", "priority", "data", "device",
               "epochs", "batch", "rate");
  for (const QueuedRun& run : queue.runs()) {
    const TrainingSettings& settings = run.description.settings;
    if (context.json)
      printJson(queuedJson(run));
    else
      fmt::print("{:>5}  {:<24} {:<8} {:<20} {:<8} {:>7} {:>7} {:>9}\n", run.id, run.description.name,
                 priorityName(run.priority), run.description.dataset, settings.device, settings.epochs, settings.batch,
                 settings.learningRate);
  }
  return {};
}

Status queueAdd(Context& context, const QueueArguments& arguments) {
  FOVEA_TRY(auto project, Project::open(arguments.project));
  FOVEA_TRY(const auto dataset, chooseDataset(*project, arguments.dataset));
  FOVEA_TRY(const auto data, Dataset::open(dataset.second));
  FOVEA_TRY(const Network network, chooseNetwork(context, *project, arguments.network, data->info()));
  FOVEA_TRY(const RunSettings chosen, newRunSettings(*project, network, data->info(), arguments.settings));
  const std::filesystem::path file = runQueueFile(project->folder());
  FOVEA_TRY(RunQueue queue, RunQueue::read(file));
  QueuedRun run;
  run.description = {arguments.name.empty() ? network.name() : arguments.name, network, chosen.settings, dataset.first};
  for (const auto& [name, value] : priorities())
    if (name == arguments.priority) run.priority = value;
  FOVEA_TRY(const std::int64_t id, queue.add(std::move(run)));
  FOVEA_CHECK(queue.write(file));
  if (context.json) return printJson({{"event", "queued"}, {"id", id}, {"waiting", queue.runs().size()}}), Status();
  fmt::print("{} waits as number {}; {} in all. `fovea-cli queue run` begins them.\n", queue.find(id)->description.name,
             id, queue.runs().size());
  return {};
}

Status queueRemove(Context& context, const QueueArguments& arguments) {
  FOVEA_TRY(const auto project, Project::open(arguments.project));
  const std::filesystem::path file = runQueueFile(project->folder());
  FOVEA_TRY(RunQueue queue, RunQueue::read(file));
  for (const std::int64_t id : arguments.ids)
    if (!queue.remove(id))
      return fail(ErrorCode::NotFound, fmt::format("No run with the number {} waits.", id),
                  "`fovea-cli queue list` shows those that do.");
  FOVEA_CHECK(queue.write(file));
  if (context.json) printJson({{"event", "removed"}, {"waiting", queue.runs().size()}});
  return {};
}

// A run leaves the queue only when the project has recorded it: a program killed in between leaves it in both, and a
// run that cannot begin stays in the queue.
Status queueRun(Context& context, const QueueArguments& arguments) {
  FOVEA_TRY(const auto project, Project::open(arguments.project));
  const std::filesystem::path file = runQueueFile(project->folder());
  for (;;) {
    FOVEA_TRY(RunQueue queue, RunQueue::read(file));
    const QueuedRun* next = queue.next([](const std::string&) { return true; });
    if (!next) return {};
    NewRun run{next->description};
    FOVEA_TRY(run.folder, project->datasetFolder(run.description.dataset));
    FOVEA_TRY(run.data, Dataset::open(run.folder));
    if (!next->start.empty()) {
      FOVEA_TRY(Checkpoint start, readCheckpoint(project->folder() / next->start));
      run.start = std::make_shared<const Checkpoint>(std::move(start));
    }
    FOVEA_TRY(const DeviceTeam devices, openDevices(context.backends, run.description.settings.device));
    FOVEA_CHECK(beginRun(context, *project, std::move(run), devices, [&, id = next->id] {
      queue.remove(id);
      return queue.write(file);
    }));
  }
}

}  // namespace

void addQueueCommand(CLI::App& app, Context& context) {
  auto* queue = app.add_subcommand("queue", "Runs that wait for their turn, here and in the window");
  queue->require_subcommand(1);
  auto arguments = std::make_shared<QueueArguments>();
  addPart(*queue, context, "list", "The waiting runs, in the order in which they will begin", queueList, arguments);
  auto* add = addPart(*queue, context, "add", "Lets a run wait", queueAdd, arguments);
  add->add_option("--network", arguments->network, "As of `train`");
  add->add_option("--dataset", arguments->dataset, "As of `train`");
  add->add_option("--name", arguments->name, "Name of the run");
  add->add_option("--priority", arguments->priority, "high, normal or low: a higher one begins first")
      ->check(CLI::IsMember({"high", "normal", "low"}));
  arguments->settings.addTo(*add);
  arguments->settings.addCommonTo(*add);
  auto* remove = addPart(*queue, context, "remove", "Takes waiting runs out", queueRemove, arguments);
  remove->add_option("ids", arguments->ids, "Their numbers, as `list` shows them")->required();
  addPart(*queue, context, "run", "Trains the waiting runs, one after the other", queueRun, arguments);
}

}  // namespace fovea::cli

// Why: adds runs to the project's queue, which terminal and window share, and waits for their turn.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/drive_run.h"
#include "app/cli/run_settings.h"
#include "app/cli/run_subject.h"
#include "core/base/guarded.h"
#include "core/data/loading/batch_loader.h"
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

// Refuses a batch that is larger than the training split, as the run would do when its turn comes.
Status checkBatch(const ChosenDataset& dataset, std::int64_t batch) {
  if (batch <= dataset.data->size(Split::Train)) return {};
  BatchLoaderOptions options;
  options.batch = batch;
  options.threads = 0;
  const auto loader = BatchLoader::create(dataset.data, Split::Train, options);
  return loader.ok() ? Status() : Status(loader.error());
}

Status queueAdd(Context& context, const QueueArguments& arguments) {
  FOVEA_TRY(auto project, Project::open(arguments.project));
  FOVEA_TRY(const ChosenDataset dataset, chooseDataset(context, *project, arguments.dataset, Keep::Yes));
  const DatasetInfo& data = dataset.data->info();
  FOVEA_TRY(const Network network, chooseNetwork(context, *project, arguments.network, data, Keep::Yes));
  FOVEA_TRY(const RunSettings chosen, newRunSettings(*project, network, data, arguments.settings));
  FOVEA_CHECK(checkBatch(dataset, chosen.settings.batch));
  const std::filesystem::path file = runQueueFile(project->folder());
  FOVEA_TRY(RunQueue queue, RunQueue::read(file));
  QueuedRun run;
  run.description = {arguments.name.empty() ? network.name() : arguments.name, network, chosen.settings, dataset.name};
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

// Trains a waiting run; `begun` is called when the project has recorded it.
Status trainQueued(Context& context, const Project& project, const QueuedRun& queued,
                   const std::function<Status()>& begun) {
  NewRun run{queued.description};
  FOVEA_TRY(run.folder, project.datasetFolder(run.description.dataset));
  FOVEA_TRY(run.data, Dataset::open(run.folder));
  if (!queued.start.empty()) {
    FOVEA_TRY(Checkpoint start, readCheckpoint(project.folder() / queued.start));
    run.start = std::make_shared<const Checkpoint>(std::move(start));
  }
  FOVEA_TRY(const DeviceTeam devices, openDevices(context.backends, run.description.settings.device));
  return beginRun(context, project, std::move(run), devices, begun);
}

// A run leaves the queue only when the project has recorded it: a program killed in between leaves it in both, and a
// run that cannot begin stays in the queue, where it holds up no other.
Status queueRun(Context& context, const QueueArguments& arguments) {
  FOVEA_TRY(const auto project, Project::open(arguments.project));
  const std::filesystem::path file = runQueueFile(project->folder());
  std::set<std::int64_t> tried;
  std::size_t failed = 0;
  for (;;) {
    FOVEA_TRY(RunQueue queue, RunQueue::read(file));
    const auto next = std::find_if(queue.runs().begin(), queue.runs().end(),
                                   [&tried](const QueuedRun& run) { return !tried.contains(run.id); });
    if (next == queue.runs().end()) break;
    const QueuedRun run = *next;
    tried.insert(run.id);
    Status removed;
    const Status done = guarded([&] {
      return trainQueued(context, *project, run, [&] {
        queue.remove(run.id);
        return removed = queue.write(file);
      });
    });
    FOVEA_CHECK(removed);
    if (done.ok()) continue;
    if (endsAllRuns(done.error())) return done;
    printError(context, done.error().within("The run \"" + run.description.name + "\" failed"));
    ++failed;
  }
  if (failed == 0) return {};
  return fail(ErrorCode::InvalidArgument, fmt::format("{} of {} runs failed.", failed, tried.size()),
              "Those that did not begin still wait; `fovea-cli queue list` shows them.");
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

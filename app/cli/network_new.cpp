#include "app/cli/network_new.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/data/store/dataset.h"
#include "core/network/network_analysis.h"
#include "core/train/network_suggestions.h"

namespace fovea::cli {
namespace {

struct NewArguments {
  std::string task, dataset, out, device = "cpu";
  int choice = 1;
  bool replace = false;
};

Result<NetworkTask> chosenTask(const std::string& name, const DatasetInfo* data) {
  std::vector<std::string> names;
  for (const NetworkTaskInfo& info : networkTasks()) {
    if (info.name == name) return info.task;
    names.push_back(info.name);
  }
  const std::string known = fmt::format("The tasks are {}.", fmt::join(names, ", "));
  if (!name.empty()) return fail(ErrorCode::NotFound, fmt::format("There is no task “{}”.", name), known);
  if (!data)
    return fail(ErrorCode::InvalidArgument, "Neither a data set nor a task says what the network is for.",
                "Give --dataset or --task. " + known);
  if (const auto own = taskOf(*data)) return *own;
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The samples of \"{}\" have nothing that a network could learn to say.", data->name),
              "Import the data set with labels, or give --task. " + known);
}

// Says that networks are drawn for a usual size where the data is of another task, and suits none of them.
void warnOfOtherTask(const Context& context, const DatasetInfo& data, NetworkTask task) {
  if (taskOf(data) == task) return;
  printWarning(context, fmt::format("The data set \"{}\" is of another task: its sizes are not used.", data.name));
}

// ", roughly 2:30 an epoch here"; nothing where the time is not known.
std::string epochWords(double seconds) {
  if (!(seconds > 0)) return "";
  return fmt::format(", {} an epoch here", seconds < 1 ? "under a second" : "roughly " + durationWords(seconds));
}

Status runNew(const Context& context, const NewArguments& arguments) {
  FOVEA_CHECK(checkNew(arguments.out, arguments.replace));
  std::shared_ptr<Dataset> dataset;
  if (!arguments.dataset.empty()) {
    FOVEA_TRY(dataset, Dataset::open(arguments.dataset));
  }
  const DatasetInfo* const data = dataset ? &dataset->info() : nullptr;
  FOVEA_TRY(const NetworkTask task, chosenTask(arguments.task, data));
  const std::vector<NetworkSuggestion> suggestions = suggestNetworks(task, data, roughSpeed(arguments.device));
  if (arguments.choice > std::ssize(suggestions))
    return fail(ErrorCode::InvalidArgument, fmt::format("There are {} suggestions, and number {} was asked for.",
                                                        suggestions.size(), arguments.choice));
  if (data) warnOfOtherTask(context, *data, task);
  Json listed = Json::array();
  for (const NetworkSuggestion& each : suggestions) {
    const std::int64_t parameters = analyzeNetwork(each.network).parameters;
    listed.push_back({{"title", each.title}, {"why", each.why}, {"parameters", parameters}});
    listed.back()["epoch_seconds"] = each.epochSeconds > 0 ? Json(each.epochSeconds) : Json();
    if (!context.json)
      fmt::print("{}. {}, {} parameters{}. {}\n", listed.size(), each.title, countWords(parameters),
                 epochWords(each.epochSeconds), fmt::join(each.why, " "));
  }
  const NetworkSuggestion& chosen = suggestions[static_cast<std::size_t>(arguments.choice - 1)];
  if (!arguments.out.empty()) FOVEA_CHECK(writeNetwork(arguments.out, chosen.network));
  if (context.json) {
    Json answer = {{"suggestions", std::move(listed)}};
    if (!arguments.out.empty()) answer["written"] = {{"file", arguments.out}, {"title", chosen.title}};
    printJson(answer);
  } else if (!arguments.out.empty()) {
    fmt::print("{} is written to {}.\n", chosen.title, arguments.out);
  }
  return {};
}

}  // namespace

void addNewCommand(CLI::App& network, Context& context) {
  auto* command =
      network.add_subcommand("new", "Suggest networks for a data set or a task, best first, and write one of them");
  auto arguments = std::make_shared<NewArguments>();
  std::string tasks;
  for (const NetworkTaskInfo& info : networkTasks()) tasks += (tasks.empty() ? "" : ", ") + info.name;
  command->add_option("--dataset", arguments->dataset, "Folder of the data set that the networks are sized for");
  command->add_option("--task", arguments->task, "By itself that of the data set: " + tasks);
  command->add_option("--choice", arguments->choice, "The number of the suggestion to write")->check(CLI::Range(1, 9));
  command->add_option("--device", arguments->device, "cpu, cuda:0, …: what it is to be trained on");
  command->add_option("--out", arguments->out, "Network file to write (.json); only lists them if left out");
  addReplaceFlag(*command, arguments->replace);
  command->add_flag("--json", context.json, "Print one JSON object a line");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runNew(context, *arguments); }; });
}

}  // namespace fovea::cli

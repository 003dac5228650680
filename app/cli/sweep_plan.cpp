#include "app/cli/sweep_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/run_subject.h"
#include "core/network/network_difference.h"
#include "core/train/training_graph.h"

namespace fovea::cli {
namespace {

constexpr std::int64_t kUsualDraws = 10;

Result<std::vector<SweepAxis>> axesOf(const SweepArguments& arguments) {
  std::vector<SweepAxis> axes;
  for (const std::string& text : arguments.grid) {
    FOVEA_TRY(axes.emplace_back(), gridAxis(text));
  }
  for (const std::string& text : arguments.random) {
    FOVEA_TRY(axes.emplace_back(), drawnAxis(text));
  }
  return axes;
}

Result<SweepPlan> planOf(const Project& project, const SweepArguments& arguments) {
  SweepPlan plan;
  plan.name = arguments.name;
  FOVEA_TRY(plan.axes, axesOf(arguments));
  plan.draws = arguments.draws.value_or(kUsualDraws);
  plan.seeds = arguments.seeds.value_or(plan.seeds);
  plan.halving = arguments.halving.value_or(plan.halving);
  plan.firstEpochs = arguments.firstEpochs.value_or(plan.firstEpochs);
  plan.metric = arguments.metric;
  FOVEA_TRY(const FieldValues asked, arguments.settings.values());
  if (asked.contains("seed")) plan.seed = asked.integer("seed");
  plan.settings = sweepSettings(project.chosenSettings(), asked);
  FOVEA_CHECK(checkSweep(plan));
  return plan;
}

// The names that runs record: "val_loss", "val_accuracy", "val_psnr".
std::vector<std::string> recordedNames(const std::vector<MetricInfo>& metrics, const std::string& prefix) {
  MetricValues values;
  for (const MetricInfo& metric : metrics) appendMetricValues(metric, std::vector<double>(4), 1, values);
  std::vector<std::string> names{prefix + kLossMetric};
  if (!std::isnan(takeAccuracy(values))) names.push_back(prefix + "accuracy");
  for (const auto& [name, value] : values) names.push_back(prefix + name);
  return names;
}

// Checks before the first run that the runs will measure the plan's metric.
Status checkMetric(const StoredSweep& sweep, const Dataset& data) {
  const std::string& wanted = sweep.plan.metric;
  if (wanted.empty()) return {};
  const DatasetInfo& info = data.info();
  const TrainingSettings settings = trialSettings(sweep.plan, {}, defaultSettings(sweep.network, info));
  FOVEA_TRY(const StepGraph step,
            buildTrainingGraph(sweep.network, settings, settings.batch, StepKind::Whole, info.lengths));
  std::vector<std::string> names = recordedNames(step.metrics, "train_");
  if (data.size(Split::Validation) > 0) {
    FOVEA_TRY(const StepGraph validation,
              buildValidationGraph(sweep.network, settings.batch, false, {.lengths = info.lengths}));
    for (std::string& name : recordedNames(validation.metrics, "val_")) names.push_back(std::move(name));
  }
  if (std::find(names.begin(), names.end(), wanted) != names.end()) return {};
  return fail(ErrorCode::InvalidArgument, "The runs do not measure \"" + wanted + "\".",
              fmt::format("There are: {}.", fmt::join(names, ", ")));
}

// Says in which of the given options the command line differs from a stored sweep: "another network".
Result<std::vector<std::string>> differences(const Context& context, Project& project, const SweepArguments& arguments,
                                             const StoredSweep& stored) {
  const SweepPlan& plan = stored.plan;
  std::vector<std::string> found;
  if (!arguments.dataset.empty()) {
    FOVEA_TRY(const ChosenDataset chosen, chooseDataset(context, project, arguments.dataset, Keep::No));
    FOVEA_TRY(const auto folder, project.datasetFolder(plan.dataset));
    if (chosen.folder != normalFolder(folder)) found.emplace_back("another data set");
  }
  if (!arguments.network.empty()) {
    FOVEA_TRY(const auto data, project.openDataset(plan.dataset));
    FOVEA_TRY(const Network chosen, chooseNetwork(context, project, arguments.network, data->info(), Keep::No));
    if (!compareNetworks(stored.network, chosen).empty()) found.emplace_back("another network");
  }
  FOVEA_TRY(std::vector<SweepAxis> axes, axesOf(arguments));
  SweepPlan given;
  given.axes = std::move(axes);
  if (!given.axes.empty() && sweepToJson(given).at("axes") != sweepToJson(plan).at("axes"))
    found.emplace_back("other values to try");
  const auto compare = [&found](const auto& wanted, std::int64_t present, const char* words) {
    if (wanted && *wanted != present) found.emplace_back(words);
  };
  compare(arguments.draws, plan.draws, "another number of draws");
  compare(arguments.seeds, plan.seeds, "another number of seeds");
  compare(arguments.halving, plan.halving, "another halving");
  compare(arguments.firstEpochs, plan.firstEpochs, "another number of first epochs");
  if (!arguments.metric.empty() && arguments.metric != plan.metric) found.emplace_back("another metric");
  FOVEA_TRY(const FieldValues asked, arguments.settings.values());
  FieldValues settings = plan.settings;
  settings.set("seed", plan.seed);
  for (const auto& [name, value] : asked)
    if (const FieldValue* present = settings.find(name); !present || !(*present == value))
      found.push_back("another value of " + name);
  return found;
}

Result<StoredSweep> knownSweep(const Context& context, Project& project, const SweepArguments& arguments) {
  FOVEA_TRY(StoredSweep stored, readSweep(project, arguments.name));
  FOVEA_TRY(const std::vector<std::string> found, differences(context, project, arguments, stored));
  if (found.empty()) return stored;
  return fail(ErrorCode::AlreadyExists,
              fmt::format("There is a sweep \"{}\" with {}.", arguments.name, fmt::join(found, " and ")),
              "Choose another --name; with --name alone the one that is there goes on.");
}

}  // namespace

Result<StoredSweep> beginSweep(const Context& context, Project& project, const SweepArguments& arguments) {
  FOVEA_TRY(const auto taken, project.runs().sweeps());
  if (std::find(taken.begin(), taken.end(), arguments.name) != taken.end())
    return knownSweep(context, project, arguments);
  StoredSweep sweep;
  FOVEA_TRY(sweep.plan, planOf(project, arguments));
  if (sweep.plan.name.empty()) sweep.plan.name = freeSweepName(taken);
  FOVEA_TRY(const ChosenDataset dataset, chooseDataset(context, project, arguments.dataset, Keep::Yes));
  sweep.plan.dataset = dataset.name;
  const DatasetInfo& data = dataset.data->info();
  FOVEA_TRY(sweep.network, chooseNetwork(context, project, arguments.network, data, Keep::Yes));
  FOVEA_CHECK(checkMetric(sweep, *dataset.data));
  FOVEA_CHECK(storeSweep(project.runs(), sweep));
  return sweep;
}

void SweepArguments::addTo(CLI::App& command) {
  command.add_option("--project", project, "Folder of the project; made if it is not there")->required();
  command.add_option("--network", network, "As for train: a network of the project, a standard one, or a file");
  command.add_option("--dataset", dataset, "As for train: a name in the project, or a folder");
  command.add_option("--name", name, "Name of the sweep, which is the group of its runs");
  command.add_option("--grid", grid, "Every value of a setting, as NAME=VALUE,VALUE,…");
  command.add_option("--random", random,
                     "Values drawn at random, as NAME=LOW..HIGH, NAME=log:LOW..HIGH or NAME=VALUE,VALUE,…");
  command.add_option("--draws", draws, "Draws of the random values, for each point of the grid")
      ->check(CLI::Range(1, 10000));
  command.add_option("--seeds", seeds, "Runs of each configuration, with seeds one after the other")
      ->check(CLI::Range(1, 1000));
  command.add_option("--halving", halving, "Successive halving: one configuration in so many goes on after each round")
      ->check(CLI::Range(2, 100));
  command.add_option("--first-epochs", firstEpochs, "Epochs of the first round of halving")
      ->check(CLI::Range(1, 1000000));
  command.add_option("--metric", metric, "That decides: val_accuracy, val_loss, val_psnr, …");
  settings.addTo(command);
  settings.addCommonTo(command);
}

}  // namespace fovea::cli

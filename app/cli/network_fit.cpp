#include "app/cli/network_fit.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/network/network_difference.h"
#include "core/train/data_fit.h"
#include "core/train/network_sizing.h"

namespace fovea::cli {
namespace {

struct FitArguments {
  std::string network, dataset, out;
  bool replace = false;
};

// Fails if the fitted network can compute nothing, or cannot learn the data.
Status checkFitted(const Network& network, const DatasetInfo& data) {
  const NetworkReport report = analyzeNetwork(network);
  for (const NetworkProblem& problem : report.problems) {
    if (problem.allowsUse()) continue;
    const Layer* const layer = network.find(problem.layer);
    const std::string place = layer ? fmt::format("The layer \"{}\" is not ready: ", layer->name) : std::string();
    return fail(ErrorCode::InvalidArgument, place + problem.message, problem.advice);
  }
  for (const NetworkProblem& problem : problemsWithData(network, report, data))
    if (problem.prevents != Prevents::Nothing) return fail(ErrorCode::InvalidArgument, problem.message, problem.advice);
  return {};
}

Status runFit(const Context& context, const FitArguments& arguments) {
  FOVEA_CHECK(checkNew(arguments.out, arguments.replace));
  FOVEA_TRY(const Network network, loadNetwork(context, arguments.network));
  FOVEA_TRY(const auto dataset, Dataset::open(arguments.dataset));
  FOVEA_TRY(const Network fitted, fitNetwork(context, network, dataset->info()));
  FOVEA_CHECK(writeNetwork(arguments.out, fitted));
  if (context.json)
    printJson({{"event", "written"}, {"file", arguments.out}, {"name", fitted.name()}});
  else
    fmt::print("Written to {}.\n", arguments.out);
  return {};
}

}  // namespace

Result<Network> fitNetwork(const Context& context, const Network& network, const DatasetInfo& data) {
  Network fitted = sizedFor(network, data);
  FOVEA_CHECK(checkFitted(fitted, data));
  const NetworkDifference difference = compareNetworks(network, fitted);
  if (difference.empty()) return fitted;
  Json layers = Json::array();
  if (!context.json) fmt::print("{} is fitted to {}:\n", network.name(), data.name);
  for (const LayerChange& change : difference.changed) {
    const std::string words = changeWords(network, fitted, change);
    layers.push_back({{"name", fitted.find(change.after)->name}, {"change", words}});
    if (!context.json) fmt::print("  {:<12} {}\n", fitted.find(change.after)->name, words);
  }
  if (context.json)
    printJson({{"event", "fitted"}, {"network", network.name()}, {"dataset", data.name}, {"layers", layers}});
  return fitted;
}

void warnOfMisfit(const Context& context, const Network& network, const DatasetInfo& data) {
  for (const NetworkProblem& problem : problemsWithData(network, analyzeNetwork(network), data))
    if (problem.prevents == Prevents::Nothing) printWarning(context, problem.message, problem.advice);
}

void addFitCommand(CLI::App& network, Context& context) {
  auto* command = network.add_subcommand(
      "fit", "Write a network with the input of a data set's samples and the outputs for its classes");
  auto arguments = std::make_shared<FitArguments>();
  command->add_option("network", arguments->network, "Name of a standard network, or a network file")->required();
  command->add_option("--dataset", arguments->dataset, "Folder of the data set")->required();
  command->add_option("--out", arguments->out, "Network file to write (.json)")->required();
  addReplaceFlag(*command, arguments->replace);
  command->add_flag("--json", context.json, "Print one JSON object a line");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runFit(context, *arguments); }; });
}

}  // namespace fovea::cli

// `fovea-cli network show`, `network fold`, `network convert`, `network compare`, `network fit`, `network new` and
// `network list`.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "app/cli/exchange_convert.h"
#include "app/cli/network_compare.h"
#include "app/cli/network_fit.h"
#include "app/cli/network_new.h"
#include "core/network/flatten.h"
#include "core/network/network_analysis.h"
#include "core/network/repeated_structure.h"
#include "core/network/standard_networks.h"
#include "core/train/data_fit.h"
#include "core/train/training_graph.h"

namespace fovea::cli {
namespace {

struct ShowArguments {
  std::string network;
  std::string dataset;
  std::int64_t batch = 64;
  bool ops = false;
};

Json layerJson(const Layer& layer, const LayerReport* report) {
  Json entry = {{"name", layer.name}, {"type", layer.type}};
  if (!report) return entry;
  entry["outputs"] = Json::array();
  for (const Shape& shape : report->outputs) entry["outputs"].push_back(shape.extents());
  entry["parameters"] = report->parameters;
  entry["flops"] = report->flops;
  return entry;
}

// The shape of one sample; null if the network has no input of data.
Json inputShapeJson(const Network& network, const NetworkReport& report) {
  for (const Layer& layer : network.layers())
    if (layer.type == "input")
      if (const auto found = report.layers.find(layer.id);
          found != report.layers.end() && !found->second.outputs.empty())
        return found->second.outputs[0].extents();
  return {};
}

Json bytesJson(const Result<ExecutorReport>& memory) {
  return memory.ok() ? Json(memory->peakBytes()) : Json();
}

Status showNetwork(const Context& context, const ShowArguments& arguments) {
  FOVEA_TRY(const Network drawn, loadNetwork(context, arguments.network));
  FOVEA_TRY(const Network network, flattenNetwork(drawn));
  NetworkReport report = analyzeNetwork(network);
  if (!arguments.dataset.empty()) {
    FOVEA_TRY(const auto dataset, Dataset::open(arguments.dataset));
    std::ranges::move(problemsWithData(network, report, dataset->info()), std::back_inserter(report.problems));
  }
  TrainingSettings settings;
  settings.batch = arguments.batch;
  const auto memory = planTrainingMemory(network, settings, arguments.batch);
  FOVEA_TRY(const auto order, network.topologicalOrder());
  const auto reportOf = [&](LayerId id) {
    const auto found = report.layers.find(id);
    return found == report.layers.end() ? nullptr : &found->second;
  };
  if (context.json) {
    Json json = {{"name", network.name()},
                 {"parameters", report.parameters},
                 {"flops_per_sample", report.flopsPerSample},
                 {"input_shape", inputShapeJson(network, report)},
                 {"batch", arguments.batch},
                 {"training_bytes", bytesJson(memory)},
                 {"inference_bytes", bytesJson(planInferenceMemory(network, arguments.batch))}};
    json["layers"] = Json::array();
    for (const LayerId id : order) json["layers"].push_back(layerJson(*network.find(id), reportOf(id)));
    json["problems"] = Json::array();
    for (const NetworkProblem& problem : report.problems) json["problems"].push_back(problem.message);
    if (arguments.ops) {
      FOVEA_TRY(const StepGraph step, buildTrainingGraph(network, settings, arguments.batch));
      json["ops"] = step.graph->toString();
    }
    printJson(json);
    return {};
  }
  fmt::print("{}: {} parameters, {:.2f} MFLOP per sample, {} to train at batch {}\n", network.name(),
             countWords(report.parameters), report.flopsPerSample / 1e6,
             memory.ok() ? byteWords(memory->peakBytes()) : "unknown memory", arguments.batch);
  for (const LayerId id : order) {
    const Layer& layer = *network.find(id);
    const LayerReport* layerReport = reportOf(id);
    const std::string shape = layerReport && !layerReport->outputs.empty() ? layerReport->outputs[0].toString() : "";
    fmt::print("  {:<16} {:<20} {:<18} {:>12}\n", layer.name, layer.type, shape,
               layerReport ? countWords(layerReport->parameters) : "");
  }
  for (const NetworkProblem& problem : report.problems) fmt::print("  problem: {}\n", problem.message);
  if (arguments.ops) {
    FOVEA_TRY(const StepGraph step, buildTrainingGraph(network, settings, arguments.batch));
    fmt::print("{}", step.graph->toString());
  }
  return {};
}

struct FoldArguments {
  std::string network, target;
  int times = 1;
  bool replace = false;
};

Status runFold(const Context& context, const FoldArguments& arguments) {
  FOVEA_CHECK(checkNew(arguments.target, arguments.replace));
  FOVEA_TRY(Network network, loadNetwork(context, arguments.network));
  const auto shown = [&] {
    return std::ranges::count_if(network.layers(), [](const Layer& layer) { return !layer.block.valid(); });
  };
  const auto before = shown();
  Json blocks = Json::array();
  for (int time = 0; time < arguments.times; ++time) {
    const Result<RepeatedFold> fold = foldRepeatedStructure(network);
    if (!fold.ok() && time > 0 && fold.error().code == ErrorCode::NotFound) break;
    if (!fold.ok()) return fold.error();
    FOVEA_CHECK(applyEdit(network, fold->edit));
    for (const RepeatedBlock& block : fold->blocks) {
      blocks.push_back({{"name", block.name}, {"layers", block.layers}, {"uses", block.uses.size()}});
      if (!context.json)
        fmt::print("  {:<20} {:>3} layers, used {}\n", block.name, block.layers,
                   block.uses.size() == 1 ? "once" : fmt::format("{} times", block.uses.size()));
    }
  }
  if (!arguments.target.empty()) FOVEA_CHECK(writeNetwork(arguments.target, network));
  if (context.json)
    printJson({{"layers", layerCount(network)}, {"nodes_before", before}, {"nodes", shown()}, {"blocks", blocks}});
  else
    fmt::print("{}: {} nodes become {}\n", network.name(), before, shown());
  return {};
}

Status listNetworks(const Context& context) {
  Json list = Json::array();
  for (const auto& entry : standardNetworks()) {
    list.push_back({{"name", entry.name}, {"title", entry.title}, {"description", entry.description}});
    if (!context.json) fmt::print("{:<12} {}\n", entry.name, entry.description);
  }
  if (context.json) printJson(list);
  return {};
}

}  // namespace

void addNetworkCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("network", "Look into networks");
  command->require_subcommand(1);
  auto* show = command->add_subcommand("show",
                                       "Layers, shapes, parameters, arithmetic of one sample's forward pass (a "
                                       "multiply-add is two) and memory of a network");
  auto arguments = std::make_shared<ShowArguments>();
  show->add_option("network", arguments->network, "Name of a standard network, or a network file")->required();
  show->add_option("--dataset", arguments->dataset, "Folder of a data set: also show what does not fit it");
  show->add_option("--batch", arguments->batch, "Batch that the bytes are for: samples per step")
      ->capture_default_str()
      ->check(CLI::Range(1, 65536));
  show->add_flag("--ops", arguments->ops, "Also print the ops of a training step");
  show->add_flag("--json", context.json, "Print JSON");
  show->callback(
      [&context, arguments] { context.work = [&context, arguments] { return showNetwork(context, *arguments); }; });
  auto* fold = command->add_subcommand(
      "fold", "Fold parts of a network that repeat into blocks; layers are named after their blocks then");
  auto folding = std::make_shared<FoldArguments>();
  fold->add_option("network", folding->network, "Name of a standard network, or a network file")->required();
  fold->add_option("target", folding->target,
                   "Network file (.json) to write; without it only what is found is printed");
  fold->add_option("--times", folding->times, "How often to fold: the second time finds the stages of the first blocks")
      ->capture_default_str()
      ->check(CLI::Range(1, 8));
  addReplaceFlag(*fold, folding->replace);
  fold->add_flag("--json", context.json, "Print JSON");
  fold->callback([&context, folding] { context.work = [&context, folding] { return runFold(context, *folding); }; });
  addConvertCommand(*command, context);
  addCompareCommand(*command, context);
  addFitCommand(*command, context);
  addNewCommand(*command, context);
  auto* list = command->add_subcommand("list", "The standard networks");
  list->add_flag("--json", context.json, "Print JSON");
  list->callback([&context] { context.work = [&context] { return listNetworks(context); }; });
}

}  // namespace fovea::cli

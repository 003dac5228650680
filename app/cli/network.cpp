// `fovea-cli network show`, `network convert`, `network compare` and `network list`.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/exchange_convert.h"
#include "app/cli/network_compare.h"
#include "core/network/flatten.h"
#include "core/network/network_analysis.h"
#include "core/network/standard_networks.h"
#include "core/train/training_graph.h"

namespace fovea::cli {
namespace {

struct ShowArguments {
  std::string network;
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

// The shape of one sample, or null where no data enters.
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

Status runShow(const Context& context, const ShowArguments& arguments) {
  FOVEA_TRY(const Network drawn, loadNetwork(arguments.network));
  FOVEA_TRY(const Network network, flattenNetwork(drawn));
  const NetworkReport report = analyzeNetwork(network);
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

Status runList(const Context& context) {
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
  show->add_option("--batch", arguments->batch, "Batch that the bytes are for: samples per step")
      ->capture_default_str()
      ->check(CLI::Range(1, 65536));
  show->add_flag("--ops", arguments->ops, "Also print the ops of a training step");
  show->add_flag("--json", context.json, "Print JSON");
  show->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runShow(context, *arguments); }; });
  addConvertCommand(*command, context);
  addCompareCommand(*command, context);
  auto* list = command->add_subcommand("list", "The standard networks");
  list->add_flag("--json", context.json, "Print JSON");
  list->callback([&context] { context.work = [&context] { return runList(context); }; });
}

}  // namespace fovea::cli

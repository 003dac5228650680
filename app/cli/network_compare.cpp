#include "app/cli/network_compare.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "core/network/network_difference.h"

namespace fovea::cli {
namespace {

struct CompareArguments {
  std::string before, after;
};

Json layersJson(const Network& network, const std::vector<LayerId>& layers) {
  Json list = Json::array();
  for (const LayerId id : layers) list.push_back({{"name", network.find(id)->name}, {"type", network.find(id)->type}});
  return list;
}

Json edgesJson(const Network& network, const std::vector<Edge>& edges) {
  Json list = Json::array();
  for (const Edge& edge : edges)
    list.push_back({{"source", network.find(edge.source)->name},
                    {"output", edge.output},
                    {"target", network.find(edge.target)->name},
                    {"input", edge.input}});
  return list;
}

Json changeJson(const Network& before, const Network& after, const LayerChange& change) {
  const Layer &was = *before.find(change.before), &is = *after.find(change.after);
  Json json = {{"name", is.name}};
  if (change.renamed) json["was_name"] = was.name;
  if (change.retyped) json["type"] = Json::array({was.type, is.type});
  json["parameters"] = Json::object();
  for (const ParameterChange& parameter : change.parameters)
    json["parameters"][parameter.name] =
        Json::array({fieldValueToJson(parameter.before), fieldValueToJson(parameter.after)});
  return json;
}

Json differenceJson(const Network& before, const Network& after, const NetworkDifference& difference) {
  Json changed = Json::array();
  for (const LayerChange& change : difference.changed) changed.push_back(changeJson(before, after, change));
  return {{"equal", difference.empty()},
          {"added", layersJson(after, difference.added)},
          {"removed", layersJson(before, difference.removed)},
          {"changed", std::move(changed)},
          {"edges_added", edgesJson(after, difference.addedEdges)},
          {"edges_removed", edgesJson(before, difference.removedEdges)}};
}

void printDifference(const Network& before, const Network& after, const NetworkDifference& difference) {
  if (difference.empty()) fmt::print("no difference\n");
  for (const LayerId id : difference.added) fmt::print("+ {} ({})\n", after.find(id)->name, after.find(id)->type);
  for (const LayerId id : difference.removed) fmt::print("- {} ({})\n", before.find(id)->name, before.find(id)->type);
  for (const LayerChange& change : difference.changed)
    fmt::print("~ {}: {}\n", after.find(change.after)->name, changeWords(before, after, change));
  const auto edge = [](const char* sign, const Network& network, const Edge& each) {
    fmt::print("{} {} → {}\n", sign, network.find(each.source)->name, network.find(each.target)->name);
  };
  for (const Edge& each : difference.addedEdges) edge("+", after, each);
  for (const Edge& each : difference.removedEdges) edge("-", before, each);
}

Status runNetworkCompare(const Context& context, const CompareArguments& arguments) {
  FOVEA_TRY(const Network before, loadNetwork(context, arguments.before));
  FOVEA_TRY(const Network after, loadNetwork(context, arguments.after));
  const NetworkDifference difference = compareNetworks(before, after);
  if (context.json)
    printJson(differenceJson(before, after, difference));
  else
    printDifference(before, after, difference);
  return {};
}

}  // namespace

void addCompareCommand(CLI::App& network, Context& context) {
  auto* command =
      network.add_subcommand("compare", "Layers and edges that are new, gone or changed between two networks");
  auto arguments = std::make_shared<CompareArguments>();
  const char* help = "Name of a standard network, or a file that can be imported";
  command->add_option("before", arguments->before, help)->required();
  command->add_option("after", arguments->after, help)->required();
  command->add_flag("--json", context.json, "Print JSON");
  command->callback([&context, arguments] {
    context.work = [&context, arguments] { return runNetworkCompare(context, *arguments); };
  });
}

}  // namespace fovea::cli

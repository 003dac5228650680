#include "core/network/network_analysis.h"

#include <algorithm>

#include "core/network/network_editor.h"
#include "core/network/network_fixes.h"

namespace fovea {
namespace {

constexpr std::size_t kMostFixes = 32;  // problems that come with fixes
// Where the count stops, so that no drawing makes it overflow.
constexpr std::int64_t kMostParameters = std::int64_t{1} << 60;

// Goes through the layers in order and builds each in a graph of its own, so that an error belongs to one node.
class Analyzer {
 public:
  explicit Analyzer(const Network& network) : network_(network) {}

  NetworkReport run() {
    const auto order = network_.topologicalOrder();
    if (!order.ok()) {
      add({}, -1, order.error());
      return std::move(report_);
    }
    for (const LayerId id : *order) analyzeLayer(*network_.find(id));
    checkWhole(*order);
    return std::move(report_);
  }

 private:
  NetworkProblem& add(LayerId layer, int input, const Error& error) {
    NetworkProblem problem;
    problem.layer = layer;
    problem.input = input;
    problem.message = error.message;
    problem.advice = error.advice;
    report_.problems.push_back(std::move(problem));
    return report_.problems.back();
  }

  // Whether every input has an edge; if not, that is the problem.
  bool connected(const Layer& layer, const LayerType& type, const std::vector<Edge>& edges) {
    bool all = true;
    for (std::size_t port = 0; port < type.inputs.size(); ++port) {
      const int input = static_cast<int>(port);
      const auto arrives = [&](const Edge& edge) {
        return edge.input == input || (type.inputs[port].variadic && edge.input > input);
      };
      if (std::any_of(edges.begin(), edges.end(), arrives)) continue;
      const std::string which = type.inputs.size() == 1 ? "" : " “" + type.inputs[port].name + "”";
      NetworkProblem& problem = add(layer.id, input,
                                    fail(ErrorCode::InvalidArgument, "The input" + which + " is not connected.",
                                         "Draw an edge from the output of another layer to it."));
      if (wantsFixes()) problem.fixes = fixesForMissingEdge(network_, layer, input);
      all = false;
    }
    return all;
  }

  void analyzeLayer(const Layer& layer) {
    const LayerType& type = *findLayer(layer.type);
    LayerReport& report = report_.layers[layer.id];
    const std::vector<Edge> edges = network_.edgesInto(layer.id);
    if (!connected(layer, type, edges)) return;

    GraphBuilder graph;
    LayerBuilder builder(graph, NetworkMode::Evaluation, 1, 0);
    std::vector<ValueId> inputs;
    std::vector<ArrivingShape> arriving;
    for (const Edge& edge : edges) {
      const auto source = types_.find(edge.source);
      if (source == types_.end()) return;  // the fault lies above
      const TensorType& arrived = source->second[static_cast<std::size_t>(edge.output)];
      inputs.push_back(graph.addInput("input" + std::to_string(inputs.size()), arrived));
      arriving.push_back({edge, arrived.shape});
    }
    const auto outputs = type.build(builder, layer.parameters, inputs);
    if (!outputs.ok() || !graph.status().ok()) {
      NetworkProblem& problem =
          add(layer.id, inputAtFault(arriving), outputs.ok() ? graph.status().error() : outputs.error());
      if (wantsFixes()) problem.fixes = fixesForShapes(network_, layer, arriving);
      return;
    }
    std::vector<TensorType> types;
    for (const ValueId value : *outputs) {
      types.push_back(graph.typeOf(value));
      report.outputs.push_back(Shape(types.back().shape.extents().subspan(1)));
    }
    types_[layer.id] = std::move(types);
    for (const VariableInfo& variable : builder.variables())
      if (variable.trainable) report.parameters += variable.type.shape.elementCount();
    report.flops = flopsWithoutMetrics(graph, *outputs, builder);
    report_.parameters = std::min(report_.parameters + report.parameters, kMostParameters);
    report_.flopsPerSample += report.flops;
  }

  // Of what the layer gives and learns from; how good it is may be looked at in costly ways. Uses up the graph.
  static double flopsWithoutMetrics(GraphBuilder& graph, const std::vector<ValueId>& outputs,
                                    const LayerBuilder& builder) {
    for (const ValueId output : outputs) graph.addOutput("output", output);
    graph.addOutput("loss", builder.loss());
    for (const MetricInfo& metric : builder.metrics())
      if (metric.name == "correct") graph.addOutput("correct", metric.value);
    const auto finished = graph.finish();
    return finished.ok() ? (*finished)->cost().flops : 0;
  }

  // Of several inputs the first that is not like the first one.
  static int inputAtFault(const std::vector<ArrivingShape>& arriving) {
    for (const ArrivingShape& arrival : arriving)
      if (arrival.shape != arriving[0].shape) return arrival.edge.input;
    return arriving.size() == 1 ? arriving[0].edge.input : -1;
  }

  void checkWhole(const std::vector<LayerId>& order) {
    if (order.empty()) {
      NetworkProblem& problem =
          add({}, -1, fail(ErrorCode::InvalidArgument, "The network is empty.", "Begin with an input layer."));
      problem.fixes = fixesForMissingInput(network_);
      return;
    }
    std::vector<const Layer*> inputs, losses;
    for (const LayerId id : order) {
      const Layer* layer = network_.find(id);
      const LayerType* type = findLayer(layer->type);
      if (type->inputs.empty()) inputs.push_back(layer);
      if (type->family == LayerFamily::Loss) losses.push_back(layer);
    }
    checkInputs(inputs);
    checkLosses(losses, order);
  }

  void checkInputs(const std::vector<const Layer*>& inputs) {
    if (inputs.empty()) {
      NetworkProblem& problem = add(
          {}, -1, fail(ErrorCode::InvalidArgument, "No data enters the network: it has no input layer.", "Add one."));
      problem.fixes = fixesForMissingInput(network_);
    }
    for (std::size_t i = 1; i < inputs.size(); ++i) {
      NetworkProblem& problem =
          add(inputs[i]->id, -1,
              fail(ErrorCode::InvalidArgument, "The images enter at " + inQuotes(inputs[0]->name) + " already.",
                   "A network has one input layer; draw several edges from it."));
      problem.fixes = {fixByRemoving(*inputs[i])};
    }
  }

  void checkLosses(const std::vector<const Layer*>& losses, const std::vector<LayerId>& order) {
    if (losses.empty()) {
      NetworkProblem& problem = add({}, -1,
                                    fail(ErrorCode::InvalidArgument, "Without a loss the network cannot be trained.",
                                         "Add Cross-entropy at the end."));
      problem.trainingOnly = true;
      problem.fixes = fixesForMissingLoss(network_, lastBuilt(order));
    }
    for (std::size_t i = 1; i < losses.size(); ++i) {
      NetworkProblem& problem =
          add(losses[i]->id, -1,
              fail(ErrorCode::InvalidArgument, "There is already a loss: " + inQuotes(losses[0]->name) + ".",
                   "A network has one loss."));
      problem.fixes = {fixByRemoving(*losses[i])};
    }
  }

  // The last layer in order that could be built: what the network says at present.
  const Layer* lastBuilt(const std::vector<LayerId>& order) const {
    const auto built = std::find_if(order.rbegin(), order.rend(), [&](LayerId id) { return types_.contains(id); });
    return built == order.rend() ? nullptr : network_.find(*built);
  }

  // A person mends one thing at a time; in a network that is wrong everywhere, looking for all fixes would take too
  // long.
  bool wantsFixes() const { return report_.problems.size() <= kMostFixes; }

  const Network& network_;
  NetworkReport report_;
  std::map<LayerId, std::vector<TensorType>> types_;
};

}  // namespace

const NetworkProblem* NetworkReport::problemOf(LayerId id) const {
  for (const NetworkProblem& problem : problems)
    if (problem.layer == id) return &problem;
  return nullptr;
}

NetworkReport analyzeNetwork(const Network& network) {
  return Analyzer(network).run();
}

}  // namespace fovea

#include "core/network/network_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/network/flatten.h"
#include "core/network/layer_facts.h"
#include "core/network/losses.h"
#include "core/network/network_editor.h"
#include "core/network/network_fixes.h"
#include "core/network/shared_weights.h"

namespace fovea {
namespace {

constexpr std::size_t kMostFixes = 32;  // problems for which fixes are searched
// Upper limit of the count, so that it cannot overflow.
constexpr std::int64_t kMostParameters = std::int64_t{1} << 60;

struct Loss {
  const Layer* layer;
  NetworkReport* sheet;
  std::optional<TensorType> target;  // for one sample; nullopt: cannot be built
};

// Results for all sheets together.
struct Whole {
  LayerMemory& memory;
  std::map<BlockId, std::vector<LayerId>> order;  // the layers of each sheet in topological order
  std::vector<Loss> losses;
  std::vector<LayerId> weighted;  // layers with weights of their own, in topological order, with repetitions
  bool learns = false;            // training changes the weights of one of them
  std::size_t problems = 0;
};

// Goes through the layers of one sheet in order and builds each in a graph of its own, so that an error belongs to one
// node.
class SheetAnalyzer {
 public:
  // `arriving`: the types at the block's inputs, in order; nullopt where unknown. All references must outlive the
  // object.
  SheetAnalyzer(const Network& network, BlockId block, std::vector<std::optional<TensorType>> arriving, Whole& whole,
                NetworkReport& report)
      : network_(network), block_(block), arriving_(std::move(arriving)), whole_(whole), report_(report) {}

  void run() {
    for (const LayerId id : whole_.order[block_]) analyzeLayer(*network_.find(id));
    for (const LayerId id : sharing_) checkSharing(*network_.find(id));
  }
  // The types at the block's outputs.
  std::vector<std::optional<TensorType>> leaving() const {
    std::vector<std::optional<TensorType>> types;
    for (const LayerId port : blockPorts(network_, block_, kBlockOutput)) types.push_back(leaving_.at(port));
    return types;
  }
  // Returns the last layer that could be built: the present end of the network.
  const Layer* lastBuilt() const {
    const auto& order = whole_.order[block_];
    const auto built =
        std::find_if(order.rbegin(), order.rend(), [&](LayerId id) { return !report_.layers[id].outputs.empty(); });
    return built == order.rend() ? nullptr : network_.find(*built);
  }

 private:
  NetworkProblem& add(LayerId layer, int input, const Error& error) {
    NetworkProblem problem;
    problem.layer = layer;
    problem.input = input;
    problem.message = error.message;
    problem.advice = error.advice;
    report_.problems.push_back(std::move(problem));
    ++whole_.problems;
    return report_.problems.back();
  }

  // True if every input has an edge; reports a problem for each that has none.
  bool connected(const Layer& layer, const std::vector<LayerPort>& inputs, const std::vector<Edge>& edges) {
    bool all = true;
    for (std::size_t port = 0; port < inputs.size(); ++port) {
      const int input = static_cast<int>(port);
      const auto arrives = [&](const Edge& edge) {
        return edge.input == input || (inputs[port].variadic && edge.input > input);
      };
      if (std::any_of(edges.begin(), edges.end(), arrives)) continue;
      const std::string which = inputs.size() == 1 ? "" : " “" + inputs[port].name + "”";
      NetworkProblem& problem = add(layer.id, input,
                                    fail(ErrorCode::InvalidArgument, "The input" + which + " is not connected.",
                                         "Draw an edge from the output of another layer to it."));
      if (wantsFixes()) problem.fixes = fixesForMissingEdge(network_, layer, input);
      all = false;
    }
    return all;
  }

  void analyzeLayer(const Layer& layer) {
    LayerReport& report = report_.layers[layer.id];
    if (findLayer(layer.type)->family == LayerFamily::Loss) whole_.losses.push_back({&layer, &report_, {}});
    const std::vector<Edge> edges = network_.edgesInto(layer.id);
    const bool complete = connected(layer, portsOf(network_, layer).inputs, edges);
    if (layer.type == kBlockInput) return enter(layer);
    if (layer.type == kBlockUse) return analyzeUse(layer, edges);
    std::vector<TensorType> types;
    for (const Edge& edge : edges) {
      const TensorType* arrived = typeAt(edge);
      if (!arrived) break;  // an earlier layer has the problem
      types.push_back(*arrived);
    }
    if (layer.type == kBlockOutput) leaving_[layer.id] = types.empty() ? std::nullopt : std::optional(types[0]);
    if (complete && types.size() == edges.size() && layer.type != kBlockOutput) build(layer, edges, types, report);
  }

  const TensorType* typeAt(const Edge& edge) const {
    const auto source = types_.find(edge.source);
    if (source == types_.end()) return nullptr;
    const auto output = static_cast<std::size_t>(edge.output);
    return output < source->second.size() && source->second[output] ? &*source->second[output] : nullptr;
  }

  void build(const Layer& layer, const std::vector<Edge>& edges, const std::vector<TensorType>& arrived,
             LayerReport& report) {
    const LayerFacts& facts = whole_.memory.facts(layer, arrived);
    if (facts.error) {
      std::vector<ArrivingShape> arriving;
      for (std::size_t i = 0; i < edges.size(); ++i) arriving.push_back({edges[i], arrived[i].shape});
      NetworkProblem& problem = add(layer.id, inputAtFault(arriving), *facts.error);
      if (wantsFixes()) problem.fixes = fixesForShapes(network_, layer, arriving);
      return;
    }
    if (facts.target) whole_.losses.back().target = facts.target;
    setOutputs(layer.id, {facts.outputs.begin(), facts.outputs.end()}, report);
    const bool shares = !sharesWeightsWith(layer.parameters).empty();
    weights_[layer.id] = facts.weights;
    if (shares) sharing_.push_back(layer.id);
    if (!shares && !facts.weights.empty()) {
      whole_.weighted.push_back(layer.id);
      whole_.learns = whole_.learns || facts.learns;
    }
    report.parameters = shares ? 0 : facts.parameters;
    report.flops = facts.flops;
    count(report);
  }

  // Runs after all layers are built, since the owner of the weights may come later.
  void checkSharing(const Layer& layer) {
    std::optional<SharingFault> fault = sharingFault(network_, layer);
    if (!fault) {
      const Layer& owner = *ownerOfWeights(network_, layer);
      const auto built = weights_.find(owner.id);
      if (built != weights_.end()) fault = shapeFault(layer, weights_[layer.id], owner, built->second);
    }
    if (fault) add(layer.id, -1, fault->error).fixes = std::move(fault->fixes);
  }

  void setOutputs(LayerId id, std::vector<std::optional<TensorType>> types, LayerReport& report) {
    const bool known = std::all_of(types.begin(), types.end(), [](const auto& type) { return type.has_value(); });
    for (const auto& type : types) {
      if (!known) break;
      report.outputs.push_back(Shape(type->shape.extents().subspan(1)));
      report.outputBytes += static_cast<std::int64_t>(type->bytes());
    }
    types_[id] = std::move(types);
  }

  void count(const LayerReport& report) {
    report_.parameters = std::min(report_.parameters + report.parameters, kMostParameters);
    report_.flopsPerSample += report.flops;
    report_.outputBytes = std::min(report_.outputBytes + report.outputBytes, kMostParameters);
  }

  void enter(const Layer& port) {
    const std::size_t index = entered_++;
    if (index < arriving_.size() && arriving_[index]) setOutputs(port.id, {arriving_[index]}, report_.layers[port.id]);
    report_.layers[port.id].outputBytes = 0;  // counted at the value's source
  }

  void analyzeUse(const Layer& use, const std::vector<Edge>& edges) {
    const BlockId block = usedBlock(use);
    std::vector<std::optional<TensorType>> arriving(blockPorts(network_, block, kBlockInput).size());
    for (const Edge& edge : edges)
      if (const TensorType* type = typeAt(edge)) arriving[static_cast<std::size_t>(edge.input)] = *type;
    const auto inside = std::make_shared<NetworkReport>();
    SheetAnalyzer analyzer(network_, block, std::move(arriving), whole_, *inside);
    analyzer.run();
    LayerReport& report = report_.layers[use.id];
    report.parameters = inside->parameters;
    report.flops = inside->flopsPerSample;
    setOutputs(use.id, analyzer.leaving(), report);
    report.outputBytes = inside->outputBytes;
    count(report);
    if (!inside->problems.empty()) {
      const NetworkProblem& first = inside->problems.front();
      const Layer* at = network_.find(first.layer);
      add(use.id, -1,
          fail(ErrorCode::InvalidArgument, "Inside, at " + inQuotes(at ? at->name : use.name) + ": " + first.message,
               "Open the block and mend it there."));
    }
    report_.blocks[use.id] = inside;
  }

  // Returns the first input whose shape differs from that of input 0.
  static int inputAtFault(const std::vector<ArrivingShape>& arriving) {
    for (const ArrivingShape& arrival : arriving)
      if (arrival.shape != arriving[0].shape) return arrival.edge.input;
    return arriving.size() == 1 ? arriving[0].edge.input : -1;
  }

  // A user fixes one problem at a time, and in a network with many problems searching for all fixes would take too
  // long.
  bool wantsFixes() const { return whole_.problems <= kMostFixes; }

  const Network& network_;
  BlockId block_;
  std::vector<std::optional<TensorType>> arriving_;
  std::map<LayerId, std::optional<TensorType>> leaving_;
  Whole& whole_;
  NetworkReport& report_;
  std::size_t entered_ = 0;
  std::map<LayerId, std::vector<LayerWeight>> weights_;
  std::vector<LayerId> sharing_;  // built layers that use weights of another layer
  std::map<LayerId, std::vector<std::optional<TensorType>>> types_;
};

NetworkProblem& addProblem(NetworkReport& report, LayerId layer, std::string message, std::string advice) {
  NetworkProblem& problem = report.problems.emplace_back();
  problem.layer = layer;
  problem.message = std::move(message);
  problem.advice = std::move(advice);
  return problem;
}

void checkInputs(const Network& network, NetworkReport& report) {
  std::vector<const Layer*> inputs;
  for (const Layer& layer : network.layers())
    if (layer.type == "input") inputs.push_back(&layer);
  for (const Layer* input : inputs) {
    const auto reads = [&](const Edge& edge) { return edge.source == input->id; };
    if (inputs.size() == 1 || std::any_of(network.edges().begin(), network.edges().end(), reads)) continue;
    addProblem(report, input->id, "Nothing reads this input.", "Connect it to a layer, or remove it.").fixes = {
        fixByRemoving(*input)};
  }
  const auto begins = [](const Layer& layer) {
    const LayerType& type = *findLayer(layer.type);
    return type.family == LayerFamily::Data && type.learns;
  };
  if (inputs.empty() && std::none_of(network.layers().begin(), network.layers().end(), begins))
    addProblem(report, {}, "No data enters the network: it has no input layer.", "Add one.").fixes =
        fixesForMissingInput(network);
}

// Describes a target: "labels", "labels [224, 224]", "numbers [10]".
std::string targetWords(const TensorType& target) {
  const std::string what = target.dtype == DataType::Float32 ? "numbers" : "labels";
  return target.shape.rank() > 1 ? what + " " + Shape(target.shape.extents().subspan(1)).toString() : what;
}

void checkLosses(const Network& network, const Whole& whole, const Layer* end, NetworkReport& report) {
  if (whole.losses.empty()) {
    NetworkProblem& problem =
        addProblem(report, {}, "Without a loss the network cannot be trained.", "Add Cross-entropy at the end.");
    problem.prevents = Prevents::Training;
    problem.fixes = fixesForMissingLoss(network, end);
  }
  std::vector<const Layer*> layers;
  for (const Loss& loss : whole.losses) layers.push_back(loss.layer);
  const Layer* judging = judgingLoss(layers);
  const auto main =
      std::find_if(whole.losses.begin(), whole.losses.end(), [&](const Loss& loss) { return loss.layer == judging; });
  for (const Loss& loss : whole.losses) {
    if (!loss.target || !main->target || *loss.target == *main->target) continue;
    const std::string message = fmt::format("It compares with {}, but {} with {}.", targetWords(*loss.target),
                                            inQuotes(judging->name), targetWords(*main->target));
    const char* advice = "All losses of a network compare with the same: change or remove one of them.";
    addProblem(*loss.sheet, loss.layer->id, message, advice).fixes = {fixByRemoving(*loss.layer)};
    if (loss.sheet != &report) addProblem(report, {}, inQuotes(loss.layer->name) + ": " + message, advice);
  }
}

// A network without weights is refused by training too, but mostly it is one that is just being drawn.
void checkLearning(const Network& network, const Whole& whole, NetworkReport& report) {
  if (whole.learns || whole.weighted.empty()) return;
  std::vector<const Layer*> layers;
  for (const LayerId id : whole.weighted) {  // a layer inside a block comes once for each use
    const Layer* layer = network.find(id);
    if (std::find(layers.begin(), layers.end(), layer) == layers.end()) layers.push_back(layer);
  }
  NetworkProblem& problem = addProblem(report, {}, "No layer can learn: the weights of all are frozen.",
                                       "To train the network, let a layer learn.");
  problem.prevents = Prevents::Learning;
  problem.fixes = fixesForFrozenWeights(layers);
}

}  // namespace

const NetworkProblem* NetworkReport::problemOf(LayerId id) const {
  for (const NetworkProblem& problem : problems)
    if (problem.layer == id) return &problem;
  return nullptr;
}

const NetworkProblem* NetworkReport::obstacle() const {
  for (const NetworkProblem& problem : problems)
    if (problem.prevents != Prevents::Nothing) return &problem;
  return nullptr;
}

NetworkReport analyzeNetwork(const Network& network) {
  LayerMemory memory;
  return analyzeNetwork(network, memory);
}

NetworkReport analyzeNetwork(const Network& network, LayerMemory& memory) {
  memory.nextRound();
  NetworkReport report;
  Whole whole{memory, {}, {}, {}, false, 0};
  const auto order = network.topologicalOrder();
  const Status unfolds = checkUnfoldedSize(network);
  if (!order.ok() || !unfolds.ok()) {
    const Error& error = order.ok() ? unfolds.error() : order.error();
    addProblem(report, {}, error.message, error.advice);
    return report;
  }
  for (const LayerId id : *order) whole.order[network.find(id)->block].push_back(id);
  SheetAnalyzer analyzer(network, {}, {}, whole, report);
  analyzer.run();
  if (whole.order[{}].empty()) {
    addProblem(report, {}, "The network is empty.", "Begin with an input layer.").fixes = fixesForMissingInput(network);
    return report;
  }
  checkInputs(network, report);
  checkLosses(network, whole, analyzer.lastBuilt(), report);
  // Other problems come first: their fixes may add layers that learn.
  if (report.problems.empty()) checkLearning(network, whole, report);
  return report;
}

const NetworkReport* reportAt(const NetworkReport& report, std::span<const LayerId> path) {
  const NetworkReport* at = &report;
  for (const LayerId use : path) {
    const auto inside = at->blocks.find(use);
    if (inside == at->blocks.end()) return nullptr;
    at = inside->second.get();
  }
  return at;
}

}  // namespace fovea

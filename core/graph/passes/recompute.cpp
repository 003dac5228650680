#include <algorithm>
#include <optional>

#include "core/graph/passes/passes.h"
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_builder.h"

namespace fovea {
namespace {

// Lifetimes of values and memory in use at each node, from the types alone: ignores layouts and in-place writes.
struct Lifetimes {
  std::vector<int> first, last;      // by value; -1: not an intermediate
  std::vector<int> updated;          // by value: the first node that writes to the variable; -1: none
  std::vector<std::uint64_t> alive;  // by node
  int peak = 0;                      // the node with the most bytes alive

  explicit Lifetimes(const Graph& graph, std::span<const ValueId> pinned) {
    const int end = static_cast<int>(graph.nodes().size());
    first.resize(graph.values().size(), -1);
    last.resize(graph.values().size(), -1);
    updated.resize(graph.values().size(), -1);
    for (int i = 0; i < end; ++i) {
      const Node& node = graph.nodes()[static_cast<std::size_t>(i)];
      for (const ValueId input : node.inputs) last[static_cast<std::size_t>(input.index)] = i;
      for (const ValueId output : node.outputs)
        if (!graph.aliasOf(output).valid()) {
          first[static_cast<std::size_t>(output.index)] = i;
          last[static_cast<std::size_t>(output.index)] = i;
        } else if (int& write = updated[static_cast<std::size_t>(graph.aliasOf(output).index)]; write < 0) {
          write = i;
        }
    }
    for (const auto& [name, id] : graph.outputs()) last[static_cast<std::size_t>(id.index)] = end;
    for (const ValueId id : pinned) last[static_cast<std::size_t>(id.index)] = end;
    std::vector<std::int64_t> change(static_cast<std::size_t>(end) + 2, 0);
    for (std::size_t v = 0; v < first.size(); ++v) {
      if (first[v] < 0) continue;
      const auto bytes = static_cast<std::int64_t>(graph.values()[v].type.bytes());
      change[static_cast<std::size_t>(first[v])] += bytes;
      change[static_cast<std::size_t>(last[v]) + 1] -= bytes;
    }
    std::int64_t live = 0;
    for (int i = 0; i < end; ++i) {
      live += change[static_cast<std::size_t>(i)];
      alive.push_back(static_cast<std::uint64_t>(live));
    }
    if (!alive.empty()) peak = static_cast<int>(std::max_element(alive.begin(), alive.end()) - alive.begin());
  }
  bool aliveAt(ValueId id, int node) const {
    const auto v = static_cast<std::size_t>(id.index);
    return first[v] >= 0 && first[v] <= node && last[v] >= node;
  }
};

bool isBatchNorm(const Node& node) {
  return node.op->name == "batch_norm" || node.op->name == "batch_norm_fused";
}

// Returns the values needed to recompute a value; empty if it cannot be recomputed.
std::vector<ValueId> sourcesOf(const Graph& graph, ValueId id) {
  const Node& node = graph.node(graph.value(id).producer);
  if (node.op->aliases.empty()) return node.inputs;
  if (!isBatchNorm(node) || graph.value(id).outputIndex != 0) return {};
  // Recomputes from the saved batch statistics; the running statistics must not be updated again.
  std::vector<ValueId> sources{node.inputs[0], node.inputs[1], node.inputs[2], node.outputs[1], node.outputs[2]};
  if (node.inputs.size() > 5) sources.push_back(node.inputs[5]);
  return sources;
}

double costOfNode(const Graph& graph, const Node& node) {
  std::vector<TensorType> inputs, outputs;
  for (const ValueId id : node.inputs) inputs.push_back(graph.value(id).type);
  for (const ValueId id : node.outputs) outputs.push_back(graph.value(id).type);
  const Cost cost = costOf(*node.op, {node.attributes, inputs, outputs});
  return cost.bytes + 0.1 * cost.flops;  // assumes about ten operations per byte
}

struct Candidate {
  ValueId value;
  int use = 0;  // the first node after the peak that reads it
  double worth = 0;
};

// Returns a candidate if the value is alive across the peak and its sources exist at its next use.
std::optional<Candidate> judge(const Graph& graph, const Lifetimes& times, ValueId id,
                               const std::vector<std::vector<int>>& uses, std::span<const ValueId> pinned) {
  const auto v = static_cast<std::size_t>(id.index);
  if (times.first[v] < 0 || times.first[v] >= times.peak || times.last[v] <= times.peak) return std::nullopt;
  if (times.last[v] == static_cast<int>(graph.nodes().size())) return std::nullopt;
  if (std::find(pinned.begin(), pinned.end(), id) != pinned.end()) return std::nullopt;
  const auto next = std::lower_bound(uses[v].begin(), uses[v].end(), times.peak);
  if (next == uses[v].end() || *next == times.peak) return std::nullopt;
  const std::vector<ValueId> sources = sourcesOf(graph, id);
  if (sources.empty()) return std::nullopt;
  double saved = static_cast<double>(graph.value(id).type.bytes());
  for (const ValueId source : sources) {
    const Value& value = graph.value(source);
    // A variable that has been updated since no longer has the value that was used.
    if (const int update = times.updated[static_cast<std::size_t>(source.index)]; update >= 0 && update < *next)
      return std::nullopt;
    if (value.kind != ValueKind::Intermediate) continue;
    if (graph.aliasOf(source).valid()) return std::nullopt;
    // A source that would have been freed before must be kept longer.
    if (times.last[static_cast<std::size_t>(source.index)] < *next && !times.aliveAt(source, times.peak))
      saved -= static_cast<double>(value.type.bytes());
  }
  if (saved <= 0) return std::nullopt;
  return Candidate{id, *next, saved / costOfNode(graph, graph.node(graph.value(id).producer))};
}

std::optional<Candidate> bestCandidate(const Graph& graph, const Lifetimes& times, std::span<const ValueId> pinned) {
  std::vector<std::vector<int>> uses(graph.values().size());
  for (std::size_t i = 0; i < graph.nodes().size(); ++i)
    for (const ValueId input : graph.nodes()[i].inputs)
      uses[static_cast<std::size_t>(input.index)].push_back(static_cast<int>(i));
  std::optional<Candidate> best;
  for (std::size_t v = 0; v < graph.values().size(); ++v) {
    const auto candidate = judge(graph, times, ValueId{static_cast<std::int32_t>(v)}, uses, pinned);
    if (candidate && (!best || candidate->worth > best->worth)) best = candidate;
  }
  return best;
}

// Computes y = activation(scale * (x - mean) * inverse_deviation
// + bias + residual) from the forward pass's statistics.
ValueId normaliseAgain(GraphRewriter& rewriter, const Graph& graph, const Node& norm, NodeId place) {
  const Shape& shape = graph.value(norm.inputs[0]).type.shape;
  std::vector<std::int64_t> perChannel(static_cast<std::size_t>(shape.rank()) - 1, 1);
  perChannel[0] = shape[1];
  const auto channels = [&](ValueId id) { return rewriter.insert(place, "reshape", {{"shape", perChannel}}, {id})[0]; };
  const bool residual = norm.inputs.size() > 5;
  PointwiseBuilder builder(residual ? 6 : 5);
  auto y = builder.input(1) * (builder.input(0) - builder.input(3)) * builder.input(4) + builder.input(2);
  if (residual) y = y + builder.input(5);
  const FieldValue* activation = norm.attributes.find("activation");
  const std::string kind = activation ? std::get<std::string>(*activation) : "none";
  if (kind != "none") y = maximum(y, builder.constant(0));
  if (kind == "relu6") y = minimum(y, builder.constant(6));
  std::vector<ValueId> inputs{norm.inputs[0], channels(norm.inputs[1]), channels(norm.inputs[2]),
                              channels(norm.outputs[1]), channels(norm.outputs[2])};
  if (residual) inputs.push_back(norm.inputs[5]);
  return rewriter.insert(place, "fused_pointwise", {{"program", toText(builder.finish({y}))}}, inputs)[0];
}

Result<std::shared_ptr<const Graph>> computeAgain(const Graph& graph, const Candidate& candidate,
                                                  std::span<const ValueId> pinned) {
  GraphRewriter rewriter(graph, pinned);
  const NodeId place{candidate.use};
  const Node& maker = graph.node(graph.value(candidate.value).producer);
  const ValueId again =
      isBatchNorm(maker)
          ? normaliseAgain(rewriter, graph, maker, place)
          : rewriter.insert(place, maker.op->name, maker.attributes,
                            maker.inputs)[static_cast<std::size_t>(graph.value(candidate.value).outputIndex)];
  for (std::size_t i = static_cast<std::size_t>(candidate.use); i < graph.nodes().size(); ++i)
    rewriter.replaceInput(NodeId{static_cast<std::int32_t>(i)}, candidate.value, again);
  return rewriter.finish();
}

}  // namespace

Result<std::shared_ptr<const Graph>> recomputeToFit(std::shared_ptr<const Graph> graph, std::uint64_t budget,
                                                    std::span<const ValueId> pinned) {
  std::uint64_t peak = UINT64_MAX;
  // Each turn removes one value from the highest peak; stops after a few turns that do not lower it.
  for (int fruitless = 0; fruitless < 8;) {
    const Lifetimes times(*graph, pinned);
    if (times.alive.empty() || times.alive[static_cast<std::size_t>(times.peak)] <= budget) break;
    const std::uint64_t now = times.alive[static_cast<std::size_t>(times.peak)];
    fruitless = now < peak ? 0 : fruitless + 1;
    peak = std::min(peak, now);
    const auto candidate = bestCandidate(*graph, times, pinned);
    if (!candidate) break;
    FOVEA_TRY(graph, computeAgain(*graph, *candidate, pinned));
  }
  return graph;
}

}  // namespace fovea

// Why: the result of batch normalisation and ReLU is written once and read by the next convolution, both forward and
// for its weight gradient. A convolution that applies the two while reading saves the pass that writes the result.
#include <algorithm>

#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"
#include "core/ops/norm_input.h"

namespace fovea {
namespace {

// A batch normalisation with ReLU: x -> y.
struct Norm {
  ValueId x, y, scale, bias, mean, inverseDeviation;
};

// Describes batch_norm_fused or conv2d_batch_norm with ReLU and no residual; `y` is invalid for any other node.
Norm normOf(const Node& node) {
  const bool behindConvolution = node.op->name == "conv2d_batch_norm";
  if (!behindConvolution && node.op->name != "batch_norm_fused") return {};
  const std::size_t first = behindConvolution ? 1 : 0;  // index of y in the outputs; scale is input first + 1
  const bool hasResidual = node.inputs.size() > first + 5;
  if (hasResidual || node.attributes.text("activation") != "relu") return {};
  const ValueId x = behindConvolution ? node.outputs[0] : node.inputs[0];
  return {x,
          node.outputs[first],
          node.inputs[first + 1],
          node.inputs[first + 2],
          node.outputs[first + 1],
          node.outputs[first + 2]};
}

class FuseNormInput {
 public:
  FuseNormInput(GraphRewriter& graph, const OptimizeOptions& options) : graph_(graph), options_(options) {}

  void run(NodeId id) {
    const Norm norm = normOf(graph_.node(id));
    if (!norm.y.valid() || graph_.pinned(norm.y)) return;
    const std::vector<NodeId> readers = graph_.users(norm.y);
    const auto fits = [&](NodeId reader) { return canApply(reader, norm); };
    if (readers.empty() || !std::all_of(readers.begin(), readers.end(), fits)) return;
    const FieldValues to{{"to", dataTypeName(graph_.value(norm.y).type.dtype)}};
    const auto factors =
        graph_.insert(id, "batch_norm_factors", to, {norm.scale, norm.bias, norm.mean, norm.inverseDeviation});
    for (const NodeId reader : readers) apply(reader, {norm.x, factors[0], factors[1]});
  }

 private:
  static std::string fusedName(const Node& node) { return "norm_" + node.op->name; }

  // True if the node reads `y` only as its image, and the device is faster when the node itself normalises.
  bool canApply(NodeId id, const Norm& norm) const {
    const Node& node = graph_.node(id);
    const bool forward = node.op->name == "conv2d_batch_norm", weights = node.op->name == "conv2d_backward_weights";
    if (!forward && !weights) return false;
    if (node.inputs[0] != norm.y || std::count(node.inputs.begin(), node.inputs.end(), norm.y) != 1) return false;
    if (weights && (graph_.pinned(node.outputs[1]) || !graph_.users(node.outputs[1]).empty())) return false;
    const TensorType& x = graph_.value(norm.x).type;
    const TensorType perChannel{x.dtype, Shape{x.shape[1]}};
    std::vector<TensorType> inputs{x, perChannel, perChannel}, outputs;
    for (std::size_t i = 1; i < node.inputs.size(); ++i) inputs.push_back(graph_.value(node.inputs[i]).type);
    for (const ValueId output : node.outputs) outputs.push_back(graph_.value(output).type);
    if (weights) outputs.resize(1);
    return options_.accelerates(*findOp(fusedName(node)), node.attributes, inputs, outputs);
  }

  void apply(NodeId id, std::vector<ValueId> inputs) {
    const Node node = graph_.node(id);
    inputs.insert(inputs.end(), node.inputs.begin() + 1, node.inputs.end());
    std::vector<ValueId> outputs = node.outputs;
    if (node.op->name == "conv2d_backward_weights") outputs.resize(1);
    graph_.remove(id);
    graph_.insert(id, fusedName(node), node.attributes, inputs, outputs);
  }

  GraphRewriter& graph_;
  const OptimizeOptions& options_;
};

}  // namespace

void fuseNormInput(GraphRewriter& graph, const OptimizeOptions& options) {
  for (std::size_t i = 0, count = graph.nodeCount(); i < count; ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (!graph.removed(id)) FuseNormInput(graph, options).run(id);
  }
}

}  // namespace fovea

#include <algorithm>

#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

bool allSteady(const GraphRewriter& graph, const Node& node) {
  return std::all_of(node.inputs.begin() + 1, node.inputs.end(), [&](ValueId id) { return isSteady(graph, id); });
}

// Applies batch_norm_inference to `numbers`, reshaped to [1, channels, rest], and restores their shape.
ValueId normalised(GraphRewriter& graph, NodeId place, const Node& norm, ValueId numbers, ValueId mean, ValueId bias) {
  const TensorType type = graph.value(numbers).type;
  const std::int64_t channels = type.shape[0];
  const Shape seen = type.shape.rank() == 1 ? Shape{1, channels} : Shape{1, channels, type.shape.elementsFrom(1)};
  const ValueId flat = graph.insert(place, "reshape", {{"shape", extentsOf(seen)}}, {numbers})[0];
  const ValueId scaled = graph.insert(place, "batch_norm_inference", norm.attributes,
                                      {flat, norm.inputs[1], bias, mean, norm.inputs[4]})[0];
  return graph.insert(place, "reshape", {{"shape", extentsOf(type.shape)}}, {scaled})[0];
}

void fold(GraphRewriter& graph, NodeId convolutionId, NodeId normId) {
  const Node convolution = graph.node(convolutionId);
  const Node norm = graph.node(normId);
  const ValueId weight = convolution.inputs[1];
  const TensorType perChannel = graph.value(norm.inputs[1]).type;
  const ValueId zeros = graph.constant(filledTensor(perChannel, 0.0));
  const ValueId bias = convolution.inputs.size() > 2 ? convolution.inputs[2] : zeros;
  const ValueId newWeight = normalised(graph, convolutionId, norm, weight, zeros, zeros);
  const ValueId newBias = normalised(graph, convolutionId, norm, bias, norm.inputs[3], norm.inputs[2]);
  graph.remove(convolutionId);
  graph.remove(normId);
  graph.insert(convolutionId, convolution.op->name, convolution.attributes, {convolution.inputs[0], newWeight, newBias},
               {norm.outputs[0]});
}

}  // namespace

void foldBatchNorm(GraphRewriter& graph) {
  for (std::size_t i = 0; i < graph.nodeCount(); ++i) {
    const NodeId normId{static_cast<std::int32_t>(i)};
    if (graph.removed(normId) || graph.node(normId).op->name != "batch_norm_inference") continue;
    const ValueId x = graph.node(normId).inputs[0];
    const NodeId maker = graph.producer(x);
    if (!maker.valid() || graph.node(maker).op->name != "conv2d" || graph.onlyUser(x) != normId) continue;
    // 16-bit weights are already rounded; folding would round them a second time.
    const ValueId weight = graph.node(maker).inputs[1], scale = graph.node(normId).inputs[1];
    if (graph.value(weight).type.dtype != graph.value(scale).type.dtype) continue;
    if (allSteady(graph, graph.node(maker)) && allSteady(graph, graph.node(normId))) fold(graph, maker, normId);
  }
}

}  // namespace fovea

#include <algorithm>

#include "core/graph/passes/passes.h"
#include "core/ops/reference_half.h"

namespace fovea {
namespace {

constexpr std::size_t kLargestFold = std::size_t{1} << 20;

bool foldable(const GraphRewriter& graph, const Node& node) {
  if (!node.op->reference || !node.op->aliases.empty() || node.inputs.empty()) return false;
  const auto isConstant = [&](ValueId id) { return graph.value(id).kind == ValueKind::Constant; };
  const auto isSmall = [&](ValueId id) { return graph.value(id).type.bytes() <= kLargestFold; };
  return std::all_of(node.inputs.begin(), node.inputs.end(), isConstant) &&
         std::all_of(node.outputs.begin(), node.outputs.end(), isSmall);
}

}  // namespace

void foldConstants(GraphRewriter& graph) {
  for (std::size_t i = 0; i < graph.nodeCount(); ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (graph.removed(id) || !foldable(graph, graph.node(id))) continue;
    const Node node = graph.node(id);
    std::vector<TensorView> inputs, outputs;
    std::vector<Tensor> results;
    for (const ValueId input : node.inputs)
      inputs.push_back({const_cast<void*>(graph.value(input).constant.raw()), graph.value(input).type});
    for (const ValueId output : node.outputs) results.push_back(Tensor::make(graph.value(output).type));
    for (Tensor& result : results) outputs.push_back({result.raw(), result.type()});
    runReference(*node.op, {node.attributes, inputs, outputs});
    for (std::size_t k = 0; k < results.size(); ++k) graph.makeConstant(node.outputs[k], results[k]);
    graph.remove(id);
  }
}

}  // namespace fovea

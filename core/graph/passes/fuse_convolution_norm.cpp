// Why: a convolution can compute the moments for the following batch normalisation while it writes its output.
#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"

namespace fovea {
namespace {

void fuseNormStatistics(GraphRewriter& graph, NodeId normId, const OptimizeOptions& options) {
  const Node norm = graph.node(normId);
  const NodeId convolutionId = graph.producer(norm.inputs[0]);
  if (!convolutionId.valid()) return;
  const Node convolution = graph.node(convolutionId);
  if (convolution.op->name != "conv2d" || convolution.inputs.size() != 2) return;
  FieldValues attributes = convolution.attributes;
  for (const Field& field : norm.op->attributes.fields()) attributes.set(field.name, *norm.attributes.find(field.name));
  std::vector<ValueId> inputs = convolution.inputs;
  inputs.insert(inputs.end(), norm.inputs.begin() + 1, norm.inputs.end());
  if (!gains(graph, options, "conv2d_batch_norm", attributes, inputs)) return;
  std::vector<ValueId> outputs = norm.outputs;
  outputs.insert(outputs.begin(), convolution.outputs[0]);
  graph.remove(normId);
  graph.remove(convolutionId);
  graph.insert(normId, "conv2d_batch_norm", attributes, inputs, outputs);
}

}  // namespace

void fuseConvolutionNorm(GraphRewriter& graph, const OptimizeOptions& options) {
  for (std::size_t i = 0, count = graph.nodeCount(); i < count; ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (graph.removed(id)) continue;
    const std::string& name = graph.node(id).op->name;
    if (name == "batch_norm" || name == "batch_norm_fused") fuseNormStatistics(graph, id, options);
  }
}

}  // namespace fovea

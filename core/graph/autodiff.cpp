#include "core/graph/autodiff.h"

#include <fmt/format.h>

#include <algorithm>

namespace fovea {
namespace {

Tensor filled(const TensorType& type, double value) {
  Tensor tensor = Tensor::zeros(type);
  if (value == 0) return tensor;
  dispatchReal(type.dtype,
               [&]<class T>() { std::fill_n(tensor.data<T>(), tensor.elementCount(), static_cast<T>(value)); });
  return tensor;
}

// The gradient of each value, as computed so far; invalid for values without one.
class GradientTable {
 public:
  GradientTable(GraphBuilder& builder, std::size_t size) : builder_(builder), gradients_(size) {}

  ValueId of(ValueId value) const { return gradients_[static_cast<std::size_t>(value.index)]; }
  void add(ValueId value, ValueId gradient) {
    ValueId& total = gradients_[static_cast<std::size_t>(value.index)];
    total = total.valid() ? builder_.emitOne("add", {}, {total, gradient}) : gradient;
  }

 private:
  GraphBuilder& builder_;
  std::vector<ValueId> gradients_;
};

// Marks the values that depend on any of `sources`.
std::vector<bool> dependents(const Graph& graph, std::span<const ValueId> sources) {
  std::vector<bool> depends(graph.values().size(), false);
  for (const ValueId source : sources) depends[static_cast<std::size_t>(source.index)] = true;
  for (const Node& node : graph.nodes()) {
    bool any = false;
    for (const ValueId input : node.inputs) any = any || depends[static_cast<std::size_t>(input.index)];
    for (const ValueId output : node.outputs)
      if (any && isFloatingPoint(graph.value(output).type.dtype))
        depends[static_cast<std::size_t>(output.index)] = true;
  }
  return depends;
}

Status differentiateNode(GraphBuilder& builder, const Node& node, const std::vector<bool>& depends,
                         const GradientOverride& override, GradientTable& table) {
  std::vector<ValueId> outputGradients;
  bool reached = false;
  for (const ValueId output : node.outputs) {
    outputGradients.push_back(table.of(output));
    reached = reached || outputGradients.back().valid();
  }
  std::vector<bool> needed;
  bool wanted = false;
  for (const ValueId input : node.inputs) {
    needed.push_back(depends[static_cast<std::size_t>(input.index)]);
    wanted = wanted || needed.back();
  }
  if (!reached || !wanted) return {};
  if (!node.op->gradient)
    return fail(ErrorCode::Unsupported, fmt::format("{}: the op {} has no gradient, so nothing before it can learn.",
                                                    node.scope, node.op->name));
  builder.setScope(node.scope);
  const GradientRequest request{builder, node.attributes, node.inputs, node.outputs, outputGradients, needed};
  std::vector<ValueId> gradients;
  if (override) gradients = override(node, request);
  if (gradients.empty()) gradients = node.op->gradient(request);
  for (std::size_t i = 0; i < node.inputs.size() && i < gradients.size(); ++i)
    if (needed[i] && gradients[i].valid()) table.add(node.inputs[i], gradients[i]);
  return builder.status();
}

}  // namespace

Result<std::vector<ValueId>> differentiate(GraphBuilder& builder, ValueId loss, std::span<const ValueId> values,
                                           const GradientOverride& override, ValueId factor) {
  if (!builder.status().ok()) return builder.status().error();
  if (!loss.valid() || builder.typeOf(loss).shape.elementCount() != 1)
    return fail(ErrorCode::InvalidArgument, "Only a single number can be differentiated: the loss.");
  const std::string scope = builder.scope();
  // Copies each node, since emitting gradient nodes reallocates the graph's list.
  const std::size_t nodeCount = builder.graph().nodes().size();
  const std::vector<bool> depends = dependents(builder.graph(), values);
  GradientTable table(builder, builder.graph().values().size());
  table.add(loss, factor.valid() ? factor : builder.constant(filled(builder.typeOf(loss), 1.0)));
  for (std::size_t i = nodeCount; i-- > 0;) {
    const Node node = builder.graph().nodes()[i];
    FOVEA_CHECK(differentiateNode(builder, node, depends, override, table));
  }
  builder.setScope(scope);
  std::vector<ValueId> gradients;
  for (const ValueId value : values) {
    const ValueId gradient = table.of(value);
    gradients.push_back(gradient.valid() ? gradient : builder.constant(filled(builder.typeOf(value), 0.0)));
  }
  return gradients;
}

}  // namespace fovea

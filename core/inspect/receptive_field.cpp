#include "core/inspect/receptive_field.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

#include "core/inspect/layer_arithmetic.h"
#include "core/inspect/op_dependence.h"

namespace fovea {
namespace {

// The masks of all values during the walk; a mask is allocated when it is first used.
class DependenceWalk {
 public:
  explicit DependenceWalk(const Graph& graph) : graph_(graph), masks_(graph.values().size()) {}

  ElementMask& maskOf(ValueId value) {
    ElementMask& mask = masks_[static_cast<std::size_t>(value.index)];
    if (mask.empty()) mask.resize(static_cast<std::size_t>(graph_.value(value).type.shape.elementCount()));
    return mask;
  }
  const ElementMask* marked(ValueId value) const {
    const ElementMask& mask = masks_[static_cast<std::size_t>(value.index)];
    return mask.empty() ? nullptr : &mask;
  }

  // Marks the inputs of a node. Returns false if it has no rule and was assumed to depend on all its inputs.
  bool goThrough(const Node& node) {
    DependenceRequest request{node, {}, {}, {}, {}};
    bool any = false;
    for (const ValueId output : node.outputs) {
      request.outputs.push_back(graph_.value(output).type.shape);
      request.marked.push_back(marked(output));
      any = any || request.marked.back();
    }
    if (!any) return true;
    for (const ValueId input : node.inputs) {
      request.inputs.push_back(graph_.value(input).type.shape);
      request.reached.push_back(carries(input) ? &maskOf(input) : nullptr);
    }
    const bool known = markDependence(request);
    if (!known)
      for (ElementMask* const mask : request.reached)
        if (mask) std::ranges::fill(*mask, std::uint8_t{1});
    for (const ValueId output : node.outputs) masks_[static_cast<std::size_t>(output.index)] = {};
    return known || std::ranges::none_of(request.reached, [](const ElementMask* mask) { return mask != nullptr; });
  }

 private:
  bool carries(ValueId value) const {
    const ValueKind kind = graph_.value(value).kind;
    return kind == ValueKind::Input || kind == ValueKind::Intermediate;
  }

  const Graph& graph_;
  std::vector<ElementMask> masks_;
};

ReachedInput reachedOf(const std::string& name, const Shape& batch, const ElementMask* mask) {
  const Shape shape(batch.extents().subspan(1));
  ReachedInput reached{name, Tensor::zeros({DataType::UInt8, shape}), 0, {}, {}};
  if (!mask) return reached;
  std::memcpy(reached.reached.raw(), mask->data(), mask->size());
  std::vector<std::int64_t> at(static_cast<std::size_t>(shape.rank()), 0);
  for (const std::uint8_t one : *mask) {
    if (one) {
      if (reached.count++ == 0) reached.first = reached.last = at;
      for (std::size_t axis = 0; axis < at.size(); ++axis) {
        reached.first[axis] = std::min(reached.first[axis], at[axis]);
        reached.last[axis] = std::max(reached.last[axis], at[axis]);
      }
    }
    for (std::size_t axis = at.size(); axis-- > 0;) {
      if (++at[axis] < shape[static_cast<int>(axis)]) break;
      at[axis] = 0;
    }
  }
  return reached;
}

}  // namespace

Result<ReceptiveField> receptiveField(const Graph& graph, ValueId value, const std::vector<std::int64_t>& at,
                                      const std::vector<std::pair<std::string, ValueId>>& inputs) {
  const Shape sample(graph.value(value).type.shape.extents().subspan(1));
  const std::int64_t element = elementAt(sample, at);
  if (element < 0)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("({}) is not within the layer's {}.", fmt::join(at, ", "), sample.toString()));
  ReceptiveField field{at, {}, true};
  DependenceWalk walk(graph);
  walk.maskOf(value)[static_cast<std::size_t>(element)] = 1;
  for (auto node = graph.nodes().rbegin(); node != graph.nodes().rend(); ++node)
    if (!walk.goThrough(*node)) field.exact = false;
  for (const auto& [name, input] : inputs)
    field.inputs.push_back(reachedOf(name, graph.value(input).type.shape, walk.marked(input)));
  return field;
}

}  // namespace fovea

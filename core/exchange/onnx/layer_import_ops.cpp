// Converts a node without a maker to its ops, each as a primitive layer, so that every model that runs can be drawn.
#include <fmt/format.h>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/layer_import.h"
#include "core/layers/primitive_layers.h"

namespace fovea {

Result<LayerSource> LayerImport::sourceOfOpValue(const OnnxNode& node, ValueId id) {
  if (const auto found = opSources_.find(id.index); found != opSources_.end()) return found->second;
  const Value& now = program_.drawn->value(id);
  if (now.kind == ValueKind::Constant) {
    const Value& more = more_.drawn->value(id);
    FOVEA_TRY(const LayerSource source, constant(node.name.empty() ? "" : node.name + "_numbers", now.constant,
                                                 more.kind == ValueKind::Constant ? more.constant : Tensor()));
    opSources_.emplace(id.index, source);
    return source;
  }
  for (const std::string& input : node.inputs)  // a value whose layer has its axes in another order
    if (fact(input).value == id) return source(input);
  return unsupported("a value that no layer produces");
}

// The attributes that are valid for any number of samples.
Result<FieldValues> LayerImport::mergedAttributes(const Node& now, const Node& more) const {
  FieldValues merged;
  for (const auto& [name, value] : now.attributes) {
    const FieldValue* other = more.attributes.find(name);
    const auto* list = std::get_if<std::vector<std::int64_t>>(&value);
    const auto* otherList = other ? std::get_if<std::vector<std::int64_t>>(other) : nullptr;
    if (name == "shape" && list && otherList && list->size() == otherList->size()) {
      std::vector<std::int64_t> extents;
      for (std::size_t i = 0; i < list->size(); ++i) {
        FOVEA_TRY(const std::int64_t extent, mergedExtent((*list)[i], (*otherList)[i]));
        extents.push_back(extent);
      }
      merged.set(name, extents.empty() ? std::vector<std::int64_t>{1} : extents);
    } else if (other && *other == value) {
      merged.set(name, value);
    } else {
      return unsupported(fmt::format("the {} depends on the number of samples", name));
    }
  }
  return merged;
}

Status LayerImport::readOp(const OnnxNode& node, std::size_t at) {
  const Node &now = program_.drawn->nodes()[at], &more = more_.drawn->nodes()[at];
  if (now.op != more.op || now.inputs != more.inputs)
    return unsupported("what is computed depends on the number of samples");
  const LayerType* type = layerOfOp(now.op->name);
  if (!type) return unsupported(fmt::format("no layer does the op {}", now.op->name));
  std::vector<LayerSource> inputs;
  for (const ValueId input : now.inputs) {
    FOVEA_TRY(const LayerSource source, sourceOfOpValue(node, input));
    inputs.push_back(source);
  }
  FOVEA_TRY(FieldValues parameters, mergedAttributes(now, more));
  parameters.remove("training");
  if (type->parameters.find(kConnectedInputs))
    parameters.set(kConnectedInputs, static_cast<std::int64_t>(inputs.size()));
  FOVEA_TRY(const LayerId id, add(node, type->name, parameters, inputs));
  for (std::size_t i = 0; i < now.outputs.size(); ++i)
    opSources_.emplace(now.outputs[i].index, LayerSource{id, static_cast<int>(i)});
  return {};
}

Status LayerImport::readAsOps(const OnnxNode& node, std::size_t index) {
  if (index >= program_.steps.size() || index >= more_.steps.size()) return unsupported("it was not translated");
  const OnnxProgram::Step now = program_.steps[index], more = more_.steps[index];
  if (now.first != more.first || now.last != more.last)
    return unsupported("what is computed depends on the number of samples");
  std::set<std::int32_t> needed;
  for (const std::string& output : node.outputs)
    if (const ValueId id = fact(output).value; id.valid()) needed.insert(id.index);
  for (const std::string& output : node.outputs)
    for (const ValueId part : fact(output).parts) needed.insert(part.index);
  std::vector<std::size_t> steps;
  for (std::size_t at = now.last; at-- > now.first;) {
    const Node& op = program_.drawn->nodes()[at];
    if (std::none_of(op.outputs.begin(), op.outputs.end(), [&](ValueId id) { return needed.contains(id.index); }))
      continue;
    for (const ValueId input : op.inputs) needed.insert(input.index);
    steps.push_back(at);
  }
  for (auto at = steps.rbegin(); at != steps.rend(); ++at) FOVEA_CHECK(readOp(node, *at));
  for (const std::string& output : node.outputs) {
    const ValueId id = fact(output).value;
    if (output.empty() || !id.valid()) continue;
    FOVEA_TRY(const LayerSource source, sourceOfOpValue(node, id));
    give(output, source);
  }
  return {};
}

}  // namespace fovea

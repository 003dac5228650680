// Why: tests use a layer like a network does: its outputs, its variables, and its messages.
#pragma once
#include <map>
#include <memory>

#include "core/layers/layer_type.h"

namespace fovea {

struct BuiltLayer {
  std::unique_ptr<GraphBuilder> graph = std::make_unique<GraphBuilder>();
  std::vector<Shape> outputs;
  std::vector<TensorType> types;
  std::vector<VariableInfo> variables;
  std::vector<CarriedState> carried;
  std::vector<MetricInfo> metrics;
  ValueId loss, predictions;
  LossCount lossCount;
  Status status;

  std::int64_t trainable() const {
    std::int64_t count = 0;
    for (const VariableInfo& variable : variables) count += variable.trainable ? variable.type.shape.elementCount() : 0;
    return count;
  }
  // The variable "layer.<name>"; null if there is none.
  const VariableInfo* find(const std::string& name) const {
    for (const VariableInfo& variable : variables)
      if (variable.name == "layer." + name) return &variable;
    return nullptr;
  }
  // The ops in order: "conv2d reshape".
  std::string ops() const {
    std::string words;
    for (const Node& node : graph->graph().nodes()) words += (words.empty() ? "" : " ") + node.op->name;
    return words;
  }
};

// Builds the layer `type` with the defaults and `parameters` on inputs of the types `inputs` (batch axis included).
inline BuiltLayer buildLayerOn(const char* type, const FieldValues& parameters, const std::vector<TensorType>& inputs,
                               NetworkMode mode = NetworkMode::Training, std::int64_t streams = 0) {
  BuiltLayer built;
  const LayerType* layer = findLayer(type);
  const std::int64_t batch = inputs.empty() ? 2 : inputs[0].shape[0];
  LayerBuilder builder(*built.graph, mode, batch, 7, {.streams = streams});
  builder.beginLayer("layer", parameters);
  std::vector<ValueId> values;
  for (const TensorType& input : inputs)
    values.push_back(built.graph->addInput("input" + std::to_string(values.size()), input));
  const Result<FieldValues> complete = layer->parameters.complete(parameters);
  if (!complete.ok()) {
    built.status = complete.error();
    return built;
  }
  const auto outputs = layer->build(builder, *complete, values);
  if (!outputs.ok())
    built.status = outputs.error();
  else if (!built.graph->status().ok())
    built.status = built.graph->status();
  else
    for (const ValueId value : *outputs) {
      built.types.push_back(built.graph->typeOf(value));
      built.outputs.push_back(built.types.back().shape);
    }
  built.variables = builder.variables();
  built.carried = builder.carried();
  built.metrics = builder.metrics();
  built.loss = builder.loss();
  built.lossCount = builder.lossCount();
  built.predictions = builder.predictions();
  return built;
}

// The same on inputs of f32.
inline BuiltLayer buildLayer(const char* type, const FieldValues& parameters, const std::vector<Shape>& inputs,
                             NetworkMode mode = NetworkMode::Training, std::int64_t streams = 0) {
  std::vector<TensorType> types;
  for (const Shape& shape : inputs) types.push_back({DataType::Float32, shape});
  return buildLayerOn(type, parameters, types, mode, streams);
}

using List = std::vector<std::int64_t>;

constexpr std::int64_t operator""_i(unsigned long long value) {
  return static_cast<std::int64_t>(value);
}

}  // namespace fovea

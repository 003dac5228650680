#include "core/network/layer_facts.h"

#include "core/base/guarded.h"
#include "core/layers/metric_names.h"

namespace fovea {
namespace {

// Consumes the graph.
double flopsWithoutMetrics(GraphBuilder& graph, const std::vector<ValueId>& outputs, const LayerBuilder& builder) {
  for (const ValueId output : outputs) graph.addOutput("output", output);
  graph.addOutput("loss", builder.loss());
  for (const MetricInfo& metric : builder.metrics())
    if (metric.name == kSampleAccuracy) graph.addOutput(metric.name, metric.value);
  const auto finished = graph.finish();
  return finished.ok() ? (*finished)->cost().flops : 0;
}

}  // namespace

LayerFacts learnFacts(const Layer& layer, const std::vector<TensorType>& arrived) {
  GraphBuilder graph;
  LayerBuilder builder(graph, NetworkMode::Evaluation, 1, 0);
  // The layer has no name here and shares no weights.
  FieldValues parameters = layer.parameters;
  if (parameters.contains(kSharedWeights)) parameters.set(kSharedWeights, std::string());
  builder.beginLayer({}, parameters);
  std::vector<ValueId> inputs;
  for (std::size_t i = 0; i < arrived.size(); ++i)
    inputs.push_back(graph.addInput("input" + std::to_string(i), arrived[i]));
  LayerFacts facts;
  // Building a layer may allocate a table, and a user can set its size larger than the memory.
  const auto outputs = guarded([&] { return findLayer(layer.type)->build(builder, parameters, inputs); });
  if (!outputs.ok() || !graph.status().ok()) {
    facts.error = outputs.ok() ? graph.status().error() : outputs.error();
    return facts;
  }
  for (const ValueId value : *outputs) facts.outputs.push_back(graph.typeOf(value));
  for (const VariableInfo& variable : builder.variables()) {
    if (!variable.trainable) continue;
    facts.weights.push_back({variable.name.substr(1), variable.type.shape});
    facts.parameters += variable.type.shape.elementCount();
    facts.learns |= variable.rateMultiplier > 0;
  }
  if (const Feed* target = builder.feeds().find(FeedRole::Target)) facts.target = target->type;
  facts.flops = flopsWithoutMetrics(graph, *outputs, builder);
  return facts;
}

const LayerFacts& LayerMemory::facts(const Layer& layer, const std::vector<TensorType>& arrived) {
  std::vector<Entry>& known = entries_[layer.id];
  for (Entry& entry : known)
    if (entry.type == layer.type && entry.parameters == layer.parameters && entry.arrived == arrived) {
      entry.round = round_;
      return entry.facts;
    }
  known.push_back({layer.type, layer.parameters, arrived, learnFacts(layer, arrived), round_});
  return known.back().facts;
}

void LayerMemory::nextRound() {
  for (auto& [id, known] : entries_) std::erase_if(known, [&](const Entry& entry) { return entry.round != round_; });
  std::erase_if(entries_, [](const auto& entry) { return entry.second.empty(); });
  ++round_;
}

}  // namespace fovea

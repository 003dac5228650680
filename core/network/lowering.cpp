#include "core/network/lowering.h"

#include <algorithm>
#include <set>

#include "core/base/guarded.h"
#include "core/network/flatten.h"
#include "core/network/losses.h"
#include "core/network/network_analysis.h"
#include "core/network/network_editor.h"
#include "core/network/shared_weights.h"

namespace fovea {
namespace {

// Returns the first problem that prevents `mode`, with the message of the analysis.
Status checkReady(const Network& network, NetworkMode mode) {
  for (const NetworkProblem& problem : analyzeNetwork(network).problems) {
    if (problem.prevents > (mode == NetworkMode::Inference ? Prevents::Use : Prevents::Training)) continue;
    const Layer* layer = network.find(problem.layer);
    const Error error = fail(ErrorCode::InvalidArgument, problem.message, problem.advice);
    return layer ? error.within(inQuotes(layer->name)) : error;
  }
  return {};
}

// Names the values that the layer computed; values that it passes on keep the name of their producer.
void nameOutputs(GraphBuilder& graph, const Layer& layer, const LayerType& type, const std::vector<ValueId>& outputs) {
  const std::vector<LayerPort> ports = type.outputPorts(layer.parameters);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Value& value = graph.graph().value(outputs[i]);
    if (value.kind != ValueKind::Intermediate || !value.name.empty()) continue;
    graph.setName(outputs[i], i == 0 ? layer.name : layer.name + "." + ports[i].name);
  }
}

std::vector<ValueId> inputsOf(const Network& network, LayerId id, const LoweredNetwork& lowered) {
  std::vector<ValueId> inputs;
  for (const Edge& edge : network.edgesInto(id))
    inputs.push_back(lowered.layerOutputs.at(edge.source)[static_cast<std::size_t>(edge.output)]);
  return inputs;
}

// The outputs of a network: its predictions, and the layers whose outputs nothing reads.
std::vector<NetworkOutput> outputsOf(const LoweredNetwork& lowered, std::span<const LayerId> order, LayerId saying) {
  const Network& network = lowered.network;
  std::set<LayerId> read;
  for (const Edge& edge : network.edges()) read.insert(edge.source);
  std::vector<NetworkOutput> outputs{{network.find(saying)->name, lowered.predictions}};
  for (const LayerId id : order) {
    const Layer& layer = *network.find(id);
    const bool ends = !read.contains(id) && layer.type != "input" && findLayer(layer.type)->family != LayerFamily::Loss;
    const std::vector<ValueId>& values = lowered.layerOutputs.at(id);
    if (ends && id != saying && !values.empty()) outputs.push_back({layer.name, values.front()});
  }
  return outputs;
}

// Fills in what is known once every layer has been built.
void describe(LoweredNetwork& lowered, const LayerBuilder& builder) {
  lowered.feeds = builder.feeds();
  lowered.loss = builder.loss();
  lowered.lossCount = builder.lossCount().value;
  lowered.undividedLoss = builder.undividedLoss();
  lowered.metrics = builder.metrics();
  lowered.variables = builder.variables();
  lowered.carried = builder.carried();
  lowered.answers = answersOf(lowered.network);
  lowered.predictionShape = lowered.builder->typeOf(lowered.predictions).shape;
  if (lowered.predictions == builder.predictions())
    lowered.classes = scoredClasses(lowered.answers, lowered.predictionShape);
}

}  // namespace

Result<LoweredNetwork> lowerNetwork(const Network& drawn, const LoweringOptions& options) {
  if (options.batch < 1) return fail(ErrorCode::InvalidArgument, "A batch needs at least one sample.");
  LoweredNetwork lowered;
  FOVEA_TRY(lowered.network, flattenNetwork(drawn));
  const Network& network = lowered.network;
  FOVEA_CHECK(checkReady(network, options.mode));
  FOVEA_TRY(const std::vector<LayerId> order, network.topologicalOrder());

  lowered.builder = std::make_unique<GraphBuilder>();
  GraphBuilder& graph = *lowered.builder;
  LayerBuilder builder(graph, options.mode, options.batch, options.seed, options.facts);
  if (options.gradients) builder.setDifferentiable();
  ValueId judged;  // predictions of the main loss; later layers do not change them
  LayerId saying;  // the layer that produces the predictions
  const Layer* judging = judgingLoss(network);
  for (const LayerId id : order) {
    const Layer& layer = *network.find(id);
    const LayerType& type = *findLayer(layer.type);
    const bool aside = type.family == LayerFamily::Loss && &layer != judging;
    const Layer* owner = ownerOfWeights(network, layer);
    const FieldValues parameters = owner ? withWeightsOf(owner->parameters, layer.parameters) : layer.parameters;
    builder.beginLayer(layer.name, parameters, !aside);
    auto outputs = guarded([&] { return type.build(builder, parameters, inputsOf(network, id, lowered)); });
    if (!outputs.ok()) return outputs.error().within(inQuotes(layer.name));
    FOVEA_CHECK(graph.status());
    if (&layer == judging || !judged.valid())
      lowered.scores = type.answers == AnswerMeaning::Numbers ? outputs->front() : inputsOf(network, id, lowered)[0];
    nameOutputs(graph, layer, type, *outputs);
    if (&layer == judging) judged = outputs->front();
    if (&layer == judging || !judged.valid()) saying = id;
    lowered.predictions = outputs->front();
    lowered.layerOutputs[id] = std::move(outputs).value();
  }
  builder.beginLayer({});
  if (judged.valid()) {
    lowered.decidingMetric = findLayer(judging->type)->loss.decidingMetric;
    lowered.predictions = judged;
    builder.setPredictions(judged);
  }
  lowered.outputs = outputsOf(lowered, order, saying);
  describe(lowered, builder);
  return lowered;
}

const MetricInfo* NetworkInterface::deciding() const {
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const MetricInfo& metric) { return metric.name == decidingMetric; });
  return found == metrics.end() ? nullptr : &*found;
}

void addOutputs(LoweredNetwork& lowered) {
  for (const NetworkOutput& output : lowered.outputs) lowered.builder->addOutput(output.name, output.value);
}

}  // namespace fovea

#include "core/inspect/network_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/graph/autodiff.h"
#include "core/inspect/checkpoint_variables.h"
#include "core/network/sample_entry.h"

namespace fovea {
namespace {

Shape sampleOf(const Shape& batch) {
  return batch.rank() > 0 ? Shape(batch.extents().subspan(1)) : batch;
}

// Returns the name of a layer's variable without the layer: "weight" for "conv1.weight".
std::string ownName(const VariableInfo& variable) {
  return variable.name.size() > variable.layer.size() + 1 ? variable.name.substr(variable.layer.size() + 1)
                                                          : variable.name;
}

bool computesInSteps(const std::string& layerType) {
  static const std::set<std::string> kTypes{"lstm", "gru", "rnn", "multi_head_attention", "transformer_block"};
  return kTypes.contains(layerType);
}

// Returns true for ops whose outputs explain such a layer.
bool isStep(const std::string& op) {
  static const std::set<std::string> kOps{"lstm", "gru", "rnn", "attention", "linear", "group_norm", "gelu", "add"};
  return kOps.contains(op);
}

// Returns true if the loss takes one label per sample.
bool labelled(const LoweredNetwork& lowered) {
  const Feed* const target = lowered.feeds.find(FeedRole::Target);
  return target && target->type.dtype == DataType::Int32 && target->type.shape == Shape{1} && lowered.loss.valid() &&
         lowered.classes > 0;
}

}  // namespace

const Tensor* TracedLayer::weight(const std::string& of) const {
  const auto found = std::ranges::find(weights, of, &TracedWeight::name);
  return found == weights.end() ? nullptr : &found->value;
}

const Tensor* TracedLayer::step(const std::string& op, std::size_t number) const {
  for (const TracedStep& each : steps)
    if (each.op == op && number-- == 0) return &each.output;
  return nullptr;
}

const Tensor* TracedLayer::stepGradient(const std::string& op, std::size_t number) const {
  for (const TracedStep& each : steps)
    if (each.op == op && number-- == 0) return each.gradient.defined() ? &each.gradient : nullptr;
  return nullptr;
}

int NetworkTrace::find(const std::string& name) const {
  const auto found = std::ranges::find(layers, name, &TracedLayer::name);
  return found == layers.end() ? -1 : static_cast<int>(found - layers.begin());
}

Result<std::unique_ptr<NetworkTracer>> NetworkTracer::create(const Checkpoint& checkpoint,
                                                             std::shared_ptr<Device> device) {
  std::unique_ptr<NetworkTracer> made(new NetworkTracer);
  FOVEA_CHECK(made->compile(checkpoint, std::move(device)));
  return made;
}

Status NetworkTracer::compile(const Checkpoint& checkpoint, std::shared_ptr<Device> device) {
  LoweringOptions options{.mode = NetworkMode::Evaluation, .batch = 1, .gradients = true};
  auto evaluated = lowerNetwork(checkpoint.network, options);
  const bool compared = evaluated.ok() && evaluated->loss.valid() && evaluated->feeds.has(FeedRole::Target);
  labelled_ = compared && labelled(*evaluated);
  options.mode = NetworkMode::Inference;
  options.gradients = compared;
  FOVEA_TRY(LoweredNetwork lowered, compared ? std::move(evaluated) : lowerNetwork(checkpoint.network, options));
  FOVEA_CHECK(needSamples(lowered));
  if (lowered.feeds.samples().size() > 1)
    return fail(ErrorCode::InvalidArgument, "The arithmetic of networks with several inputs cannot be shown.");
  FOVEA_TRY(auto store, loadVariables(checkpoint, lowered.variables, std::move(device)));
  GraphBuilder& graph = *lowered.builder;
  const Network& network = lowered.network;
  FOVEA_TRY(const std::vector<LayerId> order, network.topologicalOrder());
  std::map<LayerId, int> places;
  for (const LayerId id : order) {
    const auto outputs = lowered.layerOutputs.find(id);
    if (outputs == lowered.layerOutputs.end() || outputs->second.empty()) continue;
    const Layer& layer = *network.find(id);
    const LayerType& type = *findLayer(layer.type);
    const int place = static_cast<int>(empty_.layers.size());
    TracedLayer traced{layer.name, layer.type, type.title, layer.parameters, {}, {}, {}, {}, {}, {}};
    if (auto complete = type.parameters.complete(layer.parameters); complete.ok()) traced.parameters = *complete;
    bool readsOthers = false;
    for (const Edge& edge : network.edgesInto(id))
      if (const auto source = places.find(edge.source); source != places.end()) {
        traced.sources.push_back(source->second);
        if (edge.output == 0) empty_.layers[static_cast<std::size_t>(source->second)].readers.push_back(place);
        readsOthers = readsOthers || edge.output > 0;
      }
    if (readsOthers) traced.sources.clear();
    places.emplace(id, place);
    empty_.layers.push_back(std::move(traced));
    taps_.push_back({outputs->second.front(), {}});
  }
  std::int64_t numbers = 0;
  for (const VariableInfo& variable : lowered.variables) numbers += variable.type.shape.elementCount();
  for (const VariableInfo& variable : lowered.variables) {
    const int layer = empty_.find(variable.layer);
    if (layer < 0) continue;
    auto& weights = empty_.layers[static_cast<std::size_t>(layer)].weights;
    weights.push_back({ownName(variable), *checkpoint.findWeight(variable.name), {}});
    if (variable.trainable && numbers <= kMostTracedWeights)
      weightTaps_.push_back({layer, weights.size() - 1, variable.value, {}});
  }
  inputType_ = {lowered.samples().type.dtype, lowered.sampleShape()};
  input_ = lowered.samples().value;
  empty_.classes = checkpoint.classes;
  empty_.learningRate = checkpoint.settings.learningRate;
  for (const Feed& feed : lowered.feeds)
    if (feed.role == FeedRole::Target)
      target_ = feed.value;
    else if (feed.role != FeedRole::Samples)
      others_.push_back(feed);
  addSteps(graph);
  if (compared) FOVEA_CHECK(addGradients(lowered));
  for (std::size_t i = 0; i < taps_.size(); ++i) graph.addOutput("layer " + empty_.layers[i].name, taps_[i].value);
  FOVEA_TRY(const auto finished, graph.finish());
  CompileOptions compile;
  compile.exact = true;
  FOVEA_TRY(executor_, Executor::compile(finished, std::move(store), compile));
  return {};
}

void NetworkTracer::addSteps(GraphBuilder& graph) {
  for (const Node& node : graph.graph().nodes()) {
    const int layer = empty_.find(node.scope);
    if (layer < 0 || !isStep(node.op->name)) continue;
    TracedLayer& traced = empty_.layers[static_cast<std::size_t>(layer)];
    if (!computesInSteps(traced.type)) continue;
    stepTaps_.push_back({layer, traced.steps.size(), node.outputs.front(), {}});
    traced.steps.push_back({node.op->name, {}, {}});
  }
  for (std::size_t i = 0; i < stepTaps_.size(); ++i) graph.addOutput(fmt::format("step {}", i), stepTaps_[i].value);
}

Status NetworkTracer::addGradients(LoweredNetwork& lowered) {
  GraphBuilder& graph = *lowered.builder;
  loss_ = lowered.loss;
  for (std::size_t i = 0; i < taps_.size(); ++i)
    if (taps_[i].value == lowered.predictions) scored_ = static_cast<int>(i);
  // Each value is differentiated once, since some layers pass a value on unchanged.
  std::vector<ValueId> with;
  for (const Tap& tap : taps_)
    if (graph.typeOf(tap.value).dtype == DataType::Float32 && (!labelled_ || tap.value != lowered.predictions) &&
        std::ranges::find(with, tap.value) == with.end())
      with.push_back(tap.value);
  for (const StepTap& tap : stepTaps_)
    if (std::ranges::find(with, tap.value) == with.end()) with.push_back(tap.value);
  for (const WeightTap& tap : weightTaps_) with.push_back(tap.value);
  FOVEA_TRY(const std::vector<ValueId> gradients, differentiate(graph, loss_, with));
  std::map<ValueId, ValueId> known;
  for (std::size_t i = 0; i < with.size(); ++i)
    if (graph.graph().value(gradients[i]).kind != ValueKind::Constant) {
      known.emplace(with[i], gradients[i]);
      graph.addOutput(fmt::format("gradient {}", i), gradients[i]);
    }
  const auto gradientOf = [&](ValueId value) {
    const auto found = known.find(value);
    return found == known.end() ? ValueId{} : found->second;
  };
  for (Tap& tap : taps_) tap.gradient = gradientOf(tap.value);
  for (StepTap& tap : stepTaps_) tap.gradient = gradientOf(tap.value);
  for (WeightTap& tap : weightTaps_) tap.gradient = gradientOf(tap.value);
  graph.addOutput("loss", loss_);
  return {};
}

// Runs the network with a label, the predicted one if `label` is −1. Returns the label.
Result<std::int64_t> NetworkTracer::runFor(std::int64_t label) {
  const auto run = [&](std::int64_t of) -> Status {
    FOVEA_CHECK(executor_->setInput(target_, Tensor::of<std::int32_t>(Shape{1}, {static_cast<std::int32_t>(of)})));
    return executor_->run();
  };
  FOVEA_CHECK(run(std::max<std::int64_t>(label, 0)));
  if (label < 0 && scored_ >= 0) {
    FOVEA_TRY(const Tensor scores, executor_->read(taps_[static_cast<std::size_t>(scored_)].value));
    const auto values = scores.values<float>();
    label = std::max_element(values.begin(), values.end()) - values.begin();
    if (label > 0) FOVEA_CHECK(run(label));
  }
  return label;
}

// Runs the network with `target`, which is undefined if there is nothing to compare with.
Status NetworkTracer::runOn(const Tensor& target) {
  if (target_.valid()) {
    const TensorType& type = executor_->graph().value(target_).type;
    if (target.defined() && target.type() != type)
      return fail(ErrorCode::InvalidArgument, fmt::format("The loss compares with {}, but {} was given.",
                                                          type.toString(), target.type().toString()));
    FOVEA_CHECK(executor_->setInput(target_, target.defined() ? target : Tensor::zeros(type)));
  }
  return executor_->run();
}

Status NetworkTracer::read(const Tensor& input, bool gradients, NetworkTrace& trace) {
  for (std::size_t i = 0; i < taps_.size(); ++i) {
    TracedLayer& layer = trace.layers[i];
    // The device memory of an input may have been reused since.
    if (taps_[i].value == input_) {
      layer.output = input;
    } else {
      FOVEA_TRY(const Tensor output, executor_->read(taps_[i].value));
      layer.output = output.reshaped(sampleOf(output.shape()));
    }
    if (!gradients || !taps_[i].gradient.valid()) continue;
    FOVEA_TRY(const Tensor gradient, executor_->read(taps_[i].gradient));
    layer.gradient = gradient.reshaped(sampleOf(gradient.shape()));
  }
  for (const StepTap& tap : stepTaps_) {
    TracedStep& step = trace.layers[static_cast<std::size_t>(tap.layer)].steps[tap.index];
    FOVEA_TRY(step.output, executor_->read(tap.value));
    if (!gradients || !tap.gradient.valid()) continue;
    FOVEA_TRY(step.gradient, executor_->read(tap.gradient));
  }
  for (const WeightTap& tap : weightTaps_) {
    if (!gradients || !tap.gradient.valid()) continue;
    FOVEA_TRY(trace.layers[static_cast<std::size_t>(tap.layer)].weights[tap.index].gradient,
              executor_->read(tap.gradient));
  }
  return {};
}

Result<NetworkTrace> NetworkTracer::trace(const Tensor& input, std::int64_t label, const Tensor& target) {
  if (!input.defined() || input.type() != inputType_)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The network takes {}, but {} was given.", inputType_.toString(),
                            input.defined() ? input.type().toString() : "nothing"));
  const std::int64_t classes =
      scored_ < 0 ? 0
                  : executor_->graph().value(taps_[static_cast<std::size_t>(scored_)].value).type.shape.elementsFrom(1);
  if (labelled_ && label >= classes)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("There is no class {}: the network tells {} apart.", label, classes));
  NetworkTrace trace = empty_;
  FOVEA_CHECK(executor_->setInput(input_, input.reshaped(executor_->graph().value(input_).type.shape)));
  for (const Feed& feed : others_) FOVEA_CHECK(executor_->setInput(feed.value, Tensor::zeros(feed.type)));
  if (labelled_) {
    FOVEA_TRY(trace.label, runFor(label));
  } else {
    FOVEA_CHECK(runOn(target));
  }
  const bool compared = labelled_ || (loss_.valid() && target.defined());
  FOVEA_CHECK(read(input, compared, trace));
  if (!compared) return trace;
  if (!labelled_ && target.dtype() == DataType::Int32) trace.labels = target.reshaped(sampleOf(target.shape()));
  FOVEA_TRY(const float loss, executor_->readScalar(loss_));
  trace.loss = static_cast<double>(loss);
  return trace;
}

}  // namespace fovea

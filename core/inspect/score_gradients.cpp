#include "core/inspect/score_gradients.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/graph/autodiff.h"
#include "core/network/lowering.h"
#include "core/network/sample_entry.h"

namespace fovea {
namespace {

constexpr const char* kSeed = "score seed";

// Emits Σ scores × seed, or ½ Σ (scores − seed)², over all elements.
ValueId objectiveOf(GraphBuilder& graph, ValueId scores, ValueId seed, bool distance) {
  std::vector<std::int64_t> axes;
  for (int axis = 0; axis < graph.typeOf(scores).shape.rank(); ++axis) axes.push_back(axis);
  ValueId terms = graph.emitOne(distance ? "subtract" : "multiply", {}, {scores, seed});
  if (distance) terms = graph.emitOne("scale", {{"factor", 0.5}}, {graph.emitOne("square", {}, {terms})});
  return graph.emitOne("reduce_sum", {{"axes", axes}}, {terms});
}

Result<ValueId> outputOf(const LoweredNetwork& lowered, const std::string& name) {
  const Layer* const layer = lowered.network.findByName(name);
  const auto outputs = layer ? lowered.layerOutputs.find(layer->id) : lowered.layerOutputs.end();
  if (outputs != lowered.layerOutputs.end() && !outputs->second.empty()) return outputs->second.front();
  return fail(ErrorCode::InvalidArgument, fmt::format("The network has no layer \"{}\".", name),
              "Name one of its layers; those of a block are named as block/layer.");
}

bool isRectifier(const Node& node) {
  return node.op->name == "relu" || node.op->name == "relu6";
}

// Passes only the positive part of a ReLU's gradient: guided backpropagation (Springenberg et al. 2015).
std::vector<ValueId> guidedGradient(const Node& node, const GradientRequest& request) {
  if (!isRectifier(node)) return {};
  const std::vector<ValueId> own = node.op->gradient(request);
  return {request.emitter.emitOne("relu", {}, {own.front()})};
}

}  // namespace

Result<std::unique_ptr<ScoreGradients>> ScoreGradients::create(const Network& network,
                                                               std::shared_ptr<VariableStore> variables,
                                                               Wanted wanted) {
  FOVEA_TRY(LoweredNetwork lowered, lowerNetwork(network, {.mode = NetworkMode::Inference,
                                                           .batch = wanted.batch,
                                                           .gradients = wanted.input || !wanted.layers.empty()}));
  FOVEA_CHECK(needSamples(lowered));
  if (lowered.feeds.samples().size() > 1)
    return fail(ErrorCode::InvalidArgument, "Attribution works on networks with one input, and this one has several.");
  GraphBuilder& graph = *lowered.builder;
  std::unique_ptr<ScoreGradients> made(new ScoreGradients);
  made->inputType_ = lowered.samples().type;
  made->input_ = lowered.samples().value;
  made->scores_ = lowered.scores;
  if (!wanted.of.empty()) {
    FOVEA_TRY(made->scores_, outputOf(lowered, wanted.of));
    if (graph.typeOf(made->scores_).dtype != DataType::Float32)
      return fail(ErrorCode::InvalidArgument, fmt::format("The layer \"{}\" gives symbols, not numbers.", wanted.of),
                  "Choose a layer behind it.");
  }
  made->scoreShape_ = graph.typeOf(made->scores_).shape;
  if (wanted.input && made->inputType_.dtype != DataType::Float32)
    return fail(ErrorCode::InvalidArgument, "The input of the network is symbols, for which there are no gradients.",
                "Request the gradient of a layer after the input.");
  std::vector<ValueId> with;
  if (wanted.input) with.push_back(made->input_);
  for (const std::string& layer : wanted.layers) {
    FOVEA_TRY(made->outputs_.emplace_back(), outputOf(lowered, layer));
    with.push_back(made->outputs_.back());
    graph.addOutput("layer " + layer, made->outputs_.back());
  }
  graph.addOutput("scores", made->scores_);
  if (!with.empty()) {
    made->seed_ = graph.addInput(kSeed, {DataType::Float32, made->scoreShape_});
    if (wanted.guided && std::ranges::none_of(graph.graph().nodes(), isRectifier))
      return fail(ErrorCode::InvalidArgument, "The network has no ReLU, so guided gradients would be its gradients.",
                  "Choose the gradient.");
    FOVEA_TRY(made->gradients_, differentiate(graph, objectiveOf(graph, made->scores_, made->seed_, wanted.distance),
                                              with, wanted.guided ? guidedGradient : GradientOverride()));
    for (std::size_t i = 0; i < with.size(); ++i) graph.addOutput(fmt::format("gradient {}", i), made->gradients_[i]);
    if (wanted.input) {
      made->inputGradient_ = made->gradients_.front();
      made->gradients_.erase(made->gradients_.begin());
    }
  }
  FOVEA_TRY(const auto finished, graph.finish());
  // Different rounding can switch a ReLU, which changes a gradient by more than its last digits.
  CompileOptions options;
  options.exact = true;
  options.arena = wanted.arena;
  options.setBeforeEachRun = {made->input_};
  if (made->seed_.valid()) options.setBeforeEachRun.push_back(made->seed_);
  FOVEA_TRY(made->executor_, Executor::compile(finished, std::move(variables), options));
  made->wanted_ = std::move(wanted);
  return made;
}

Result<ScoreGradients::Answer> ScoreGradients::run(const Tensor& inputs, const Tensor& seed) {
  FOVEA_CHECK(executor_->setInput(input_, inputs));
  if (seed_.valid()) FOVEA_CHECK(executor_->setInput(seed_, seed));
  FOVEA_CHECK(executor_->run());
  Answer answer;
  FOVEA_TRY(answer.scores, executor_->read(scores_));
  if (inputGradient_.valid()) {
    FOVEA_TRY(answer.inputGradient, executor_->read(inputGradient_));
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    FOVEA_TRY(answer.outputs.emplace_back(), executor_->read(outputs_[i]));
    FOVEA_TRY(answer.gradients.emplace_back(), executor_->read(gradients_[i]));
  }
  return answer;
}

}  // namespace fovea

// Why: lowers the drawn network to the program that a device runs.
#pragma once
#include <map>
#include <memory>

#include "core/network/network.h"

namespace fovea {

struct LoweringOptions {
  NetworkMode mode = NetworkMode::Training;
  std::int64_t batch = 1;
  std::uint64_t seed = 0;  // for dropout and other random ops
  BatchFacts facts = {};
  bool gradients = false;  // makes the graph differentiable outside of training, too
};

// An output of a network.
struct NetworkOutput {
  std::string name;  // the layer that produces it
  ValueId value;     // [N, …]
};

// The inputs, outputs and variables of a network. They are the same in the lowered network and in each step made from
// it.
struct NetworkInterface {
  FeedList feeds;
  // The predictions, then the first outputs of all other layers whose outputs nobody reads, in computation order. Side
  // losses are excluded.
  std::vector<NetworkOutput> outputs;
  std::int64_t classes = 0;         // that the predictions [N, K] or [N, T, K] score; 0 for other meanings
  Shape predictionShape;            // [N, …]
  std::vector<MetricInfo> metrics;  // besides the loss; "correct" comes first for a classifier; empty in Inference
  // The one of `metrics` that decides which epoch is best, as the main loss declares. Null: the lowest loss decides.
  const MetricInfo* deciding() const;
  std::string decidingMetric;  // as the main loss declares, whether or not it is measured
  std::vector<VariableInfo> variables;
  std::vector<CarriedState> carried;  // states carried from batch to batch, initially zero
  std::string undividedLoss;          // see LayerBuilder

  // The feed of the first Input layer. Every network has one.
  const Feed& samples() const { return *feeds.find(FeedRole::Samples); }
  // The shape of one sample of that feed: [C, H, W] for images.
  Shape sampleShape() const { return Shape(samples().type.shape.extents().subspan(1)); }
};

// The forward part. Training then adds gradients and updates to `builder` and finishes it.
struct LoweredNetwork : NetworkInterface {
  std::unique_ptr<GraphBuilder> builder;
  Network network;  // the lowered network, without blocks
  AnswerMeaning answers = AnswerMeaning::Numbers;
  ValueId loss;         // f32 [], mean over the batch times its weight, summed over losses; invalid in Inference
  ValueId lossCount;    // f32 []: see LossCount; invalid: the loss is a mean over the samples
  ValueId predictions;  // f32 [N, K], probabilities; or the last layer's output
  // The values before softmax or sigmoid; equal to the predictions if there is neither.
  ValueId scores;
  std::map<LayerId, std::vector<ValueId>> layerOutputs;  // by the layers of `network`
};

// If the network is not ready, InvalidArgument with the message of analyzeNetwork's first problem.
Result<LoweredNetwork> lowerNetwork(const Network& network, const LoweringOptions& options);

// Declares all `outputs` as outputs of the graph under their names, so that training-only nodes can be removed.
void addOutputs(LoweredNetwork& lowered);

// Returns the initial values of `variable`. They depend only on (seed, name), not on device or order.
Tensor initialValue(const VariableInfo& variable, std::uint64_t seed);

}  // namespace fovea

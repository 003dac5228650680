// Why: from the person's drawing to the program that a device runs.
#pragma once
#include <map>
#include <memory>

#include "core/network/network.h"

namespace fovea {

struct LoweringOptions {
  NetworkMode mode = NetworkMode::Training;
  std::int64_t batch = 1;
  std::uint64_t seed = 0;  // of dropout and friends
  BatchFacts facts = {};
  bool gradients = false;  // outside of training, too, the graph can be differentiated
};

// An output of a network.
struct NetworkOutput {
  std::string name;  // of the layer whose output it is
  ValueId value;     // [N, …]
};

// A network's inputs, outputs and variables: the same in the lowered network and in each step made from it.
struct NetworkInterface {
  FeedList feeds;
  // The predictions first, then the first outputs of all other layers that nothing reads, in order of computation;
  // losses at the sides are none.
  std::vector<NetworkOutput> outputs;
  std::int64_t classes = 0;         // that the predictions [N, K] or [N, T, K] score; 0 where they mean something else
  Shape predictionShape;            // [N, …]
  std::vector<MetricInfo> metrics;  // besides the loss: of a classifier "correct" first; empty in Inference
  // The one of `metrics` that decides which epoch is the best, as the judging loss declares; null: the lowest loss
  // does.
  const MetricInfo* deciding() const;
  std::string decidingMetric;  // what the judging loss declares, whether or not it is measured
  std::vector<VariableInfo> variables;
  std::vector<CarriedState> carried;  // from batch to batch, zero at first

  // The feed of the first Input layer; every network has one.
  const Feed& samples() const { return *feeds.find(FeedRole::Samples); }
  // The shape of one of its samples: [C, H, W] for images.
  Shape sampleShape() const { return Shape(samples().type.shape.extents().subspan(1)); }
};

// The forward part. Training adds gradients and updates to `builder` and finishes it.
struct LoweredNetwork : NetworkInterface {
  std::unique_ptr<GraphBuilder> builder;
  Network network;  // the one that was lowered, without blocks
  AnswerMeaning answers = AnswerMeaning::Numbers;
  ValueId loss;         // f32 [], mean over the batch times its weight, summed over losses; invalid in Inference
  ValueId predictions;  // f32 [N, K], probabilities; or the last layer's output
  // The values before softmax or sigmoid; the predictions themselves if there is neither.
  ValueId scores;
  std::map<LayerId, std::vector<ValueId>> layerOutputs;  // by the layers of `network`
};

// InvalidArgument with the words of analyzeNetwork's first problem when the network is not ready.
Result<LoweredNetwork> lowerNetwork(const Network& network, const LoweringOptions& options);

// Makes all `outputs` outputs of the graph, under their names; what only training needs can then be left out.
void addOutputs(LoweredNetwork& lowered);

// The first values of `variable`, a pure function of (seed, name): the same on every device and in every order.
Tensor initialValue(const VariableInfo& variable, std::uint64_t seed);

}  // namespace fovea

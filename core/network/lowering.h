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
};

// The forward part. Training adds gradients and updates to `builder` and finishes it.
struct LoweredNetwork {
  std::unique_ptr<GraphBuilder> builder;
  Network network;    // the one that was lowered, without blocks
  Shape sampleShape;  // of one input: [C, H, W] of images
  AnswerMeaning answers = AnswerMeaning::Numbers;
  std::int64_t classes = 0;  // that the predictions [N, K] or [N, T, K] score; 0 where they mean something else
  ValueId input;             // [N, ...sampleShape]: f32, or i32 where samples are symbols
  ValueId target;            // what the losses compare with: i32 [N] labels of a classifier; invalid in Inference
  ValueId lengths;           // f32 [N], of each sample; invalid unless a loss looks at it
  ValueId step;              // i64 []; invalid if nothing is random
  ValueId continues;         // f32 [N, 1]: 0 where a row begins anew, else 1; invalid if nothing is carried
  ValueId loss;              // f32 [], mean over the batch times its weight, summed over losses; invalid in Inference
  ValueId predictions;       // f32 [N, K], probabilities; or the last layer's output
  std::vector<MetricInfo> metrics;  // of a classifier "correct" first; empty in Inference
  std::vector<VariableInfo> variables;
  std::vector<CarriedState> carried;                     // zero at first
  std::map<LayerId, std::vector<ValueId>> layerOutputs;  // by the layers of `network`
};

// InvalidArgument with the words of analyzeNetwork's first problem when the network is not ready.
Result<LoweredNetwork> lowerNetwork(const Network& network, const LoweringOptions& options);

// The first values of `variable`, a pure function of (seed, name): the same on every device and in every order.
Tensor initialValue(const VariableInfo& variable, std::uint64_t seed);

}  // namespace fovea

// Why: explaining a network number by number needs all numbers of one sample: each layer's outputs, weights and
// gradients, as computed by the engine.
#pragma once
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/backends/executor.h"
#include "core/network/lowering.h"
#include "core/train/checkpoint.h"

namespace fovea {

struct TracedWeight {
  std::string name;  // "weight"
  Tensor value;
  Tensor gradient;  // of the loss; undefined without a loss, for statistics, and beyond kMostTracedWeights
};

// An op within a layer that computes in several steps, such as attention.
struct TracedStep {
  std::string op;     // "linear", "attention", "lstm", …
  Tensor output;      // its first output, for a batch of one
  Tensor gradient{};  // of the loss with respect to `output`; undefined if the loss does not depend on it
};

struct TracedLayer {
  std::string name;          // "conv1"
  std::string type;          // name of its LayerType
  std::string title;         // "Convolution"
  FieldValues parameters;    // complete
  std::vector<int> sources;  // layers whose outputs it reads, by input; empty if it reads other than first outputs
  std::vector<int> readers;  // layers that read its first output
  Tensor output;             // f32 or i32, without a batch axis
  Tensor gradient;           // f32, of the loss with respect to the output; undefined if the loss does not depend on it
  std::vector<TracedWeight> weights;
  // In order of computation; only for recurrent layers, attention and transformer blocks.
  std::vector<TracedStep> steps;

  const Tensor* weight(const std::string& of) const;
  // Return the output of step `number` of the steps of `op`, and its gradient; null if there is none.
  const Tensor* step(const std::string& op, std::size_t number = 0) const;
  const Tensor* stepGradient(const std::string& op, std::size_t number = 0) const;
};

// Immutable once made.
struct NetworkTrace {
  std::vector<TracedLayer> layers;  // each after its sources
  std::int64_t label = -1;          // class that the loss compares with; −1 if it does not compare with one class
  Tensor labels;                    // i32, one class per position if the loss compares with these; else undefined
  // NaN if there was no target for the loss; then there are no gradients either.
  double loss = std::numeric_limits<double>::quiet_NaN();
  double learningRate = 0;  // of the run
  std::vector<std::string> classes;

  int find(const std::string& name) const;  // −1 if there is none
};

inline constexpr std::int64_t kMostTracedWeights = 40'000'000;

// Traces one checkpoint on one device. Dropout is off and batch norm uses its running statistics. Not thread-safe.
class NetworkTracer {
 public:
  // Fails with InvalidArgument (the network is not ready or has several inputs), Corrupt, or errors of the device.
  static Result<std::unique_ptr<NetworkTracer>> create(const Checkpoint& checkpoint, std::shared_ptr<Device> device);

  // Traces one sample. `input` is the network's input without a batch axis. `label` is the target of a loss for one
  // label; −1 uses the predicted class. `target` is the target of any other loss, in the loss's type for a batch of
  // one: see targetOfSample(). Fails with InvalidArgument (wrong input or target, no such class), or device errors.
  Result<NetworkTrace> trace(const Tensor& input, std::int64_t label = -1, const Tensor& target = {});
  // Returns true if the loss compares with one label per sample.
  bool comparesLabel() const { return labelled_; }

 private:
  NetworkTracer() = default;
  Status compile(const Checkpoint& checkpoint, std::shared_ptr<Device> device);
  void addSteps(GraphBuilder& graph);
  Status addGradients(LoweredNetwork& lowered);
  Result<std::int64_t> runFor(std::int64_t label);
  Status runOn(const Tensor& target);
  Status read(const Tensor& input, bool gradients, NetworkTrace& trace);

  struct Tap {
    ValueId value, gradient;
  };
  struct StepTap {
    int layer = 0;
    std::size_t index = 0;
    ValueId value, gradient;
  };
  struct WeightTap {
    int layer = 0;
    std::size_t index = 0;
    ValueId value, gradient;
  };
  NetworkTrace empty_;  // layers and weights, without the values that depend on the sample
  std::vector<Tap> taps_;
  std::vector<WeightTap> weightTaps_;
  std::vector<StepTap> stepTaps_;
  std::unique_ptr<Executor> executor_;
  TensorType inputType_;
  ValueId input_, target_, loss_;
  std::vector<Feed> others_;  // other feeds, set to zero
  int scored_ = -1;           // the layer with the class probabilities
  bool labelled_ = false;
};

}  // namespace fovea

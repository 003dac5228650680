// Why: explaining a network number by number needs all numbers of one sample: each layer's output, weights and
// gradients, as the engine computed them.
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
  Tensor gradient;  // of the loss; undefined without one, for statistics, and beyond kMostTracedWeights
};

// An op within a layer that computes in several steps, such as attention.
struct TracedStep {
  std::string op;     // "linear", "attention", "lstm", …
  Tensor output;      // its first, for a batch of one
  Tensor gradient{};  // of the loss with respect to it; undefined if the loss does not depend on it
};

struct TracedLayer {
  std::string name;          // "conv1"
  std::string type;          // name of its LayerType
  std::string title;         // "Convolution"
  FieldValues parameters;    // complete
  std::vector<int> sources;  // the layers whose outputs it reads, by input; empty if it reads more than first outputs
  std::vector<int> readers;  // the layers that read its first output
  Tensor output;             // f32 or i32, without a batch axis
  Tensor gradient;           // f32, of the loss with respect to the output; undefined if the loss does not depend on it
  std::vector<TracedWeight> weights;
  // In the order of the computation; only of recurrent layers, attention and transformer blocks.
  std::vector<TracedStep> steps;

  const Tensor* weight(const std::string& of) const;
  // The output of the step `number` among those of `op`, and its gradient; null: there are fewer, or it has none.
  const Tensor* step(const std::string& op, std::size_t number = 0) const;
  const Tensor* stepGradient(const std::string& op, std::size_t number = 0) const;
};

// Immutable once made.
struct NetworkTrace {
  std::vector<TracedLayer> layers;  // each after its sources
  std::int64_t label = -1;          // the class that the loss compares with; −1: it does not compare with one class
  Tensor labels;  // i32, the classes of all positions where the loss compares with one each; else undefined
  // NaN if the loss had nothing to compare with. There are no gradients then.
  double loss = std::numeric_limits<double>::quiet_NaN();
  double learningRate = 0;  // of the run
  std::vector<std::string> classes;

  int find(const std::string& name) const;  // −1: none
};

inline constexpr std::int64_t kMostTracedWeights = 40'000'000;

// One checkpoint on one device, in inference mode: dropout is off and batch norm uses its running statistics. Not
// thread-safe.
class NetworkTracer {
 public:
  // InvalidArgument (the network is not ready or has several inputs), Corrupt, errors of the device.
  static Result<std::unique_ptr<NetworkTracer>> create(const Checkpoint& checkpoint, std::shared_ptr<Device> device);

  // `input` is the network's input without a batch axis. `label` is the class that a loss for one label compares with;
  // −1 takes the predicted one. `target` is what any other loss compares with, in the loss's type for a batch of one:
  // see targetOfSample(). InvalidArgument (another input or target, no such class), errors of the device.
  Result<NetworkTrace> trace(const Tensor& input, std::int64_t label = -1, const Tensor& target = {});
  // Whether the loss compares with one label.
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
  NetworkTrace empty_;  // layers and weights without what depends on the sample
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

// Why: what a trained network sees in one image: what it takes it for, what each layer makes of it, and the filters it
// has learned.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/backends/device.h"
#include "core/inspect/answer.h"
#include "core/train/checkpoint.h"

namespace fovea {

struct ClassProbability {
  std::int64_t index = 0;
  std::string name;
  double probability = 0;
};

struct Prediction {
  std::vector<ClassProbability> classes;  // the most likely first; equal ones in the order of the classes

  const ClassProbability& best() const { return classes.front(); }
};

struct LayerActivation {
  LayerId layer;
  std::string name;   // "conv1"
  std::string title;  // of its type: "Convolution"
  Tensor values;      // f32 [C, H, W] or [K]
};

struct LayerFilters {
  LayerId layer;
  std::string name;
  Tensor weights;  // f32 [M, C, KH, KW]
};

struct Inspection {
  Prediction prediction;                     // empty for a network without probabilities
  std::vector<LayerActivation> activations;  // each layer's first output, every layer after its sources
};

// One checkpoint on one device. Not thread-safe.
class ModelInspector {
 public:
  // InvalidArgument (the network is not ready), Corrupt (weights missing or of another shape), errors of the device.
  static Result<std::unique_ptr<ModelInspector>> create(const Checkpoint& checkpoint, std::shared_ptr<Device> device);
  ~ModelInspector();

  // The network's inputs: a feed for each Input layer, with a batch axis of 1.
  const std::vector<Feed>& inputs() const;
  // The shape of one sample of the first input: [C, H, W] for images.
  const Shape& imageShape() const;
  // What the network's predictions are.
  AnswerKind answers() const;
  const std::vector<std::string>& classes() const;

  // A picture of any size, u8 [C, H, W], as the data set would hold it: where its samples are of one size, of that
  // size; where the transforms make all images one size, as it is. InvalidArgument, OutOfMemory.
  Result<Tensor> fitted(const Tensor& picture) const;
  // What the network says of a sample as the data set holds it (u8, f32 or i32), which goes through the checkpoint's
  // transforms as in training but for chance: f32, without the batch axis. A row of one symbol more than the network
  // takes is one that a next symbol follows. InvalidArgument for other shapes or types.
  Result<Tensor> predict(const Tensor& sample);

  // The sample as the network receives it, after the transforms, without the batch axis. InvalidArgument as predict().
  Result<Tensor> networkInput(const Tensor& sample) const;

  // All outputs of the network for the given inputs, by name, without the batch axis, the prediction first. `samples`
  // are what the Input layers of those names take, f32 or i32 without the batch axis, as they are: transforms are not
  // applied. InvalidArgument where one is missing, unknown or of another type.
  Result<std::vector<std::pair<std::string, Tensor>>> answerAll(
      const std::vector<std::pair<std::string, Tensor>>& samples);

  // An image is u8 [C, H, W], which goes through the checkpoint's transforms as in training but for chance, or f32 [C,
  // H, W], which is what the network gets. InvalidArgument for other shapes or types, and when the network has no
  // probabilities.
  Result<Prediction> classify(const Tensor& image);
  Result<std::vector<LayerActivation>> activations(const Tensor& image);
  // Both in one run.
  Result<Inspection> inspect(const Tensor& image);
  // A copy of the weights of each convolution, in the order of activations(). OutOfMemory.
  Result<std::vector<LayerFilters>> filters() const;

 private:
  struct State;
  explicit ModelInspector(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fovea

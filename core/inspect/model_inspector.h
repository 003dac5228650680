// Why: what a trained network sees in one image: what it takes it for, what each layer makes of it, and the filters it
// has learned.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/backends/device.h"
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

  // Of an image: [C, H, W].
  const Shape& imageShape() const;
  const std::vector<std::string>& classes() const;

  // An image is u8 [C, H, W], which goes through the checkpoint's transforms as in training, or f32 [C, H, W], which is
  // what the network gets. InvalidArgument for other shapes or types, and when the network has no probabilities.
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

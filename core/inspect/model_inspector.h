// Why: shows what a trained network computes for one sample: its prediction, each layer's activations, and the learned
// filters.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/backends/device.h"
#include "core/inspect/answer.h"
#include "core/inspect/attention_maps.h"
#include "core/inspect/receptive_field.h"
#include "core/train/checkpoint.h"

namespace fovea {

struct ClassProbability {
  std::int64_t index = 0;
  std::string name;
  double probability = 0;
};

struct Prediction {
  std::vector<ClassProbability> classes;  // most likely first; ties in class order

  const ClassProbability& best() const { return classes.front(); }
};

struct LayerActivation {
  LayerId layer;
  std::string name;    // "conv1"
  std::string title;   // the type's title: "Convolution"
  Tensor values;       // f32 [C, H, W] or [K]
  bool steps = false;  // the values are [T, K]: a row for each step of a sequence
  std::shared_ptr<const AttentionInputs> attention{};  // for attentionWeights(); null: the layer has no attention
};

struct LayerOutput {
  std::string name;   // "conv1"
  std::string title;  // the type's title: "Convolution"
  TensorType type;    // of its first output for one sample
};

struct LayerFilters {
  LayerId layer;
  std::string name;
  Tensor weights;  // f32 [M, C, KH, KW]
};

struct Inspection {
  Prediction prediction;                     // empty if the network has no probabilities, or NaN among them
  Tensor predictions;                        // as predict()
  bool notNumbers = false;                   // the network answers with NaN
  std::vector<LayerActivation> activations;  // each layer's first output; sources come first
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
  const Shape& sampleShape() const;
  // The kind of the network's predictions.
  AnswerKind answers() const;
  const std::vector<std::string>& classes() const;
  // The layers that readLayer() knows, in order; sources come first.
  std::vector<LayerOutput> layers() const;

  // Converts a picture of any size, u8 [C, H, W], to the data set's format: resized if its samples have one size,
  // unchanged if the transforms resize all images. InvalidArgument, OutOfMemory.
  Result<Tensor> fitted(const Tensor& picture) const;
  // Predicts for a sample in the data set's format (u8, f32 or i32), after the checkpoint's transforms without their
  // random part: f32, without the batch axis. A row with one symbol more than the network accepts ends with the next
  // symbol, which is dropped. InvalidArgument for other shapes or types.
  Result<Tensor> predict(const Tensor& sample);

  // The same for a whole sample: each Input layer gets the part that it reads, and the parts are normalised as in
  // training. InvalidArgument also if no part or several fit an Input layer.
  Result<Tensor> predict(const Sample& sample);

  // The network's input for the sample, after the transforms, without the batch axis. InvalidArgument as predict().
  Result<Tensor> networkInput(const Tensor& sample) const;

  // A layer's activation for a sample as in predict(): f32 [C, H, W] or [K]. NotFound: no such layer.
  Result<Tensor> activationOf(const Tensor& sample, const std::string& layer);
  struct LayerReading {
    Tensor values;       // the layer's activation: f32 [C, H, W] or [K]; i32 for an input of symbols
    Tensor predictions;  // as predict()
  };
  // A layer's activation and the network's prediction for a sample, in one run. NotFound: no such layer.
  // InvalidArgument as predict().
  Result<LayerReading> readLayer(const Sample& sample, const std::string& layer);

  // Returns all outputs of the network by name, without the batch axis, the prediction first. `samples` are the inputs
  // of the Input layers of those names, f32 or i32 without the batch axis. For a network trained on samples of several
  // parts they are in the data set's format and are prepared as in training; otherwise they are used unchanged.
  // InvalidArgument if one is missing, unknown or of another type.
  Result<std::vector<std::pair<std::string, Tensor>>> answerAll(
      const std::vector<std::pair<std::string, Tensor>>& samples);

  // `image` is u8 [C, H, W], which goes through the checkpoint's transforms without their random part, or f32 [C, H,
  // W], the network's direct input. InvalidArgument for other shapes or types, and if the network has no probabilities.
  Result<Prediction> classify(const Tensor& image);
  Result<std::vector<LayerActivation>> activations(const Tensor& image);
  // Prediction and activations in one run.
  Result<Inspection> inspect(const Tensor& image);
  // The same for a sample of any kind in the data set's format, with its further parts. NaN in the network's answer is
  // no error: the layers show where it comes from. InvalidArgument as predict().
  Result<Inspection> inspect(const Sample& sample);
  // The part of the input that a value of a layer's first output can depend on. NotFound: no such layer.
  // InvalidArgument: `at` is not within its output.
  Result<ReceptiveField> receptiveField(const std::string& layer, const std::vector<std::int64_t>& at) const;
  // A copy of the weights of each convolution, in the order of activations(). OutOfMemory.
  Result<std::vector<LayerFilters>> filters() const;

 private:
  struct State;
  explicit ModelInspector(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fovea

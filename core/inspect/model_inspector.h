// Why: shows what a trained network computes for one sample: its prediction, each layer's activations, and the learned
// filters.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/backends/device.h"
#include "core/inspect/answer.h"
#include "core/inspect/attention_maps.h"
#include "core/inspect/image_fitting.h"
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
  bool scores = false;                    // the numbers are scores without bounds: see answersAreScores()

  const ClassProbability& best() const { return classes.front(); }
};

struct LayerActivation {
  LayerId layer;
  std::string name;                                    // "conv1"
  std::string title;                                   // the type's title: "Convolution"
  Tensor values;                                       // f32 [C, H, W] or [K]
  bool steps = false;                                  // true if the values are [T, K]: one row per step of a sequence
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
  bool notNumbers = false;                   // true if the network's answer contains NaN
  std::vector<LayerActivation> activations;  // each layer's first output; sources come first
};

// Inspects one checkpoint on one device. Not thread-safe.
class ModelInspector {
 public:
  // Fails with InvalidArgument (the network is not ready), Corrupt (weights missing or other shapes), or device errors.
  static Result<std::unique_ptr<ModelInspector>> create(const Checkpoint& checkpoint, std::shared_ptr<Device> device);
  ~ModelInspector();

  // The network's inputs: a feed for each Input layer, with a batch axis of 1.
  const std::vector<Feed>& inputs() const;
  // The shape of one sample of the first input: [C, H, W] for images.
  const Shape& sampleShape() const;
  // The kind of the network's predictions.
  AnswerKind answers() const;
  // True if classes are told by scores instead of probabilities: see answersAreScores().
  bool answersWithScores() const;
  const std::vector<std::string>& classes() const;
  // The layers that readLayer() knows, in order; sources come first.
  std::vector<LayerOutput> layers() const;

  // How pictures of any size become samples of the data set's format.
  const ImageFitting& images() const;
  // images().fitted()
  Result<Tensor> fitted(const Tensor& picture) const { return images().fitted(picture); }
  // Predicts for a sample in the data set's format (u8, f32 or i32), after the checkpoint's transforms without their
  // random part: f32, without the batch axis. Where the data set holds bytes, f32 is the network's input itself and is
  // not transformed. If a sequence has one symbol more than the network accepts, the last one
  // is the target and is dropped. Fails with InvalidArgument for other shapes or types.
  Result<Tensor> predict(const Tensor& sample);

  // Predicts for a whole sample: each Input layer gets the part that it reads, and the parts are normalised as in
  // training. Also fails with InvalidArgument if no part or several fit an Input layer.
  Result<Tensor> predict(const Sample& sample);

  // Returns the network's input after the transforms, without the batch axis. Fails with InvalidArgument as predict().
  Result<Tensor> networkInput(const Tensor& sample) const;

  // Returns a layer's activation for a sample as in predict(): f32 [C, H, W] or [K]. Fails with NotFound if unknown.
  Result<Tensor> activationOf(const Tensor& sample, const std::string& layer);
  struct LayerReading {
    Tensor values;       // the layer's activation: f32 [C, H, W] or [K]; i32 for an input of symbols
    Tensor predictions;  // as predict()
  };
  // Returns a layer's activation and the network's prediction for a sample, in one run. Fails with NotFound if there is
  // no such layer, or InvalidArgument as predict().
  Result<LayerReading> readLayer(const Sample& sample, const std::string& layer);

  // Returns all outputs of the network by name, without the batch axis, the prediction first. `samples` are the inputs
  // of the Input layers of those names, f32 or i32 without the batch axis. For a network trained on samples of several
  // parts they are in the data set's format and are prepared as in training; otherwise they are used unchanged. Fails
  // with InvalidArgument if one is missing, unknown or of another type.
  Result<std::vector<std::pair<std::string, Tensor>>> answerAll(
      const std::vector<std::pair<std::string, Tensor>>& samples);

  // `image` is u8 [C, H, W], transformed without the checkpoint's random transforms, or f32 [C, H, W], the network's
  // direct input. Fails with InvalidArgument for other shapes or types, or if the network has no probabilities.
  Result<Prediction> classify(const Tensor& image);
  Result<std::vector<LayerActivation>> activations(const Tensor& image);
  // Prediction and activations in one run.
  Result<Inspection> inspect(const Tensor& image);
  // Inspects a sample of any kind in the data set's format, with its further parts. NaN in the answer is not an error:
  // the layers show where it originates. Fails with InvalidArgument as predict().
  Result<Inspection> inspect(const Sample& sample);
  // Returns the part of the input that a value of a layer's first output can depend on. Fails with NotFound if there is
  // no such layer, or InvalidArgument if `at` is not within its output.
  Result<ReceptiveField> receptiveField(const std::string& layer, const std::vector<std::int64_t>& at) const;
  // Returns a copy of the weights of each convolution, in the order of activations(). Fails with OutOfMemory.
  Result<std::vector<LayerFilters>> filters() const;

 private:
  struct State;
  explicit ModelInspector(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fovea

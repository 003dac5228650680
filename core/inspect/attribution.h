// Why: shows which parts of a sample determine the network's answer. All methods except the random ones (smooth
// gradients, perturbation) are compared with Captum's results (tests/inspect/compare_captum.py).
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/inspect/score_gradients.h"
#include "core/train/checkpoint.h"

namespace fovea {

enum class AttributionMethod {
  Gradient,             // d score / d input (Simonyan et al. 2014)
  GradientTimesInput,   // the gradient multiplied by the input (Shrikumar et al. 2017)
  SmoothGradient,       // the mean gradient over noisy copies of the input (Smilkov et al. 2017)
  IntegratedGradients,  // along the straight line from zero to the input (Sundararajan et al. 2017)
  GradCam,              // a layer's channels weighted by their mean gradients (Selvaraju et al. 2017)
  Occlusion,            // how much the score falls where a window is covered with zeros (Zeiler and Fergus 2014)
  Guided,               // the gradient through ReLUs that pass positive gradients only (Springenberg et al. 2015)
  Perturbation,         // how the score depends on a position under random masks (RISE: Petsiuk, Das and Saenko 2018)
};
struct AttributionMethodInfo {
  AttributionMethod method;
  const char* name;  // "integrated-gradients"
};
// Returns the methods in the order of the enumeration.
const std::vector<AttributionMethodInfo>& attributionMethods();
// Returns true if the method runs the network many times, for seconds or minutes.
bool isLong(AttributionMethod method);

struct AttributionOptions {
  AttributionMethod method = AttributionMethod::Gradient;
  std::int64_t target = -1;   // the score to explain: a class or output index; −1: the largest
  std::string layer{};        // for Grad-CAM; empty: the last layer with positions
  std::int64_t steps = 50;    // points of integrated gradients (Gauss and Legendre), copies of smooth gradients
  double noise = 0.1;         // standard deviation for smooth gradients, as a fraction of the input's range
  std::uint64_t seed = 1;     // for that noise, and for the masks of perturbation
  std::int64_t window = 0;    // side length for occlusion; 0: an eighth of the shorter side
  std::int64_t stride = 0;    // for occlusion, at most the window; 0: half a window
  std::int64_t masks = 1000;  // random masks for perturbation
  std::int64_t cells = 7;     // cells of a mask along each axis; each is covered or visible with equal chance
};

struct Attribution {
  // f32 with the shape of the input; for Grad-CAM [h, w] (volumes [d, h, w]) over the layer's positions, with negative
  // values set to 0; for sequences of symbols [T].
  Tensor values;
  std::vector<float> scores;  // of the sample, one per class; summed over positions
  std::int64_t target = 0;
  std::string layer;  // the layer whose positions `values` has; empty: `values` has the input's positions
};

// Explains the answers of one checkpoint on one device. Not thread-safe.
class Attributor {
 public:
  // Fails with InvalidArgument (the network is not ready or has several inputs), Corrupt (weights are missing or have
  // another shape), or errors of the device.
  static Result<std::unique_ptr<Attributor>> create(const Checkpoint& checkpoint, std::shared_ptr<Device> device);

  // Explains the score for `input`, the network's input without a batch axis: see ModelInspector::networkInput(). Fails
  // with InvalidArgument (an invalid target, layer, window or number of steps; a method that does not support symbols
  // or inputs without positions), Unsupported (an op without gradient), Cancelled, or errors of the device.
  Result<Attribution> explain(const Tensor& input, const AttributionOptions& options, const CancelToken& cancel = {},
                              const ProgressFunction& progress = {});

  // The layers that support Grad-CAM: those between input and scores that have channels and positions.
  const std::vector<std::string>& layersWithPositions() const { return positions_; }

 private:
  Attributor() = default;
  struct Work;
  Result<ScoreGradients*> model(std::int64_t batch, bool input, const std::string& layer, bool guided = false);
  Result<Tensor> seedFor(const ScoreGradients& model, std::int64_t target) const;
  Status chooseTarget(Work& work);
  Status gradient(Work& work, bool timesInput);
  Status smooth(Work& work);
  Status integrate(Work& work);
  Status gradCam(Work& work);
  Status occlude(Work& work);
  Status perturb(Work& work);
  // Scores `count` modified copies of the input, written by `change`, and passes the target's score of each to `visit`.
  Status scoreCopies(Work& work, std::int64_t count, const std::function<void(std::int64_t, Tensor&)>& change,
                     const std::function<void(std::int64_t, double)>& visit);
  Status meanGradient(Work& work, const std::vector<double>& weights,
                      const std::function<void(std::int64_t, std::span<float>)>& fill);

  Network network_;
  std::shared_ptr<VariableStore> variables_;
  TensorType inputType_;    // of one sample
  int scoreAxis_ = 0;       // the class axis of one sample's scores
  std::int64_t boxes_ = 0;  // number of channels at the end of that axis that describe boxes, not classes
  std::string firstLayer_;  // the layer that reads the input
  std::vector<std::string> positions_;
  std::string wideLayer_;  // the last of them with several positions; else the first
  std::shared_ptr<SharedArena> arena_ = std::make_shared<SharedArena>();  // shared by all models: one runs at a time
  std::map<std::string, std::unique_ptr<ScoreGradients>> models_;
};

}  // namespace fovea

// Why: which parts of a sample made the network answer as it did. Each method is one of the literature; the numbers of
// all but smooth gradients, which are drawn at random, are compared with Captum's (tests/inspect/compare_captum.py).
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
  GradientTimesInput,   // the same times the input (Shrikumar et al. 2017)
  SmoothGradient,       // the mean gradient over noisy copies of the input (Smilkov et al. 2017)
  IntegratedGradients,  // along the straight line from zero to the input (Sundararajan et al. 2017)
  GradCam,              // a layer's channels weighted by their mean gradients (Selvaraju et al. 2017)
  Occlusion,            // how much the score falls where a window is covered with zeros (Zeiler and Fergus 2014)
};
struct AttributionMethodInfo {
  AttributionMethod method;
  const char* name;  // "integrated-gradients"
};
// The methods are in the order of the enumeration.
const std::vector<AttributionMethodInfo>& attributionMethods();

struct AttributionOptions {
  AttributionMethod method = AttributionMethod::Gradient;
  std::int64_t target = -1;  // the score to explain: a class, or the number of an output; −1: the largest
  std::string layer{};       // of Grad-CAM; empty: the last one that keeps positions
  std::int64_t steps = 50;   // points of integrated gradients (Gauss and Legendre), copies of smooth gradients
  double noise = 0.1;        // deviation of the noise of smooth gradients, as a share of the input's range
  std::uint64_t seed = 1;    // of that noise
  std::int64_t window = 0;   // side of the window of occlusion; 0: an eighth of the shorter side
  std::int64_t stride = 0;   // from window to window; 0: half a window
};

struct Attribution {
  // f32: of the shape of the input; of Grad-CAM [h, w] (volumes [d, h, w]) of the layer's positions, negative ones 0;
  // of a row of symbols [T].
  Tensor values;
  std::vector<float> scores;  // of the sample; where there is one for each position, their sum
  std::int64_t target = 0;
  std::string layer;  // whose positions `values` have; empty: the input's
};

// One checkpoint on one device. Not thread-safe.
class Attributor {
 public:
  // InvalidArgument (the network is not ready or has several inputs), Corrupt (weights are missing or of another
  // shape), errors of the device.
  static Result<std::unique_ptr<Attributor>> create(const Checkpoint& checkpoint, std::shared_ptr<Device> device);

  // `input` is what the network takes, without a batch axis: see ModelInspector::networkInput(). InvalidArgument (a
  // target, layer, window or number of steps that there cannot be, a method that does not work on symbols or without
  // positions), Unsupported (an op without gradient), Cancelled, errors of the device.
  Result<Attribution> explain(const Tensor& input, const AttributionOptions& options, const CancelToken& cancel = {},
                              const ProgressFunction& progress = {});

  // The layers that Grad-CAM can look at: those between input and scores whose output has channels and positions.
  const std::vector<std::string>& layersWithPositions() const { return positions_; }

 private:
  Attributor() = default;
  struct Work;
  Result<ScoreGradients*> model(std::int64_t batch, bool input, const std::string& layer);
  Result<Tensor> seedFor(const ScoreGradients& model, std::int64_t target) const;
  Status chooseTarget(Work& work);
  Status gradient(Work& work, bool timesInput);
  Status smooth(Work& work);
  Status integrate(Work& work);
  Status gradCam(Work& work);
  Status occlude(Work& work);
  Status meanGradient(Work& work, const std::vector<double>& weights,
                      const std::function<void(std::int64_t, std::span<float>)>& fill);

  Network network_;
  std::shared_ptr<VariableStore> variables_;
  TensorType inputType_;    // of one sample
  int scoreAxis_ = 0;       // of the classes, among the axes of one sample's scores
  std::string firstLayer_;  // the one that reads the input
  std::vector<std::string> positions_;
  std::map<std::string, std::unique_ptr<ScoreGradients>> models_;
};

}  // namespace fovea

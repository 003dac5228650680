// Why: shows what a unit, channel or class has learned to respond to, by optimising an input that activates it.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/inspect/input_range.h"
#include "core/inspect/score_gradients.h"

namespace fovea {

enum class SynthesisMethod {
  Maximise,  // an input that activates a unit, a channel or a class (Erhan et al. 2009; Simonyan et al. 2014)
  Dream,     // strengthens the activations of a layer for an image, at several sizes (Mordvintsev et al. 2015)
  Invert,    // an input with the same activations in one layer as an image (Mahendran and Vedaldi 2015)
};
struct SynthesisMethodInfo {
  SynthesisMethod method;
  const char* name;  // "maximise"
};
// Returns the methods in the order of the enumeration.
const std::vector<SynthesisMethodInfo>& synthesisMethods();

struct SynthesisOptions {
  SynthesisMethod method = SynthesisMethod::Maximise;
  std::string layer{};                   // empty: the scores before softmax; only Maximise accepts that
  std::int64_t channel = -1;             // channel, unit or class; −1: all of the layer's
  std::vector<std::int64_t> position{};  // of the unit within the channel; empty: the mean over all positions
  std::int64_t steps = 200;              // for Dream: number at each size
  double rate = 0.02;                    // mean change of a pixel per step, as a fraction of the pixel range
  std::int64_t jitter = 2;               // maximum random shift in pixels before each step
  double blur = 0.4;                     // standard deviation in pixels of the blur after every fourth step; 0: no blur
  double totalVariation = 0.1;           // weight of the total variation, relative to the normalised gradient
  double decay = 0.02;                   // weight of L2 regularisation: pulls pixels towards grey
  std::int64_t octaves = 4;              // for Dream: number of sizes, each larger by octaveScale
  double octaveScale = 1.4;
  std::uint64_t seed = 1;  // for the initial noise and the jitter
};
// Returns the default options of a method.
SynthesisOptions usualOptions(SynthesisMethod method);

struct SynthesisFrame {
  Tensor input;           // f32, the network's input without the batch axis
  Tensor picture;         // u8 [C, H, W]; undefined if the network's input is no image
  std::int64_t step = 0;  // completed steps, over all sizes
  std::int64_t steps = 0;
  double value = 0;  // Maximise: mean activation; Dream: root mean square; Invert: ‖difference‖ / ‖activations‖
};
using SynthesisWatcher = std::function<void(const SynthesisFrame&)>;

struct SynthesisResult {
  SynthesisFrame last;         // its value is that of its unshifted input
  double first = 0;            // value before the first step
  std::string layer;           // empty: the scores were used
  std::vector<double> values;  // one per step, before its update, for the shifted input
  std::int64_t sizes = 1;      // number of sizes of a dream; also 1 if the layer allows only one size
};

// Synthesises inputs for one checkpoint on one device. The result is deterministic on the CPU. Not thread-safe.
class Synthesizer {
 public:
  // Fails like Attributor::create().
  static Result<std::unique_ptr<Synthesizer>> create(const Checkpoint& checkpoint, std::shared_ptr<Device> device);

  // Optimises an input. `start` is the image for Dream (u8 [C, H, W] of any size, or the network's input) and for
  // Invert (the network's input); Maximise starts from noise and ignores it. `watch` is called about 20 times a second.
  // Fails with InvalidArgument (no such layer, channel or position; symbols; a missing image), Unsupported (an op
  // without gradient), Cancelled, or errors of the device.
  Result<SynthesisResult> run(const SynthesisOptions& options, const Tensor& start, const CancelToken& cancel = {},
                              const ProgressFunction& progress = {}, const SynthesisWatcher& watch = {});

 private:
  Synthesizer() = default;
  struct Work;
  Result<ScoreGradients*> model(const std::string& layer, const Shape& input, bool distance);
  Result<Tensor> seedFor(const ScoreGradients& model, const SynthesisOptions& options) const;
  Status ascend(Work& work, ScoreGradients& model, const Tensor& seed, std::int64_t steps);
  Status maximise(Work& work);
  Status dream(Work& work);
  Status invert(Work& work);

  Network network_;  // with its blocks expanded
  std::shared_ptr<VariableStore> variables_;
  Shape inputShape_;  // of one sample
  std::string inputName_;
  InputRange range_;
  std::shared_ptr<SharedArena> arena_ = std::make_shared<SharedArena>();
  std::map<std::string, std::unique_ptr<ScoreGradients>> models_;
};

}  // namespace fovea

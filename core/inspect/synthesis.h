// Why: shows what a unit, a channel or a class has learned to respond to, by growing an input that excites it.
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
  Maximise,  // an input that excites a unit, a channel or a class (Erhan et al. 2009; Simonyan et al. 2014)
  Dream,     // strengthens whatever a layer sees in a picture, at several sizes (Mordvintsev et al. 2015)
  Invert,    // an input that has the same activations as a picture in one layer (Mahendran and Vedaldi 2015)
};
struct SynthesisMethodInfo {
  SynthesisMethod method;
  const char* name;  // "maximise"
};
// The methods are in the order of the enumeration.
const std::vector<SynthesisMethodInfo>& synthesisMethods();

struct SynthesisOptions {
  SynthesisMethod method = SynthesisMethod::Maximise;
  std::string layer{};                   // empty: the scores before softmax; only Maximise accepts that
  std::int64_t channel = -1;             // channel, unit or class; −1: all of the layer
  std::vector<std::int64_t> position{};  // of the unit within the channel; empty: the mean over the positions
  std::int64_t steps = 200;              // for Dream: at each size
  double rate = 0.02;                    // mean change of a pixel in one step, as a share of the range of pixels
  std::int64_t jitter = 2;               // largest random shift in pixels before each step
  double blur = 0.4;                     // standard deviation in pixels of a blur after every fourth step; 0: none
  double totalVariation = 0.1;           // weight of smoothness, relative to the normalised gradient
  double decay = 0.02;                   // weight of L2: pulls pixels towards grey
  std::int64_t octaves = 4;              // for Dream: sizes, each larger by octaveScale
  double octaveScale = 1.4;
  std::uint64_t seed = 1;  // of the noise to begin with and of the jitter
};
// The usual options of a method.
SynthesisOptions usualOptions(SynthesisMethod method);

struct SynthesisFrame {
  Tensor input;           // f32, the network's input without a batch axis
  Tensor picture;         // u8 [C, H, W]; undefined if the network's input is no picture
  std::int64_t step = 0;  // completed steps of all sizes
  std::int64_t steps = 0;
  double value = 0;  // Maximise: mean activation; Dream: root mean square; Invert: ‖difference‖ / ‖activations‖
};
using SynthesisWatcher = std::function<void(const SynthesisFrame&)>;

struct SynthesisResult {
  SynthesisFrame last;         // its value belongs to its input, without shift
  double first = 0;            // the value before the first step
  std::string layer;           // empty: the scores
  std::vector<double> values;  // after each step, of the shifted input
  std::int64_t sizes = 1;      // how many sizes a dream went through; 1 also if the layer allows one size only
};

// One checkpoint on one device. The same options give the same result on the CPU. Not thread-safe.
class Synthesizer {
 public:
  // Fails like Attributor::create().
  static Result<std::unique_ptr<Synthesizer>> create(const Checkpoint& checkpoint, std::shared_ptr<Device> device);

  // `start` is the picture of Dream (u8 [C, H, W] of any size, or the network's input) and of Invert (the network's
  // input); Maximise begins with noise and ignores it. `watch` is called about 20 times a second. InvalidArgument (no
  // such layer, channel or position; symbols; no picture where one is needed), Unsupported (an op without gradient),
  // Cancelled, errors of the device.
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

  Network network_;  // without blocks
  std::shared_ptr<VariableStore> variables_;
  Shape inputShape_;  // of one sample
  std::string inputName_;
  InputRange range_;
  std::shared_ptr<SharedArena> arena_ = std::make_shared<SharedArena>();
  std::map<std::string, std::unique_ptr<ScoreGradients>> models_;
};

}  // namespace fovea

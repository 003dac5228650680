#include "core/backends/cuda/module/convolution/norm_input_trial.h"

#include "core/backends/cuda/module/convolution/convolution_tuning.h"
#include "core/backends/cuda/module/runtime/kernel_trial.h"
#include "core/backends/cuda/module/runtime/savings.h"

namespace fovea::cuda {
namespace {

using T = __half;
enum Input { kTrialX, kTrialFactor, kTrialShift, kTrialWeight, kTrialDy };
enum Output { kConvolved, kDWeight };

// Which kernel computes the moments of the convolution's output.
enum class Moments { Library, Own };

// Forward and backward pass of a convolution after a normalisation, as the trial runs them.
class Passes {
 public:
  Passes(ContextPointer context, const ConvolutionGeometry& g)
      : context_(std::move(context)),
        image_{DataType::Float16, g.inputShape()},
        result_{DataType::Float16, g.outputShape()} {
    forward_.geometry = backward_.geometry = g;
    forward_.type = backward_.type = DataType::Float16;
    forward_.exact = backward_.exact = false;
    forward_.channelsLast = backward_.channelsLast = true;
    backward_.pass = ConvolutionPass::BackwardWeights;
  }

  Result<KernelPlan> together(const KernelRequest& request) {
    forward_.normInput = backward_.normInput = forward_.statistics = true;
    FOVEA_CHECK(create());
    return densePlan(
        request, [passes = *this](const KernelArguments& a) { return passes.run(a, a.inputs[kTrialX]); },
        scratch_.bytes());
  }

  Result<KernelPlan> apart(const KernelRequest& request, Moments moments) {
    forward_.normInput = backward_.normInput = false;
    forward_.statistics = moments == Moments::Library;
    FOVEA_CHECK(create());
    const std::size_t normalised = scratch_.take(image_.bytes());
    return densePlan(
        request,
        [passes = *this, normalised,
         shape = channelsOf(image_, channelsLast(image_))](const KernelArguments& a) -> Status {
          T* const y = static_cast<T*>(scratchAt(a, normalised));
          FOVEA_CUDA_CALL(applyFactors(shape, in<T>(a, kTrialX), in<T>(a, kTrialFactor), in<T>(a, kTrialShift), y,
                                       passes.context_->stream()));
          return passes.run(a, y);
        },
        scratch_.bytes());
  }

 private:
  Channels results() const { return channelsOf(result_, channelsLast(result_)); }

  Status create() {
    FOVEA_TRY(forwardGraph_, chooseConvolution(context_, forward_));
    FOVEA_TRY(backwardGraph_, chooseConvolution(context_, backward_));
    scratch_ = {};
    forwardWorkspace_ = scratch_.take(forwardGraph_->workspaceBytes());
    backwardWorkspace_ = scratch_.take(backwardGraph_->workspaceBytes());
    moments_ = scratch_.take(kMomentRows * momentBytes());
    sums_ = scratch_.take(batchNormScratch<T>(results()));
    return {};
  }

  // Runs both passes with `image` as x.
  Status run(const KernelArguments& a, void* image) const {
    ConvolutionPointers forward{image, a.inputs[kTrialWeight], a.outputs[kConvolved]};
    ConvolutionPointers backward{image, a.outputs[kDWeight], a.inputs[kTrialDy]};
    forward.factor = backward.factor = a.inputs[kTrialFactor];
    forward.shift = backward.shift = a.inputs[kTrialShift];
    forward.sums = momentsAt(a, 0);
    forward.squares = momentsAt(a, 1);
    FOVEA_CHECK(forwardGraph_->run(context_->dnn(), forward, scratchAt(a, forwardWorkspace_)));
    if (!forward_.statistics) FOVEA_CHECK(computeMoments(a));
    return backwardGraph_->run(context_->dnn(), backward, scratchAt(a, backwardWorkspace_));
  }

  Status computeMoments(const KernelArguments& a) const {
    BatchNormTraining<T> norm{};
    norm.x = out<T>(a, kConvolved);
    norm.runningMean = norm.newRunningMean = momentsAt(a, 0);
    norm.runningVariance = norm.newRunningVariance = momentsAt(a, 1);
    norm.mean = momentsAt(a, 2);
    norm.inverseDeviation = momentsAt(a, 3);
    return statusOf(batchNormTraining(results(), norm, scratchAt(a, sums_), context_->stream()), "batchNormTraining");
  }

  static constexpr std::size_t kMomentRows = 4;
  std::size_t momentBytes() const {
    return alignedBytes(static_cast<std::size_t>(forward_.geometry.outputChannels) * sizeof(float));
  }
  float* momentsAt(const KernelArguments& a, std::size_t row) const {
    return static_cast<float*>(scratchAt(a, moments_ + row * momentBytes()));
  }

  ContextPointer context_;
  TensorType image_, result_;
  ConvolutionProblem forward_, backward_;
  std::shared_ptr<ConvolutionGraph> forwardGraph_, backwardGraph_;
  ScratchPlan scratch_;
  std::size_t forwardWorkspace_ = 0, backwardWorkspace_ = 0, moments_ = 0, sums_ = 0;
};

std::vector<TensorType> halves(std::initializer_list<Shape> shapes) {
  std::vector<TensorType> types;
  for (const Shape& shape : shapes) types.push_back({DataType::Float16, shape});
  return types;
}

}  // namespace

Status gainsByNormInput(const ContextPointer& context, const ConvolutionGeometry& g, bool exact) {
  if (isOff(Saving::NormInputs)) return fail(ErrorCode::Unsupported, offReason(Saving::NormInputs));
  if (exact) return fail(ErrorCode::Unsupported, "rounds the factors of the normalisation");
  if (g.inputChannels % kHalvesInAnAccess != 0) return fail(ErrorCode::Unsupported, "channels in multiples of 8");
  for (const WindowAxis* axis : {&g.height, &g.width})
    if (axis->before != axis->after) return fail(ErrorCode::Unsupported, "as much padding before as behind");
  const Shape perChannel{g.inputChannels};
  const std::vector<TensorType> inputs =
      halves({g.inputShape(), perChannel, perChannel, g.weightShape(), g.outputShape()});
  const std::vector<TensorType> outputs = halves({g.outputShape(), g.weightShape()});
  const std::vector<Layout> layouts(inputs.size());
  const FieldValues none;
  const KernelRequest request{*findOp("norm_conv2d_batch_norm"), none, inputs, outputs, layouts};
  KernelTrial trial;
  ConvolutionProblem problem;
  problem.geometry = g;
  problem.type = DataType::Float16;
  problem.normInput = true;
  trial.key = problem.key() + "_both";
  trial.inputs = inputs;
  for (const TensorType& type : outputs) trial.outputs.push_back({type});
  trial.tolerance = 5e-3;  // several roundings to f16
  trial.fill = [context, inputs](std::span<void* const> places) -> Status {
    for (std::size_t i = 0; i < places.size(); ++i) FOVEA_CHECK(fillNormal(context, inputs[i], 0.5, places[i]));
    return {};
  };
  const std::vector<TrialCandidate> candidates{
      {"apart", [&] { return Passes(context, g).apart(request, Moments::Own); }},
      {"apart_with_statistics", [&] { return Passes(context, g).apart(request, Moments::Library); }},
      {"together", [&] { return Passes(context, g).together(request); }}};
  if (fastestCandidate(context, trial, candidates) == "together") return {};
  return fail(ErrorCode::Unsupported, "one pass that writes the normalised value is faster");
}

}  // namespace fovea::cuda

// Why: binds batch normalisation: training, backward and inference, alone and fused with the following ops.
#include "core/backends/cuda/module/normalization/norm_masks.h"
#include "core/backends/cuda/module/runtime/savings.h"
#include "core/backends/cuda/module/runtime/support.h"
#include "core/tensor/half.h"

namespace fovea::cuda {
namespace {

// Bits in the memory order of the activation: only batch_norm_fused_backward can read them.
class MaskFormat final : public LayoutFormat {
 public:
  MaskFormat(std::size_t bytes, bool last) : bytes_(bytes), last_(last) {}
  std::size_t bytes() const override { return bytes_; }
  bool readable() const override { return false; }
  bool last() const { return last_; }
  bool equals(const LayoutFormat& other) const override {
    const auto* mask = dynamic_cast<const MaskFormat*>(&other);
    return mask && mask->bytes_ == bytes_ && mask->last_ == last_;
  }
  std::string toString() const override { return "bits of an activation"; }

 private:
  std::size_t bytes_;
  bool last_;
};

// Returns the format of the mask that a backward op reads; null if it reads y instead.
const MaskFormat* maskOf(const KernelRequest& request) {
  return request.inputs.size() > 6 ? dynamic_cast<const MaskFormat*>(request.inputLayouts[6].format()) : nullptr;
}

// `request.inputs[0]` and all values of its shape have the layout `layout`.
bool imagesChannelsLast(const KernelRequest& request) {
  return isChannelsLast(commonLayout(request, request.inputs[0].shape));
}

// batch_norm (x, scale, bias, running_mean, running_variance) and batch_norm_fused, with residual as a sixth.
Result<KernelPlan> trainingPlan(const KernelRequest& request, const ContextPointer& context) {
  const bool last = imagesChannelsLast(request), hasResidual = request.inputs.size() > 5;
  const bool hasMask = request.outputs.size() > 5, wantsResult = hasMask || request.isNeeded(0);
  std::size_t maskBytes = 0;
  const Channels shape = channelsOf(request.inputs[0], layoutIn(request.inputs[0], last));
  const double epsilon = request.attributes.real("epsilon"), momentum = request.attributes.real("momentum");
  const NormActivation activation = normActivationOf(request);
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    using C = Compute<T>;
    plan = densePlan(
        request,
        [context, shape, epsilon, momentum, activation, hasResidual, hasMask, wantsResult](const KernelArguments& a) {
          BatchNormTraining<T> arguments{in<T>(a, 0),
                                         in<C>(a, 1),
                                         in<C>(a, 2),
                                         in<C>(a, 3),
                                         in<C>(a, 4),
                                         hasResidual ? in<T>(a, 5) : nullptr,
                                         wantsResult ? out<T>(a, 0) : nullptr,
                                         out<C>(a, 1),
                                         out<C>(a, 2),
                                         out<C>(a, 3),
                                         out<C>(a, 4),
                                         epsilon,
                                         momentum,
                                         activation};
          if (hasMask) arguments.mask = out<std::uint8_t>(a, 5);
          return statusOf(batchNormTraining(shape, arguments, a.scratch, context->stream()), "batchNormTraining");
        },
        batchNormScratch<T>(shape));
    maskBytes = batchNormMaskBytes<T>(shape);
  });
  setLayouts(plan, request, request.inputs[0].shape, last);
  if (hasMask) plan.outputs[5] = normMaskLayout(maskBytes, last);
  return plan;
}

// batch_norm_backward (dy, x, scale, mean, inverse_deviation), and batch_norm_fused_backward (dy, x, scale, bias, mean,
// inverse_deviation, y), whose y is optional.
Result<KernelPlan> backwardPlan(const KernelRequest& request, const ContextPointer& context) {
  const MaskFormat* const mask = maskOf(request);
  const bool hasMask = mask != nullptr, hasBias = request.inputs.size() > 5;
  const bool last = mask ? mask->last() : imagesChannelsLast(request);
  const bool hasResult = request.inputs.size() > 6 && !mask, wantsResidual = request.outputs.size() > 3;
  const Channels shape = channelsOf(request.inputs[0], layoutIn(request.inputs[0], last));
  const NormActivation activation = normActivationOf(request);
  const std::size_t mean = hasBias ? 4 : 3;
  if (request.inputs.size() > 6 && request.inputs[6].dtype == DataType::UInt8 && !mask)
    return fail(ErrorCode::Unsupported, "only bits that batch_norm_fused of this device has made");
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    using C = Compute<T>;
    plan = densePlan(
        request,
        [context, shape, activation, hasBias, hasResult, hasMask, wantsResidual, mean](const KernelArguments& a) {
          BatchNormBackward<T> arguments{in<T>(a, 0),
                                         in<T>(a, 1),
                                         hasResult ? in<T>(a, 6) : nullptr,
                                         in<C>(a, 2),
                                         hasBias ? in<C>(a, 3) : nullptr,
                                         in<C>(a, mean),
                                         in<C>(a, mean + 1),
                                         out<T>(a, 0),
                                         wantsResidual ? out<T>(a, 3) : nullptr,
                                         out<C>(a, 1),
                                         out<C>(a, 2),
                                         activation};
          if (hasMask) arguments.mask = in<std::uint8_t>(a, 6);
          return statusOf(batchNormBackward(shape, arguments, a.scratch, context->stream()), "batchNormBackward");
        },
        batchNormScratch<T>(shape));
  });
  setLayouts(plan, request, request.inputs[0].shape, last);
  if (mask) plan.inputs[6] = request.inputLayouts[6];
  return plan;
}

Result<KernelPlan> inferencePlan(const KernelRequest& request, const ContextPointer& context) {
  const bool last = imagesChannelsLast(request);
  const Channels shape = channelsOf(request.inputs[0], layoutIn(request.inputs[0], last));
  const double epsilon = request.attributes.real("epsilon");
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    using C = Compute<T>;
    plan = densePlan(request, [context, shape, epsilon](const KernelArguments& a) {
      const BatchNormInference<T> arguments{in<T>(a, 0), in<C>(a, 1),  in<C>(a, 2), in<C>(a, 3),
                                            in<C>(a, 4), out<T>(a, 0), epsilon};
      return statusOf(batchNormInference(shape, arguments, context->stream()), "batchNormInference");
    });
  });
  plan.inPlace = {{0, 0}};
  setLayouts(plan, request, request.inputs[0].shape, last);
  return plan;
}

// scale, bias, mean, inverse_deviation
Result<KernelPlan> factorsPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t channels = request.inputs[0].shape[0];
  const auto bind = [&]<class T>() {
    return densePlan(request, [context, channels](const KernelArguments& a) {
      const NormFactors<T> arguments{in<float>(a, 0), in<float>(a, 1), in<float>(a, 2),
                                     in<float>(a, 3), out<T>(a, 0),    out<T>(a, 1)};
      return statusOf(normFactors(channels, arguments, context->stream()), "normFactors");
    });
  };
  return request.outputs[0].dtype == DataType::Float16 ? bind.template operator()<__half>()
                                                       : bind.template operator()<__nv_bfloat16>();
}

Status takesNarrowFactors(const KernelRequest& request) {
  if (request.inputs[0].dtype == DataType::Float32 && isHalf(request.outputs[0].dtype)) return {};
  return fail(ErrorCode::Unsupported, "only 16 bits, from f32");
}

Status takesFused(const KernelRequest& request) {
  FOVEA_CHECK(needsFloating(request));
  if (request.outputs.size() > 5 && isOff(Saving::Masks)) return fail(ErrorCode::Unsupported, offReason(Saving::Masks));
  return {};
}

}  // namespace

NormActivation normActivationOf(const KernelRequest& request) {
  if (!request.op.attributes.find("activation")) return NormActivation::None;
  const std::string name = request.attributes.text("activation");
  if (name == "relu") return NormActivation::Relu;
  return name == "relu6" ? NormActivation::Relu6 : NormActivation::None;
}

Layout normMaskLayout(std::size_t bytes, bool last) {
  return Layout(std::make_shared<MaskFormat>(bytes, last));
}

void registerNormalization(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Make make) {
    addFloating(registry, op, [make, context](const KernelRequest& request) { return make(request, context); });
  };
  add("batch_norm", trainingPlan);
  addKernel(registry, "batch_norm_fused", "cuda.batch_norm_fused", takesFused,
            [context](const KernelRequest& request) { return trainingPlan(request, context); });
  add("batch_norm_backward", backwardPlan);
  add("batch_norm_fused_backward", backwardPlan);
  add("batch_norm_inference", inferencePlan);
  addKernel(registry, "batch_norm_factors", "cuda.batch_norm_factors", takesNarrowFactors,
            [context](const KernelRequest& request) { return factorsPlan(request, context); });
}

}  // namespace fovea::cuda

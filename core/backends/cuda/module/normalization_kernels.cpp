// Why: binds batch normalisation: training, backward and inference, alone and with what stands behind it.
#include "core/backends/cuda/module/support.h"

namespace fovea::cuda {
namespace {

// None for the ops that have no such attribute.
NormActivation activationOf(const KernelRequest& request) {
  if (!request.op.attributes.find("activation")) return NormActivation::None;
  const std::string name = request.attributes.text("activation");
  if (name == "relu") return NormActivation::Relu;
  return name == "relu6" ? NormActivation::Relu6 : NormActivation::None;
}

// `request.inputs[0]` and all of its shape lie in the layout of `layout`.
bool imagesChannelsLast(const KernelRequest& request) {
  return isChannelsLast(commonLayout(request, request.inputs[0].shape));
}

// batch_norm (x, scale, bias, running_mean, running_variance) and batch_norm_fused, with residual as a sixth.
Result<KernelPlan> trainingPlan(const KernelRequest& request, const ContextPointer& context) {
  const bool last = imagesChannelsLast(request), hasResidual = request.inputs.size() > 5;
  const Channels shape = channelsOf(request.inputs[0], layoutIn(request.inputs[0], last));
  const double epsilon = request.attributes.real("epsilon"), momentum = request.attributes.real("momentum");
  const NormActivation activation = activationOf(request);
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    using C = Compute<T>;
    plan = densePlan(
        request,
        [context, shape, epsilon, momentum, activation, hasResidual](const KernelArguments& a) {
          const BatchNormTraining<T> arguments{
              in<T>(a, 0),  in<C>(a, 1),  in<C>(a, 2),  in<C>(a, 3),  in<C>(a, 4),  hasResidual ? in<T>(a, 5) : nullptr,
              out<T>(a, 0), out<C>(a, 1), out<C>(a, 2), out<C>(a, 3), out<C>(a, 4), epsilon,
              momentum,     activation};
          return statusOf(batchNormTraining(shape, arguments, a.scratch, context->stream()), "batchNormTraining");
        },
        batchNormScratch<T>(shape));
  });
  setLayouts(plan, request, request.inputs[0].shape, last);
  return plan;
}

// batch_norm_backward (dy, x, scale, mean, inverse_deviation), and batch_norm_fused_backward (dy, x, scale, bias, mean,
// inverse_deviation, y), whose y may be left out.
Result<KernelPlan> backwardPlan(const KernelRequest& request, const ContextPointer& context) {
  const bool last = imagesChannelsLast(request), hasBias = request.inputs.size() > 5;
  const bool hasResult = request.inputs.size() > 6, wantsResidual = request.outputs.size() > 3;
  const Channels shape = channelsOf(request.inputs[0], layoutIn(request.inputs[0], last));
  const NormActivation activation = activationOf(request);
  const std::size_t mean = hasBias ? 4 : 3;
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    using C = Compute<T>;
    plan = densePlan(
        request,
        [context, shape, activation, hasBias, hasResult, wantsResidual, mean](const KernelArguments& a) {
          const BatchNormBackward<T> arguments{in<T>(a, 0),
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
          return statusOf(batchNormBackward(shape, arguments, a.scratch, context->stream()), "batchNormBackward");
        },
        batchNormScratch<T>(shape));
  });
  setLayouts(plan, request, request.inputs[0].shape, last);
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

}  // namespace

void registerNormalization(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Make make) {
    addFloating(registry, op, [make, context](const KernelRequest& request) { return make(request, context); });
  };
  add("batch_norm", trainingPlan);
  add("batch_norm_fused", trainingPlan);
  add("batch_norm_backward", backwardPlan);
  add("batch_norm_fused_backward", backwardPlan);
  add("batch_norm_inference", inferencePlan);
}

}  // namespace fovea::cuda

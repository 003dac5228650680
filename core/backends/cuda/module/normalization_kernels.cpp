// Why: binds batch normalisation: training, backward and inference.
#include "core/backends/cuda/module/support.h"

namespace fovea::cuda {
namespace {

Result<KernelPlan> trainingPlan(const KernelRequest& request, const ContextPointer& context) {
  const Channels shape = channelsOf(request.inputs[0].shape);
  const double epsilon = request.attributes.real("epsilon"), momentum = request.attributes.real("momentum");
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, shape, epsilon, momentum](const KernelArguments& a) {
      const BatchNormTraining<T> arguments{in<T>(a, 0),  in<T>(a, 1),  in<T>(a, 2),  in<T>(a, 3),
                                           in<T>(a, 4),  out<T>(a, 0), out<T>(a, 1), out<T>(a, 2),
                                           out<T>(a, 3), out<T>(a, 4), epsilon,      momentum};
      return statusOf(batchNormTraining(shape, arguments, context->stream()), "batchNormTraining");
    });
  });
  return plan;
}

Result<KernelPlan> backwardPlan(const KernelRequest& request, const ContextPointer& context) {
  const Channels shape = channelsOf(request.inputs[0].shape);
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, shape](const KernelArguments& a) {
      const BatchNormBackward<T> arguments{in<T>(a, 0), in<T>(a, 1),  in<T>(a, 2),  in<T>(a, 3),
                                           in<T>(a, 4), out<T>(a, 0), out<T>(a, 1), out<T>(a, 2)};
      return statusOf(batchNormBackward(shape, arguments, context->stream()), "batchNormBackward");
    });
  });
  return plan;
}

Result<KernelPlan> inferencePlan(const KernelRequest& request, const ContextPointer& context) {
  const Channels shape = channelsOf(request.inputs[0].shape);
  const double epsilon = request.attributes.real("epsilon");
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, shape, epsilon](const KernelArguments& a) {
      const BatchNormInference<T> arguments{in<T>(a, 0), in<T>(a, 1),  in<T>(a, 2), in<T>(a, 3),
                                            in<T>(a, 4), out<T>(a, 0), epsilon};
      return statusOf(batchNormInference(shape, arguments, context->stream()), "batchNormInference");
    });
  });
  plan.inPlace = {{0, 0}};
  return plan;
}

}  // namespace

void registerNormalization(KernelRegistry& registry, const ContextPointer& context) {
  addReal(registry, "batch_norm", [context](const KernelRequest& request) { return trainingPlan(request, context); });
  addReal(registry, "batch_norm_backward",
          [context](const KernelRequest& request) { return backwardPlan(request, context); });
  addReal(registry, "batch_norm_inference",
          [context](const KernelRequest& request) { return inferencePlan(request, context); });
}

}  // namespace fovea::cuda

// Why: binds label_pairs and squared_distances.
#include "core/backends/cuda/module/elementwise/pairs.h"
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {
namespace {

Result<KernelPlan> labelPairsPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t count = request.inputs[0].shape[0];
  return densePlan(request, [context, count](const KernelArguments& a) {
    return statusOf(labelPairs(count, in<std::int32_t>(a, 0), out<float>(a, 0), context->stream()), "labelPairs");
  });
}

Result<KernelPlan> distancesPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t count = request.inputs[0].shape[0], width = request.inputs[0].shape[1];
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, count, width](const KernelArguments& a) {
      return statusOf(squaredDistances(count, width, in<T>(a, 0), out<T>(a, 0), context->stream()), "squaredDistances");
    });
  });
  return plan;
}

Result<KernelPlan> distancesBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t count = request.inputs[1].shape[0], width = request.inputs[1].shape[1];
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, count, width](const KernelArguments& a) {
      return statusOf(squaredDistancesBackward(count, width, in<T>(a, 0), in<T>(a, 1), out<T>(a, 0), context->stream()),
                      "squaredDistancesBackward");
    });
  });
  return plan;
}

}  // namespace

void registerPairs(KernelRegistry& registry, const ContextPointer& context) {
  addKernel(registry, "label_pairs", "cuda.label_pairs", takesAnything,
            [context](const KernelRequest& request) { return labelPairsPlan(request, context); });
  addReal(registry, "squared_distances",
          [context](const KernelRequest& request) { return distancesPlan(request, context); });
  addReal(registry, "squared_distances_backward",
          [context](const KernelRequest& request) { return distancesBackwardPlan(request, context); });
}

}  // namespace fovea::cuda

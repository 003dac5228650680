// Why: binds the ops that write variables in place: accumulate and the optimizer's update.
#include "core/backends/cuda/module/support.h"

namespace fovea::cuda {
namespace {

Result<KernelPlan> accumulatePlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t n = request.outputs[0].shape.elementCount();
  const double factor = request.attributes.real("factor");
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, n, factor](const KernelArguments& a) {
      return statusOf(addScaled(n, static_cast<T>(factor), in<T>(a, 0), in<T>(a, 1), out<T>(a, 0), context->stream()),
                      "addScaled");
    });
  });
  return plan;
}

Result<KernelPlan> sgdPlan(const KernelRequest& request, const ContextPointer& context) {
  if (request.inputs.size() > 4 || request.attributes.real("clip") > 0)
    return fail(ErrorCode::Unsupported, "no gradient factor and no clipping yet");
  const std::int64_t n = request.outputs[0].shape.elementCount();
  const SgdNumbers numbers{request.attributes.real("momentum"), request.attributes.real("weight_decay"),
                           request.attributes.real("rate_multiplier"), request.attributes.boolean("nesterov")};
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, n, numbers](const KernelArguments& a) {
      return statusOf(sgdUpdate(n, numbers, in<T>(a, 0), in<T>(a, 1), in<T>(a, 2), in<T>(a, 3), out<T>(a, 0),
                                out<T>(a, 1), context->stream()),
                      "sgdUpdate");
    });
  });
  return plan;
}

}  // namespace

void registerUpdates(KernelRegistry& registry, const ContextPointer& context) {
  addReal(registry, "accumulate", [context](const KernelRequest& request) { return accumulatePlan(request, context); });
  addReal(registry, "sgd_update", [context](const KernelRequest& request) { return sgdPlan(request, context); });
}

}  // namespace fovea::cuda

// Why: binds the loss of unaligned labels.
#include "core/backends/cuda/module/ctc.h"
#include "core/backends/cuda/module/support.h"

namespace fovea::cuda {
namespace {

// scores [N,T,K], targets
Result<KernelPlan> lossPlan(const KernelRequest& request, const ContextPointer& context) {
  const Shape &scores = request.inputs[0].shape, &targets = request.inputs[1].shape;
  const CtcShape shape{scores[0],
                       scores[1],
                       scores[2],
                       targets[1],
                       request.attributes.integer("blank"),
                       request.attributes.boolean("skip_impossible")};
  const auto plan = [&]<class T>() {
    return densePlan(
        request,
        [context, shape](const KernelArguments& a) {
          return statusOf(ctcLoss(shape, in<T>(a, 0), in<std::int32_t>(a, 1), out<T>(a, 0), out<T>(a, 1), a.scratch,
                                  context->stream()),
                          "ctcLoss");
        },
        ctcScratch(shape));
  };
  if (request.inputs[0].dtype == DataType::Float64) return plan.template operator()<double>();
  return plan.template operator()<float>();
}

}  // namespace

void registerAlignment(KernelRegistry& registry, const ContextPointer& context) {
  addReal(registry, "ctc_loss", [context](const KernelRequest& request) { return lossPlan(request, context); });
}

}  // namespace fovea::cuda

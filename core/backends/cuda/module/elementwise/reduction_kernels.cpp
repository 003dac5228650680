// Why: binds reduce_sum, reduce_mean, reduce_max and reduce_to_shape: each reads x in its own layout, and adjacent axes
// of one kind are merged.
#include "core/backends/cuda/module/elementwise/reductions.h"
#include "core/backends/cuda/module/runtime/support.h"
#include "core/ops/broadcast.h"
#include "core/ops/reduction.h"

namespace fovea::cuda {
namespace {

// The kept and the reduced axes of x in memory order, outermost first; merges adjacent axes of a kind if the result,
// which is dense, allows it. `y` has extent 1 at the reduced axes.
ReductionAxes reductionAxes(const TensorType& x, const Layout& layout, const Shape& y) {
  ReductionAxes axes;
  // With an empty axis there is nothing to add, but y may still have elements.
  if (x.shape.elementCount() == 0) {
    axes.keptRank = 1;
    axes.keptExtent[0] = axes.kept = y.elementCount();
    axes.reduced = 0;
    return axes;
  }
  const BroadcastIndex target(y, x.shape);
  const auto strides = stridesOf(x, layout);
  const auto add = [&](bool kept, int axis) {
    int& rank = kept ? axes.keptRank : axes.reducedRank;
    std::int64_t* extent = kept ? axes.keptExtent : axes.reducedExtent;
    std::int64_t* stride = kept ? axes.keptStride : axes.reducedStride;
    const std::int64_t step = strides[static_cast<std::size_t>(axis)];
    const bool follows = rank > 0 && stride[rank - 1] == step * x.shape[axis];
    const int place = follows ? rank - 1 : rank++;
    extent[place] = follows ? extent[place] * x.shape[axis] : x.shape[axis];
    stride[place] = step;
    (kept ? axes.kept : axes.reduced) *= x.shape[axis];
  };
  for (int axis = 0; axis < x.shape.rank(); ++axis)
    if (x.shape[axis] != 1 && target.stride(axis) != 0) add(true, axis);
  for (const int axis : memoryOrder(x, layout).axes)
    if (x.shape[axis] != 1 && target.stride(axis) == 0) add(false, axis);
  return axes;
}

KernelPlan plan(const KernelRequest& request, const ContextPointer& context, ReductionKind kind, const Shape& kept,
                std::int64_t count) {
  const Layout layout = request.inputLayouts[0];
  const ReductionAxes axes = reductionAxes(request.inputs[0], layout, kept);
  const auto divisor = static_cast<double>(count);
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, kind, axes, divisor](const KernelArguments& a) {
          return statusOf(reduce(kind, axes, divisor, in<T>(a, 0), out<T>(a, 0), a.scratch, context->stream()),
                          "reduce");
        },
        reductionScratch(axes));
  });
  plan.inputs[0] = layout;
  return plan;
}

CreatePlan planOf(const ContextPointer& context, ReductionKind kind) {
  return [context, kind](const KernelRequest& request) -> Result<KernelPlan> {
    const Reduction reduction = knownReduction(request.attributes, request.inputs[0]);
    return plan(request, context, kind, reduction.kept, reduction.count);
  };
}

}  // namespace

void registerReductions(KernelRegistry& registry, const ContextPointer& context) {
  addFloating(registry, "reduce_sum", planOf(context, ReductionKind::Sum));
  addFloating(registry, "reduce_mean", planOf(context, ReductionKind::Mean));
  addFloating(registry, "reduce_max", planOf(context, ReductionKind::Maximum));
  addFloating(registry, "reduce_to_shape", [context](const KernelRequest& request) -> Result<KernelPlan> {
    return plan(request, context, ReductionKind::Sum, request.outputs[0].shape, 1);
  });
}

}  // namespace fovea::cuda

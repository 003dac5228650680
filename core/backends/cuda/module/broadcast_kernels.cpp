// Why: binds add, multiply and reduce_to_shape; adjacent axes that are repeated alike become one, so most cases are
// short.
#include "core/backends/cuda/module/support.h"
#include "core/ops/broadcast.h"

namespace fovea::cuda {
namespace {

// The axes of `y` over which a and b are read, the outermost first, with those merged that both walk in one stride.
BroadcastAxes broadcastAxes(const Shape& a, const Shape& b, const Shape& y) {
  const BroadcastIndex first(a, y), second(b, y);
  BroadcastAxes axes;
  for (int axis = 0; axis < y.rank(); ++axis) {
    if (y[axis] == 1) continue;
    const int last = axes.rank - 1;
    const bool follows = last >= 0 && axes.strideA[last] == first.stride(axis) * y[axis] &&
                         axes.strideB[last] == second.stride(axis) * y[axis];
    const int place = follows ? last : axes.rank++;
    axes.extent[place] = follows ? axes.extent[place] * y[axis] : y[axis];
    axes.strideA[place] = first.stride(axis);
    axes.strideB[place] = second.stride(axis);
  }
  return axes;
}

CreatePlan broadcastPlan(ContextPointer context, Binary op) {
  return [context, op](const KernelRequest& request) -> Result<KernelPlan> {
    const Shape& y = request.outputs[0].shape;
    const std::int64_t n = y.elementCount();
    const bool same = request.inputs[0].shape == y && request.inputs[1].shape == y;
    const BroadcastAxes axes = broadcastAxes(request.inputs[0].shape, request.inputs[1].shape, y);
    KernelPlan plan;
    dispatchReal(request.inputs[0].dtype, [&]<class T>() {
      plan = densePlan(request, [context, op, n, same, axes](const KernelArguments& a) {
        const cudaError_t code =
            same ? binary(op, n, in<T>(a, 0), in<T>(a, 1), out<T>(a, 0), context->stream())
                 : broadcast(op, n, axes, in<T>(a, 0), in<T>(a, 1), out<T>(a, 0), context->stream());
        return statusOf(code, "broadcast");
      });
    });
    if (same) plan.inPlace = {{0, 0}, {0, 1}};
    return plan;
  };
}

// The kept and the reduced axes of x, the outermost first, each run of adjacent ones of a kind merged.
ReductionAxes reductionAxes(const Shape& x, const Shape& y) {
  const BroadcastIndex target(y, x);
  ReductionAxes axes;
  bool lastKept = false;
  for (int axis = 0; axis < x.rank(); ++axis) {
    if (x[axis] == 1) continue;
    const bool kept = target.stride(axis) != 0;
    int& rank = kept ? axes.keptRank : axes.reducedRank;
    std::int64_t* extent = kept ? axes.keptExtent : axes.reducedExtent;
    std::int64_t* stride = kept ? axes.keptStride : axes.reducedStride;
    const bool follows = rank > 0 && kept == lastKept;
    const int place = follows ? rank - 1 : rank++;
    extent[place] = follows ? extent[place] * x[axis] : x[axis];
    stride[place] = x.elementsFrom(axis + 1);
    (kept ? axes.kept : axes.reduced) *= x[axis];
    lastKept = kept;
  }
  return axes;
}

CreatePlan reducePlan(ContextPointer context) {
  return [context](const KernelRequest& request) -> Result<KernelPlan> {
    const Shape& x = request.inputs[0].shape;
    const Shape& y = request.outputs[0].shape;
    ReductionAxes axes = reductionAxes(x, y);
    // With an empty axis there is nothing to add, but y may still have elements: they become zero.
    if (x.elementCount() == 0) {
      axes = ReductionAxes{};
      axes.keptRank = 1;
      axes.keptExtent[0] = axes.kept = y.elementCount();
      axes.reduced = 0;
    }
    KernelPlan plan;
    dispatchReal(request.inputs[0].dtype, [&]<class T>() {
      plan = densePlan(request, [context, axes](const KernelArguments& a) {
        return statusOf(reduce(axes, in<T>(a, 0), out<T>(a, 0), context->stream()), "reduce");
      });
    });
    return plan;
  };
}

}  // namespace

void registerBroadcast(KernelRegistry& registry, const ContextPointer& context) {
  addReal(registry, "add", broadcastPlan(context, Binary::Add));
  addReal(registry, "multiply", broadcastPlan(context, Binary::Multiply));
  addReal(registry, "reduce_to_shape", reducePlan(context));
}

}  // namespace fovea::cuda

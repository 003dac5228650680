// Why: binds add, multiply and reduce_to_shape; adjacent axes that are repeated alike become one, so most cases are
// short.
#include "core/backends/cuda/module/support.h"
#include "core/ops/broadcast.h"

namespace fovea::cuda {
namespace {

// Elements of the memory of `value` from one position to the next along each axis of y; 0 where it is repeated.
std::vector<std::int64_t> repeatedStrides(const TensorType& value, const Layout& layout, const Shape& y) {
  const auto own = stridesOf(value, layout);
  const int missing = y.rank() - value.shape.rank();
  std::vector<std::int64_t> strides(static_cast<std::size_t>(y.rank()), 0);
  for (int axis = 0; axis < value.shape.rank(); ++axis)
    if (value.shape[axis] != 1) strides[static_cast<std::size_t>(axis + missing)] = own[static_cast<std::size_t>(axis)];
  return strides;
}

// The axes of `y` as they lie in memory, the outermost first, with those merged that a and b walk in one stride.
BroadcastAxes broadcastAxes(const KernelRequest& request, const KernelPlan& plan) {
  const TensorType& y = request.outputs[0];
  const auto first = repeatedStrides(request.inputs[0], plan.inputs[0], y.shape);
  const auto second = repeatedStrides(request.inputs[1], plan.inputs[1], y.shape);
  const MemoryOrder order = memoryOrder(y, plan.outputs[0]);
  BroadcastAxes axes;
  for (const int axis : order.axes) {
    const std::int64_t extent = y.shape[axis];
    const std::int64_t a = first[static_cast<std::size_t>(axis)], b = second[static_cast<std::size_t>(axis)];
    if (extent == 1) continue;
    const int last = axes.rank - 1;
    const bool follows = last >= 0 && axes.strideA[last] == a * extent && axes.strideB[last] == b * extent;
    const int place = follows ? last : axes.rank++;
    axes.extent[place] = follows ? axes.extent[place] * extent : extent;
    axes.strideA[place] = a;
    axes.strideB[place] = b;
  }
  return axes;
}

CreatePlan broadcastPlan(ContextPointer context, Binary op) {
  return [context, op](const KernelRequest& request) -> Result<KernelPlan> {
    const Shape& y = request.outputs[0].shape;
    const std::int64_t n = y.elementCount();
    const bool same = request.inputs[0].shape == y && request.inputs[1].shape == y;
    KernelPlan layouts = densePlan(request, nullptr);
    setCommonLayout(layouts, request);
    const BroadcastAxes axes = broadcastAxes(request, layouts);
    KernelPlan plan;
    dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
      plan = densePlan(request, [context, op, n, same, axes](const KernelArguments& a) {
        const cudaError_t code =
            same ? binary(op, n, in<T>(a, 0), in<T>(a, 1), out<T>(a, 0), context->stream())
                 : broadcast(op, n, axes, in<T>(a, 0), in<T>(a, 1), out<T>(a, 0), context->stream());
        return statusOf(code, "broadcast");
      });
    });
    plan.inputs = layouts.inputs;
    plan.outputs = layouts.outputs;
    if (same) plan.inPlace = {{0, 0}, {0, 1}};
    return plan;
  };
}

// The kept and the reduced axes of x as they lie in memory, the outermost first, runs of adjacent ones of a kind merged
// where the result, which is dense, allows it.
ReductionAxes reductionAxes(const TensorType& x, const Layout& layout, const Shape& y) {
  const BroadcastIndex target(y, x.shape);
  const auto strides = stridesOf(x, layout);
  ReductionAxes axes;
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

CreatePlan reducePlan(ContextPointer context) {
  return [context](const KernelRequest& request) -> Result<KernelPlan> {
    const Shape& x = request.inputs[0].shape;
    const Shape& y = request.outputs[0].shape;
    const Layout layout = request.inputLayouts[0];
    ReductionAxes axes = reductionAxes(request.inputs[0], layout, y);
    // With an empty axis there is nothing to add, but y may still have elements: they become zero.
    if (x.elementCount() == 0) {
      axes = ReductionAxes{};
      axes.keptRank = 1;
      axes.keptExtent[0] = axes.kept = y.elementCount();
      axes.reduced = 0;
    }
    KernelPlan plan;
    dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
      plan = densePlan(request, [context, axes](const KernelArguments& a) {
        return statusOf(reduce(axes, in<T>(a, 0), out<T>(a, 0), context->stream()), "reduce");
      });
    });
    plan.inputs[0] = layout;
    return plan;
  };
}

}  // namespace

void registerBroadcast(KernelRegistry& registry, const ContextPointer& context) {
  addFloating(registry, "add", broadcastPlan(context, Binary::Add));
  addFloating(registry, "multiply", broadcastPlan(context, Binary::Multiply));
  addFloating(registry, "reduce_to_shape", reducePlan(context));
}

}  // namespace fovea::cuda

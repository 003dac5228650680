// Why: binds add, multiply and broadcast_to; adjacent axes that are repeated alike become one, so most cases are short.
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {
namespace {

// Memory strides of `value` along each axis of y; 0 where it is broadcast.
std::vector<std::int64_t> repeatedStrides(const TensorType& value, const Layout& layout, const Shape& y) {
  const auto own = stridesOf(value, layout);
  const int missing = y.rank() - value.shape.rank();
  std::vector<std::int64_t> strides(static_cast<std::size_t>(y.rank()), 0);
  for (int axis = 0; axis < value.shape.rank(); ++axis)
    if (value.shape[axis] != 1) strides[static_cast<std::size_t>(axis + missing)] = own[static_cast<std::size_t>(axis)];
  return strides;
}

// The axes of `y` in memory order, outermost first; merges axes if one stride per input covers both.
BroadcastAxes broadcastAxes(const TensorType& y, const Layout& layout, const std::vector<std::int64_t>& first,
                            const std::vector<std::int64_t>& second) {
  const MemoryOrder order = memoryOrder(y, layout);
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
    const BroadcastAxes axes =
        broadcastAxes(request.outputs[0], layouts.outputs[0], repeatedStrides(request.inputs[0], layouts.inputs[0], y),
                      repeatedStrides(request.inputs[1], layouts.inputs[1], y));
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

// Copies one number of x to each position of y.
CreatePlan repeatPlan(ContextPointer context) {
  return [context](const KernelRequest& request) -> Result<KernelPlan> {
    const TensorType& y = request.outputs[0];
    KernelPlan layouts = densePlan(request, nullptr);
    setCommonLayout(layouts, request);
    const auto strides = repeatedStrides(request.inputs[0], layouts.inputs[0], y.shape);
    const BroadcastAxes axes = broadcastAxes(y, layouts.outputs[0], strides, strides);
    const std::int64_t n = y.shape.elementCount();
    const int unit = static_cast<int>(byteSize(y.dtype));
    KernelPlan plan = densePlan(request, [context, axes, n, unit](const KernelArguments& a) {
      return statusOf(gather(n, axes, unit, a.inputs[0], a.outputs[0], context->stream()), "gather");
    });
    plan.inputs = layouts.inputs;
    plan.outputs = layouts.outputs;
    return plan;
  };
}

}  // namespace

void registerBroadcast(KernelRegistry& registry, const ContextPointer& context) {
  addFloating(registry, "add", broadcastPlan(context, Binary::Add));
  addFloating(registry, "multiply", broadcastPlan(context, Binary::Multiply));
  addFloating(registry, "broadcast_to", repeatPlan(context));
}

}  // namespace fovea::cuda

// Why: binds the ops that only move numbers: concatenate, slice and its gradient, reshape. They support every element
// type.
#include <algorithm>

#include "core/backends/cuda/module/runtime/savings.h"
#include "core/backends/cuda/module/runtime/support.h"
#include "core/tensor/half.h"

namespace fovea::cuda {
namespace {

constexpr std::int64_t kPaddedTo = 4;  // a multiple of this number of channels

std::int64_t rowsBefore(const Shape& shape, int axis) {
  std::int64_t rows = 1;
  for (int i = 0; i < axis; ++i) rows *= shape[i];
  return rows;
}

// If one input has channels last, all use that layout;
// the memory of an input may be the same in both layouts.
bool anyChannelsLast(const KernelRequest& request) {
  return std::any_of(request.inputLayouts.begin(), request.inputLayouts.end(),
                     [](const Layout& layout) { return isChannelsLast(layout); });
}

// The position in memory of axis `axis` of a value with that rank.
int placeIn(int rank, int axis, bool last) {
  if (!last || axis == 0) return axis;
  return axis == 1 ? rank - 1 : axis - 1;
}

// The extents in the order of memory, even where channels last is the same memory as dense.
Shape inOrder(const Shape& shape, bool last) {
  Shape order = shape;
  for (int axis = 0; axis < shape.rank(); ++axis) order[placeIn(shape.rank(), axis, last)] = shape[axis];
  return order;
}

std::byte* at(void* base, std::int64_t offset) {
  return static_cast<std::byte*>(base) + offset;
}

// Rows of bytes before and after one axis of a value.
struct Rows {
  std::int64_t count = 1, bytes = 0, step = 0;  // `step` bytes from one position along the axis to the next
};
Rows rowsOf(const TensorType& type, int axis, bool last) {
  const Shape order = inOrder(type.shape, last);
  const int place = placeIn(type.shape.rank(), axis, last);
  const auto size = static_cast<std::int64_t>(byteSize(type.dtype));
  return {rowsBefore(order, place), order.elementsFrom(place) * size, order.elementsFrom(place + 1) * size};
}

void setAllLayouts(KernelPlan& plan, const KernelRequest& request, bool last) {
  for (std::size_t i = 0; i < request.inputs.size(); ++i) plan.inputs[i] = layoutIn(request.inputs[i], last);
  for (std::size_t i = 0; i < request.outputs.size(); ++i) plan.outputs[i] = layoutIn(request.outputs[i], last);
}

Result<KernelPlan> concatenatePlan(const KernelRequest& request, const ContextPointer& context) {
  const int axis = static_cast<int>(request.attributes.integer("axis"));
  const bool last = anyChannelsLast(request);
  const Rows whole = rowsOf(request.outputs[0], axis, last);
  struct Part {
    BlockCopy shape;
    std::int64_t offset;
  };
  std::vector<Part> parts;
  std::int64_t offset = 0;
  for (const TensorType& input : request.inputs) {
    const std::int64_t width = rowsOf(input, axis, last).bytes;
    parts.push_back({{whole.count, width, whole.bytes, width}, offset});
    offset += width;
  }
  KernelPlan plan = densePlan(request, [context, parts = std::move(parts)](const KernelArguments& a) -> Status {
    for (std::size_t i = 0; i < parts.size(); ++i)
      FOVEA_CHECK(statusOf(
          copyBlocks(parts[i].shape, a.inputs[i], at(a.outputs[0], parts[i].offset), context->stream()), "copyBlocks"));
    return {};
  });
  setAllLayouts(plan, request, last);
  return plan;
}

Result<KernelPlan> slicePlan(const KernelRequest& request, const ContextPointer& context) {
  const int axis = static_cast<int>(request.attributes.integer("axis"));
  const bool last = anyChannelsLast(request);
  const Rows x = rowsOf(request.inputs[0], axis, last);
  const std::int64_t width = rowsOf(request.outputs[0], axis, last).bytes;
  const std::int64_t start = request.attributes.integer("start") * x.step;
  const BlockCopy shape{x.count, width, width, x.bytes};
  KernelPlan plan = densePlan(request, [context, shape, start](const KernelArguments& a) {
    return statusOf(copyBlocks(shape, at(a.inputs[0], start), a.outputs[0], context->stream()), "copyBlocks");
  });
  setAllLayouts(plan, request, last);
  return plan;
}

Result<KernelPlan> sliceBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  const int axis = static_cast<int>(request.attributes.integer("axis"));
  const bool last = anyChannelsLast(request);
  const Rows dy = rowsOf(request.inputs[0], axis, last), dx = rowsOf(request.outputs[0], axis, last);
  const std::int64_t start = request.attributes.integer("start") * dx.step;
  const BlockCopy shape{dy.count, dy.bytes, dx.bytes, dy.bytes};
  KernelPlan plan = densePlan(request, [context, shape, start](const KernelArguments& a) {
    return statusOf(spreadBlocks(shape, start, a.inputs[0], a.outputs[0], context->stream()), "spreadBlocks");
  });
  setAllLayouts(plan, request, last);
  return plan;
}

Status padsToHalf(const KernelRequest& request) {
  FOVEA_CHECK(needsFloating(request));
  if (isOff(Saving::Stem)) return fail(ErrorCode::Unsupported, offReason(Saving::Stem));
  if (!isHalf(request.outputs[0].dtype) || request.outputs[0].shape[1] % kPaddedTo != 0)
    return fail(ErrorCode::Unsupported, "only 16 bits, and multiples of 4 channels");
  return {};
}

// A variable without a fixed layout gets the layout that the convolution's gradient of it will have.
Result<KernelPlan> padChannelsPlan(const KernelRequest& request, const ContextPointer& context) {
  const TensorType &x = request.inputs[0], &y = request.outputs[0];
  const Layout from = request.hasFreeLayout(0) ? channelsLast(x) : layoutIn(x, isChannelsLast(request.inputLayouts[0]));
  const bool last = isChannelsLast(from);
  const std::int64_t channels = x.shape[1], inner = x.shape.elementsFrom(2);
  const PaddedChannels shape{x.shape[0], channels, inner, y.shape[1], last ? 1 : inner, last ? channels : 1};
  KernelPlan plan;
  dispatchFloating(x.dtype, [&]<class From>() {
    const auto bind = [&]<class To>() {
      plan = densePlan(request, [context, shape](const KernelArguments& a) {
        return statusOf(padChannels(shape, in<From>(a, 0), out<To>(a, 0), context->stream()), "padChannels");
      });
    };
    if (y.dtype == DataType::Float16)
      bind.template operator()<__half>();
    else
      bind.template operator()<__nv_bfloat16>();
  });
  plan.inputs[0] = from;
  plan.outputs[0] = channelsLast(y);
  return plan;
}

Result<KernelPlan> reshapePlan(const KernelRequest& request, const ContextPointer& context) {
  const auto bytes = static_cast<std::int64_t>(request.inputs[0].bytes());
  const BlockCopy shape{1, bytes, bytes, bytes};
  return densePlan(request, [context, shape](const KernelArguments& a) {
    return statusOf(copyBlocks(shape, a.inputs[0], a.outputs[0], context->stream()), "copyBlocks");
  });
}

// The axes of y, which is dense, with their strides in x; merges axes if one stride covers both.
BroadcastAxes permutedAxes(const KernelRequest& request) {
  const Shape &x = request.inputs[0].shape, &y = request.outputs[0].shape;
  const auto strides = stridesOf(request.inputs[0], request.inputLayouts[0]);
  const auto& order = request.attributes.list("order");
  BroadcastAxes axes;
  for (int axis = 0; axis < x.rank(); ++axis) {
    if (y[axis] == 1) continue;
    const std::int64_t stride = strides[static_cast<std::size_t>(order[static_cast<std::size_t>(axis)])];
    const int last = axes.rank - 1;
    const bool follows = last >= 0 && axes.strideA[last] == stride * y[axis];
    const int place = follows ? last : axes.rank++;
    axes.extent[place] = follows ? axes.extent[place] * y[axis] : y[axis];
    axes.strideA[place] = stride;
  }
  return axes;
}

// True if y [batch, a, b] is the transpose of x [batch, b, a].
bool isTranspose(const BroadcastAxes& axes) {
  const int a = axes.rank - 2, b = axes.rank - 1;
  if (axes.rank != 2 && axes.rank != 3) return false;
  if (axes.strideA[a] != 1 || axes.strideA[b] != axes.extent[a]) return false;
  return axes.rank == 2 || axes.strideA[0] == axes.extent[a] * axes.extent[b];
}

// Reads its input in its own layout.
Result<KernelPlan> permutePlan(const KernelRequest& request, const ContextPointer& context) {
  const BroadcastAxes axes = permutedAxes(request);
  const std::int64_t n = request.outputs[0].shape.elementCount();
  const int unit = static_cast<int>(byteSize(request.inputs[0].dtype));
  KernelPlan plan = densePlan(request, [context, axes, n, unit](const KernelArguments& a) {
    if (n == 0 || !isTranspose(axes))
      return statusOf(gather(n, axes, unit, a.inputs[0], a.outputs[0], context->stream()), "gather");
    const std::int64_t batch = axes.rank == 3 ? axes.extent[0] : 1, rows = axes.extent[axes.rank - 1],
                       columns = axes.extent[axes.rank - 2];
    return statusOf(transpose(batch, rows, columns, unit, a.inputs[0], a.outputs[0], context->stream()), "transpose");
  });
  plan.inputs[0] = request.inputLayouts[0];
  return plan;
}

}  // namespace

void registerCopies(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Make make) {
    addKernel(registry, op, "cuda." + op, takesAnything,
              [make, context](const KernelRequest& request) { return make(request, context); });
  };
  addKernel(registry, "pad_channels", "cuda.pad_channels", padsToHalf,
            [context](const KernelRequest& request) { return padChannelsPlan(request, context); });
  add("concatenate", concatenatePlan);
  add("slice", slicePlan);
  add("slice_backward", sliceBackwardPlan);
  add("reshape", reshapePlan);
  add("permute", permutePlan);
}

}  // namespace fovea::cuda

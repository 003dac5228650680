// Why: binds the ops that only move numbers: concatenate, slice and its backward, reshape. They take every element
// type.
#include "core/backends/cuda/module/support.h"

namespace fovea::cuda {
namespace {

Status takesAnything(const KernelRequest&) {
  return {};
}

std::int64_t rowsBefore(const Shape& shape, int axis) {
  std::int64_t rows = 1;
  for (int i = 0; i < axis; ++i) rows *= shape[i];
  return rows;
}

// Bytes of one row: the extent of `axis` and all behind it.
std::int64_t rowBytes(const TensorType& type, int axis) {
  return type.shape.elementsFrom(axis) * static_cast<std::int64_t>(byteSize(type.dtype));
}

std::byte* at(void* base, std::int64_t offset) {
  return static_cast<std::byte*>(base) + offset;
}

Result<KernelPlan> concatenatePlan(const KernelRequest& request, const ContextPointer& context) {
  const int axis = static_cast<int>(request.attributes.integer("axis"));
  const TensorType& y = request.outputs[0];
  struct Part {
    BlockCopy shape;
    std::int64_t offset;
  };
  std::vector<Part> parts;
  std::int64_t offset = 0;
  for (const TensorType& input : request.inputs) {
    const std::int64_t width = rowBytes(input, axis);
    parts.push_back({{rowsBefore(y.shape, axis), width, rowBytes(y, axis), width}, offset});
    offset += width;
  }
  return densePlan(request, [context, parts = std::move(parts)](const KernelArguments& a) -> Status {
    for (std::size_t i = 0; i < parts.size(); ++i)
      FOVEA_CHECK(statusOf(
          copyBlocks(parts[i].shape, a.inputs[i], at(a.outputs[0], parts[i].offset), context->stream()), "copyBlocks"));
    return {};
  });
}

Result<KernelPlan> slicePlan(const KernelRequest& request, const ContextPointer& context) {
  const int axis = static_cast<int>(request.attributes.integer("axis"));
  const TensorType& x = request.inputs[0];
  const std::int64_t width = rowBytes(request.outputs[0], axis);
  const std::int64_t start = request.attributes.integer("start") * x.shape.elementsFrom(axis + 1) *
                             static_cast<std::int64_t>(byteSize(x.dtype));
  const BlockCopy shape{rowsBefore(x.shape, axis), width, width, rowBytes(x, axis)};
  return densePlan(request, [context, shape, start](const KernelArguments& a) {
    return statusOf(copyBlocks(shape, at(a.inputs[0], start), a.outputs[0], context->stream()), "copyBlocks");
  });
}

Result<KernelPlan> sliceBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  const int axis = static_cast<int>(request.attributes.integer("axis"));
  const TensorType& dy = request.inputs[0];
  const std::int64_t start = request.attributes.integer("start") * dy.shape.elementsFrom(axis + 1) *
                             static_cast<std::int64_t>(byteSize(dy.dtype));
  const std::int64_t width = rowBytes(dy, axis);
  const BlockCopy shape{rowsBefore(dy.shape, axis), width, rowBytes(request.outputs[0], axis), width};
  return densePlan(request, [context, shape, start](const KernelArguments& a) {
    return statusOf(spreadBlocks(shape, start, a.inputs[0], a.outputs[0], context->stream()), "spreadBlocks");
  });
}

Result<KernelPlan> reshapePlan(const KernelRequest& request, const ContextPointer& context) {
  const auto bytes = static_cast<std::int64_t>(request.inputs[0].bytes());
  const BlockCopy shape{1, bytes, bytes, bytes};
  return densePlan(request, [context, shape](const KernelArguments& a) {
    return statusOf(copyBlocks(shape, a.inputs[0], a.outputs[0], context->stream()), "copyBlocks");
  });
}

}  // namespace

void registerCopies(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Make make) {
    addKernel(registry, op, "cuda." + op, takesAnything,
              [make, context](const KernelRequest& request) { return make(request, context); });
  };
  add("concatenate", concatenatePlan);
  add("slice", slicePlan);
  add("slice_backward", sliceBackwardPlan);
  add("reshape", reshapePlan);
}

}  // namespace fovea::cuda

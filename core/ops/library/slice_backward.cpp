// slice_backward: dx = dy at start .. start + length - 1 along one axis, zero elsewhere; length is dy's extent.
// Shapes: dy [..., length, ...], dx [..., extent, ...].
// Defaults: axis 1, start 0, extent 1. Gradient: none (not needed for training).
// Source: NumPy, "Basic slicing and indexing".
#include <cstring>

#include "core/ops/library/slice_fields.h"

namespace fovea::slice_backward_op {
namespace {

SliceRange rangeOf(const FieldValues& attributes, const Shape& dy) {
  SliceRange range;
  range.axis = static_cast<int>(attributes.integer("axis"));
  range.start = attributes.integer("start");
  range.length = range.axis < dy.rank() ? dy[range.axis] : 0;
  return range;
}

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  TensorType dx = request.inputs[0];
  FOVEA_CHECK(needReal("gradient", dx));
  const SliceRange range = rangeOf(request.attributes, dx.shape);
  if (range.axis < dx.shape.rank()) dx.shape[range.axis] = request.attributes.integer("extent");
  FOVEA_CHECK(checkSlice(range, dx.shape));
  return std::vector<TensorType>{dx};
}

void reference(const ReferenceRequest& request) {
  const TensorView& dy = request.inputs[0];
  const TensorView& dx = request.outputs[0];
  const SliceBytes bytes = sliceBytes(rangeOf(request.attributes, dy.type.shape), dx.type);
  if (dx.type.bytes() > 0) std::memset(dx.data, 0, dx.type.bytes());
  for (std::size_t row = 0; row < bytes.rows && bytes.part > 0; ++row)
    std::memcpy(dx.as<std::byte>() + row * bytes.whole + bytes.offset, dy.as<std::byte>() + row * bytes.part,
                bytes.part);
}

}  // namespace

OpType sliceBackwardOp() {
  OpType op;
  op.name = "slice_backward";
  op.summary = "The gradient of slice: dy in its old place along one axis, zeros around it.";
  op.attributes =
      Schema({sliceAxisField(), sliceStartField(),
              integerField("extent", "Extent", "Positions of slice's input along the axis.", 1, 0, kMaximumExtent)});
  op.inputs = {{"dy"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) { return costWithFlops(r, 0); };
  op.reference = reference;
  return op;
}

}  // namespace fovea::slice_backward_op

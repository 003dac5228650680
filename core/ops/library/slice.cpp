// slice: y = the part start .. start + length - 1 of x along one axis.
// Shapes: x [..., D, ...], y [..., length, ...].
// Defaults: axis 1, start 0, length 1. Gradient: slice_backward.
// Source: NumPy, "Basic slicing and indexing".
#include <cstring>

#include "core/ops/library/slice_fields.h"

namespace fovea::slice_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const SliceRange range = readSlice(request.attributes);
  TensorType y = request.inputs[0];
  FOVEA_CHECK(checkSlice(range, y.shape));
  y.shape[range.axis] = range.length;
  return std::vector<TensorType>{y};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  FieldValues attributes{{"axis", r.attributes.integer("axis")}, {"start", r.attributes.integer("start")}};
  attributes.set("extent", r.emitter.typeOf(r.inputs[0]).shape[static_cast<int>(r.attributes.integer("axis"))]);
  return {r.emitter.emitOne("slice_backward", attributes, {r.outputGradients[0]})};
}

void reference(const ReferenceRequest& request) {
  const SliceRange range = readSlice(request.attributes);
  const TensorView& x = request.inputs[0];
  const SliceBytes bytes = sliceBytes(range, x.type);
  for (std::size_t row = 0; row < bytes.rows && bytes.part > 0; ++row)
    std::memcpy(request.outputs[0].as<std::byte>() + row * bytes.part,
                x.as<std::byte>() + row * bytes.whole + bytes.offset, bytes.part);
}

}  // namespace

OpType sliceOp() {
  OpType op;
  op.name = "slice";
  op.summary = "y = x[start .. start + length − 1] along one axis.";
  op.attributes = Schema({sliceAxisField(), sliceStartField(),
                          integerField("length", "Length", "How many positions are kept.", 1, 0, kMaximumExtent)});
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) { return Cost{0, 2.0 * static_cast<double>(r.outputs[0].bytes())}; };
  op.reference = reference;
  return op;
}

}  // namespace fovea::slice_op

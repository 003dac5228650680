// broadcast_to: y = x, repeated along the axes that `shape` has and x has not, or has with one entry.
// Shapes: x any that broadcasts to `shape` (axes aligned at the end; 1 or a missing axis is repeated), y of `shape`.
// Defaults: shape [], for a single number. Gradient: dy, summed over the axes along which x was repeated.
// Source: NumPy, "broadcast_to".
#include <fmt/format.h>

#include "core/ops/broadcast.h"
#include "core/ops/op_rules.h"

namespace fovea::broadcast_to_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_TRY(const Shape shape, Shape::make(request.attributes.list("shape")));
  if (!broadcastsTo(x.shape, shape))
    return invalidInput(fmt::format("{} cannot be repeated to {}: each extent must stay or be 1.", x.shape.toString(),
                                    shape.toString()));
  return std::vector<TensorType>{{x.dtype, shape}};
}

void reference(const ReferenceRequest& request) {
  const TensorType& y = request.outputs[0].type;
  const BroadcastIndex source(request.inputs[0].type.shape, y.shape);
  dispatchReal(y.dtype, [&]<class T>() {
    for (std::int64_t i = 0; i < y.shape.elementCount(); ++i)
      request.outputs[0].as<T>()[i] = request.inputs[0].as<T>()[source.index(i)];
  });
}

}  // namespace

OpType broadcastToOp() {
  OpType op;
  op.name = "broadcast_to";
  op.summary = "y = x, repeated to another shape.";
  Field shape = listField("shape", "Shape", "Extents of the output; each is that of the input, or the input has 1.", {},
                          0, static_cast<double>(Shape::kMaximumElements));
  shape.maximumLength = Shape::kMaximumRank;
  op.attributes = Schema({shape});
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = [](const GradientRequest& r) {
    return std::vector<ValueId>{sumToType(r.emitter, r.outputGradients[0], r.emitter.typeOf(r.inputs[0]))};
  };
  op.cost = [](const CostRequest& r) { return costWithFlops(r, 0); };
  op.reference = reference;
  return op;
}

}  // namespace fovea::broadcast_to_op

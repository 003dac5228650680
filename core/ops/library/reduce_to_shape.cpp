// reduce_to_shape: y = the sum of x over the axes along which a value of `shape` would be broadcast to x.
// Shapes: x any, y of `shape`, which must broadcast to x's: axes aligned at the end, each extent equal or 1.
// Defaults: shape [], the sum of all. Gradient: dy, broadcast back.
// Source: NumPy, "Broadcasting"; the transpose of that map.
#include <fmt/format.h>

#include "core/ops/broadcast.h"
#include "core/ops/op_rules.h"
#include "core/ops/reduction.h"

namespace fovea::reduce_to_shape_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_TRY(const Shape shape, Shape::make(request.attributes.list("shape")));
  if (!broadcastsTo(shape, x.shape))
    return invalidInput(fmt::format("{} cannot be summed to {}: each extent must stay or become 1.", x.shape.toString(),
                                    shape.toString()));
  return std::vector<TensorType>{{x.dtype, shape}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  return {broadcastTo(r.emitter, r.outputGradients[0], r.emitter.typeOf(r.inputs[0]).shape)};
}

void reference(const ReferenceRequest& request) {
  const TensorType& x = request.inputs[0].type;
  const TensorType& y = request.outputs[0].type;
  const BroadcastIndex target(y.shape, x.shape);
  std::vector<double> sums(static_cast<std::size_t>(y.shape.elementCount()), 0.0);
  dispatchReal(x.dtype, [&]<class T>() {
    for (std::int64_t i = 0; i < x.shape.elementCount(); ++i)
      sums[static_cast<std::size_t>(target.index(i))] += static_cast<double>(request.inputs[0].as<T>()[i]);
    for (std::size_t i = 0; i < sums.size(); ++i) request.outputs[0].as<T>()[i] = static_cast<T>(sums[i]);
  });
}

}  // namespace

OpType reduceToShapeOp() {
  OpType op;
  op.name = "reduce_to_shape";
  op.summary = "y = the sum of x over the axes along which `shape` would be broadcast to x.";
  Field shape = listField("shape", "Shape", "Extents of the output; each is that of the input or 1.", {}, 0,
                          static_cast<double>(Shape::kMaximumElements));
  shape.maximumLength = Shape::kMaximumRank;
  op.attributes = Schema({shape});
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::reduce_to_shape_op

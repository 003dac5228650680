// reduce_max: y = the largest element of x over `axes`.
// Shapes: x any with at least one element behind each of y; y that of x without the reduced axes, or with 1 for each of
//   them (keep_dims). NaN if any element is NaN.
// Defaults: all axes, none kept. Gradient: dy to the largest element, in equal shares where several are the largest.
// Source: NumPy, "amax"; the shares as torch.amax has them.
#include <cmath>
#include <limits>

#include "core/ops/broadcast.h"
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"
#include "core/ops/reduction.h"

namespace fovea::reduce_max_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_TRY(const auto types, inferReduction(request));
  if (types[0].shape.elementCount() > 0 && request.inputs[0].shape.elementCount() == 0)
    return invalidInput("There is no largest element in " + request.inputs[0].toString() + ".");
  return types;
}

void reference(const ReferenceRequest& request) {
  const TensorType& x = request.inputs[0].type;
  const BroadcastIndex target(knownReduction(request.attributes, x).kept, x.shape);
  dispatchReal(x.dtype, [&]<class T>() {
    T* y = request.outputs[0].as<T>();
    std::fill_n(y, request.outputs[0].type.shape.elementCount(), -std::numeric_limits<T>::infinity());
    for (std::int64_t i = 0; i < x.shape.elementCount(); ++i) {
      const T value = request.inputs[0].as<T>()[i];
      T& best = y[target.index(i)];
      if (value > best || std::isnan(value)) best = value;
    }
  });
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const Shape kept = knownReduction(r.attributes, r.emitter.typeOf(r.inputs[0])).kept;
  const ValueId x = r.inputs[0], y = reshapedTo(r.emitter, r.outputs[0], kept);
  const ValueId dy = reshapedTo(r.emitter, r.outputGradients[0], kept);
  const auto isLargest = pointwiseOfTwo([](PointwiseTerm a, PointwiseTerm b) { return equal(a, b); });
  const ValueId largest = emitPointwise(r.emitter, isLargest, {x, y});
  const ValueId count = sumToType(r.emitter, largest, r.emitter.typeOf(y));
  PointwiseBuilder builder(4);
  const PointwiseTerm share = builder.input(2) / builder.input(3);
  const auto rule = builder.finish({select(equal(builder.input(0), builder.input(1)), share, 0.0)});
  return {emitPointwise(r.emitter, rule, {x, y, dy, count})};
}

}  // namespace

OpType reduceMaxOp() {
  OpType op;
  op.name = "reduce_max";
  op.summary = "y = the largest element of x over some axes.";
  op.attributes = reductionSchema();
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = costOfReduction;
  op.reference = reference;
  return op;
}

}  // namespace fovea::reduce_max_op

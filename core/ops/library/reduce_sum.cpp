// reduce_sum: y = the sum of x over `axes`.
// Shapes: x any; y that of x without the reduced axes, or with 1 for each of them (keep_dims).
// Defaults: all axes, none kept. Gradient: dy, repeated along the reduced axes.
// Source: NumPy, "sum".
#include "core/ops/broadcast.h"
#include "core/ops/op_rules.h"
#include "core/ops/reduction.h"

namespace fovea::reduce_sum_op {
namespace {

void reference(const ReferenceRequest& request) {
  const TensorType& x = request.inputs[0].type;
  const BroadcastIndex target(knownReduction(request.attributes, x).kept, x.shape);
  std::vector<double> sums(static_cast<std::size_t>(request.outputs[0].type.shape.elementCount()), 0.0);
  dispatchReal(x.dtype, [&]<class T>() {
    for (std::int64_t i = 0; i < x.shape.elementCount(); ++i)
      sums[static_cast<std::size_t>(target.index(i))] += static_cast<double>(request.inputs[0].as<T>()[i]);
    for (std::size_t i = 0; i < sums.size(); ++i) request.outputs[0].as<T>()[i] = static_cast<T>(sums[i]);
  });
}

}  // namespace

OpType reduceSumOp() {
  OpType op;
  op.name = "reduce_sum";
  op.summary = "y = the sum of x over some axes.";
  op.attributes = reductionSchema();
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = inferReduction;
  op.gradient = [](const GradientRequest& r) {
    const Shape x = r.emitter.typeOf(r.inputs[0]).shape;
    return std::vector<ValueId>{broadcastTo(r.emitter, keptGradient(r, r.outputGradients[0]), x)};
  };
  op.cost = costOfReduction;
  op.reference = reference;
  return op;
}

}  // namespace fovea::reduce_sum_op

// reduce_mean: y = the mean of x over `axes`.
// Shapes: x any; y that of x without the reduced axes, or with 1 for each of them (keep_dims). The mean of nothing is
// NaN. Defaults: all axes, none kept. Gradient: dy / count, repeated along the reduced axes. Source: NumPy, "mean".
#include "core/ops/broadcast.h"
#include "core/ops/op_rules.h"
#include "core/ops/reduction.h"

namespace fovea::reduce_mean_op {
namespace {

void reference(const ReferenceRequest& request) {
  const TensorType& x = request.inputs[0].type;
  const Reduction reduction = knownReduction(request.attributes, x);
  const BroadcastIndex target(reduction.kept, x.shape);
  std::vector<double> sums(static_cast<std::size_t>(request.outputs[0].type.shape.elementCount()), 0.0);
  dispatchReal(x.dtype, [&]<class T>() {
    for (std::int64_t i = 0; i < x.shape.elementCount(); ++i)
      sums[static_cast<std::size_t>(target.index(i))] += static_cast<double>(request.inputs[0].as<T>()[i]);
    for (std::size_t i = 0; i < sums.size(); ++i)
      request.outputs[0].as<T>()[i] = static_cast<T>(sums[i] / static_cast<double>(reduction.count));
  });
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const TensorType x = r.emitter.typeOf(r.inputs[0]);
  const double count = static_cast<double>(std::max<std::int64_t>(knownReduction(r.attributes, x).count, 1));
  const ValueId share = r.emitter.emitOne("scale", {{"factor", 1.0 / count}}, {r.outputGradients[0]});
  return {broadcastTo(r.emitter, keptGradient(r, share), x.shape)};
}

}  // namespace

OpType reduceMeanOp() {
  OpType op;
  op.name = "reduce_mean";
  op.summary = "y = the mean of x over some axes.";
  op.attributes = reductionSchema();
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = inferReduction;
  op.gradient = gradient;
  op.cost = costOfReduction;
  op.reference = reference;
  return op;
}

}  // namespace fovea::reduce_mean_op

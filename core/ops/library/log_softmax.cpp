// log_softmax: y[k] = x[k] - max - log(sum over j of exp(x[j] - max)) along one axis: the logarithm of softmax, without
//   its loss of small probabilities.
// Shapes: x and y of one shape with at least one class along `axis`. A NaN makes its whole row NaN.
// Defaults: axis 1; negative ones count from the end. Gradient: dy - exp(y) * (sum over j of dy[j]), from the output.
// Source: Bridle, "Probabilistic interpretation of feedforward classification network outputs", 1990.
#include <cmath>

#include "core/ops/class_axis.h"
#include "core/ops/library/softmax_row.h"
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::log_softmax_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_CHECK(needReal("input", request.inputs[0]));
  FOVEA_TRY([[maybe_unused]] const int axis, classAxis(request.attributes, request.inputs[0]));
  return std::vector<TensorType>{request.inputs[0]};
}

void reference(const ReferenceRequest& request) {
  const ChannelGeometry g = knownClasses(request.attributes, request.inputs[0].type);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* x = request.inputs[0].as<T>();
    T* y = request.outputs[0].as<T>();
    for (std::int64_t n = 0; n < g.batch; ++n)
      for (std::int64_t i = 0; i < g.inner; ++i) {
        const SoftmaxRow row = softmaxRow(g, x, n, i);
        for (std::int64_t k = 0; k < g.channels; ++k)
          y[g.at(n, k, i)] = static_cast<T>(static_cast<double>(x[g.at(n, k, i)]) - row.maximum - std::log(row.sum));
      }
  });
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const ValueId sum = r.emitter.emitOne(
      "reduce_sum", {{"axes", std::vector<std::int64_t>{r.attributes.integer("axis")}}, {"keep_dims", true}},
      {r.outputGradients[0]});
  PointwiseBuilder builder(3);
  const PointwiseTerm dy = builder.input(0), y = builder.input(1);
  const auto rule = builder.finish({dy - exponential(y) * builder.input(2)});
  return {emitPointwise(r.emitter, rule, {r.outputGradients[0], r.outputs[0], sum})};
}

}  // namespace

OpType logSoftmaxOp() {
  OpType op;
  op.name = "log_softmax";
  op.summary = "y[k] = x[k] − log Σ exp(x[j]) along one axis.";
  op.attributes = Schema({classAxisField()});
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = costPerElement(6);
  op.reference = reference;
  return op;
}

}  // namespace fovea::log_softmax_op

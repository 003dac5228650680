// binary_cross_entropy: y = (1 - t) x + (1 + (w - 1) t) log(1 + exp(-x)), for each element: -w t log s - (1 - t) log(1
//   - s) with s = sigmoid(x), written so that nothing overflows.
// Shapes: logits x and targets t any that broadcast to one (axes aligned at the end; 1 or a missing axis is repeated),
//   y that one. Targets are from 0 to 1.
// Defaults: positive_weight w 1.
// Gradient: dx = dy (1 - t - (1 + (w - 1) t) sigmoid(-x)), dt = dy ((w - 1) log(1 + exp(-x)) - x), summed over the
//   axes along which an input was broadcast.
// Source: Goodfellow, Bengio and Courville, "Deep Learning", 2016, section 6.2.2.2.
#include "core/ops/broadcast.h"
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::binary_cross_entropy_op {
namespace {

// log(1 + exp(-x))
PointwiseTerm softplusOfMinus(PointwiseTerm x) {
  return maximum(-x, 0.0) + logarithmOfOnePlus(exponential(-absolute(x)));
}

PointwiseProgram forward(const FieldValues& attributes) {
  const double more = attributes.real("positive_weight") - 1;
  return pointwiseOfTwo(
      [more](PointwiseTerm x, PointwiseTerm t) { return (1.0 - t) * x + (t * more + 1.0) * softplusOfMinus(x); });
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const double more = r.attributes.real("positive_weight") - 1;
  std::vector<ValueId> gradients(2);
  const auto emitRule = [&](std::size_t input, auto formula) {
    PointwiseBuilder builder(3);
    const auto rule = builder.finish({builder.input(0) * formula(builder.input(1), builder.input(2))});
    const ValueId whole = emitPointwise(r.emitter, rule, {r.outputGradients[0], r.inputs[0], r.inputs[1]});
    gradients[input] = sumToType(r.emitter, whole, r.emitter.typeOf(r.inputs[input]));
  };
  if (r.needed[0])
    emitRule(0, [more](PointwiseTerm x, PointwiseTerm t) { return (1.0 - t) - (t * more + 1.0) * sigmoid(-x); });
  if (r.needed[1]) emitRule(1, [more](PointwiseTerm x, PointwiseTerm) { return softplusOfMinus(x) * more - x; });
  return gradients;
}

}  // namespace

OpType binaryCrossEntropyOp() {
  OpType op;
  op.name = "binary_cross_entropy";
  op.summary = "y = −w t log s − (1 − t) log(1 − s), s the sigmoid of the logit.";
  op.attributes = Schema(
      {realField("positive_weight", "Weight of positives", "The weight of the targets that are 1.", 1.0, 0.0, 1e6)});
  op.inputs = {{"logits"}, {"targets"}};
  op.outputs = {{"y"}};
  op.gradient = gradient;
  completePointwise(op, forward);
  return op;
}

}  // namespace fovea::binary_cross_entropy_op

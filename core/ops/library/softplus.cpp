// softplus: y = log(1 + exp(beta * x)) / beta, for each element, as (max(b, 0) + log1p(exp(-|b|))) / beta with b =
//   beta * x, so that nothing overflows.
// Shapes: x and y of any one shape.
// Defaults: beta 1.
// Gradient: dy * sigmoid(beta * x).
// Source: Dugas et al., "Incorporating Second-Order Functional Knowledge for Better Option Pricing", 2001.
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::softplus_op {
namespace {

PointwiseProgram forward(const FieldValues& attributes) {
  const double beta = attributes.real("beta");
  return pointwiseOfOne([beta](PointwiseTerm x) {
    const PointwiseTerm b = x * beta;
    return (maximum(b, 0.0) + logarithmOfOnePlus(exponential(-absolute(b)))) * (1.0 / beta);
  });
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const double beta = r.attributes.real("beta");
  const auto rule = pointwiseOfTwo([beta](PointwiseTerm dy, PointwiseTerm x) { return dy * sigmoid(x * beta); });
  return {emitPointwise(r.emitter, rule, {r.outputGradients[0], r.inputs[0]})};
}

}  // namespace

OpType softplusOp() {
  const Schema attributes({realField("beta", "Beta", "How sharp the bend at 0 is.", 1.0, 0.001, 1000)});
  OpType op = unaryPointwiseOp("softplus", "y = log(1 + exp(beta · x)) / beta, for each element.", attributes, forward);
  op.gradient = gradient;
  return op;
}

}  // namespace fovea::softplus_op

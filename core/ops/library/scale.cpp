// scale: y = factor * x, for each element.
// Shapes: x and y of any one shape.
// Defaults: factor 1. Gradient: scale with the same factor.
// Source: BLAS level 1, xSCAL (Lawson et al. 1979).
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::scale_op {
namespace {

std::vector<ValueId> gradient(const GradientRequest& r) {
  return {r.emitter.emitOne("scale", r.attributes, {r.outputGradients[0]})};
}

}  // namespace

OpType scaleOp() {
  OpType op;
  op.name = "scale";
  op.summary = "y = factor · x, for each element.";
  op.attributes = Schema({realField("factor", "Factor", "What every element is multiplied by.", 1.0,
                                    std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max())});
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.gradient = gradient;
  op.cost = costPerElement(1);
  completePointwise(op, [](const FieldValues& attributes) {
    const double factor = attributes.real("factor");
    return pointwiseOfOne([factor](PointwiseTerm x) { return x * factor; });
  });
  return op;
}

}  // namespace fovea::scale_op

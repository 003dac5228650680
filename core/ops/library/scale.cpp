// scale: y = factor * x, for each element.
// Shapes: x and y of any one shape.
// Defaults: factor 1. Gradient: scale with the same factor.
// Source: BLAS level 1, xSCAL (Lawson et al. 1979).
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

std::vector<ValueId> gradient(const GradientRequest& r) {
  return {r.emitter.emitOne("scale", r.attributes, {r.outputGradients[0]})};
}

void reference(const ReferenceRequest& request) {
  const double factor = request.attributes.real("factor");
  const TensorType& type = request.inputs[0].type;
  dispatchReal(type.dtype, [&]<class T>() {
    for (std::int64_t i = 0; i < type.shape.elementCount(); ++i)
      request.outputs[0].as<T>()[i] = static_cast<T>(factor * static_cast<double>(request.inputs[0].as<T>()[i]));
  });
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
  op.infer = sameAsFirst;
  op.gradient = gradient;
  op.cost = costPerElement(1);
  op.reference = reference;
  return op;
}

}  // namespace fovea

// cast: y = x, as another type of real numbers.
// Shapes: x and y of one shape; y is f32, f64, f16 or bf16 as the attribute says.
// Rounded to the nearest, ties to even; from f64 to 16 bits by way of f32. Too large becomes infinity; a NaN stays one.
// Defaults: to f32. Gradient: dy, cast back to x's type.
// Source: IEEE 754-2019; Micikevicius et al., "Mixed Precision Training", 2018.
#include "core/ops/op_rules.h"
#include "core/ops/precision_rules.h"
#include "core/tensor/half.h"

namespace fovea::cast_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_TRY(const DataType to, dataTypeFromName(request.attributes.text("to")));
  return std::vector<TensorType>{{to, x.shape}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const std::string back = dataTypeName(r.emitter.typeOf(r.inputs[0]).dtype);
  return {r.emitter.emitOne("cast", {{"to", back}}, {r.outputGradients[0]})};
}

void reference(const ReferenceRequest& request) {
  const TensorView &x = request.inputs[0], &y = request.outputs[0];
  convertNumbers(x.type.dtype, x.data, y.type.dtype, y.data, x.type.shape.elementCount());
}

}  // namespace

OpType castOp() {
  OpType op;
  op.name = "cast";
  op.summary = "y = x, as another type of real numbers, rounded to the nearest.";
  op.attributes = Schema({castTypeField()});
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = costPerElement(1);
  op.reference = reference;
  return op;
}

}  // namespace fovea::cast_op

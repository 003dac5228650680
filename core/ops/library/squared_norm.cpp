// squared_norm: y = sum of x² over all elements of all inputs: for gradients, the square of their global norm.
// Shapes: one or more inputs of any shapes and one type; y one number of that type.
// Gradient: dx = 2 * dy * x, for each input.
// Source: the square of the Euclidean norm.
#include "core/ops/op_rules.h"

namespace fovea::squared_norm_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const DataType type = request.inputs[0].dtype;
  for (const TensorType& input : request.inputs) {
    FOVEA_CHECK(needReal("input", input));
    FOVEA_CHECK(needDataType("input", input, type));
  }
  return std::vector<TensorType>{{type, Shape{}}};
}

std::vector<ValueId> gradient(const GradientRequest& request) {
  std::vector<ValueId> gradients(request.inputs.size());
  for (std::size_t i = 0; i < request.inputs.size(); ++i) {
    if (!request.needed[i]) continue;
    const ValueId doubled = request.emitter.emitOne("scale", {{"factor", 2.0}}, {request.inputs[i]});
    gradients[i] = request.emitter.emitOne("multiply", {}, {doubled, request.outputGradients[0]});
  }
  return gradients;
}

void reference(const ReferenceRequest& request) {
  dispatchReal(request.outputs[0].type.dtype, [&]<class T>() {
    double total = 0;
    for (const TensorView& input : request.inputs)
      for (std::int64_t i = 0; i < input.type.shape.elementCount(); ++i) {
        const auto x = static_cast<double>(input.as<T>()[i]);
        total += x * x;
      }
    *request.outputs[0].as<T>() = static_cast<T>(total);
  });
}

Cost cost(const CostRequest& request) {
  double elements = 0;
  for (const TensorType& input : request.inputs) elements += static_cast<double>(input.shape.elementCount());
  return costWithFlops(request, 2 * elements);
}

}  // namespace

OpType squaredNormOp() {
  OpType op;
  op.name = "squared_norm";
  op.summary = "y = sum of x² over all elements of all inputs.";
  op.inputs = {{.name = "x", .variadic = true}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = cost;
  op.reference = reference;
  return op;
}

}  // namespace fovea::squared_norm_op

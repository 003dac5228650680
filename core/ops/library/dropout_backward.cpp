// dropout_backward: dx = mask * dy / (1 - probability).
// Shapes: dy, mask (u8, from dropout) and dx of one shape.
// Defaults: probability 0.5. Gradient: none (not needed for training).
// Source: Srivastava et al., "Dropout: A Simple Way to Prevent Neural Networks from Overfitting", 2014.
#include "core/ops/dropout_mask.h"
#include "core/ops/op_rules.h"

namespace fovea::dropout_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& dy = request.inputs[0];
  FOVEA_CHECK(needReal("gradient", dy));
  FOVEA_CHECK(needType("mask", request.inputs[1], {DataType::UInt8, dy.shape}));
  return std::vector<TensorType>{dy};
}

void reference(const ReferenceRequest& request) {
  const double kept = 1.0 - request.attributes.real("probability");
  const TensorType& type = request.inputs[0].type;
  dispatchReal(type.dtype, [&]<class T>() {
    const T* dy = request.inputs[0].as<T>();
    const auto* mask = request.inputs[1].as<std::uint8_t>();
    T* dx = request.outputs[0].as<T>();
    for (std::int64_t i = 0; i < type.shape.elementCount(); ++i)
      dx[i] = mask[i] ? static_cast<T>(static_cast<double>(dy[i]) / kept) : T(0);
  });
}

}  // namespace

OpType dropoutBackwardOp() {
  OpType op;
  op.name = "dropout_backward";
  op.summary = "dx = mask · dy / (1 − p): what was dropped gets no gradient.";
  op.attributes = Schema({realField("probability", "Probability", "The share of elements that were set to zero.", 0.5,
                                    0.0, kMaximumDropout)});
  op.inputs = {{"dy"}, {"mask"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = costPerElement(1);
  op.reference = reference;
  return op;
}

}  // namespace fovea::dropout_backward_op

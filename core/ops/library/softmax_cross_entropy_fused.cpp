// softmax_cross_entropy_fused: softmax_cross_entropy, its gradient for the logits and correct_count in one pass over
//   the logits. Training asks for all three, and small batches cost more to launch than to compute.
// Shapes: logits, probabilities and dlogits [N,K], labels i32 [N], dloss and loss one number, count one f32 number.
// Gradient: none (it already is one).
// Source: as softmax_cross_entropy.
#include <array>

#include "core/ops/op_rules.h"

namespace fovea::softmax_cross_entropy_fused_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& r) {
  const TensorType& logits = r.inputs[0];
  FOVEA_TRY(const auto outputs, inferOp(*findOp("softmax_cross_entropy"), {}, r.inputs.first(2)));
  FOVEA_CHECK(needType("gradient", r.inputs[2], {logits.dtype, Shape{}}));
  return std::vector<TensorType>{outputs[0], outputs[1], logits, {DataType::Float32, Shape{}}};
}

void reference(const ReferenceRequest& r) {
  findOp("softmax_cross_entropy")->reference({r.attributes, r.inputs.first(2), r.outputs.first(2)});
  const std::array<TensorView, 3> backward{r.inputs[2], r.outputs[1], r.inputs[1]};
  findOp("softmax_cross_entropy_backward")->reference({r.attributes, backward, r.outputs.subspan(2, 1)});
  findOp("correct_count")->reference({r.attributes, r.inputs.first(2), r.outputs.subspan(3, 1)});
}

}  // namespace

OpType softmaxCrossEntropyFusedOp() {
  OpType op;
  op.name = "softmax_cross_entropy_fused";
  op.summary = "The loss of softmax_cross_entropy, its gradient for the logits, and how many samples are right.";
  op.inputs = {{"logits"}, {"labels"}, {"dloss"}};
  op.outputs = {{"loss"}, {"probabilities"}, {"dlogits"}, {"count"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, 9.0 * static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::softmax_cross_entropy_fused_op

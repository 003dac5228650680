// linear_cross_entropy_fused: logits = linear(x, weight, bias), softmax_cross_entropy_fused of them, and
//   linear_backward_weights for their gradient: the last layer of a classifier, from its input to the gradients of its
//   parameters. For small batches one kernel for all of it saves launches.
// Shapes: x [N,K], weight and dweight [M,K], bias and dbias [M], labels i32 [N], dlogits [N,M]; dloss, loss and count
//   as softmax_cross_entropy_fused.
// Gradient: none (it already is one).
// Source: as softmax_cross_entropy.
#include "core/ops/op_rules.h"

namespace fovea::linear_cross_entropy_fused_op {
namespace {

enum Input { kX, kWeight, kBias, kLabels, kDloss };
enum Output { kLoss, kDlogits, kCount, kDweight, kDbias };

Result<std::vector<TensorType>> infer(const InferRequest& r) {
  FOVEA_TRY(const auto logits, inferOp(*findOp("linear"), {}, r.inputs.first(kLabels)));
  const std::vector<TensorType> scored{logits[0], r.inputs[kLabels], r.inputs[kDloss]};
  FOVEA_TRY(const auto loss, inferOp(*findOp("softmax_cross_entropy_fused"), {}, scored));
  return std::vector<TensorType>{loss[0], loss[2], loss[3], r.inputs[kWeight], r.inputs[kBias]};
}

void reference(const ReferenceRequest& r) {
  const TensorType type = r.outputs[kDlogits].type;
  Tensor scores = Tensor::make(type), probabilities = Tensor::make(type);
  const TensorView logits{scores.raw(), type};
  findOp("linear")->reference({r.attributes, r.inputs.first(kLabels), {&logits, 1}});
  const TensorView scored[] = {logits, r.inputs[kLabels], r.inputs[kDloss]};
  const TensorView results[] = {r.outputs[kLoss], {probabilities.raw(), type}, r.outputs[kDlogits], r.outputs[kCount]};
  findOp("softmax_cross_entropy_fused")->reference({r.attributes, scored, results});
  const TensorView backward[] = {r.inputs[kX], r.outputs[kDlogits]};
  findOp("linear_backward_weights")->reference({r.attributes, backward, r.outputs.subspan(kDweight)});
}

}  // namespace

OpType linearCrossEntropyFusedOp() {
  OpType op;
  op.name = "linear_cross_entropy_fused";
  op.summary = "The loss of a linear layer's scores, its gradients for them and for the layer, and the right answers.";
  op.inputs = {{"x"}, {"weight"}, {"bias"}, {"labels"}, {"dloss"}};
  op.outputs = {{"loss"}, {"dlogits"}, {"count"}, {"dweight"}, {"dbias"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const auto products = static_cast<double>(r.outputs[kDlogits].shape.elementCount());
    return costWithFlops(r, (4.0 * static_cast<double>(r.inputs[kX].shape[1]) + 9.0) * products);
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::linear_cross_entropy_fused_op

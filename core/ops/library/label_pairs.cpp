// label_pairs: y[i, j] = 1 if samples i and j have the same label, 0 if they have different ones, -1 if i = j or one
//   of them has no label (below 0). Losses over pairs of samples read it.
// Shapes: labels i32 [N], y f32 [N, N].
// Gradient: none (labels do not change smoothly).
// Source: Hermans, Beyer and Leibe, "In Defense of the Triplet Loss for Person Re-Identification", 2017.
#include "core/ops/op_rules.h"

namespace fovea::label_pairs_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& labels = request.inputs[0];
  FOVEA_CHECK(needDataType("labels", labels, DataType::Int32));
  FOVEA_CHECK(needRank("list of labels", labels, 1, "[N]"));
  return std::vector<TensorType>{{DataType::Float32, Shape{labels.shape[0], labels.shape[0]}}};
}

void reference(const ReferenceRequest& request) {
  const std::int64_t count = request.inputs[0].type.shape[0];
  const auto* labels = request.inputs[0].as<std::int32_t>();
  for (std::int64_t i = 0; i < count; ++i)
    for (std::int64_t j = 0; j < count; ++j) {
      const bool pair = i != j && labels[i] >= 0 && labels[j] >= 0;
      request.outputs[0].as<float>()[i * count + j] = !pair ? -1.0f : labels[i] == labels[j] ? 1.0f : 0.0f;
    }
}

}  // namespace

OpType labelPairsOp() {
  OpType op;
  op.name = "label_pairs";
  op.summary = "y[i,j] = 1 for equal labels, 0 for different ones, −1 for no pair.";
  op.inputs = {{"labels"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.reference = reference;
  return op;
}

}  // namespace fovea::label_pairs_op

// correct_count: how many samples have their largest logit at their label; a metric.
// Shapes: logits [N,K], labels i32 [N], count one f32 number whatever the logits' type.
// Of equal logits the first counts as the largest; a NaN is larger than any number. A label below 0 is never right.
// Gradient: none (a count does not change smoothly).
// Source: top-1 accuracy, Russakovsky et al., "ImageNet Large Scale Visual Recognition Challenge", 2015.
#include <cmath>

#include "core/ops/op_rules.h"

namespace fovea::correct_count_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& logits = request.inputs[0];
  FOVEA_CHECK(needReal("input", logits));
  FOVEA_CHECK(needRank("input", logits, 2, "[N, K]"));
  FOVEA_CHECK(needType("list of labels", request.inputs[1], {DataType::Int32, Shape{logits.shape[0]}}));
  if (logits.shape[1] == 0) return invalidInput("There are no classes to choose from.");
  return std::vector<TensorType>{{DataType::Float32, Shape{}}};
}

template <class T>
std::int64_t argumentOfMaximum(const T* row, std::int64_t classes) {
  std::int64_t best = 0;
  for (std::int64_t k = 1; k < classes; ++k)
    if (row[k] > row[best] || (std::isnan(row[k]) && !std::isnan(row[best]))) best = k;
  return best;
}

void reference(const ReferenceRequest& request) {
  const Shape& shape = request.inputs[0].type.shape;
  const auto* labels = request.inputs[1].as<std::int32_t>();
  std::int64_t count = 0;
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    for (std::int64_t n = 0; n < shape[0]; ++n)
      count += argumentOfMaximum(request.inputs[0].as<T>() + n * shape[1], shape[1]) == labels[n] ? 1 : 0;
  });
  *request.outputs[0].as<float>() = static_cast<float>(count);
}

}  // namespace

OpType correctCountOp() {
  OpType op;
  op.name = "correct_count";
  op.summary = "count = how many samples have their largest logit at their label.";
  op.inputs = {{"logits"}, {"labels"}};
  op.outputs = {{"count"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::correct_count_op

// squared_distances_backward: dx[i] = the sum over j of 2 (dy[i, j] + dy[j, i]) (x[i] - x[j]).
// Shapes: dy [N, N], x and dx [N, D].
// Gradient: none (not needed for training).
// Source: as squared_distances.
#include "core/ops/op_rules.h"

namespace fovea::squared_distances_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[1];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needRank("input", x, 2, "[N, D]"));
  FOVEA_CHECK(needType("gradient", request.inputs[0], {x.dtype, Shape{x.shape[0], x.shape[0]}}));
  return std::vector<TensorType>{x};
}

void reference(const ReferenceRequest& request) {
  const std::int64_t count = request.inputs[1].type.shape[0], size = request.inputs[1].type.shape[1];
  dispatchReal(request.inputs[1].type.dtype, [&]<class T>() {
    const T *dy = request.inputs[0].as<T>(), *x = request.inputs[1].as<T>();
    for (std::int64_t i = 0; i < count; ++i)
      for (std::int64_t d = 0; d < size; ++d) {
        double sum = 0;
        for (std::int64_t j = 0; j < count; ++j)
          sum += 2.0 * (static_cast<double>(dy[i * count + j]) + static_cast<double>(dy[j * count + i])) *
                 (static_cast<double>(x[i * size + d]) - static_cast<double>(x[j * size + d]));
        request.outputs[0].as<T>()[i * size + d] = static_cast<T>(sum);
      }
  });
}

}  // namespace

OpType squaredDistancesBackwardOp() {
  OpType op;
  op.name = "squared_distances_backward";
  op.summary = "dx[i] = Σ 2 (dy[i,j] + dy[j,i]) (x[i] − x[j]).";
  op.inputs = {{"dy"}, {"x"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const auto rows = static_cast<double>(r.inputs[1].shape[0]);
    return costWithFlops(r, 3.0 * rows * static_cast<double>(r.inputs[1].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::squared_distances_backward_op

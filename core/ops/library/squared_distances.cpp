// squared_distances: y[i, j] = the sum over d of (x[i, d] - x[j, d])^2: how far all samples of a batch lie apart.
// Shapes: x [N, D], y [N, N].
// Gradient: squared_distances_backward.
// Source: Hadsell, Chopra and LeCun, "Dimensionality Reduction by Learning an Invariant Mapping", 2006.
#include "core/ops/op_rules.h"

namespace fovea::squared_distances_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needRank("input", x, 2, "[N, D]"));
  return std::vector<TensorType>{{x.dtype, Shape{x.shape[0], x.shape[0]}}};
}

void reference(const ReferenceRequest& request) {
  const std::int64_t count = request.inputs[0].type.shape[0], size = request.inputs[0].type.shape[1];
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* x = request.inputs[0].as<T>();
    for (std::int64_t i = 0; i < count; ++i)
      for (std::int64_t j = 0; j < count; ++j) {
        double sum = 0;
        for (std::int64_t d = 0; d < size; ++d) {
          const double difference = static_cast<double>(x[i * size + d]) - static_cast<double>(x[j * size + d]);
          sum += difference * difference;
        }
        request.outputs[0].as<T>()[i * count + j] = static_cast<T>(sum);
      }
  });
}

}  // namespace

OpType squaredDistancesOp() {
  OpType op;
  op.name = "squared_distances";
  op.summary = "y[i,j] = Σ (x[i,d] − x[j,d])².";
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = [](const GradientRequest& r) {
    return std::vector<ValueId>{
        r.emitter.emitOne("squared_distances_backward", {}, {r.outputGradients[0], r.inputs[0]})};
  };
  op.cost = [](const CostRequest& r) {
    const auto rows = static_cast<double>(r.inputs[0].shape[0]);
    return costWithFlops(r, 3.0 * rows * static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::squared_distances_op

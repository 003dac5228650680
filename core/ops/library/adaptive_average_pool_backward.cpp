// adaptive_average_pool_backward: distributes each output's gradient equally over the inputs of its part.
// Shapes: dy [N,C,...], dx [N,C,...size].
// Defaults: size [1, 1], that of adaptive_average_pool's input. Gradient: none (not needed for training).
// Source: He et al., "Spatial Pyramid Pooling in Deep Convolutional Networks", 2014.
#include "core/ops/pooling_windows.h"

namespace fovea::adaptive_average_pool_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& dy = request.inputs[0];
  FOVEA_CHECK(needPlaces("Adaptive pooling", "gradient", dy));
  FOVEA_TRY(const Shape dx, withPlaces("size", dy.shape, request.attributes.list("size")));
  return std::vector<TensorType>{{dy.dtype, dx}};
}

}  // namespace

OpType adaptiveAveragePoolBackwardOp() {
  OpType op;
  op.name = "adaptive_average_pool_backward";
  op.summary = "The gradient of adaptive_average_pool: each part's gradient is shared by its inputs.";
  op.attributes = Schema({placesField("size", "Size", "Extents of the forward op's input after the channels.", {1, 1},
                                      1, kMaximumExtent)});
  op.inputs = {{"dy"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const PoolingWindows windows = adaptiveWindows(r.outputs[0].shape, r.inputs[0].shape);
    return costWithFlops(r, windows.visits() * static_cast<double>(windows.planes));
  };
  op.reference = [](const ReferenceRequest& r) {
    spreadAverages(adaptiveWindows(r.outputs[0].type.shape, r.inputs[0].type.shape), r.inputs[0], r.outputs[0]);
  };
  return op;
}

}  // namespace fovea::adaptive_average_pool_backward_op

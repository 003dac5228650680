// adaptive_average_pool: y = the mean of each of size[0] x size[1] x ... parts of almost equal size that cover x; along
//   an axis of D inputs and O outputs part i is floor(i*D/O) .. ceil((i+1)*D/O) - 1.
// Shapes: x [N,C,L], [N,C,H,W] or [N,C,D,H,W]; y [N,C,...size].
// Defaults: size [1, 1]. Gradient: adaptive_average_pool_backward.
// Source: He et al., "Spatial Pyramid Pooling in Deep Convolutional Networks", 2014.
#include "core/ops/pooling_windows.h"

namespace fovea::adaptive_average_pool_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needPlaces("Adaptive pooling", "input", x));
  FOVEA_TRY(const Shape y, withPlaces("size", x.shape, request.attributes.list("size")));
  return std::vector<TensorType>{{x.dtype, y}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const FieldValues attributes{{"size", placesOf(r.emitter.typeOf(r.inputs[0]).shape)}};
  return {r.emitter.emitOne("adaptive_average_pool_backward", attributes, {r.outputGradients[0]})};
}

}  // namespace

OpType adaptiveAveragePoolOp() {
  OpType op;
  op.name = "adaptive_average_pool";
  op.summary = "y = the mean of each of the parts of almost equal size that x is cut into.";
  op.attributes =
      Schema({placesField("size", "Size", "Parts along each axis after the channels.", {1, 1}, 1, kMaximumWindow)});
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    const PoolingWindows windows = adaptiveWindows(r.inputs[0].shape, r.outputs[0].shape);
    return costWithFlops(r, windows.visits() * static_cast<double>(windows.planes));
  };
  op.reference = [](const ReferenceRequest& r) {
    averagesOfWindows(adaptiveWindows(r.inputs[0].type.shape, r.outputs[0].type.shape), r.inputs[0], r.outputs[0]);
  };
  return op;
}

}  // namespace fovea::adaptive_average_pool_op

// adaptive_max_pool: y = the largest of each of size[0] x size[1] x ... parts of almost equal size that cover x, cut as
//   in adaptive_average_pool; indices (i32) hold its position in its plane, of equal ones the first in row-major order.
//   A NaN in a part wins (the first of them).
// Shapes: x [N,C,L], [N,C,H,W] or [N,C,D,H,W]; y and indices [N,C,...size].
// Defaults: size [1, 1]. Gradient: max_unpool.
// Source: He et al., "Spatial Pyramid Pooling in Deep Convolutional Networks", 2014.
#include "core/ops/pooling_windows.h"

namespace fovea::adaptive_max_pool_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needPlaces("Adaptive pooling", "input", x));
  FOVEA_CHECK(needCountablePlaces(x.shape));
  FOVEA_TRY(const Shape y, withPlaces("size", x.shape, request.attributes.list("size")));
  return std::vector<TensorType>{{x.dtype, y}, {DataType::Int32, y}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const FieldValues attributes{{"size", placesOf(r.emitter.typeOf(r.inputs[0]).shape)}};
  return {r.emitter.emitOne("max_unpool", attributes, {r.outputGradients[0], r.outputs[1]})};
}

}  // namespace

OpType adaptiveMaxPoolOp() {
  OpType op;
  op.name = "adaptive_max_pool";
  op.summary = "y = the largest of each of the parts of almost equal size that x is cut into, and its position.";
  op.attributes =
      Schema({placesField("size", "Size", "Parts along each axis after the channels.", {1, 1}, 1, kMaximumWindow)});
  op.inputs = {{"x"}};
  op.outputs = {{"y"}, {"indices"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    const PoolingWindows windows = adaptiveWindows(r.inputs[0].shape, r.outputs[0].shape);
    return costWithFlops(r, windows.visits() * static_cast<double>(windows.planes));
  };
  op.reference = [](const ReferenceRequest& r) {
    maximaOfWindows(adaptiveWindows(r.inputs[0].type.shape, r.outputs[0].type.shape), r.inputs[0], r.outputs[0],
                    r.outputs[1]);
  };
  return op;
}

}  // namespace fovea::adaptive_max_pool_op

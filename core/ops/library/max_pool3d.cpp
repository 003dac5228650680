// max_pool3d: y[n,c,oz,oy,ox] = the largest x of the window that begins at (oz*stride - front, ...): max_pool2d with a
//   third axis, the depth, before the height. indices (i32) hold where the maximum lies in its volume: (iz*H + iy)*W +
//   ix; of equal ones the first in row-major order. A NaN in a window wins (the first of them).
// Shapes: x [N,C,D,H,W], y and indices [N,C,OD,OH,OW]; OD as OH in max_pool2d. padding is [front, top, left, back,
//   bottom, right].
// Defaults: kernel 2x2x2, stride 2, padding 0, ceil_mode off. Gradient: max_unpool.
// Source: Tran et al., "Learning Spatiotemporal Features with 3D Convolutional Networks", 2015.
#include "core/ops/pooling_windows.h"

namespace fovea::max_pool3d_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_TRY(const Shape y, pooledVolume(request.attributes, x.shape));
  FOVEA_CHECK(needCountablePlaces(x.shape));
  return std::vector<TensorType>{{x.dtype, y}, {DataType::Int32, y}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const FieldValues attributes{{"size", placesOf(r.emitter.typeOf(r.inputs[0]).shape)}};
  return {r.emitter.emitOne("max_unpool", attributes, {r.outputGradients[0], r.outputs[1]})};
}

}  // namespace

OpType maxPool3dOp() {
  OpType op;
  op.name = "max_pool3d";
  op.summary = "y = the largest of each window of a volume, and its position in the volume.";
  op.attributes = Schema(volumePoolingFields());
  op.inputs = {{"x"}};
  op.outputs = {{"y"}, {"indices"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    const PoolingWindows windows = readVolumePooling(r.attributes, r.inputs[0].shape).value();
    return costWithFlops(r, windows.visits() * static_cast<double>(windows.planes));
  };
  op.reference = [](const ReferenceRequest& r) {
    maximaOfWindows(readVolumePooling(r.attributes, r.inputs[0].type.shape).value(), r.inputs[0], r.outputs[0],
                    r.outputs[1]);
  };
  return op;
}

}  // namespace fovea::max_pool3d_op

// average_pool3d: y[n,c,oz,oy,ox] = sum of the window's inputs / their number: average_pool2d with a third axis, the
//   depth, before the height.
// Shapes: x [N,C,D,H,W], y [N,C,OD,OH,OW]; OD as OH in max_pool2d. padding is [front, top, left, back, bottom, right].
// Defaults: kernel 2x2x2, stride 2, padding 0, ceil_mode off, count_include_padding off. Gradient:
//   average_pool3d_backward.
// Source: Tran et al., "Learning Spatiotemporal Features with 3D Convolutional Networks", 2015.
#include "core/ops/pooling_geometry.h"
#include "core/ops/pooling_windows.h"

namespace fovea::average_pool3d_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_TRY(const Shape y, pooledVolume(request.attributes, x.shape));
  return std::vector<TensorType>{{x.dtype, y}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  FieldValues attributes = r.attributes;
  attributes.set("input_size", placesOf(r.emitter.typeOf(r.inputs[0]).shape));
  return {r.emitter.emitOne("average_pool3d_backward", attributes, {r.outputGradients[0]})};
}

}  // namespace

OpType averagePool3dOp() {
  OpType op;
  op.name = "average_pool3d";
  op.summary = "y = the mean of each window of a volume.";
  auto fields = volumePoolingFields();
  fields.push_back(countIncludePaddingField());
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    const PoolingWindows windows = readVolumePooling(r.attributes, r.inputs[0].shape).value();
    return costWithFlops(r, windows.visits() * static_cast<double>(windows.planes));
  };
  op.reference = [](const ReferenceRequest& r) {
    averagesOfWindows(readVolumePooling(r.attributes, r.inputs[0].type.shape).value(), r.inputs[0], r.outputs[0]);
  };
  return op;
}

}  // namespace fovea::average_pool3d_op

// average_pool3d_backward: distributes each output's gradient equally over the inputs of its window.
// Shapes: dy [N,C,OD,OH,OW], dx [N,C,D,H,W] with [D,H,W] = input_size.
// Defaults: as average_pool3d. Gradient: none (not needed for training).
// Source: Tran et al., "Learning Spatiotemporal Features with 3D Convolutional Networks", 2015.
#include <fmt/format.h>

#include "core/ops/convolution_geometry.h"
#include "core/ops/pooling_geometry.h"
#include "core/ops/pooling_windows.h"

namespace fovea::average_pool3d_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& dy = request.inputs[0];
  FOVEA_CHECK(needPlaces("Pooling", "gradient", dy));
  FOVEA_TRY(const Shape dx, withPlaces("input size", dy.shape, request.attributes.list("input_size")));
  FOVEA_TRY(const Shape y, pooledVolume(request.attributes, dx));
  if (y != dy.shape)
    return invalidInput(
        fmt::format("The gradient must be {} as the pooling's output, but is {}.", y.toString(), dy.shape.toString()));
  return std::vector<TensorType>{{dy.dtype, dx}};
}

}  // namespace

OpType averagePool3dBackwardOp() {
  OpType op;
  op.name = "average_pool3d_backward";
  op.summary = "The gradient of average_pool3d: each window's gradient is shared by its inputs.";
  auto fields = volumePoolingFields();
  fields.push_back(countIncludePaddingField());
  fields.push_back(volumeSizeField());
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"dy"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const PoolingWindows windows = readVolumePooling(r.attributes, r.outputs[0].shape).value();
    return costWithFlops(r, windows.visits() * static_cast<double>(windows.planes));
  };
  op.reference = [](const ReferenceRequest& r) {
    spreadAverages(readVolumePooling(r.attributes, r.outputs[0].type.shape).value(), r.inputs[0], r.outputs[0]);
  };
  return op;
}

}  // namespace fovea::average_pool3d_backward_op

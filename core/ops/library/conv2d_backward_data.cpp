// conv2d_backward_data: dx[n,c,iy,ix] = sum over m, ky, kx of weight[m,c,ky,kx] * dy[n,m,oy,ox] where
//                       oy*stride - padding + ky*dilation = iy and the same for x: the gradient of conv2d for its
//                       input.
// Shapes: dy [N,M,OH,OW], weight [M,C/groups,KH,KW], dx [N,C,H,W] with [H,W] = input_size.
// Defaults: as conv2d. Gradient: none (not needed for training).
// Source: Dumoulin and Visin, "A guide to convolution arithmetic for deep learning", 2016, chapter 4.
#include "core/ops/convolution_geometry.h"
#include "core/ops/library/indexing.h"
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& dy = request.inputs[0];
  const TensorType& weight = request.inputs[1];
  FOVEA_CHECK(needReal("gradient", dy));
  FOVEA_CHECK(needDataType("weight", weight, dy.dtype));
  FOVEA_TRY(const auto geometry, readConvolutionBackwardData(request.attributes, dy.shape, weight.shape));
  return std::vector<TensorType>{{dy.dtype, geometry.inputShape()}};
}

// The output position whose window has its weight k over input i; -1 where there is none.
std::int64_t positionOver(const WindowAxis& axis, std::int64_t outputs, std::int64_t i, std::int64_t k) {
  const std::int64_t offset = i + axis.before - k * axis.dilation;
  if (offset < 0 || offset % axis.stride != 0 || offset / axis.stride >= outputs) return -1;
  return offset / axis.stride;
}

template <class T>
double gather(const ConvolutionGeometry& g, const T* dy, const T* weight, std::int64_t n, std::int64_t c,
              std::int64_t iy, std::int64_t ix) {
  const std::int64_t firstFilter = c / g.inputChannelsOfGroup() * g.outputChannelsOfGroup();
  const Shape weightShape = g.weightShape(), outputShape = g.outputShape();
  double sum = 0;
  for (std::int64_t m = firstFilter; m < firstFilter + g.outputChannelsOfGroup(); ++m)
    for (std::int64_t ky = 0; ky < g.height.kernel; ++ky)
      for (std::int64_t kx = 0; kx < g.width.kernel; ++kx) {
        const std::int64_t oy = positionOver(g.height, g.outputHeight, iy, ky);
        const std::int64_t ox = positionOver(g.width, g.outputWidth, ix, kx);
        if (oy < 0 || ox < 0) continue;
        sum += static_cast<double>(weight[at4(weightShape, m, c % g.inputChannelsOfGroup(), ky, kx)]) *
               static_cast<double>(dy[at4(outputShape, n, m, oy, ox)]);
      }
  return sum;
}

void reference(const ReferenceRequest& request) {
  const TensorView& dy = request.inputs[0];
  const TensorView& weight = request.inputs[1];
  const auto geometry = readConvolutionBackwardData(request.attributes, dy.type.shape, weight.type.shape);
  const ConvolutionGeometry& g = geometry.value();
  dispatchReal(dy.type.dtype, [&]<class T>() {
    T* dx = request.outputs[0].as<T>();
    for (std::int64_t n = 0; n < g.batch; ++n)
      for (std::int64_t c = 0; c < g.inputChannels; ++c)
        for (std::int64_t iy = 0; iy < g.height.input; ++iy)
          for (std::int64_t ix = 0; ix < g.width.input; ++ix)
            dx[at4(g.inputShape(), n, c, iy, ix)] = static_cast<T>(gather(g, dy.as<T>(), weight.as<T>(), n, c, iy, ix));
  });
}

}  // namespace

OpType conv2dBackwardDataOp() {
  OpType op;
  op.name = "conv2d_backward_data";
  op.summary = "The gradient of conv2d for its input: every output's gradient goes back to the inputs it saw.";
  auto fields = convolutionFields();
  fields.push_back(inputSizeField());
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"dy"}, {"weight"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(
        r, readConvolutionBackwardData(r.attributes, r.inputs[0].shape, r.inputs[1].shape).value().flops());
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea

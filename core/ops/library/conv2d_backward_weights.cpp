// conv2d_backward_weights: dweight[m,c,ky,kx] = sum over n, oy, ox of dy[n,m,oy,ox] * x[n,c',oy*stride - padding +
// ky*dilation, …]
//                          and dbias[m] = sum over n, oy, ox of dy[n,m,oy,ox]: the gradients of conv2d for its
//                          parameters.
// Shapes: x [N,C,H,W], dy [N,M,OH,OW], dweight [M,C/groups,KH,KW] with [KH,KW] = kernel, dbias [M]. An empty batch
// gives zeros. Defaults: as conv2d. Gradient: none (not needed for training). Source: Dumoulin and Visin, "A guide to
// convolution arithmetic for deep learning", 2016.
#include "core/ops/convolution_geometry.h"
#include "core/ops/library/indexing.h"
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  const TensorType& dy = request.inputs[1];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needDataType("gradient", dy, x.dtype));
  FOVEA_TRY(const auto geometry, readConvolutionBackwardWeights(request.attributes, x.shape, dy.shape));
  return std::vector<TensorType>{{x.dtype, geometry.weightShape()}, {x.dtype, Shape{geometry.outputChannels}}};
}

// The gradient of one weight: every position of its filter.
template <class T>
double correlate(const ConvolutionGeometry& g, const T* x, const T* dy, std::int64_t m, std::int64_t c, std::int64_t ky,
                 std::int64_t kx) {
  const std::int64_t channel = m / g.outputChannelsOfGroup() * g.inputChannelsOfGroup() + c;
  const Shape outputShape = g.outputShape(), inputShape = g.inputShape();
  double sum = 0;
  for (std::int64_t n = 0; n < g.batch; ++n)
    for (std::int64_t oy = 0; oy < g.outputHeight; ++oy)
      for (std::int64_t ox = 0; ox < g.outputWidth; ++ox) {
        const std::int64_t iy = oy * g.height.stride - g.height.before + ky * g.height.dilation;
        const std::int64_t ix = ox * g.width.stride - g.width.before + kx * g.width.dilation;
        if (iy < 0 || iy >= g.height.input || ix < 0 || ix >= g.width.input) continue;
        sum += static_cast<double>(dy[at4(outputShape, n, m, oy, ox)]) *
               static_cast<double>(x[at4(inputShape, n, channel, iy, ix)]);
      }
  return sum;
}

template <class T>
double sumOfFilter(const ConvolutionGeometry& g, const T* dy, std::int64_t m) {
  double sum = 0;
  for (std::int64_t n = 0; n < g.batch; ++n)
    for (std::int64_t oy = 0; oy < g.outputHeight; ++oy)
      for (std::int64_t ox = 0; ox < g.outputWidth; ++ox)
        sum += static_cast<double>(dy[at4(g.outputShape(), n, m, oy, ox)]);
  return sum;
}

void reference(const ReferenceRequest& request) {
  const TensorView& x = request.inputs[0];
  const TensorView& dy = request.inputs[1];
  const auto geometry = readConvolutionBackwardWeights(request.attributes, x.type.shape, dy.type.shape);
  const ConvolutionGeometry& g = geometry.value();
  dispatchReal(x.type.dtype, [&]<class T>() {
    T* dweight = request.outputs[0].as<T>();
    T* dbias = request.outputs[1].as<T>();
    for (std::int64_t m = 0; m < g.outputChannels; ++m) {
      dbias[m] = static_cast<T>(sumOfFilter(g, dy.as<T>(), m));
      for (std::int64_t c = 0; c < g.inputChannelsOfGroup(); ++c)
        for (std::int64_t ky = 0; ky < g.height.kernel; ++ky)
          for (std::int64_t kx = 0; kx < g.width.kernel; ++kx)
            dweight[at4(g.weightShape(), m, c, ky, kx)] =
                static_cast<T>(correlate(g, x.as<T>(), dy.as<T>(), m, c, ky, kx));
    }
  });
}

}  // namespace

OpType conv2dBackwardWeightsOp() {
  OpType op;
  op.name = "conv2d_backward_weights";
  op.summary = "The gradients of conv2d for weight and bias: what each weight saw, times the gradient of what it made.";
  auto fields = convolutionFields();
  fields.push_back(kernelField({1, 1}));
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"x"}, {"dy"}};
  op.outputs = {{"dweight"}, {"dbias"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(
        r, readConvolutionBackwardWeights(r.attributes, r.inputs[0].shape, r.inputs[1].shape).value().flops());
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea

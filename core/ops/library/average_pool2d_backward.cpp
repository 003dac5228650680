// average_pool2d_backward: dx[n,c,iy,ix] = sum over the windows that hold (iy,ix) of dy / the window's divisor.
// Shapes: dy [N,C,OH,OW], dx [N,C,H,W] with [H,W] = input_size.
// Defaults: as average_pool2d. Gradient: none (not needed for training).
// Source: LeCun et al., "Gradient-based learning applied to document recognition", 1998.
#include "core/ops/library/indexing.h"
#include "core/ops/op_rules.h"
#include "core/ops/pooling_geometry.h"

namespace fovea::average_pool2d_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& dy = request.inputs[0];
  FOVEA_CHECK(needReal("gradient", dy));
  FOVEA_TRY(const auto geometry, readPoolingBackward(request.attributes, dy.shape));
  return std::vector<TensorType>{{dy.dtype, geometry.inputShape()}};
}

// Distributes one plane of dy to `sums`, which has one entry for each input.
template <class T>
void spread(const PoolingGeometry& g, const T* dy, std::vector<double>& sums) {
  for (std::int64_t oy = 0; oy < g.outputHeight; ++oy)
    for (std::int64_t ox = 0; ox < g.outputWidth; ++ox) {
      const double count = static_cast<double>(g.divisor(g.height, oy) * g.divisor(g.width, ox));
      const double share = static_cast<double>(dy[oy * g.outputWidth + ox]) / count;
      for (std::int64_t iy = g.begin(g.height, oy); iy < g.end(g.height, oy); ++iy)
        for (std::int64_t ix = g.begin(g.width, ox); ix < g.end(g.width, ox); ++ix)
          sums[static_cast<std::size_t>(iy * g.width.input + ix)] += share;
    }
}

void reference(const ReferenceRequest& request) {
  const auto geometry = readPoolingBackward(request.attributes, request.inputs[0].type.shape);
  const PoolingGeometry& g = geometry.value();
  const std::int64_t inputs = g.height.input * g.width.input, outputs = g.outputHeight * g.outputWidth;
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* dy = request.inputs[0].as<T>();
    T* dx = request.outputs[0].as<T>();
    for (std::int64_t plane = 0; plane < g.batch * g.channels; ++plane) {
      std::vector<double> sums(static_cast<std::size_t>(inputs), 0.0);
      spread(g, dy + plane * outputs, sums);
      for (std::int64_t i = 0; i < inputs; ++i)
        dx[plane * inputs + i] = static_cast<T>(sums[static_cast<std::size_t>(i)]);
    }
  });
}

}  // namespace

OpType averagePool2dBackwardOp() {
  OpType op;
  op.name = "average_pool2d_backward";
  op.summary = "The gradient of average_pool2d: each window's gradient is shared by its inputs.";
  auto fields = poolingFields();
  fields.push_back(countIncludePaddingField());
  fields.push_back(inputSizeField());
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"dy"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, readPoolingBackward(r.attributes, r.inputs[0].shape).value().flops());
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::average_pool2d_backward_op

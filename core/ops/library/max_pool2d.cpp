// max_pool2d: y[n,c,oy,ox] = the largest x of the window that begins at (oy*stride - top, ox*stride - left).
// Shapes: x [N,C,H,W], y and indices [N,C,OH,OW]; OH = floor((H + top + bottom - KH) / stride) + 1. With ceil_mode it
//         is the ceiling, without a last window that would begin after the input. Padding is never the maximum.
//         indices (i32) are the positions of the maxima in their planes: iy*W + ix; of equal ones the first in
//         row-major
//         order.
// The first NaN of a window counts as its maximum, so that NaNs are not lost.
// Defaults: kernel 2x2, stride 2, padding 0, ceil_mode off. Gradient: max_pool2d_backward.
// Source: Scherer, Mueller and Behnke, "Evaluation of Pooling Operations in Convolutional Architectures", 2010.
#include <cmath>
#include <limits>

#include "core/ops/library/indexing.h"
#include "core/ops/op_rules.h"
#include "core/ops/pooling_geometry.h"

namespace fovea::max_pool2d_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_TRY(const auto geometry, readPooling(request.attributes, x.shape));
  if (x.shape[2] > std::numeric_limits<std::int32_t>::max() / x.shape[3])
    return invalidInput("The image " + shapeWords(x.shape) + " has more pixels than an index can count.");
  return std::vector<TensorType>{{x.dtype, geometry.outputShape()}, {DataType::Int32, geometry.outputShape()}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const Shape x = r.emitter.typeOf(r.inputs[0]).shape;
  FieldValues attributes = r.attributes;
  attributes.set("input_size", std::vector<std::int64_t>{x[2], x[3]});
  return {r.emitter.emitOne("max_pool2d_backward", attributes, {r.outputGradients[0], r.outputs[1]})};
}

// Returns the position of the maximum of one window in its plane.
template <class T>
std::int64_t argumentOfMaximum(const PoolingGeometry& g, const T* plane, std::int64_t oy, std::int64_t ox) {
  std::int64_t best = -1;
  for (std::int64_t iy = g.begin(g.height, oy); iy < g.end(g.height, oy); ++iy)
    for (std::int64_t ix = g.begin(g.width, ox); ix < g.end(g.width, ox); ++ix) {
      const std::int64_t here = iy * g.width.input + ix;
      if (best < 0 || plane[here] > plane[best] || (std::isnan(plane[here]) && !std::isnan(plane[best]))) best = here;
    }
  return best;
}

void reference(const ReferenceRequest& request) {
  const auto geometry = readPooling(request.attributes, request.inputs[0].type.shape);
  const PoolingGeometry& g = geometry.value();
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    T* y = request.outputs[0].as<T>();
    auto* indices = request.outputs[1].as<std::int32_t>();
    for (std::int64_t n = 0; n < g.batch; ++n)
      for (std::int64_t c = 0; c < g.channels; ++c) {
        const T* plane = request.inputs[0].as<T>() + at4(g.inputShape(), n, c, 0, 0);
        for (std::int64_t oy = 0; oy < g.outputHeight; ++oy)
          for (std::int64_t ox = 0; ox < g.outputWidth; ++ox) {
            const std::int64_t best = argumentOfMaximum(g, plane, oy, ox);
            const std::int64_t here = at4(g.outputShape(), n, c, oy, ox);
            y[here] = plane[best];
            indices[here] = static_cast<std::int32_t>(best);
          }
      }
  });
}

}  // namespace

OpType maxPool2dOp() {
  OpType op;
  op.name = "max_pool2d";
  op.summary = "y = the largest input of each window; indices = where in the plane it lies.";
  op.attributes = Schema(poolingFields());
  op.inputs = {{"x"}};
  op.outputs = {{"y"}, {"indices"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, readPooling(r.attributes, r.inputs[0].shape).value().flops());
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::max_pool2d_op

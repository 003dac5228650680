// average_pool2d: y[n,c,oy,ox] = sum of the window's inputs / their number.
// Shapes: x [N,C,H,W], y [N,C,OH,OW]; OH as in max_pool2d.
//         With count_include_padding the number includes the zeros of the padding, but never positions beyond the
//         padding, which the last window of ceil_mode may cover.
// Defaults: kernel 2x2, stride 2, padding 0, ceil_mode off, count_include_padding off.
// Gradient: average_pool2d_backward.
// Source: LeCun et al., "Gradient-based learning applied to document recognition", 1998 (sub-sampling).
#include "core/ops/library/indexing.h"
#include "core/ops/op_rules.h"
#include "core/ops/pooling_geometry.h"

namespace fovea::average_pool2d_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_TRY(const auto geometry, readPooling(request.attributes, x.shape));
  return std::vector<TensorType>{{x.dtype, geometry.outputShape()}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const Shape x = r.emitter.typeOf(r.inputs[0]).shape;
  FieldValues attributes = r.attributes;
  attributes.set("input_size", std::vector<std::int64_t>{x[2], x[3]});
  return {r.emitter.emitOne("average_pool2d_backward", attributes, {r.outputGradients[0]})};
}

template <class T>
double sumOfWindow(const PoolingGeometry& g, const T* plane, std::int64_t oy, std::int64_t ox) {
  double sum = 0;
  for (std::int64_t iy = g.begin(g.height, oy); iy < g.end(g.height, oy); ++iy)
    for (std::int64_t ix = g.begin(g.width, ox); ix < g.end(g.width, ox); ++ix)
      sum += static_cast<double>(plane[iy * g.width.input + ix]);
  return sum;
}

void reference(const ReferenceRequest& request) {
  const auto geometry = readPooling(request.attributes, request.inputs[0].type.shape);
  const PoolingGeometry& g = geometry.value();
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    T* y = request.outputs[0].as<T>();
    for (std::int64_t n = 0; n < g.batch; ++n)
      for (std::int64_t c = 0; c < g.channels; ++c) {
        const T* plane = request.inputs[0].as<T>() + at4(g.inputShape(), n, c, 0, 0);
        for (std::int64_t oy = 0; oy < g.outputHeight; ++oy)
          for (std::int64_t ox = 0; ox < g.outputWidth; ++ox) {
            const std::int64_t count = g.divisor(g.height, oy) * g.divisor(g.width, ox);
            y[at4(g.outputShape(), n, c, oy, ox)] =
                static_cast<T>(sumOfWindow(g, plane, oy, ox) / static_cast<double>(count));
          }
      }
  });
}

}  // namespace

OpType averagePool2dOp() {
  OpType op;
  op.name = "average_pool2d";
  op.summary = "y = the mean of each window's inputs.";
  auto fields = poolingFields();
  fields.push_back(countIncludePaddingField());
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, readPooling(r.attributes, r.inputs[0].shape).value().flops());
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::average_pool2d_op

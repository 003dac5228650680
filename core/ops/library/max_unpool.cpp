// max_unpool: y[n,c,p] = the sum of those x[n,c,i] whose indices[n,c,i] is p, a position in a plane; zero elsewhere. An
//   index outside of the plane adds nothing. It undoes a maximum pooling, and is the gradient of some.
// Shapes: x [N,C,...] with one to three axes behind C, indices (i32, from max_pool2d) of the same shape,
//   y [N,C,...size].
// Defaults: size [1, 1]. Gradient: max_unpool_backward.
// Source: Zeiler and Fergus, "Visualizing and Understanding Convolutional Networks", 2014 (switches).
#include "core/ops/pooling_windows.h"

namespace fovea::max_unpool_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needPlaces("Unpooling", "input", x));
  FOVEA_CHECK(needType("list of indices", request.inputs[1], {DataType::Int32, x.shape}));
  FOVEA_TRY(const Shape y, withPlaces("size", x.shape, request.attributes.list("size")));
  FOVEA_CHECK(needCountablePlaces(y));
  return std::vector<TensorType>{{x.dtype, y}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  return {r.emitter.emitOne("max_unpool_backward", {}, {r.outputGradients[0], r.inputs[1]}), ValueId{}};
}

void reference(const ReferenceRequest& request) {
  const Shape &from = request.inputs[0].type.shape, &to = request.outputs[0].type.shape;
  const std::int64_t inputs = from.elementsFrom(2), outputs = to.elementsFrom(2);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* x = request.inputs[0].as<T>();
    const auto* indices = request.inputs[1].as<std::int32_t>();
    T* y = request.outputs[0].as<T>();
    for (std::int64_t plane = 0; plane < from[0] * from[1]; ++plane) {
      std::vector<double> sums(static_cast<std::size_t>(outputs), 0.0);
      for (std::int64_t i = plane * inputs; i < (plane + 1) * inputs; ++i)
        if (indices[i] >= 0 && indices[i] < outputs)
          sums[static_cast<std::size_t>(indices[i])] += static_cast<double>(x[i]);
      for (std::int64_t i = 0; i < outputs; ++i)
        y[plane * outputs + i] = static_cast<T>(sums[static_cast<std::size_t>(i)]);
    }
  });
}

}  // namespace

OpType maxUnpoolOp() {
  OpType op;
  op.name = "max_unpool";
  op.summary = "y = x at the positions that a maximum pooling gave, zero elsewhere.";
  op.attributes =
      Schema({placesField("size", "Size", "Extents of the output after the channels.", {1, 1}, 1, kMaximumExtent)});
  op.inputs = {{"x"}, {"indices"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::max_unpool_op

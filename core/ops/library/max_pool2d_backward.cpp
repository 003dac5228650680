// max_pool2d_backward: dx[n,c,i] = sum of dy over the windows whose maximum lay at position i.
// Shapes: dy and indices [N,C,OH,OW] (indices i32, from max_pool2d), dx [N,C,H,W] with [H,W] = input_size.
// Defaults: as max_pool2d. Gradient: none (not needed for training).
// Source: Scherer, Mueller and Behnke, "Evaluation of Pooling Operations in Convolutional Architectures", 2010.
#include <limits>

#include "core/ops/library/indexing.h"
#include "core/ops/op_rules.h"
#include "core/ops/pooling_geometry.h"

namespace fovea::max_pool2d_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& dy = request.inputs[0];
  FOVEA_CHECK(needReal("gradient", dy));
  FOVEA_CHECK(needType("list of indices", request.inputs[1], {DataType::Int32, dy.shape}));
  FOVEA_TRY(const auto geometry, readPoolingBackward(request.attributes, dy.shape));
  if (geometry.height.input > std::numeric_limits<std::int32_t>::max() / geometry.width.input)
    return invalidInput("The image " + shapeWords(geometry.inputShape()) + " has more pixels than an index can count.");
  return std::vector<TensorType>{{dy.dtype, geometry.inputShape()}};
}

void reference(const ReferenceRequest& request) {
  const auto geometry = readPoolingBackward(request.attributes, request.inputs[0].type.shape);
  const PoolingGeometry& g = geometry.value();
  const std::int64_t inputs = g.height.input * g.width.input, outputs = g.outputHeight * g.outputWidth;
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* dy = request.inputs[0].as<T>();
    const auto* indices = request.inputs[1].as<std::int32_t>();
    T* dx = request.outputs[0].as<T>();
    for (std::int64_t plane = 0; plane < g.batch * g.channels; ++plane) {
      std::vector<double> sums(static_cast<std::size_t>(inputs), 0.0);
      for (std::int64_t o = plane * outputs; o < (plane + 1) * outputs; ++o)
        sums[static_cast<std::size_t>(indices[o])] += static_cast<double>(dy[o]);
      for (std::int64_t i = 0; i < inputs; ++i)
        dx[plane * inputs + i] = static_cast<T>(sums[static_cast<std::size_t>(i)]);
    }
  });
}

}  // namespace

OpType maxPool2dBackwardOp() {
  OpType op;
  op.name = "max_pool2d_backward";
  op.summary = "The gradient of max_pool2d: each window's gradient goes to the input that won it.";
  auto fields = poolingFields();
  fields.push_back(inputSizeField());
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"dy"}, {"indices"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::max_pool2d_backward_op

// max_unpool_backward: dx[n,c,i] = dy[n,c,p] with p = indices[n,c,i], a position in a plane; zero where there is no
// such
//   position.
// Shapes: dy [N,C,...] with one to three axes behind C; indices (i32) and dx of one shape with the same N, C and number
//   of axes.
// Defaults: none. Gradient: none (not needed for training).
// Source: Zeiler and Fergus, "Visualizing and Understanding Convolutional Networks", 2014 (switches).
#include "core/ops/places.h"

namespace fovea::max_unpool_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType &dy = request.inputs[0], &indices = request.inputs[1];
  FOVEA_CHECK(needPlaces("Unpooling", "gradient", dy));
  FOVEA_CHECK(needDataType("list of indices", indices, DataType::Int32));
  FOVEA_CHECK(needRank("list of indices", indices, dy.shape.rank(), "[N, C, ...] with the gradient's number of axes"));
  FOVEA_TRY(const Shape wanted, withPlaces("list of indices", dy.shape, placesOf(indices.shape)));
  FOVEA_CHECK(needType("list of indices", indices, {DataType::Int32, wanted}));
  return std::vector<TensorType>{{dy.dtype, indices.shape}};
}

void reference(const ReferenceRequest& request) {
  const Shape &from = request.inputs[0].type.shape, &to = request.outputs[0].type.shape;
  const std::int64_t inputs = from.elementsFrom(2), outputs = to.elementsFrom(2);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* dy = request.inputs[0].as<T>();
    const auto* indices = request.inputs[1].as<std::int32_t>();
    T* dx = request.outputs[0].as<T>();
    for (std::int64_t i = 0; i < to.elementCount(); ++i)
      dx[i] = indices[i] >= 0 && indices[i] < inputs ? dy[i / outputs * inputs + indices[i]] : T(0);
  });
}

}  // namespace

OpType maxUnpoolBackwardOp() {
  OpType op;
  op.name = "max_unpool_backward";
  op.summary = "The gradient of max_unpool: dx = dy at the positions that the indices name.";
  op.inputs = {{"dy"}, {"indices"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.reference = reference;
  return op;
}

}  // namespace fovea::max_unpool_backward_op

// resize_backward: distributes each output's gradient to the inputs that resize interpolated, by their weights.
// Shapes: dy [N,C,...], dx [N,C,...size].
// Defaults: as resize; size [1, 1] is that of resize's input. Gradient: none (not needed for training).
// Source: ONNX, operator Resize; the transpose of that map.
#include "core/ops/resize_geometry.h"

namespace fovea::resize_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& dy = request.inputs[0];
  FOVEA_CHECK(needPlaces("Resizing", "gradient", dy));
  FOVEA_TRY(const Shape dx, withPlaces("size", dy.shape, request.attributes.list("size")));
  return std::vector<TensorType>{{dy.dtype, dx}};
}

void reference(const ReferenceRequest& request) {
  const ResizeGeometry g = readResize(request.attributes, request.outputs[0].type.shape, request.inputs[0].type.shape);
  const std::int64_t inputs = product(g.input), outputs = product(g.output);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    for (std::int64_t plane = 0; plane < g.planes; ++plane) {
      std::vector<double> sums(static_cast<std::size_t>(inputs), 0.0);
      forPlaces(g.output, [&](std::int64_t z, std::int64_t y, std::int64_t x, std::int64_t position) {
        const auto gradient = static_cast<double>(request.inputs[0].as<T>()[plane * outputs + position]);
        forTaps(g, z, y, x,
                [&](std::int64_t to, double weight) { sums[static_cast<std::size_t>(to)] += weight * gradient; });
      });
      for (std::int64_t i = 0; i < inputs; ++i)
        request.outputs[0].as<T>()[plane * inputs + i] = static_cast<T>(sums[static_cast<std::size_t>(i)]);
    }
  });
}

}  // namespace

OpType resizeBackwardOp() {
  OpType op;
  op.name = "resize_backward";
  op.summary = "The gradient of resize: each output's gradient goes to the inputs it was made of.";
  std::vector<Field> fields{
      placesField("size", "Size", "Extents of the forward op's input after the channels.", {1, 1}, 1, kMaximumExtent)};
  for (Field& field : resizeFields()) fields.push_back(std::move(field));
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"dy"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const double taps = r.attributes.text("mode") == "nearest" ? 1 : 2 << (r.inputs[0].shape.rank() - 2);
    return costWithFlops(r, taps * static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::resize_backward_op

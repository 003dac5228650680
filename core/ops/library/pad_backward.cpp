// pad_backward: dx[p] = the sum of dy over the positions to which pad copied x[p].
// Shapes: dy as pad's output, dx [N,C,...input_size].
// Defaults: as pad; input_size [1, 1]. Gradient: none (not needed for training).
// Source: NumPy, "pad"; the transpose of that map.
#include <fmt/format.h>

#include "core/ops/padding_geometry.h"

namespace fovea::pad_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& dy = request.inputs[0];
  FOVEA_CHECK(needPlaces("Padding", "gradient", dy));
  FOVEA_TRY(const Shape dx, withPlaces("input size", dy.shape, request.attributes.list("input_size")));
  FOVEA_TRY(const PaddingGeometry g, readPadding(request.attributes, dx));
  if (paddedShape(g, dx) != dy.shape)
    return invalidInput(fmt::format("The gradient must be {} as the padded output, but is {}.",
                                    paddedShape(g, dx).toString(), dy.shape.toString()));
  return std::vector<TensorType>{{dy.dtype, dx}};
}

void reference(const ReferenceRequest& request) {
  const auto read = readPadding(request.attributes, request.outputs[0].type.shape);
  const PaddingGeometry& g = read.value();
  const std::int64_t inputs = product(g.input), outputs = product(g.output);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    for (std::int64_t plane = 0; plane < g.planes; ++plane) {
      std::vector<double> sums(static_cast<std::size_t>(inputs), 0.0);
      forPlaces(g.output, [&](std::int64_t z, std::int64_t y, std::int64_t x, std::int64_t position) {
        const std::int64_t toZ = g.source(0, z), toY = g.source(1, y), toX = g.source(2, x);
        if (toZ < 0 || toY < 0 || toX < 0) return;
        sums[static_cast<std::size_t>((toZ * g.input[1] + toY) * g.input[2] + toX)] +=
            static_cast<double>(request.inputs[0].as<T>()[plane * outputs + position]);
      });
      for (std::int64_t i = 0; i < inputs; ++i)
        request.outputs[0].as<T>()[plane * inputs + i] = static_cast<T>(sums[static_cast<std::size_t>(i)]);
    }
  });
}

}  // namespace

OpType padBackwardOp() {
  OpType op;
  op.name = "pad_backward";
  op.summary = "The gradient of pad: each place gets the sum of the gradients of its copies.";
  auto fields = paddingFields();
  fields.pop_back();
  fields.push_back(placesField("input_size", "Input size", "Extents of the forward op's input after the channels.",
                               {1, 1}, 1, kMaximumExtent));
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"dy"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::pad_backward_op

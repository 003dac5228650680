// resize: y = x sampled at other places. Output i of O lies at p among the D inputs of an axis:
//   half_pixel p = (i + 1/2) * D/O - 1/2 (nearest: the input whose area holds it, floor((i + 1/2) * D/O));
//   align_corners p = i * (D-1)/(O-1) (nearest: rounded, halves up); asymmetric p = i * D/O (nearest: rounded down).
//   linear: (1 - w) * x[floor p] + w * x[floor p + 1] with w = p - floor p, along each axis; p is kept inside of x.
// Shapes: x [N,C,L], [N,C,H,W] or [N,C,D,H,W]; y [N,C,...size].
// Defaults: size [1, 1], mode nearest, alignment half_pixel. Gradient: resize_backward.
// Source: ONNX, operator Resize.
#include "core/ops/resize_geometry.h"

namespace fovea::resize_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needPlaces("Resizing", "input", x));
  FOVEA_TRY(const Shape y, withPlaces("size", x.shape, request.attributes.list("size")));
  return std::vector<TensorType>{{x.dtype, y}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  FieldValues attributes = r.attributes;
  attributes.set("size", placesOf(r.emitter.typeOf(r.inputs[0]).shape));
  return {r.emitter.emitOne("resize_backward", attributes, {r.outputGradients[0]})};
}

void reference(const ReferenceRequest& request) {
  const ResizeGeometry g = readResize(request.attributes, request.inputs[0].type.shape, request.outputs[0].type.shape);
  const std::int64_t inputs = product(g.input), outputs = product(g.output);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    for (std::int64_t plane = 0; plane < g.planes; ++plane)
      forPlaces(g.output, [&](std::int64_t z, std::int64_t y, std::int64_t x, std::int64_t position) {
        double sum = 0;
        forTaps(g, z, y, x, [&](std::int64_t from, double weight) {
          sum += weight * static_cast<double>(request.inputs[0].as<T>()[plane * inputs + from]);
        });
        request.outputs[0].as<T>()[plane * outputs + position] = static_cast<T>(sum);
      });
  });
}

}  // namespace

OpType resizeOp() {
  OpType op;
  op.name = "resize";
  op.summary = "y = x sampled at other positions: the nearest number, or linear interpolation.";
  std::vector<Field> fields{
      placesField("size", "Size", "Extents of the output after the channels.", {1, 1}, 1, kMaximumWindow)};
  for (Field& field : resizeFields()) fields.push_back(std::move(field));
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    const double taps = r.attributes.text("mode") == "nearest" ? 0 : 2 << (r.inputs[0].shape.rank() - 2);
    return costWithFlops(r, taps * static_cast<double>(r.outputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::resize_op

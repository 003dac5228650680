// pad: y[..., i, j] = x[..., i - top, j - left] inside; around it a constant, or x mirrored at its edge without
//   repeating it, or x's edge again.
// Shapes: x [N,C,L], [N,C,H,W] or [N,C,D,H,W]; y with before + after more places along each axis. A mirrored padding
//   must be smaller than the axis.
// Defaults: padding [0, 0, 0, 0] (all before, then all after), mode constant, value 0. Gradient: pad_backward.
// Source: NumPy, "pad".
#include "core/ops/padding_geometry.h"

namespace fovea::pad_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needPlaces("Padding", "input", x));
  FOVEA_TRY(const PaddingGeometry g, readPadding(request.attributes, x.shape));
  return std::vector<TensorType>{{x.dtype, paddedShape(g, x.shape)}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  FieldValues attributes = r.attributes;
  attributes.remove("value");
  attributes.set("input_size", placesOf(r.emitter.typeOf(r.inputs[0]).shape));
  return {r.emitter.emitOne("pad_backward", attributes, {r.outputGradients[0]})};
}

void reference(const ReferenceRequest& request) {
  const auto read = readPadding(request.attributes, request.inputs[0].type.shape);
  const PaddingGeometry& g = read.value();
  const std::int64_t inputs = product(g.input), outputs = product(g.output);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    for (std::int64_t plane = 0; plane < g.planes; ++plane)
      forPlaces(g.output, [&](std::int64_t z, std::int64_t y, std::int64_t x, std::int64_t position) {
        const std::int64_t fromZ = g.source(0, z), fromY = g.source(1, y), fromX = g.source(2, x);
        const bool inside = fromZ >= 0 && fromY >= 0 && fromX >= 0;
        const std::int64_t from = plane * inputs + (fromZ * g.input[1] + fromY) * g.input[2] + fromX;
        request.outputs[0].as<T>()[plane * outputs + position] =
            inside ? request.inputs[0].as<T>()[from] : static_cast<T>(g.value);
      });
  });
}

}  // namespace

OpType padOp() {
  OpType op;
  op.name = "pad";
  op.summary = "y = x with padding around it: a constant, x mirrored, or its edge repeated.";
  op.attributes = Schema(paddingFields());
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) { return costWithFlops(r, 0); };
  op.reference = reference;
  return op;
}

}  // namespace fovea::pad_op

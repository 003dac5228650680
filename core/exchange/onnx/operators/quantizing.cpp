// ONNX operators between real numbers and small whole ones.
// Source: ONNX operator specification, opsets 10 to 17.
#include "core/exchange/onnx/quantization.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;

// A list goes along `axis` of x.
Result<ValueId> alongAxis(OnnxNodeContext& c, ValueId list) {
  Emitter& e = c.emitter();
  if (!list.valid() || e.typeOf(list).shape.elementCount() == 1) return list;
  const int rank = c.shape().rank();
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", 1), rank));
  Extents64 extents(static_cast<std::size_t>(rank), 1);
  extents[static_cast<std::size_t>(axis)] = e.typeOf(list).shape.elementCount();
  return reshaped(e, list, extents);
}

Status quantizeLinear(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  FOVEA_TRY(const ValueId scale, alongAxis(c, c.in(1)));
  FOVEA_TRY(const ValueId zero, alongAxis(c, c.in(2)));
  const OnnxElement element = c.has(2) ? c.element(2) : OnnxElement::UInt8;
  const ValueId parts = quotient(e, c.in(0), castTo(e, scale, c.type().dtype));
  c.give(0, quantized(e, parts, zero, element), element);
  return {};
}

Status dequantizeLinear(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  FOVEA_TRY(const ValueId scale, alongAxis(c, c.in(1)));
  FOVEA_TRY(const ValueId zero, alongAxis(c, c.in(2)));
  const ValueId steps = zero.valid() ? difference(e, c.in(0), zero) : c.in(0);
  c.give(0, product(e, castTo(e, steps, e.typeOf(scale).dtype), scale), c.element(1));
  return {};
}

Status dynamicQuantizeLinear(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const auto extreme = [&](ValueId x) {
    return e.emitOne("reduce_max", {{"axes", Extents64{}}, {"keep_dims", false}}, {x});
  };
  const ValueId high = extreme(c.in(0)), low = extreme(e.emitOne("negate", {}, {c.in(0)}));
  const ValueId scale = map(e, high, low, [](Term h, Term l) { return (maximum(h, 0.0) + maximum(l, 0.0)) / 255.0; });
  const ValueId zero =
      map(e, low, scale, [](Term l, Term s) { return roundedToEven(clamped(maximum(l, 0.0) / s, 0, 255)); });
  c.give(0, quantized(e, quotient(e, c.in(0), scale), zero, OnnxElement::UInt8), OnnxElement::UInt8);
  c.give(1, scale, OnnxElement::Float);
  c.give(2, castTo(e, zero, DataType::Float64), OnnxElement::UInt8);
  return {};
}

}  // namespace

OnnxOperators quantizingOperators() {
  return {
      {"QuantizeLinear", quantizeLinear},
      {"DequantizeLinear", dequantizeLinear},
      {"DynamicQuantizeLinear", dynamicQuantizeLinear},
  };
}

}  // namespace fovea

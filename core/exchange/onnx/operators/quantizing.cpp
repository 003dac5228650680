// ONNX quantisation operators. Source: ONNX operator specification, opsets 10 to 28.
#include "core/exchange/onnx/quantization.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;

// Reshapes scales or zero points to x: one for all; one per index of an axis; or, with the rank of x, one per block of
// `block_size` indices of an axis.
Result<ValueId> alongAxis(OnnxNodeContext& c, ValueId list) {
  Emitter& e = c.emitter();
  if (!list.valid() || e.typeOf(list).shape.elementCount() == 1) return list;
  const Shape x = c.shape(), given = e.typeOf(list).shape;
  const std::int64_t block = c.integer("block_size", 0);
  FOVEA_TRY(const int axis, axisOf(x.rank() == 1 ? 0 : c.integer("axis", 1), x.rank()));
  if (given.rank() == x.rank() && block > 0) {
    if (given[axis] < 1 || (x[axis] + block - 1) / block != given[axis]) return unsupported("the blocks do not fit");
    Extents64 index(static_cast<std::size_t>(x[axis]));
    for (std::size_t i = 0; i < index.size(); ++i) index[i] = static_cast<std::int64_t>(i) / block;
    return picked(e, list, axis, index);
  }
  if (given.rank() != 1 || given[0] != x[axis]) return unsupported("the scales do not fit");
  Extents64 extents(static_cast<std::size_t>(x.rank()), 1);
  extents[static_cast<std::size_t>(axis)] = given[0];
  return reshaped(e, list, extents);
}

// x / scale with the precision of `precision`, or else of the common type.
Result<ValueId> divided(OnnxNodeContext& c, ValueId scale) {
  Emitter& e = c.emitter();
  const auto precision = static_cast<OnnxElement>(c.integer("precision", 0));
  if (precision == OnnxElement::Undefined)
    return c.scope().withDigits(quotient(e, c.in(0), castTo(e, scale, c.type().dtype)),
                                c.element(0) == c.element(1) ? c.element() : OnnxElement::Float);
  if (!isReal(precision) || smallFloatOf(precision)) return unsupported("such a precision");
  const auto as = [&](ValueId v) { return c.scope().withDigits(castTo(e, v, computedType(precision)), precision); };
  return c.scope().withDigits(quotient(e, as(c.in(0)), as(scale)), precision);
}

Status quantizeLinear(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  FOVEA_TRY(const ValueId scale, alongAxis(c, c.in(1)));
  FOVEA_TRY(const ValueId zero, alongAxis(c, c.in(2)));
  const auto wanted = static_cast<OnnxElement>(c.integer("output_dtype", 0));
  OnnxElement element = wanted == OnnxElement::Undefined ? OnnxElement::UInt8 : wanted;
  if (c.has(2)) element = c.element(2);
  FOVEA_TRY(ValueId parts, divided(c, scale));
  if (isWhole(element)) {
    c.give(0, quantized(e, parts, zero, element), element);
    return {};
  }
  const SmallFloat* small = smallFloatOf(element);
  if (!small || small->isPower) return unsupported(std::string("the type ") + onnxElementName(element));
  if (zero.valid()) parts = sum(e, parts, castTo(e, zero, e.typeOf(parts).dtype));
  const SmallRounding rounding{.saturate = c.integer("saturate", 1) != 0};
  const ValueId y = map(e, parts, [&](Term t) { return roundedToSmall(t, *small, rounding); });
  c.give(0, castTo(e, y, computedType(element)), element);
  return {};
}

Status dequantizeLinear(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  FOVEA_TRY(const ValueId scale, alongAxis(c, c.in(1)));
  FOVEA_TRY(const ValueId zero, alongAxis(c, c.in(2)));
  const auto wanted = static_cast<OnnxElement>(c.integer("output_dtype", 0));
  const OnnxElement element = wanted == OnnxElement::Undefined ? c.element(1) : wanted;
  if (!isReal(element) || smallFloatOf(element))
    return unsupported(std::string("the type ") + onnxElementName(element));
  const ValueId steps = zero.valid() ? difference(e, c.in(0), zero) : c.in(0);
  const DataType type = computedType(element);
  c.give(0, product(e, castTo(e, steps, type), castTo(e, scale, type)), element);
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
      {"QuantizeLinear", quantizeLinear, {28, {"axis", "block_size", "output_dtype", "precision", "saturate"}}},
      {"DequantizeLinear", dequantizeLinear, {28, {"axis", "block_size", "output_dtype"}}},
      {"DynamicQuantizeLinear", dynamicQuantizeLinear, {11}},
  };
}

}  // namespace fovea

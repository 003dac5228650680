#include "core/exchange/onnx/quantization.h"

namespace fovea {

ValueId quantized(Emitter& e, ValueId x, ValueId zero, OnnxElement element) {
  const auto [least, greatest] = rangeOfWhole(element);
  const double low = least, high = greatest;
  ValueId y = castTo(e, map(e, x, [](PointwiseTerm t) { return roundedToEven(t); }), DataType::Float64);
  if (zero.valid()) y = sum(e, y, castTo(e, zero, DataType::Float64));
  return map(e, y, [&](PointwiseTerm t) { return clamped(t, low, high); });
}

ValueId perOutput(Emitter& e, ValueId x, int rank) {
  const Shape shape = e.typeOf(x).shape;
  if (!x.valid() || shape.elementCount() == 1 || rank < 1) return x;
  Extents64 extents(static_cast<std::size_t>(rank), 1);
  extents[0] = shape.elementCount();
  return reshaped(e, x, extents);
}

}  // namespace fovea

#include "core/exchange/onnx/emit_helpers.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "core/ops/op_rules.h"
#include "core/tensor/half.h"

namespace fovea {

ValueId reshaped(Emitter& e, ValueId x, const Extents64& extents) {
  auto shape = Shape::make(extents);
  if (!shape.ok()) {
    e.reportError(shape.error());
    return {};
  }
  return reshaped(e, x, *shape);
}

ValueId permuted(Emitter& e, ValueId x, const Extents64& order) {
  Extents64 same(order.size());
  std::iota(same.begin(), same.end(), 0);
  return order == same ? x : e.emitOne("permute", {{"order", order}}, {x});
}

ValueId sliced(Emitter& e, ValueId x, int axis, std::int64_t start, std::int64_t length) {
  if (x.valid() && start == 0 && e.typeOf(x).shape[axis] == length) return x;
  return e.emitOne("slice", {{"axis", std::int64_t{axis}}, {"start", start}, {"length", length}}, {x});
}

ValueId joined(Emitter& e, const std::vector<ValueId>& parts, int axis) {
  if (parts.size() == 1) return parts[0];
  return e.emit("concatenate", {{"axis", std::int64_t{axis}}}, std::span<const ValueId>(parts))[0];
}

ValueId castTo(Emitter& e, ValueId x, DataType type) {
  if (!x.valid() || e.typeOf(x).dtype == type) return x;
  return e.emitOne("cast", {{"to", std::string(dataTypeName(type))}}, {x});
}

ValueId reduced(Emitter& e, const char* op, ValueId x, const Extents64& axes, bool keep) {
  if (axes.empty()) return x;
  return e.emitOne(op, {{"axes", axes}, {"keep_dims", keep}}, {x});
}

Tensor tensorOf(DataType type, const Shape& shape, const std::vector<double>& values) {
  Tensor wide = Tensor::make({DataType::Float64, shape});
  std::copy_n(values.begin(), wide.elementCount(), wide.data<double>());
  return type == DataType::Float64 ? wide : converted(wide, type);
}

ValueId number(Emitter& e, DataType type, double value) {
  return e.constant(tensorOf(type, Shape{}, {value}));
}

bool sameForEach(const Tensor& tensor) {
  if (tensor.shape().rank() == 0) return false;
  const std::int64_t width = tensor.shape().elementsFrom(1);
  for (std::int64_t i = width; i < tensor.elementCount(); ++i)
    if (numberAt(tensor, i) != numberAt(tensor, i - width)) return false;
  return true;
}

ValueId positions(Emitter& e, DataType type, int rank, int axis, std::int64_t count) {
  Extents64 extents(static_cast<std::size_t>(rank), 1);
  extents[static_cast<std::size_t>(axis)] = count;
  std::vector<double> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 0.0);
  return e.constant(tensorOf(type, Shape(extents), values));
}

ValueId rows(Emitter& e, ValueId x, const std::vector<std::int64_t>& index) {
  Tensor symbols = Tensor::make({DataType::Int32, Shape{static_cast<std::int64_t>(index.size())}});
  for (std::size_t i = 0; i < index.size(); ++i) {
    if (index[i] > std::numeric_limits<std::int32_t>::max()) {
      e.reportError(unsupported("a position does not fit in 32 bits"));
      return {};
    }
    symbols.data<std::int32_t>()[i] = static_cast<std::int32_t>(index[i]);
  }
  return e.emitOne("embedding", {}, {x, e.constant(symbols)});
}

ValueId broughtBack(Emitter& e, ValueId x, int axis) {
  const int rank = e.typeOf(x).shape.rank();
  Extents64 order;
  for (int i = 0; i < rank; ++i) order.push_back(i < axis ? i + 1 : i == axis ? 0 : i);
  return x.valid() ? permuted(e, x, order) : x;
}

ValueId broughtToBack(Emitter& e, ValueId x, int axis) {
  const int rank = e.typeOf(x).shape.rank();
  Extents64 order;
  for (int i = 0; i < rank; ++i)
    if (i != axis) order.push_back(i);
  order.push_back(axis);
  return x.valid() ? permuted(e, x, order) : x;
}

ValueId alongChannels(Emitter& e, ValueId x, int rank) {
  Extents64 extents(static_cast<std::size_t>(std::max(rank, 2)), 1);
  extents[1] = e.typeOf(x).shape.elementCount();
  return reshaped(e, x, extents);
}

std::pair<ValueId, Extents64> broughtToFront(Emitter& e, ValueId x, int axis) {
  const Shape shape = e.typeOf(x).shape;
  Extents64 order{axis};
  for (int i = 0; i < shape.rank(); ++i)
    if (i != axis) order.push_back(i);
  Extents64 rest;
  for (std::size_t i = 1; i < order.size(); ++i) rest.push_back(shape[static_cast<int>(order[i])]);
  return {permuted(e, x, order), rest};
}

ValueId picked(Emitter& e, ValueId x, int axis, const std::vector<std::int64_t>& index) {
  if (!x.valid()) return {};
  const Shape shape = e.typeOf(x).shape;
  std::vector<std::int64_t> counted = index;
  for (std::int64_t& i : counted) {
    if (i < 0) i += shape[axis];
    if (i < 0 || i >= shape[axis]) {
      e.reportError(fail(ErrorCode::InvalidArgument,
                         fmt::format("position {} is outside of {} along axis {}", i, shape.toString(), axis)));
      return {};
    }
  }
  const auto count = static_cast<std::int64_t>(counted.size());
  bool inOrder = count > 0;
  for (std::int64_t i = 1; i < count; ++i)
    inOrder = inOrder && counted[static_cast<std::size_t>(i)] == counted[static_cast<std::size_t>(i - 1)] + 1;
  if (inOrder) return sliced(e, x, axis, counted[0], count);
  auto [front, rest] = broughtToFront(e, x, axis);
  const std::int64_t width = shape.elementCount() / std::max<std::int64_t>(shape[axis], 1);
  const ValueId table = reshaped(e, front, Extents64{shape[axis], width});
  const ValueId taken = rows(e, table, counted);
  Extents64 extents{count};
  extents.insert(extents.end(), rest.begin(), rest.end());
  return broughtBack(e, reshaped(e, taken, extents), axis);
}

PointwiseTerm roundedToEven(PointwiseTerm x) {
  const PointwiseTerm below = roundedDown(x), rest = x - below;
  const PointwiseTerm odd = below - 2.0 * roundedDown(below * 0.5);
  const PointwiseTerm nearest = select(less(0.5, rest), below + 1.0, select(less(rest, 0.5), below, below + odd));
  return select(equal(x, below), x, nearest);  // infinities have no remainder
}

ValueId wrapped(Emitter& e, ValueId x, OnnxElement element) {
  if (!isWhole(element) || element == OnnxElement::Int64 || element == OnnxElement::UInt64) return x;
  const auto [least, greatest] = rangeOfWhole(element);
  const double start = least, span = greatest - least + 1;
  return map(e, x, [&](PointwiseTerm t) { return t - roundedDown((t - start) / span) * span; });
}

ValueId convertedTo(Emitter& e, ValueId x, OnnxElement from, OnnxElement to, const SmallRounding& rounding) {
  const DataType wanted = computedType(to);
  if (const SmallFloat* small = smallFloatOf(to); small && from != to) {
    if (wanted == DataType::Float64) x = castTo(e, x, wanted);
    return castTo(e, map(e, x, [&](PointwiseTerm t) { return roundedToSmall(t, *small, rounding); }), wanted);
  }
  if (to == OnnxElement::Bool && from != OnnxElement::Bool)
    return castTo(e, map(e, x, [](PointwiseTerm t) { return select(equal(t, 0.0), 0.0, 1.0); }), wanted);
  if (isWhole(to) && isReal(from))
    return wrapped(e, map(e, castTo(e, x, wanted), [](PointwiseTerm t) { return truncated(t); }), to);
  if (isWhole(to)) return wrapped(e, castTo(e, x, wanted), to);
  // Computed in f32, but rounded to the type's precision.
  if (from != to && to == OnnxElement::Float16) x = castTo(e, x, DataType::Float16);
  if (from != to && to == OnnxElement::BFloat16) x = castTo(e, x, DataType::BFloat16);
  return castTo(e, x, wanted);
}

Result<SmallRounding> smallRounding(const OnnxNodeContext& c) {
  using Mode = SmallRounding::Mode;
  const std::string mode = c.text("round_mode", "up");
  if (mode != "up" && mode != "down" && mode != "nearest") return unsupported("round_mode \"" + mode + "\"");
  const Mode known = mode == "up" ? Mode::Up : mode == "down" ? Mode::Down : Mode::Nearest;
  return SmallRounding{c.integer("saturate", 1) != 0, known, c.opset() < 24};
}

ValueId rounded(Emitter& e, ValueId x, OnnxElement element) {
  const DataType type = e.typeOf(x).dtype;
  if (element == OnnxElement::Float16) return castTo(e, castTo(e, x, DataType::Float16), type);
  if (element == OnnxElement::BFloat16) return castTo(e, castTo(e, x, DataType::BFloat16), type);
  if (const SmallFloat* small = smallFloatOf(element))
    return map(e, x, [&](PointwiseTerm t) { return roundedToSmall(t, *small, {}); });
  return x;
}

ValueId sumWithDigits(Emitter& e, ValueId x, int axis, OnnxElement element) {
  constexpr std::int64_t kMostSteps = 1024;
  const std::int64_t count = e.typeOf(x).shape[axis];
  if (element != OnnxElement::BFloat16 || count < 1 || count > kMostSteps)
    return rounded(e, reduced(e, "reduce_sum", x, {axis}), element);
  ValueId total = sliced(e, x, axis, 0, 1);
  for (std::int64_t i = 1; i < count; ++i) total = rounded(e, sum(e, total, sliced(e, x, axis, i, 1)), element);
  return total;
}

}  // namespace fovea

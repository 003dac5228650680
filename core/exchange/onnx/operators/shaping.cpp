// ONNX operators that reshape a value, or return its shape. Source: ONNX operator specification, opsets 1 to 28.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/ops/broadcast.h"

namespace fovea {
namespace {

Status identity(OnnxNodeContext& c) {
  c.give(c.in(0));
  return {};
}

Status reshape(OnnxNodeContext& c) {
  FOVEA_TRY(const auto given, c.listOf("shape", 1));
  if (!given) return unsupported("it has no new shape");
  Extents64 extents = *given;
  const Shape x = c.shape();
  const bool copyZeros = c.integer("allowzero", 0) == 0;
  std::int64_t known = 1;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (extents[i] == 0 && copyZeros && static_cast<int>(i) < x.rank()) extents[i] = x[static_cast<int>(i)];
    if (extents[i] >= 0 && __builtin_mul_overflow(known, extents[i], &known))
      return unsupported("the shape is too large");
  }
  for (std::int64_t& extent : extents)
    if (extent == -1) extent = known > 0 ? x.elementCount() / known : 0;
  FOVEA_TRY(const Shape shape, Shape::make(extents));
  if (shape.elementCount() != x.elementCount())
    return unsupported(fmt::format("{} cannot be given the shape {}", x.toString(), shape.toString()));
  if (x.elementCount() == 0 && c.emitter().known(c.in(0))) {
    c.give(c.emitter().constant(Tensor::zeros({c.type().dtype, shape})));
    return {};
  }
  c.give(reshaped(c.emitter(), c.in(0), shape));
  return {};
}

Status flatten(OnnxNodeContext& c) {
  const Shape x = c.shape();
  std::int64_t axis = c.integer("axis", 1);
  if (axis < 0) axis += x.rank();
  if (axis < 0 || axis > x.rank()) return unsupported("there is no such axis");
  std::int64_t before = 1;
  for (int i = 0; i < axis; ++i) before *= x[i];
  c.give(reshaped(c.emitter(), c.in(0), Extents64{before, x.elementsFrom(static_cast<int>(axis))}));
  return {};
}

Status squeeze(OnnxNodeContext& c) {
  FOVEA_TRY(const auto given, c.listOf("axes", 1));
  const Shape x = c.shape();
  Extents64 axes;
  if (given) {
    FOVEA_TRY(axes, axesOf(*given, x.rank()));
  }
  Extents64 extents;
  for (int i = 0; i < x.rank(); ++i) {
    const bool named = std::find(axes.begin(), axes.end(), i) != axes.end();
    if (named ? x[i] != 1 : (given || x[i] != 1)) extents.push_back(x[i]);
  }
  c.give(reshaped(c.emitter(), c.in(0), extents));
  return {};
}

Status unsqueeze(OnnxNodeContext& c) {
  FOVEA_TRY(const auto given, c.listOf("axes", 1));
  if (!given) return unsupported("it has no axes");
  const Shape x = c.shape();
  FOVEA_TRY(const auto axes, axesOf(*given, x.rank() + static_cast<int>(std::min<std::size_t>(given->size(), 8))));
  Extents64 extents(x.begin(), x.end());
  for (const std::int64_t axis : axes) {
    if (axis > static_cast<std::int64_t>(extents.size())) return unsupported("there is no such axis");
    extents.insert(extents.begin() + axis, 1);
  }
  c.give(reshaped(c.emitter(), c.in(0), extents));
  return {};
}

Status transpose(OnnxNodeContext& c) {
  Extents64 order(static_cast<std::size_t>(c.shape().rank()));
  std::iota(order.rbegin(), order.rend(), 0);
  c.give(permuted(c.emitter(), c.in(0), c.integers("perm").value_or(order)));
  return {};
}

ValueId wholes(OnnxNodeContext& c, const Extents64& values, bool scalar = false) {
  const Shape shape = scalar ? Shape{} : Shape{static_cast<std::int64_t>(values.size())};
  return c.emitter().constant(tensorOf(DataType::Float64, shape, {values.begin(), values.end()}));
}

Status shapeOf(OnnxNodeContext& c) {
  const Shape x = c.shape();
  const auto place = [&](std::int64_t at) {
    return std::clamp<std::int64_t>(at < 0 ? at + x.rank() : at, 0, x.rank());
  };
  const std::int64_t start = place(c.integer("start", 0)), end = place(c.integer("end", x.rank()));
  c.give(0, wholes(c, start < end ? Extents64(x.begin() + start, x.begin() + end) : Extents64()), OnnxElement::Int64);
  return {};
}

Status sizeOf(OnnxNodeContext& c) {
  c.give(0, wholes(c, {c.shape().elementCount()}, true), OnnxElement::Int64);
  return {};
}

Status expand(OnnxNodeContext& c) {
  FOVEA_TRY(const auto extents, c.wholeNumbers(1));
  FOVEA_TRY(const Shape wanted, Shape::make(extents));
  FOVEA_TRY(const Shape shape, broadcastShape(c.shape(), wanted));
  c.give(broadcastTo(c.emitter(), c.in(0), shape));
  return {};
}

// Splits each axis into two and repeats the first.
Status tile(OnnxNodeContext& c) {
  const Shape x = c.shape();
  Extents64 repeats(static_cast<std::size_t>(x.rank()), 1);
  if (c.opset() < 6) {
    FOVEA_TRY(const auto times, c.wholeNumbers(1));
    FOVEA_TRY(const auto axis, c.wholeNumbers(2));
    if (times.size() != 1 || axis.size() != 1) return unsupported("it needs one number of tiles and one axis");
    FOVEA_TRY(const int counted, axisOf(axis[0], x.rank()));
    repeats[static_cast<std::size_t>(counted)] = times[0];
  } else {
    FOVEA_TRY(repeats, c.wholeNumbers(1));
  }
  if (repeats.size() != static_cast<std::size_t>(x.rank())) return unsupported("it needs a number for each axis");
  ValueId y = c.in(0);
  Emitter& e = c.emitter();
  for (int axis = 0; axis < x.rank(); ++axis) {
    const std::int64_t times = repeats[static_cast<std::size_t>(axis)];
    if (times < 0) return unsupported("a number of tiles is negative");
    if (times == 1) continue;
    const Shape now = e.typeOf(y).shape;
    std::int64_t before = 1;
    for (int i = 0; i < axis; ++i) before *= now[i];
    const Extents64 parts{before, 1, now.elementsFrom(axis)}, repeated{before, times, now.elementsFrom(axis)};
    Extents64 result(now.begin(), now.end());
    if (__builtin_mul_overflow(now[axis], times, &result[static_cast<std::size_t>(axis)]))
      return unsupported("the result is too large");
    FOVEA_TRY(const Shape wide, Shape::make(repeated));
    FOVEA_TRY(const Shape tiled, Shape::make(result));
    y = reshaped(e, broadcastTo(e, reshaped(e, y, parts), wide), tiled);
  }
  c.give(y);
  return {};
}

Status concat(OnnxNodeContext& c) {
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", 1), c.shape().rank()));
  std::vector<ValueId> parts;
  for (std::size_t i = 0; i < c.inputCount(); ++i)
    if (c.shape(i).elementCount() > 0 || c.inputCount() == 1) parts.push_back(c.in(i));
  c.give(parts.empty() ? c.in(0) : joined(c.emitter(), parts, axis));
  return {};
}

Status split(OnnxNodeContext& c) {
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", 0), c.shape().rank()));
  FOVEA_TRY(const auto given, c.listOf("split", 1));
  const std::int64_t extent = c.shape()[axis];
  const auto outputs = static_cast<std::int64_t>(c.node().outputs.size());
  Extents64 sizes;
  if (given) sizes = *given;
  const std::int64_t each = (extent + outputs - 1) / std::max<std::int64_t>(outputs, 1);
  if (!given)
    for (std::int64_t i = 0; i < outputs; ++i) sizes.push_back(std::clamp<std::int64_t>(extent - i * each, 0, each));
  if (static_cast<std::int64_t>(sizes.size()) != outputs) return unsupported("it needs a size for each output");
  std::int64_t start = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0 || sizes[i] > extent - start) return unsupported("the parts are larger than the whole");
    c.give(i, sliced(c.emitter(), c.in(0), axis, start, sizes[i]), c.element());
    start += sizes[i];
  }
  return {};
}

Status depthToSpace(OnnxNodeContext& c) {
  const Shape x = c.shape();
  const std::int64_t block = c.integer("blocksize", 1);
  if (x.rank() != 4 || block < 1 || block > 1024 || x[1] % (block * block) != 0)
    return unsupported("the channels do not make whole blocks");
  const std::int64_t depth = x[1] / (block * block);
  Emitter& e = c.emitter();
  const std::string mode = c.text("mode", "DCR");
  if (mode != "DCR" && mode != "CRD") return unsupported("the mode " + mode);
  const bool columns = mode == "CRD";
  const ValueId parts = reshaped(
      e, c.in(0),
      columns ? Extents64{x[0], depth, block, block, x[2], x[3]} : Extents64{x[0], block, block, depth, x[2], x[3]});
  const ValueId moved = permuted(e, parts, columns ? Extents64{0, 1, 4, 2, 5, 3} : Extents64{0, 3, 4, 1, 5, 2});
  c.give(reshaped(e, moved, Extents64{x[0], depth, x[2] * block, x[3] * block}));
  return {};
}

Status spaceToDepth(OnnxNodeContext& c) {
  const Shape x = c.shape();
  const std::int64_t block = c.integer("blocksize", 1);
  if (x.rank() != 4 || block < 1 || x[2] % block != 0 || x[3] % block != 0)
    return unsupported("the image does not make whole blocks");
  Emitter& e = c.emitter();
  const std::string mode = c.text("mode", "DCR");
  if (mode != "DCR" && mode != "CRD") return unsupported("the mode " + mode);
  const ValueId parts = reshaped(e, c.in(0), Extents64{x[0], x[1], x[2] / block, block, x[3] / block, block});
  c.give(reshaped(e, permuted(e, parts, mode == "CRD" ? Extents64{0, 1, 3, 5, 2, 4} : Extents64{0, 3, 5, 1, 2, 4}),
                  Extents64{x[0], x[1] * block * block, x[2] / block, x[3] / block}));
  return {};
}

Status castAs(OnnxNodeContext& c, OnnxElement to) {
  FOVEA_TRY(const SmallRounding rounding, smallRounding(c));
  c.give(0, convertedTo(c.emitter(), c.in(0), c.element(), to, rounding), to);
  return {};
}

Status cast(OnnxNodeContext& c) {
  const auto to = static_cast<OnnxElement>(c.integer("to", 0));
  if (!isNumber(to)) return unsupported(fmt::format("unsupported type {} for Cast", onnxElementName(to)));
  return castAs(c, to);
}

Status castLike(OnnxNodeContext& c) {
  return castAs(c, c.element(1));
}

}  // namespace

OnnxOperators shapingOperators() {
  return {
      {"Identity", identity, {25}},
      {"Reshape", reshape, {25, {"allowzero", attributeUntil(4, "shape")}}},
      {"Flatten", flatten, {25, {"axis"}}},
      {"Squeeze", squeeze, {25, {attributeUntil(12, "axes")}}},
      {"Unsqueeze", unsqueeze, {25, {attributeUntil(12, "axes")}}},
      {"Transpose", transpose, {25, {"perm"}}},
      {"Shape", shapeOf, {25, {"end", "start"}}},
      {"Size", sizeOf, {25}},
      {"Expand", expand, {13}},
      {"Tile", tile, {13}},
      {"Concat", concat, {13, {"axis"}}},
      {"Split", split, {18, {"axis", "num_outputs", attributeUntil(12, "split")}}},
      {"Cast", cast, {28, {"round_mode", "saturate", "to"}}},
      {"CastLike", castLike, {25, {"round_mode", "saturate"}}},
      {"DepthToSpace", depthToSpace, {28, {"blocksize", "mode"}}},
      {"SpaceToDepth", spaceToDepth, {28, {"blocksize", "mode"}}},
  };
}

}  // namespace fovea

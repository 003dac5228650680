// ONNX pooling over windows and over whole images. Source: ONNX operator specification, opsets 1 to 28.
#include <limits>
#include <numeric>

#include "core/exchange/onnx/spatial_windows.h"

namespace fovea {
namespace {

FieldValues poolAttributes(const SpatialWindows& w) {
  return {{"kernel", w.kernel}, {"stride", w.strides}, {"padding", w.padding()}, {"ceil_mode", w.ceil}};
}

bool hasGaps(const SpatialWindows& w) {
  return std::any_of(w.dilations.begin(), w.dilations.end(), [](auto d) { return d != 1; });
}

// The number of windows along an axis. Excludes a window that would begin after the value and its leading padding.
Result<std::int64_t> windowCount(const SpatialWindows& w, std::size_t axis, std::int64_t extent) {
  if (w.before[axis] < 0 || w.after[axis] < 0) return unsupported("a negative padding");
  const std::int64_t room = extent + w.before[axis] + w.after[axis] - w.extent(axis), stride = w.strides[axis];
  if (room < 0) return unsupported("a window does not fit");
  const std::int64_t count = (w.ceil ? (room + stride - 1) / stride : room / stride) + 1;
  return (count - 1) * stride >= extent + w.before[axis] ? count - 1 : count;
}

// Dilated windows: combines as many strided copies as a window has positions with a binary op. `nothing` is the value
// outside of the edge.
Result<ValueId> overGaps(Emitter& e, ValueId x, const SpatialWindows& w, const char* op, double nothing) {
  for (std::size_t i = 0; i < w.axes(); ++i) {
    const int axis = static_cast<int>(i) + 2;
    const std::int64_t extent = e.typeOf(x).shape[axis];
    FOVEA_TRY(const std::int64_t count, windowCount(w, i, extent));
    const std::int64_t reach = (count - 1) * w.strides[i] + w.extent(i);
    Shape edge = e.typeOf(x).shape;
    std::vector<ValueId> parts;
    const auto fill = [&](std::int64_t length) {
      edge[axis] = length;
      if (length > 0) parts.push_back(broadcastTo(e, number(e, e.typeOf(x).dtype, nothing), edge));
    };
    fill(w.before[i]);
    parts.push_back(x);
    fill(reach - w.before[i] - extent);
    x = joined(e, parts, axis);
    ValueId all;
    for (std::int64_t k = 0; k < w.kernel[i]; ++k) {
      Extents64 index(static_cast<std::size_t>(count));
      for (std::size_t o = 0; o < index.size(); ++o)
        index[o] = static_cast<std::int64_t>(o) * w.strides[i] + k * w.dilations[i];
      const ValueId copy = picked(e, x, axis, index);
      all = all.valid() ? e.emitOne(op, {}, {all, copy}) : copy;
    }
    x = all;
  }
  return x;
}

Result<ValueId> averageOverGaps(OnnxNodeContext& c, const SpatialWindows& w) {
  Emitter& e = c.emitter();
  const Shape x = c.shape();
  const bool counts = c.integer("count_include_pad", 0) != 0;
  FOVEA_TRY(ValueId y, overGaps(e, c.in(0), w, "add", 0));
  for (std::size_t i = 0; i < w.axes(); ++i) {
    const int axis = static_cast<int>(i) + 2;
    const std::int64_t first = counts ? -w.before[i] : 0, end = x[axis] + (counts ? w.after[i] : 0);
    Extents64 extents(static_cast<std::size_t>(x.rank()), 1);
    extents[static_cast<std::size_t>(axis)] = e.typeOf(y).shape[axis];
    std::vector<double> members;
    for (std::int64_t o = 0; o < e.typeOf(y).shape[axis]; ++o) {
      members.push_back(0);
      for (std::int64_t k = 0; k < w.kernel[i]; ++k) {
        const std::int64_t at = o * w.strides[i] - w.before[i] + k * w.dilations[i];
        if (at >= first && at < end) members.back() += 1;
      }
    }
    y = quotient(e, y, e.constant(tensorOf(e.typeOf(y).dtype, Shape(extents), members)));
  }
  return y;
}

Status averagePool(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  FOVEA_TRY(const SpatialWindows given, readWindows(c, c.shape(), {}));
  if (hasGaps(given)) {
    FOVEA_TRY(const ValueId y, averageOverGaps(c, given));
    c.give(y);
    return {};
  }
  const SpatialWindows w = asImage(given);
  FieldValues attributes = poolAttributes(w);
  attributes.set("count_include_padding", c.integer("count_include_pad", 0) != 0);
  const char* op = w.axes() == 3 ? "average_pool3d" : "average_pool2d";
  c.give(underRank(e, e.emitOne(op, attributes, {reshaped(e, c.in(0), asImage(c.shape()))}), c.shape().rank()));
  return {};
}

// ONNX counts positions in the whole tensor; `indices` (i32) count within their plane.
ValueId globalPositions(OnnxNodeContext& c, const Tensor& indices, const Shape& x) {
  const Shape& y = indices.shape();
  const std::int64_t plane = x.elementsFrom(2), outputs = y.elementsFrom(2);
  const bool columnMajor = c.integer("storage_order", 0) != 0 && x.rank() == 4;
  std::vector<double> values(static_cast<std::size_t>(indices.elementCount()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::int64_t at = indices.data<std::int32_t>()[i];
    if (columnMajor) at = at % x[3] * x[2] + at / x[3];
    values[i] = static_cast<double>(static_cast<std::int64_t>(i) / std::max<std::int64_t>(outputs, 1) * plane + at);
  }
  return c.emitter().constant(tensorOf(DataType::Float64, y, values));
}

Status maxPool(OnnxNodeContext& c) {
  FoldingEmitter& e = c.emitter();
  const Shape x = c.shape();
  FOVEA_TRY(const SpatialWindows w, readWindows(c, x, {}));
  if (hasGaps(w)) {
    if (c.wants(1)) return unsupported("positions of windows with gaps");
    FOVEA_TRY(const ValueId y, overGaps(e, c.in(0), w, "maximum", -std::numeric_limits<double>::infinity()));
    c.give(y);
    return {};
  }
  const SpatialWindows image = asImage(w);
  const char* op = image.axes() == 3 ? "max_pool3d" : "max_pool2d";
  const auto both = e.emit(op, poolAttributes(image), {reshaped(e, c.in(0), asImage(x))});
  c.give(underRank(e, both[0], x.rank()));
  if (!c.wants(1)) return {};
  FOVEA_TRY([[maybe_unused]] const Tensor numbers,
            c.known(0));  // no op returns positions as integers, so they must be known
  const Tensor* indices = e.known(both[1]);
  if (!indices) return unsupported("positions of so large a value");
  c.give(1, underRank(e, globalPositions(c, *indices, asImage(x)), x.rank()), OnnxElement::Int64);
  return {};
}

// The inverse of MaxPool: indices count in the whole tensor of the pooling's input size.
Status maxUnpool(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const Shape x = c.shape();
  FOVEA_TRY(const SpatialWindows w, readWindows(c, x, {}));
  Extents64 pooled{x[0], x[1]};
  for (std::size_t i = 0; i < w.axes(); ++i)
    pooled.push_back((x[static_cast<int>(i) + 2] - 1) * w.strides[i] + w.kernel[i] - w.before[i] - w.after[i]);
  Extents64 wanted = pooled;
  if (c.has(2)) {
    FOVEA_TRY(wanted, c.wholeNumbers(2));
  }
  FOVEA_TRY(const auto indices, c.wholeNumbers(1));
  FOVEA_TRY(const Shape from, Shape::make(pooled));
  if (from.elementCount() == 0) return unsupported("an empty value");
  FOVEA_TRY(const Shape to, Shape::make(wanted));
  if (to.rank() != from.rank() || to.elementCount() > (std::int64_t{1} << 28))
    return unsupported("the size does not fit");
  Extents64 source(static_cast<std::size_t>(to.elementCount()), -1);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::int64_t at = indices[i];
    std::int64_t place = 0;  // position of the same coordinates in the requested shape
    for (int axis = 0; axis < from.rank(); ++axis) {
      const std::int64_t coordinate = at / from.elementsFrom(axis + 1) % from[axis];
      if (at < 0 || at >= from.elementCount() || coordinate >= to[axis]) return unsupported("a position lies outside");
      place += coordinate * to.elementsFrom(axis + 1);
    }
    source[static_cast<std::size_t>(place)] = static_cast<std::int64_t>(i);
  }
  c.give(reshaped(e, rows(e, reshaped(e, c.in(0), Extents64{x.elementCount(), 1}), source), to));
  return {};
}

OnnxOperator overAll(std::string name, const char* op) {
  return {std::move(name),
          [op](OnnxNodeContext& c) -> Status {
            if (c.shape().rank() < 3) return unsupported("there are no axes after the channels");
            Extents64 axes(static_cast<std::size_t>(c.shape().rank() - 2));
            std::iota(axes.begin(), axes.end(), 2);
            c.give(reduced(c.emitter(), op, c.in(0), axes));
            return {};
          },
          {22}};
}

}  // namespace

OnnxOperators poolingOperators() {
  return {
      {"AveragePool",
       averagePool,
       {22, {"auto_pad", "ceil_mode", "count_include_pad", "dilations", "kernel_shape", "pads", "strides"}}},
      {"MaxPool",
       maxPool,
       {22, {"auto_pad", "ceil_mode", "dilations", "kernel_shape", "pads", "storage_order", "strides"}}},
      {"MaxUnpool", maxUnpool, {22, {"kernel_shape", "pads", "strides"}}},
      overAll("GlobalAveragePool", "reduce_mean"),
      overAll("GlobalMaxPool", "reduce_max"),
  };
}

}  // namespace fovea

// ONNX p-norm pooling: (sum of
// x
// ^p)^(1/p) over windows and over whole images. Source: ONNX operator specification, LpPool of opset 22, GlobalLpPool
// of opset 22.
#include <numeric>

#include "core/exchange/onnx/spatial_windows.h"
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;
constexpr std::int64_t kMostPoolTaps = 4096, kMostPoolPositions = std::int64_t{1} << 24;

Result<double> exponentOf(OnnxNodeContext& c) {
  // Opset 1 had a real number here.
  const double p = c.opset() < 2 ? c.real("p", 2) : static_cast<double>(c.integer("p", 2));
  if (!(p >= 1)) return unsupported("such a p");
  return p;
}

ValueId powers(Emitter& e, ValueId x, double p) {
  return map(e, x, [&](Term t) { return p == 1 ? absolute(t) : p == 2 ? square(t) : power(absolute(t), p); });
}

ValueId roots(Emitter& e, ValueId sums, double p) {
  return map(e, sums, [&](Term t) { return p == 1 ? t : p == 2 ? squareRoot(t) : power(t, 1 / p); });
}

// The number of windows along an axis. With ceil one more may extend beyond the end, but not start after the input.
Result<std::int64_t> windowsAlong(const SpatialWindows& w, std::size_t i, std::int64_t input) {
  const std::int64_t room = input + w.before[i] + w.after[i] - w.extent(i), stride = w.strides[i];
  if (w.before[i] < 0 || w.after[i] < 0) return unsupported("a negative padding");
  if (room < 0 || input < 1) return unsupported("a window does not fit");
  std::int64_t count = room / stride + 1;
  if (w.ceil && room % stride != 0 && count * stride < input + w.before[i]) ++count;
  return count;
}

// Pads x with zeros along an axis.
ValueId padded(Emitter& e, ValueId x, int axis, std::int64_t before, std::int64_t after) {
  const TensorType type = e.typeOf(x);
  std::vector<ValueId> parts;
  const auto fill = [&](std::int64_t count) {
    Shape edge = type.shape;
    edge[axis] = count;
    if (count > 0) parts.push_back(broadcastTo(e, number(e, type.dtype, 0), edge));
  };
  fill(before);
  parts.push_back(x);
  fill(after);
  return joined(e, parts, axis);
}

// Sums over windows axis by axis: as many strided copies as the window has positions.
Result<ValueId> sumsOfWindows(OnnxNodeContext& c, ValueId x, const SpatialWindows& w) {
  Emitter& e = c.emitter();
  for (std::size_t i = 0; i < w.axes(); ++i) {
    const int axis = static_cast<int>(i) + 2;
    const std::int64_t input = e.typeOf(x).shape[axis];
    FOVEA_TRY(const std::int64_t count, windowsAlong(w, i, input));
    if (w.kernel[i] > kMostPoolTaps || w.kernel[i] * count > kMostPoolPositions)
      return unsupported("so large a window");
    const std::int64_t reach = (count - 1) * w.strides[i] + w.extent(i),
                       end = std::max<std::int64_t>(w.after[i], reach - input - w.before[i]);
    std::int64_t size = e.typeOf(x).shape.elementCount() / input;
    if (__builtin_mul_overflow(size, input + w.before[i] + end, &size) || size > c.scope().mostElements())
      return unsupported("its padding is too large");
    x = padded(e, x, axis, w.before[i], end);
    ValueId sums;
    for (std::int64_t k = 0; k < w.kernel[i]; ++k) {
      Extents64 index(static_cast<std::size_t>(count));
      for (std::size_t o = 0; o < index.size(); ++o)
        index[o] = static_cast<std::int64_t>(o) * w.strides[i] + k * w.dilations[i];
      const ValueId copy = picked(e, x, axis, index);
      sums = sums.valid() ? sum(e, sums, copy) : copy;
    }
    x = sums;
  }
  return x;
}

// True for windows without dilation whose padding counts as zeros: the sum is the mean times the window size.
bool areMeans(const SpatialWindows& w) {
  bool plain = !w.ceil;
  for (std::size_t i = 0; i < w.axes(); ++i)
    plain = plain && w.dilations[i] == 1 && w.before[i] >= 0 && w.after[i] >= 0 && w.before[i] < w.kernel[i] &&
            w.after[i] < w.kernel[i];
  return plain;
}

ValueId meansOfWindows(Emitter& e, ValueId x, const SpatialWindows& given) {
  const SpatialWindows w = asImage(given);
  const Shape shape = e.typeOf(x).shape;
  const FieldValues attributes{{"kernel", w.kernel},
                               {"stride", w.strides},
                               {"padding", w.padding()},
                               {"ceil_mode", false},
                               {"count_include_padding", true}};
  const char* op = w.axes() == 3 ? "average_pool3d" : "average_pool2d";
  const ValueId means = e.emitOne(op, attributes, {reshaped(e, x, asImage(shape))});
  if (shape.rank() != 3 || !means.valid()) return means;
  const Shape image = e.typeOf(means).shape;
  return reshaped(e, means, Extents64{image[0], image[1], image[3]});
}

Status lpPool(OnnxNodeContext& c) {
  FOVEA_TRY(const double p, exponentOf(c));
  FOVEA_TRY(const SpatialWindows w, readWindows(c, c.shape(), {}));
  Emitter& e = c.emitter();
  const ValueId x = powers(e, c.in(0), p);
  if (areMeans(w)) {
    double places = 1;
    for (const std::int64_t extent : w.kernel) places *= static_cast<double>(extent);
    c.give(roots(e, map(e, meansOfWindows(e, x, w), [&](Term mean) { return mean * places; }), p));
    return {};
  }
  FOVEA_TRY(const ValueId sums, sumsOfWindows(c, x, w));
  c.give(roots(c.emitter(), sums, p));
  return {};
}

Status globalLpPool(OnnxNodeContext& c) {
  FOVEA_TRY(const double p, exponentOf(c));
  if (c.shape().rank() < 3) return unsupported("there are no axes after the channels");
  Extents64 axes(static_cast<std::size_t>(c.shape().rank() - 2));
  std::iota(axes.begin(), axes.end(), 2);
  Emitter& e = c.emitter();
  c.give(roots(e, reduced(e, "reduce_sum", powers(e, c.in(0), p), axes), p));
  return {};
}

}  // namespace

OnnxOperators lpPoolingOperators() {
  return {
      {"LpPool", lpPool, {22, {"auto_pad", "ceil_mode", "dilations", "kernel_shape", "p", "pads", "strides"}}},
      {"GlobalLpPool", globalLpPool, {22, {"p"}}},
  };
}

}  // namespace fovea

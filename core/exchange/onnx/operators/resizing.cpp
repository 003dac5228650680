// ONNX operators that sample a value at other places: along each axis the result is a mixture of the input's numbers
// with weights that are known, hence a product with a matrix, or a choice of positions.
// Source: ONNX operator specification, opsets 7 to 17; Keys, "Cubic convolution interpolation", 1981.
#include <cmath>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

struct Sampling {
  std::string mode, coordinates, nearest;
  double cubic = -0.75, outside = 0;
  bool excludeOutside = false;
};

struct Axis {
  std::int64_t input = 1, output = 1;
  double scale = 1;
  double from = 0, to = 1;  // of tf_crop_and_resize, as shares of the input
};

double placeOf(const Sampling& s, const Axis& axis, double i) {
  const auto in = static_cast<double>(axis.input), out = static_cast<double>(axis.output);
  // Where a scale is given, the extent that counts is in · scale before it is rounded down.
  if (s.coordinates == "align_corners") return out > 1 ? i * (in - 1) / (in * axis.scale - 1) : 0;
  if (s.coordinates == "asymmetric") return i / axis.scale;
  if (s.coordinates == "tf_half_pixel_for_nn") return (i + 0.5) / axis.scale;
  if (s.coordinates == "pytorch_half_pixel") return out > 1 ? (i + 0.5) / axis.scale - 0.5 : 0;
  if (s.coordinates == "tf_crop_and_resize")
    return out > 1 ? axis.from * (in - 1) + i * (axis.to - axis.from) * (in - 1) / (out - 1)
                   : 0.5 * (axis.from + axis.to) * (in - 1);
  return (i + 0.5) / axis.scale - 0.5;
}

std::int64_t nearestOf(const Sampling& s, double place, std::int64_t input) {
  double at = std::floor(place + 0.5);
  if (s.nearest == "round_prefer_floor") at = std::ceil(place - 0.5);
  if (s.nearest == "floor") at = std::floor(place);
  if (s.nearest == "ceil") at = std::ceil(place);
  return static_cast<std::int64_t>(std::clamp(at, 0.0, static_cast<double>(input - 1)));
}

// Weight of the input at distance d from a place.
double weightAt(const Sampling& s, double d) {
  d = std::abs(d);
  if (s.mode == "linear") return std::max(0.0, 1 - d);
  const double a = s.cubic;
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

// [input, output]: column i holds the weights of output i. Places beyond the edge read the edge.
Tensor weightsOf(const Sampling& s, const Axis& axis, DataType type) {
  std::vector<double> weights(static_cast<std::size_t>(axis.input * axis.output), 0.0);
  const std::int64_t reach = s.mode == "linear" ? 1 : 2;
  for (std::int64_t i = 0; i < axis.output; ++i) {
    double place = placeOf(s, axis, static_cast<double>(i)), total = 0;
    if (s.mode == "linear") place = std::clamp(place, 0.0, static_cast<double>(axis.input - 1));
    place = std::clamp(place, -4.0, static_cast<double>(axis.input) + 4);
    const auto floor = static_cast<std::int64_t>(std::floor(place));
    const auto visit = [&](auto&& body) {
      for (std::int64_t k = floor - reach + 1; k <= floor + reach; ++k)
        if (!s.excludeOutside || (k >= 0 && k < axis.input)) body(k, weightAt(s, place - static_cast<double>(k)));
    };
    visit([&](std::int64_t, double weight) { total += weight; });
    visit([&](std::int64_t k, double weight) {
      const std::int64_t at = std::clamp<std::int64_t>(k, 0, axis.input - 1);
      weights[static_cast<std::size_t>(at * axis.output + i)] += s.excludeOutside ? weight / total : weight;
    });
  }
  return tensorOf(type, Shape{axis.input, axis.output}, weights);
}

ValueId sampledAlong(Emitter& e, ValueId x, int axis, const Sampling& s, const Axis& geometry) {
  const TensorType type = e.typeOf(x);
  if (s.mode == "nearest") {
    Extents64 index;
    for (std::int64_t i = 0; i < geometry.output; ++i)
      index.push_back(nearestOf(s, placeOf(s, geometry, static_cast<double>(i)), geometry.input));
    return picked(e, x, axis, index);
  }
  const ValueId last = broughtToBack(e, x, axis);
  Shape shape = e.typeOf(last).shape;
  const ValueId rowsOfX = reshaped(e, last, Extents64{type.shape.elementCount() / geometry.input, geometry.input});
  const ValueId mixed = e.emitOne("matmul", {}, {rowsOfX, e.constant(weightsOf(s, geometry, type.dtype))});
  shape[shape.rank() - 1] = geometry.output;
  Extents64 order;
  for (int i = 0; i < shape.rank() - 1; ++i) order.push_back(i);
  order.insert(order.begin() + axis, shape.rank() - 1);
  return permuted(e, reshaped(e, mixed, shape), order);
}

// Places outside of what is cropped get a number of their own.
ValueId withOutside(Emitter& e, ValueId y, int axis, const Sampling& s, const Axis& geometry) {
  std::vector<double> inside;
  for (std::int64_t i = 0; i < geometry.output; ++i) {
    const double place = placeOf(s, geometry, static_cast<double>(i));
    inside.push_back(place >= 0 && place <= static_cast<double>(geometry.input - 1));
  }
  const TensorType type = e.typeOf(y);
  Extents64 extents(static_cast<std::size_t>(type.shape.rank()), 1);
  extents[static_cast<std::size_t>(axis)] = geometry.output;
  const ValueId mask = e.constant(tensorOf(type.dtype, Shape(extents), inside));
  return map(e, mask, y, [&](PointwiseTerm m, PointwiseTerm v) { return select(m, v, s.outside); });
}

Status sample(OnnxNodeContext& c, const Sampling& s, const std::vector<Axis>& axes) {
  if (s.mode != "nearest" && s.mode != "linear" && s.mode != "cubic") return unsupported("the mode " + s.mode);
  if (c.shape().elementCount() == 0) return unsupported("an empty value");
  Emitter& e = c.emitter();
  ValueId y = c.in(0);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Axis& axis = axes[i];
    if (axis.output < 1 || axis.input < 1 || axis.input * axis.output > (std::int64_t{1} << 26))
      return unsupported("such a size");
    const bool crops = s.coordinates == "tf_crop_and_resize";
    if (axis.output == axis.input && axis.scale == 1 && !(crops && (axis.from != 0 || axis.to != 1))) continue;
    y = sampledAlong(e, y, static_cast<int>(i), s, axis);
    if (crops) y = withOutside(e, y, static_cast<int>(i), s, axis);
  }
  c.give(y);
  return {};
}

Result<std::vector<Axis>> axesByScale(const Shape& x, const std::vector<double>& scales) {
  if (scales.size() != static_cast<std::size_t>(x.rank())) return unsupported("it needs a scale for each axis");
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const double extent = std::floor(static_cast<double>(x[static_cast<int>(i)]) * scales[i]);
    if (!(scales[i] > 0 && extent < 1e9)) return unsupported("such a scale");
    axes.push_back({x[static_cast<int>(i)], static_cast<std::int64_t>(extent), scales[i], 0, 1});
  }
  return axes;
}

Status resize(OnnxNodeContext& c) {
  const Shape x = c.shape();
  const bool first = c.opset() < 11;  // X, scales only; places as in Upsample
  const std::size_t scalesAt = first ? 1 : 2;
  Sampling s{c.text("mode", "nearest"),
             c.text("coordinate_transformation_mode", first ? "asymmetric" : "half_pixel"),
             c.text("nearest_mode", first ? "floor" : "round_prefer_floor"),
             c.real("cubic_coeff_a", -0.75),
             c.real("extrapolation_value", 0),
             c.integer("exclude_outside", 0) != 0};
  if (s.coordinates == "tf_half_pixel_for_nn" && s.mode == "nearest")
    s.nearest = c.text("nearest_mode", "round_prefer_floor");
  std::vector<Axis> axes;
  if (c.has(scalesAt) && c.shape(scalesAt).elementCount() > 0) {
    FOVEA_TRY(const Tensor scales, c.known(scalesAt));
    FOVEA_TRY(axes, axesByScale(x, numbersOf(scales)));
  } else {
    FOVEA_TRY(const auto sizes, c.wholeNumbers(3));
    if (sizes.size() != static_cast<std::size_t>(x.rank())) return unsupported("it needs a size for each axis");
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const std::int64_t input = x[static_cast<int>(i)];
      if (sizes[i] < 0 || sizes[i] > (1 << 30)) return unsupported("such a size");
      axes.push_back({input, sizes[i],
                      static_cast<double>(sizes[i]) / static_cast<double>(std::max<std::int64_t>(input, 1)), 0, 1});
    }
  }
  if (s.coordinates == "tf_crop_and_resize") {
    FOVEA_TRY(const Tensor roi, c.known(1));
    if (roi.elementCount() != 2 * x.rank()) return unsupported("the region does not fit");
    for (std::size_t i = 0; i < axes.size(); ++i) {
      axes[i].from = numberAt(roi, static_cast<std::int64_t>(i));
      axes[i].to = numberAt(roi, static_cast<std::int64_t>(i + axes.size()));
    }
  }
  return sample(c, s, axes);
}

Status upsample(OnnxNodeContext& c) {
  Sampling s{c.text("mode", "nearest"), "asymmetric", "floor", -0.75, 0, false};
  std::vector<double> scales = c.reals("scales");
  if (c.opset() >= 9) {
    FOVEA_TRY(const Tensor given, c.known(1));
    scales = numbersOf(given);
  }
  FOVEA_TRY(const auto axes, axesByScale(c.shape(), scales));
  return sample(c, s, axes);
}

// Where a place beyond the edge reads: nowhere (false), the edge, or mirrored at the edge.
bool comeInside(const std::string& padding, bool corners, std::int64_t extent, std::int64_t& at) {
  if (at >= 0 && at < extent) return true;
  if (padding == "zeros") return false;
  if (padding == "border" || extent == 1) {
    at = std::clamp<std::int64_t>(at, 0, extent - 1);
    return true;
  }
  const std::int64_t period = corners ? 2 * (extent - 1) : 2 * extent, folded = ((at % period) + period) % period;
  at = folded < extent ? folded : (corners ? period - folded : period - 1 - folded);
  return true;
}

double reflected(double x, double low, double high) {
  const double span = high - low;
  if (span <= 0) return low;
  const double rest = std::fmod(std::abs(x - low), 2 * span);
  return low + (rest <= span ? rest : 2 * span - rest);
}

// The places of a grid [N, H', W', 2] of shares between -1 and 1, which must be known.
Status gridSample(OnnxNodeContext& c) {
  const Shape x = c.shape(), g = c.shape(1);
  if (x.rank() != 4 || g.rank() != 4 || g[3] != 2 || g[0] != x[0] || x.elementCount() == 0)
    return unsupported("values that are not images");
  FOVEA_TRY(const Tensor grid, c.known(1));
  std::string mode = c.text("mode", "bilinear");
  const std::string padding = c.text("padding_mode", "zeros");
  const bool corners = c.integer("align_corners", 0) != 0;
  const Sampling s{mode == "bicubic" ? "cubic" : "linear", "", "", -0.75, 0, false};
  const std::int64_t taps = mode == "nearest" ? 1 : mode == "bicubic" ? 4 : 2, count = g[0] * g[1] * g[2];
  Emitter& e = c.emitter();
  const DataType type = c.type().dtype;
  const ValueId table = reshaped(e, permuted(e, c.in(0), {0, 2, 3, 1}), Extents64{x[0] * x[2] * x[3], x[1]});
  // Positions and weights of each tap at each place.
  std::vector<Extents64> index(static_cast<std::size_t>(taps * taps), Extents64(static_cast<std::size_t>(count), -1));
  std::vector<std::vector<double>> weights(index.size(), std::vector<double>(static_cast<std::size_t>(count), 0.0));
  for (std::int64_t p = 0; p < count; ++p) {
    std::array<double, 2> place{};
    for (int a = 0; a < 2; ++a) {  // y, then x
      const auto extent = static_cast<double>(x[2 + a]);
      const double share = numberAt(grid, p * 2 + 1 - a);
      double at = corners ? (share + 1) / 2 * (extent - 1) : ((share + 1) * extent - 1) / 2;
      if (!(std::abs(at) < 1e9)) at = -1e9;
      if (padding == "border") at = std::clamp(at, 0.0, extent - 1);
      if (padding == "reflection")
        at = corners ? reflected(at, 0, extent - 1) : std::clamp(reflected(at, -0.5, extent - 0.5), 0.0, extent - 1);
      place[static_cast<std::size_t>(a)] = mode == "nearest" ? std::nearbyint(at) : at;
    }
    for (std::int64_t k = 0; k < taps * taps; ++k) {
      const std::int64_t first = taps == 4 ? -1 : 0;
      std::array<std::int64_t, 2> at{};
      double weight = 1;
      bool inside = true;
      for (int a = 0; a < 2; ++a) {
        const double here = place[static_cast<std::size_t>(a)];
        std::int64_t k1 = static_cast<std::int64_t>(std::floor(here)) + first + (a == 0 ? k / taps : k % taps);
        weight *= taps == 1 ? 1 : weightAt(s, here - static_cast<double>(k1));
        inside = comeInside(padding, corners, x[2 + a], k1) && inside;
        at[static_cast<std::size_t>(a)] = k1;
      }
      if (!inside) continue;
      index[static_cast<std::size_t>(k)][static_cast<std::size_t>(p)] =
          (p / (g[1] * g[2]) * x[2] + at[0]) * x[3] + at[1];
      weights[static_cast<std::size_t>(k)][static_cast<std::size_t>(p)] = weight;
    }
  }
  ValueId total;
  for (std::size_t k = 0; k < index.size(); ++k) {
    const ValueId term = product(e, rows(e, table, index[k]), e.constant(tensorOf(type, Shape{count, 1}, weights[k])));
    total = total.valid() ? sum(e, total, term) : term;
  }
  c.give(permuted(e, reshaped(e, total, Extents64{g[0], g[1], g[2], x[1]}), {0, 3, 1, 2}));
  return {};
}

}  // namespace

OnnxOperators resizingOperators() {
  return {{"Resize", resize}, {"Upsample", upsample}, {"GridSample", gridSample}};
}

}  // namespace fovea

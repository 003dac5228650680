// ONNX resizing operators: along each axis the result is a weighted mean of the input with known weights, hence a
// matrix product, or a selection of positions. Source: ONNX operator specification, opsets 7 to 28; Keys, "Cubic
// convolution interpolation", 1981.
#include <algorithm>
#include <cmath>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/interpolation.h"

namespace fovea {
namespace {

struct Sampling {
  std::string mode, coordinates, nearest;
  double cubic = -0.75, outside = 0;
  bool excludeOutside = false, antialias = false;
};

struct ResizedAxis {
  std::int64_t input = 1, output = 1;
  double scale = 1;
  double from = 0, to = 1;  // crop of tf_crop_and_resize, as fractions of the input
};

double sourceOf(const Sampling& s, const ResizedAxis& axis, double i) {
  const auto in = static_cast<double>(axis.input), out = static_cast<double>(axis.output);
  // If a scale is given, it applies to in · scale before rounding down.
  if (s.coordinates == "align_corners") return out > 1 ? i * (in - 1) / (in * axis.scale - 1) : 0;
  if (s.coordinates == "asymmetric") return i / axis.scale;
  if (s.coordinates == "tf_half_pixel_for_nn") return (i + 0.5) / axis.scale;
  if (s.coordinates == "pytorch_half_pixel") return out > 1 ? (i + 0.5) / axis.scale - 0.5 : 0;
  if (s.coordinates == "tf_crop_and_resize")
    return out > 1 ? axis.from * (in - 1) + i * (axis.to - axis.from) * (in - 1) / (in * axis.scale - 1)
                   : 0.5 * (axis.from + axis.to) * (in - 1);
  const double shift = s.coordinates == "half_pixel_symmetric" ? in / 2 * (1 - out / (in * axis.scale)) : 0;
  return shift + (i + 0.5) / axis.scale - 0.5;
}

std::int64_t nearestOf(const Sampling& s, double place, std::int64_t input) {
  double at = std::floor(place + 0.5);
  if (s.nearest == "round_prefer_floor") at = std::ceil(place - 0.5);
  if (s.nearest == "floor") at = std::floor(place);
  if (s.nearest == "ceil") at = std::ceil(place);
  return static_cast<std::int64_t>(std::clamp(at, 0.0, static_cast<double>(input - 1)));
}

// [input, output]: column i holds the weights of output i. Positions beyond the edge read the edge. With antialiasing
// the filter is as wide as the distance of the outputs, and its weights are normalised to sum 1.
Tensor weightsOf(const Sampling& s, const ResizedAxis& axis, DataType type) {
  std::vector<double> weights(static_cast<std::size_t>(axis.input * axis.output), 0.0);
  const double narrow = s.antialias ? std::min(axis.scale, 1.0) : 1, width = (s.mode == "linear" ? 1 : 2) / narrow;
  const bool divides = s.antialias || s.excludeOutside;
  const auto reach = static_cast<std::int64_t>(std::ceil(width));
  for (std::int64_t i = 0; i < axis.output; ++i) {
    double place = sourceOf(s, axis, static_cast<double>(i)), total = 0;
    if (s.mode == "linear" && !s.antialias) place = std::clamp(place, 0.0, static_cast<double>(axis.input - 1));
    place = std::clamp(place, -4.0 - width, static_cast<double>(axis.input) + 4 + width);
    const auto floor = static_cast<std::int64_t>(std::floor(place));
    const auto visit = [&](auto&& body) {
      for (std::int64_t k = floor - reach + 1; k <= floor + reach; ++k) {
        if (s.excludeOutside && (k < 0 || k >= axis.input)) continue;
        const double distance = (place - static_cast<double>(k)) * narrow;
        body(k, s.mode == "linear" ? linearWeight(distance) : cubicWeight(distance, s.cubic));
      }
    };
    visit([&](std::int64_t, double weight) { total += weight; });
    if (!divides || total == 0) total = 1;
    visit([&](std::int64_t k, double weight) {
      const std::int64_t at = std::clamp<std::int64_t>(k, 0, axis.input - 1);
      weights[static_cast<std::size_t>(at * axis.output + i)] += weight / total;
    });
  }
  return tensorOf(type, Shape{axis.input, axis.output}, weights);
}

ValueId sampledAlong(Emitter& e, ValueId x, int axis, const Sampling& s, const ResizedAxis& geometry) {
  const TensorType type = e.typeOf(x);
  if (s.mode == "nearest") {
    Extents64 index;
    for (std::int64_t i = 0; i < geometry.output; ++i)
      index.push_back(nearestOf(s, sourceOf(s, geometry, static_cast<double>(i)), geometry.input));
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

// Positions outside of the crop get a fixed number.
ValueId withOutside(Emitter& e, ValueId y, int axis, const Sampling& s, const ResizedAxis& geometry) {
  std::vector<double> inside;
  for (std::int64_t i = 0; i < geometry.output; ++i) {
    const double place = sourceOf(s, geometry, static_cast<double>(i));
    inside.push_back(place >= 0 && place <= static_cast<double>(geometry.input - 1));
  }
  const TensorType type = e.typeOf(y);
  Extents64 extents(static_cast<std::size_t>(type.shape.rank()), 1);
  extents[static_cast<std::size_t>(axis)] = geometry.output;
  const ValueId mask = e.constant(tensorOf(type.dtype, Shape(extents), inside));
  return map(e, mask, y, [&](PointwiseTerm m, PointwiseTerm v) { return select(m, v, s.outside); });
}

Status checkSampling(const Sampling& s) {
  const auto isOneOf = [](const std::string& word, std::initializer_list<const char*> known) {
    return std::find(known.begin(), known.end(), word) != known.end();
  };
  if (!isOneOf(s.mode, {"nearest", "linear", "cubic"})) return unsupported("the mode " + s.mode);
  if (!isOneOf(s.coordinates, {"align_corners", "asymmetric", "half_pixel", "half_pixel_symmetric",
                               "pytorch_half_pixel", "tf_crop_and_resize", "tf_half_pixel_for_nn"}))
    return unsupported("the places " + s.coordinates);
  if (!isOneOf(s.nearest, {"ceil", "floor", "round_prefer_ceil", "round_prefer_floor"}))
    return unsupported("the nearest mode " + s.nearest);
  if (s.antialias && s.mode == "nearest") return unsupported("antialias with the mode nearest");
  return {};
}

Status sample(OnnxNodeContext& c, const Sampling& s, const std::vector<ResizedAxis>& axes) {
  FOVEA_CHECK(checkSampling(s));
  if (c.shape().elementCount() == 0) return unsupported("an empty value");
  Emitter& e = c.emitter();
  ValueId y = c.in(0);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const ResizedAxis& axis = axes[i];
    if (axis.output < 1 || axis.input < 1 || axis.input * axis.output > (std::int64_t{1} << 26))
      return unsupported("such a size");
    const bool crops = s.coordinates == "tf_crop_and_resize";
    if (axis.output == axis.input && axis.scale == 1 && !(crops && (axis.from != 0 || axis.to != 1))) continue;
    y = sampledAlong(e, y, static_cast<int>(i), s, axis);
    if (crops) y = withOutside(e, y, static_cast<int>(i), s, axis);
  }
  if (isWhole(c.element()) && s.mode != "nearest") {
    const auto [least, greatest] = rangeOfWhole(c.element());
    y = map(e, y, [low = least, high = greatest](PointwiseTerm t) { return clamped(roundedToEven(t), low, high); });
  }
  c.give(y);
  return {};
}

// The axes for scales, sizes and regions: all if the node names none.
Result<std::vector<int>> sampledAxes(const OnnxNodeContext& c) {
  const int rank = c.shape().rank();
  std::vector<int> axes;
  for (int i = 0; i < rank; ++i) axes.push_back(i);
  const auto given = c.integers("axes");
  if (!given) return axes;
  axes.clear();
  for (const std::int64_t axis : *given) {
    FOVEA_TRY(const int counted, axisOf(axis, rank));
    if (std::find(axes.begin(), axes.end(), counted) != axes.end()) return unsupported("an axis twice");
    axes.push_back(counted);
  }
  return axes;
}

std::vector<ResizedAxis> unchanged(const Shape& x) {
  std::vector<ResizedAxis> axes;
  for (const std::int64_t extent : x) axes.push_back({extent, extent, 1, 0, 1});
  return axes;
}

Result<std::vector<ResizedAxis>> axesByScale(const Shape& x, const std::vector<int>& which,
                                             const std::vector<double>& scales) {
  if (scales.size() != which.size()) return unsupported("it needs a scale for each axis");
  std::vector<ResizedAxis> axes = unchanged(x);
  for (std::size_t i = 0; i < scales.size(); ++i) {
    ResizedAxis& axis = axes[static_cast<std::size_t>(which[i])];
    // Rounded as ONNX Runtime does: in double precision 10 · 1.3f lies below 13, the extent that exporters mean.
    const double extent = std::floor(static_cast<float>(axis.input) * static_cast<float>(scales[i]));
    if (!(scales[i] > 0 && extent < 1e9)) return unsupported("such a scale");
    axis.output = static_cast<std::int64_t>(extent);
    axis.scale = scales[i];
  }
  return axes;
}

// If the aspect ratio is kept, the sizes are upper or lower limits of the result.
Result<std::vector<ResizedAxis>> axesBySize(const OnnxNodeContext& c, const std::vector<int>& which,
                                            const Extents64& sizes) {
  if (sizes.size() != which.size()) return unsupported("it needs a size for each axis");
  const std::string policy = c.text("keep_aspect_ratio_policy", "stretch");
  if (policy != "stretch" && policy != "not_larger" && policy != "not_smaller")
    return unsupported("the policy " + policy);
  std::vector<ResizedAxis> axes = unchanged(c.shape());
  double common = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    ResizedAxis& axis = axes[static_cast<std::size_t>(which[i])];
    if (sizes[i] < 0 || sizes[i] > (1 << 30) || axis.input < 1) return unsupported("such a size");
    axis.output = sizes[i];
    axis.scale = static_cast<double>(sizes[i]) / static_cast<double>(axis.input);
    const bool decides = i == 0 || (policy == "not_larger" ? axis.scale < common : axis.scale > common);
    if (decides) common = axis.scale;
  }
  for (std::size_t i = 0; i < sizes.size() && policy != "stretch"; ++i) {
    ResizedAxis& axis = axes[static_cast<std::size_t>(which[i])];
    axis.scale = common;
    axis.output = static_cast<std::int64_t>(std::floor(common * static_cast<double>(axis.input) + 0.5));
  }
  return axes;
}

Status resize(OnnxNodeContext& c) {
  const bool first = c.opset() < 11;  // inputs X and scales only; positions as in Upsample
  const std::size_t scalesAt = first ? 1 : 2;
  const Sampling s{c.text("mode", "nearest"),
                   c.text("coordinate_transformation_mode", first ? "asymmetric" : "half_pixel"),
                   c.text("nearest_mode", first ? "floor" : "round_prefer_floor"),
                   c.real("cubic_coeff_a", -0.75),
                   c.real("extrapolation_value", 0),
                   c.integer("exclude_outside", 0) != 0,
                   c.integer("antialias", 0) != 0};
  FOVEA_TRY(const std::vector<int> which, sampledAxes(c));
  std::vector<ResizedAxis> axes;
  if (c.has(scalesAt) && c.shape(scalesAt).elementCount() > 0) {
    FOVEA_TRY(const Tensor scales, c.known(scalesAt));
    FOVEA_TRY(axes, axesByScale(c.shape(), which, numbersOf(scales)));
  } else {
    FOVEA_TRY(const auto sizes, c.wholeNumbers(3));
    FOVEA_TRY(axes, axesBySize(c, which, sizes));
  }
  if (s.coordinates == "tf_crop_and_resize") {
    FOVEA_TRY(const Tensor roi, c.known(1));
    if (roi.elementCount() != 2 * static_cast<std::int64_t>(which.size()))
      return unsupported("the region does not fit");
    for (std::size_t i = 0; i < which.size(); ++i) {
      axes[static_cast<std::size_t>(which[i])].from = numberAt(roi, static_cast<std::int64_t>(i));
      axes[static_cast<std::size_t>(which[i])].to = numberAt(roi, static_cast<std::int64_t>(i + which.size()));
    }
  }
  return sample(c, s, axes);
}

Status upsample(OnnxNodeContext& c) {
  std::string mode = c.text("mode", "nearest");
  if (mode == "bilinear") mode = "linear";  // name before opset 9
  const Sampling s{mode, "asymmetric", "floor", -0.75, 0, false, false};
  std::vector<double> scales = c.reals("scales");
  if (c.opset() >= 9) {
    FOVEA_TRY(const Tensor given, c.known(1));
    scales = numbersOf(given);
  }
  FOVEA_TRY(const std::vector<int> which, sampledAxes(c));
  FOVEA_TRY(const auto axes, axesByScale(c.shape(), which, scales));
  return sample(c, s, axes);
}

}  // namespace

OnnxOperators resizingOperators() {
  return {{"Resize",
           resize,
           {19,
            {"antialias", "axes", "coordinate_transformation_mode", "cubic_coeff_a", "exclude_outside",
             "extrapolation_value", "keep_aspect_ratio_policy", "mode", "nearest_mode"}}},
          {"Upsample", upsample, {10, {"mode", attributeUntil(8, "scales")}}}};
}

}  // namespace fovea

// ONNX Fourier transforms: for known lengths they are products with a matrix of cosines and sines. Source: ONNX
// operator specification, opsets 17 to 28.
#include <cmath>
#include <numbers>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostLength = 4096;

struct ComplexParts {
  ValueId real, imaginary;  // an invalid imaginary part means 0
};

// [rows, columns]: cos(2 pi i k / length), or the sines.
ValueId waves(Emitter& e, DataType type, std::int64_t rows, std::int64_t columns, std::int64_t length, bool sines,
              double factor) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t k = 0; k < columns; ++k) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(i * k % length) / static_cast<double>(length);
      values.push_back(factor * (sines ? std::sin(angle) : std::cos(angle)));
    }
  return e.constant(tensorOf(type, Shape{rows, columns}, values));
}

// Transforms rows [R, n], using `length` numbers of each: [R, bins].
ComplexParts transformed(Emitter& e, const ComplexParts& x, std::int64_t length, std::int64_t bins, bool inverse) {
  const TensorType type = e.typeOf(x.real);
  const std::int64_t taken = std::min(length, type.shape[1]);
  const double factor = inverse ? 1.0 / static_cast<double>(length) : 1, sign = inverse ? 1 : -1;
  const ValueId cosines = waves(e, type.dtype, taken, bins, length, false, factor);
  const ValueId sines = waves(e, type.dtype, taken, bins, length, true, factor * sign);
  const auto times = [&](ValueId v, ValueId m) { return e.emitOne("matmul", {}, {sliced(e, v, 1, 0, taken), m}); };
  ComplexParts y{times(x.real, cosines), times(x.real, sines)};
  if (x.imaginary.valid()) {
    y.real = difference(e, y.real, times(x.imaginary, sines));
    y.imaginary = sum(e, y.imaginary, times(x.imaginary, cosines));
  }
  return y;
}

// Reshapes [..., 1 or 2] to rows along `axis`; `rest` gets the extents of the other axes.
ComplexParts rowsAlong(Emitter& e, ValueId x, int axis, Extents64& rest) {
  const Shape shape = e.typeOf(x).shape;
  const int last = shape.rank() - 1;
  ComplexParts parts;
  for (std::int64_t k = 0; k < shape[last]; ++k) {
    Extents64 extents(shape.begin(), shape.end() - 1);
    const ValueId part = broughtToBack(e, reshaped(e, sliced(e, x, last, k, 1), extents), axis);
    rest = extentsOf(e.typeOf(part).shape);
    rest.pop_back();
    (k == 0 ? parts.real : parts.imaginary) =
        reshaped(e, part, Extents64{shape.elementCount() / shape[last] / shape[axis], shape[axis]});
  }
  return parts;
}

ValueId asPairs(Emitter& e, const ComplexParts& y, Extents64 rest, std::int64_t bins) {
  rest.push_back(bins);
  rest.push_back(1);
  return joined(e, {reshaped(e, y.real, rest), reshaped(e, y.imaginary, rest)}, static_cast<int>(rest.size()) - 1);
}

// Converts half a spectrum of `length` real numbers, [R, bins], to these numbers: the other half is its mirror image.
ValueId realOfHalf(Emitter& e, const ComplexParts& x, std::int64_t length) {
  const TensorType type = e.typeOf(x.real);
  const std::int64_t taken = std::min(length / 2 + 1, type.shape[1]);
  std::vector<double> cosines, sines;
  for (std::int64_t bin = 0; bin < taken; ++bin)
    for (std::int64_t k = 0; k < length; ++k) {
      const bool alone = bin == 0 || 2 * bin == length;
      const double factor = (alone ? 1.0 : 2.0) / static_cast<double>(length);
      const double angle = 2 * std::numbers::pi * static_cast<double>(bin * k % length) / static_cast<double>(length);
      cosines.push_back(factor * std::cos(angle));
      sines.push_back(alone ? 0 : -factor * std::sin(angle));
    }
  const auto times = [&](ValueId v, const std::vector<double>& m) {
    return e.emitOne("matmul", {},
                     {sliced(e, v, 1, 0, taken), e.constant(tensorOf(type.dtype, Shape{taken, length}, m))});
  };
  const ValueId y = times(x.real, cosines);
  return x.imaginary.valid() ? sum(e, y, times(x.imaginary, sines)) : y;
}

// The axis was an attribute up to opset 19.
Result<int> transformedAxis(OnnxNodeContext& c) {
  std::int64_t axis = c.opset() < 20 ? c.integer("axis", 1) : -2;
  if (c.opset() >= 20 && c.has(2)) {
    FOVEA_TRY(const auto given, c.wholeNumbers(2));
    if (given.size() != 1) return unsupported("it needs one axis");
    axis = given[0];
  }
  const Shape x = c.shape();
  FOVEA_TRY(const int counted, axisOf(axis, x.rank()));
  if (counted == x.rank() - 1 || x.elementCount() == 0) return unsupported("the axis");
  return counted;
}

// The type for the sums, whose terms cancel. Layers compute in the type of their input.
DataType summedIn(OnnxNodeContext& c) {
  return c.scope().makesLayers() ? c.type().dtype : DataType::Float64;
}

Status dft(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const Shape x = c.shape();
  if (x.rank() < 2 || x[x.rank() - 1] < 1 || x[x.rank() - 1] > 2)
    return unsupported("values that are not pairs or single numbers");
  FOVEA_TRY(const int axis, transformedAxis(c));
  const bool half = c.integer("onesided", 0) != 0, inverse = c.integer("inverse", 0) != 0;
  std::int64_t length = half && inverse ? 2 * (x[axis] - 1) : x[axis];
  if (c.has(1)) {
    FOVEA_TRY(const auto given, c.wholeNumbers(1));
    if (given.size() != 1) return unsupported("it needs one length");
    length = given[0];
  }
  if (length < 1 || length > kMostLength) return unsupported("such a length");
  const std::int64_t bins = half && !inverse ? length / 2 + 1 : length;
  Extents64 rest;
  const ComplexParts parts = rowsAlong(e, castTo(e, c.in(0), summedIn(c)), axis, rest);
  ValueId numbers;  // the bins, followed by one or two numbers each
  if (half && inverse) {
    rest.insert(rest.end(), {bins, 1});
    numbers = reshaped(e, realOfHalf(e, parts, length), rest);
  } else {
    numbers = asPairs(e, transformed(e, parts, length, bins, inverse), rest, bins);
  }
  // Moves the bins to the position of the axis.
  Extents64 order;
  for (int i = 0; i < x.rank() - 2; ++i) order.push_back(i);
  order.insert(order.begin() + axis, x.rank() - 2);
  order.push_back(x.rank() - 1);
  c.give(castTo(e, permuted(e, numbers, order), c.type().dtype));
  return {};
}

// Windows of a signal [N, L, 1], each transformed: [N, frames, bins, 2].
Status stft(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const Shape x = c.shape();
  if (x.rank() < 2 || (x.rank() == 3 && x[2] != 1) || x.rank() > 3) return unsupported("signals that are not real");
  FOVEA_TRY(const auto step, c.wholeNumbers(1));
  std::int64_t length = c.has(2) ? c.shape(2).elementCount() : 0;
  if (c.has(3)) {
    FOVEA_TRY(const auto given, c.wholeNumbers(3));
    if (given.size() == 1) length = given[0];
  }
  if (step.size() != 1 || step[0] < 1 || length < 1 || length > kMostLength || length > x[1])
    return unsupported("such frames");
  const std::int64_t frames = (x[1] - length) / step[0] + 1,
                     bins = c.integer("onesided", 1) != 0 ? length / 2 + 1 : length;
  Extents64 index;
  for (std::int64_t frame = 0; frame < frames; ++frame)
    for (std::int64_t k = 0; k < length; ++k) index.push_back(frame * step[0] + k);
  const ValueId signal = reshaped(e, castTo(e, c.in(0), summedIn(c)), Extents64{x[0], x[1]});
  ValueId parts = reshaped(e, picked(e, signal, 1, index), Extents64{x[0] * frames, length});
  if (c.has(2)) {
    if (c.shape(2) != Shape{length}) return unsupported("a window of another length");
    parts = product(e, parts, castTo(e, c.in(2), summedIn(c)));
  }
  const ValueId pairs = asPairs(e, transformed(e, {parts, {}}, length, bins, false), {x[0], frames}, bins);
  c.give(castTo(e, pairs, c.type().dtype));
  return {};
}

}  // namespace

OnnxOperators spectrumOperators() {
  return {{"DFT", dft, {20, {attributeUntil(19, "axis"), "inverse", "onesided"}}}, {"STFT", stft, {17, {"onesided"}}}};
}

}  // namespace fovea

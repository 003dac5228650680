// Why: short names for ops that translators emit often. As everywhere, an op with an invalid id does nothing.
#pragma once
#include <limits>

#include "core/exchange/onnx/operator_table.h"
#include "core/exchange/onnx/small_floats.h"
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"
#include "core/ops/reduction.h"
#include "core/tensor/tensor_numbers.h"

namespace fovea {

using Extents64 = std::vector<std::int64_t>;
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline ValueId reshaped(Emitter& e, ValueId x, const Shape& shape) {
  return e.typeOf(x).shape == shape ? x : reshapedTo(e, x, shape);
}
// Reports InvalidArgument to the emitter if the extents are not a valid shape.
ValueId reshaped(Emitter& e, ValueId x, const Extents64& extents);
ValueId permuted(Emitter& e, ValueId x, const Extents64& order);
// Slices positions start .. start + length - 1 along an axis.
ValueId sliced(Emitter& e, ValueId x, int axis, std::int64_t start, std::int64_t length);
ValueId joined(Emitter& e, const std::vector<ValueId>& parts, int axis);
ValueId castTo(Emitter& e, ValueId x, DataType type);
ValueId reduced(Emitter& e, const char* op, ValueId x, const Extents64& axes, bool keep = true);
// Reshapes a list with one number per channel to [1, C, 1, ...] of `rank`, at least 2.
ValueId alongChannels(Emitter& e, ValueId x, int rank);
// A scalar constant of x's type.
ValueId number(Emitter& e, DataType type, double value);
Tensor tensorOf(DataType type, const Shape& shape, const std::vector<double>& values);
// Whether all slices along the first axis are equal; false for a tensor without axes.
bool sameForEach(const Tensor& tensor);
// Returns 0, 1, 2, ... along one axis of `rank`, with extent 1 elsewhere.
ValueId positions(Emitter& e, DataType type, int rank, int axis, std::int64_t count);
// Returns x[index[i]] along an axis for constant indices; negative ones count from the end, and those out of range are
// errors.
ValueId picked(Emitter& e, ValueId x, int axis, const std::vector<std::int64_t>& index);
// Returns rows of x [V, K] by i32 indices; -1 gives zeros.
ValueId rows(Emitter& e, ValueId x, const std::vector<std::int64_t>& index);
// Moves `axis` to the front and keeps the order of the others; and the inverse.
std::pair<ValueId, Extents64> broughtToFront(Emitter& e, ValueId x, int axis);
ValueId broughtBack(Emitter& e, ValueId x, int axis);
ValueId broughtToBack(Emitter& e, ValueId x, int axis);

template <class F>
ValueId map(Emitter& e, ValueId x, F&& formula) {
  PointwiseBuilder b(1);
  return emitPointwise(e, b.finish({formula(b.input(0))}), {x});
}
template <class F>
ValueId map(Emitter& e, ValueId x, ValueId y, F&& formula) {
  PointwiseBuilder b(2);
  return emitPointwise(e, b.finish({formula(b.input(0), b.input(1))}), {x, y});
}
template <class F>
ValueId map(Emitter& e, ValueId x, ValueId y, ValueId z, F&& formula) {
  PointwiseBuilder b(3);
  return emitPointwise(e, b.finish({formula(b.input(0), b.input(1), b.input(2))}), {x, y, z});
}

inline ValueId sum(Emitter& e, ValueId a, ValueId b) {
  return e.emitOne("add", {}, {a, b});
}
inline ValueId difference(Emitter& e, ValueId a, ValueId b) {
  return e.emitOne("subtract", {}, {a, b});
}
inline ValueId product(Emitter& e, ValueId a, ValueId b) {
  return e.emitOne("multiply", {}, {a, b});
}
inline ValueId quotient(Emitter& e, ValueId a, ValueId b) {
  return e.emitOne("divide", {}, {a, b});
}

inline PointwiseTerm roundedUp(PointwiseTerm x) {
  return -roundedDown(-x);
}
inline PointwiseTerm truncated(PointwiseTerm x) {
  return select(less(x, 0.0), roundedUp(x), roundedDown(x));
}
// Rounds to the nearest integer, ties to even.
PointwiseTerm roundedToEven(PointwiseTerm x);
inline PointwiseTerm clamped(PointwiseTerm x, double least, double greatest) {
  return minimum(maximum(x, least), greatest);
}
// Wraps integers of fewer than 64 bits around at the ends of their range.
ValueId wrapped(Emitter& e, ValueId x, OnnxElement element);
// Converts x between element types by ONNX's rules for Cast; `rounding` is for reals of 8 bits and fewer.
ValueId convertedTo(Emitter& e, ValueId x, OnnxElement from, OnnxElement to, const SmallRounding& rounding = {});
// The rounding defined by the node's opset and attributes.
Result<SmallRounding> smallRounding(const OnnxNodeContext& c);
// Rounds x to the precision of this type, as when a result is stored.
ValueId rounded(Emitter& e, ValueId x, OnnxElement element);
// Sums over an axis, keeping it with extent 1, in the precision of `element`. In bf16 each step of a sum of up to 1024
// numbers is rounded, as in ONNX's reference; rounding only at the end gives different results.
ValueId sumWithDigits(Emitter& e, ValueId x, int axis, OnnxElement element);

}  // namespace fovea

// Why: translators write the same few ops again and again; these give them short names. Invalid ids go through as
// everywhere: an op with one does nothing.
#pragma once
#include "core/exchange/onnx/operator_table.h"
#include "core/exchange/onnx/small_floats.h"
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"
#include "core/ops/reduction.h"

namespace fovea {

using Extents64 = std::vector<std::int64_t>;

inline ValueId reshaped(Emitter& e, ValueId x, const Shape& shape) {
  return e.typeOf(x).shape == shape ? x : reshapedTo(e, x, shape);
}
// InvalidArgument reported to the emitter for extents that make no shape.
ValueId reshaped(Emitter& e, ValueId x, const Extents64& extents);
ValueId permuted(Emitter& e, ValueId x, const Extents64& order);
// Positions start .. start + length - 1 along an axis.
ValueId sliced(Emitter& e, ValueId x, int axis, std::int64_t start, std::int64_t length);
ValueId joined(Emitter& e, const std::vector<ValueId>& parts, int axis);
ValueId castTo(Emitter& e, ValueId x, DataType type);
ValueId reduced(Emitter& e, const char* op, ValueId x, const Extents64& axes, bool keep = true);
// A single number of x's type.
ValueId number(Emitter& e, DataType type, double value);
Tensor tensorOf(DataType type, const Shape& shape, const std::vector<double>& values);
// Any number of a tensor of a real type.
double numberAt(const Tensor& tensor, std::int64_t i);
std::vector<double> numbersOf(const Tensor& tensor);
// Whether all entries along the first axis are the same numbers; not for a tensor without axes.
bool sameForEach(const Tensor& tensor);
// 0, 1, 2, ... along one axis of `rank`, extents 1 elsewhere.
ValueId positions(Emitter& e, DataType type, int rank, int axis, std::int64_t count);
// x[index[i]] along an axis for positions that are known; negative ones count from the end, -1 past that is an error.
ValueId picked(Emitter& e, ValueId x, int axis, const std::vector<std::int64_t>& index);
// Rows of x [V, K] by i32 indices; -1 gives zeros.
ValueId rows(Emitter& e, ValueId x, const std::vector<std::int64_t>& index);
// x with the axes `first` in front, the rest behind in their order; and back.
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
// To the nearest whole number, halves to the even one.
PointwiseTerm roundedToEven(PointwiseTerm x);
inline PointwiseTerm clamped(PointwiseTerm x, double least, double greatest) {
  return minimum(maximum(x, least), greatest);
}
// Whole numbers of less than 64 bits go round at the ends of their range.
ValueId wrapped(Emitter& e, ValueId x, OnnxElement element);
// x of one element type as another, by ONNX's rules for Cast; `rounding` is for reals of 8 bits and fewer.
ValueId convertedTo(Emitter& e, ValueId x, OnnxElement from, OnnxElement to, const SmallRounding& rounding = {});
// That of the node's opset and attributes.
Result<SmallRounding> smallRounding(const OnnxNodeContext& c);
// x with the digits that reals of this type have: what a result of theirs becomes when it is kept.
ValueId rounded(Emitter& e, ValueId x, OnnxElement element);
// The sum over an axis, which stays with extent 1, with the digits of `element`. In bf16 each step of a sum of up to
// 1024 numbers has them, as in ONNX's reference: rounding only at the end gives other digits.
ValueId sumWithDigits(Emitter& e, ValueId x, int axis, OnnxElement element);

}  // namespace fovea

// ONNX reductions. Source: ONNX operator specification, opsets 1 to 28.
#include <limits>
#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;
// The result for an empty axis: the smallest or the largest number of the type.
ValueId extremeOf(Emitter& e, ValueId x, OnnxElement element, const Extents64& axes, bool least) {
  const auto [low, high] = rangeOfWhole(element);
  double value = least ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  if (isWhole(element)) value = least ? low : high;
  if (element == OnnxElement::Bool) value = least ? 0 : 1;
  Shape shape = e.typeOf(x).shape;
  for (const std::int64_t axis : axes) shape[static_cast<int>(axis)] = 1;
  return broadcastTo(e, number(e, e.typeOf(x).dtype, value), shape);
}

bool isEmptyAlong(const Shape& shape, const Extents64& axes) {
  return std::any_of(axes.begin(), axes.end(), [&](std::int64_t axis) { return shape[static_cast<int>(axis)] == 0; });
}

using Reduce = std::function<ValueId(Emitter&, ValueId, const Extents64& axes)>;  // the axes stay with extent 1

ValueId without(Emitter& e, ValueId x, const Extents64& axes) {
  Extents64 extents;
  const Shape shape = e.typeOf(x).shape;
  for (int i = 0; i < shape.rank(); ++i)
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) extents.push_back(shape[i]);
  return reshaped(e, x, extents);
}

enum class OfNothing { Rule, Least, Greatest };

OnnxOperator reduction(std::string name, std::int64_t since, Reduce reduce, OfNothing ofNothing = OfNothing::Rule) {
  const OnnxMeaning meaning{since, {attributeUntil(since == 13 ? 12 : 17, "axes"), "keepdims", "noop_with_empty_axes"}};
  return {std::move(name),
          [reduce = std::move(reduce), ofNothing](OnnxNodeContext& c) -> Status {
            Emitter& e = c.emitter();
            FOVEA_TRY(const auto given, c.listOf("axes", 1));
            const int rank = c.shape().rank();
            Extents64 axes(static_cast<std::size_t>(rank));
            std::iota(axes.begin(), axes.end(), 0);
            if ((given && !given->empty()) || c.integer("noop_with_empty_axes", 0) != 0) {
              FOVEA_TRY(axes, axesOf(given.value_or(Extents64()), rank));
            }
            ValueId y = ofNothing != OfNothing::Rule && isEmptyAlong(c.shape(), axes)
                            ? extremeOf(e, c.in(0), c.element(), axes, ofNothing == OfNothing::Least)
                            : reduce(e, c.in(0), axes);
            if (isWhole(c.element())) y = wrapped(e, map(e, y, [](Term t) { return truncated(t); }), c.element());
            c.give(c.integer("keepdims", 1) != 0 ? y : without(e, y, axes));
            return {};
          },
          meaning};
}

Reduce plain(const char* op) {
  return [op](Emitter& e, ValueId x, const Extents64& axes) { return reduced(e, op, x, axes); };
}

// Applies the formula `before` to each number, sums, and applies the formula `after` to the sum.
template <class Before, class After>
Reduce sumOf(Before before, After after) {
  return [=](Emitter& e, ValueId x, const Extents64& axes) {
    return map(e, reduced(e, "reduce_sum", map(e, x, before), axes), after);
  };
}

// Multiplies halves with each other until one number is left; an empty product is 1.
ValueId productAlong(Emitter& e, ValueId x, int axis) {
  for (std::int64_t count = e.typeOf(x).shape[axis]; count > 1; count = (count + 1) / 2) {
    const std::int64_t half = count / 2;
    const ValueId both = product(e, sliced(e, x, axis, 0, half), sliced(e, x, axis, half, half));
    x = count % 2 == 0 ? both : joined(e, {both, sliced(e, x, axis, count - 1, 1)}, axis);
  }
  Shape shape = e.typeOf(x).shape;
  if (shape[axis] > 0) return x;
  shape[axis] = 1;
  return broadcastTo(e, number(e, e.typeOf(x).dtype, 1), shape);
}

ValueId productOver(Emitter& e, ValueId x, const Extents64& axes) {
  for (const std::int64_t axis : axes) x = productAlong(e, x, static_cast<int>(axis));
  return x;
}

ValueId smallest(Emitter& e, ValueId x, const Extents64& axes) {
  const auto negated = [&](ValueId v) { return e.emitOne("negate", {}, {v}); };
  return negated(reduced(e, "reduce_max", negated(x), axes));
}

// Subtracts the maximum first, so that nothing overflows.
ValueId logSumExp(Emitter& e, ValueId x, const Extents64& axes) {
  const ValueId largest = reduced(e, "reduce_max", x, axes);
  const double infinity = std::numeric_limits<double>::infinity();
  const ValueId base = map(e, largest, [&](Term t) { return select(equal(absolute(t), infinity), 0.0, t); });
  const ValueId powers = map(e, x, base, [](Term v, Term b) { return exponential(v - b); });
  return map(e, reduced(e, "reduce_sum", powers, axes), base, [](Term s, Term b) { return logarithm(s) + b; });
}

}  // namespace

OnnxOperators reductionOperators() {
  const auto same = [](Term x) { return x; };
  return {
      reduction("ReduceSum", 13, plain("reduce_sum")),
      reduction("ReduceMean", 18, plain("reduce_mean")),
      reduction("ReduceMax", 20, plain("reduce_max"), OfNothing::Least),
      reduction("ReduceMin", 20, smallest, OfNothing::Greatest),
      reduction("ReduceProd", 18, productOver),
      reduction("ReduceL1", 18, sumOf([](Term x) { return absolute(x); }, same)),
      reduction("ReduceL2", 18, sumOf([](Term x) { return square(x); }, [](Term s) { return squareRoot(s); })),
      reduction("ReduceSumSquare", 18, sumOf([](Term x) { return square(x); }, same)),
      reduction("ReduceLogSum", 28, sumOf(same, [](Term s) { return logarithm(s); })),
      reduction("ReduceLogSumExp", 28, logSumExp, OfNothing::Least),
  };
}

}  // namespace fovea

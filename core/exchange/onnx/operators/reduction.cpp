// ONNX operators that make one number of many along some axes.
// Source: ONNX operator specification, opsets 1 to 17.
#include <limits>
#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;
using Reduce = std::function<ValueId(Emitter&, ValueId, const Extents64& axes, bool keep)>;

OnnxOperator reduction(std::string name, Reduce reduce) {
  return {std::move(name), [reduce = std::move(reduce)](OnnxNodeContext& c) -> Status {
            FOVEA_TRY(const auto given, c.listOf("axes", 1));
            const int rank = c.shape().rank();
            Extents64 axes(static_cast<std::size_t>(rank));
            std::iota(axes.begin(), axes.end(), 0);
            if (given && (!given->empty() || c.integer("noop_with_empty_axes", 0) != 0)) {
              FOVEA_TRY(axes, axesOf(*given, rank));
            }
            c.give(reduce(c.emitter(), c.in(0), axes, c.integer("keepdims", 1) != 0));
            return {};
          }};
}

Reduce plain(const char* op) {
  return [op](Emitter& e, ValueId x, const Extents64& axes, bool keep) { return reduced(e, op, x, axes, keep); };
}

// The formula `before` on each number, the sum, the formula `after` on the sum.
template <class Before, class After>
Reduce sumOf(Before before, After after) {
  return [=](Emitter& e, ValueId x, const Extents64& axes, bool keep) {
    const ValueId sum = reduced(e, "reduce_sum", map(e, x, before), axes, keep);
    return map(e, sum, after);
  };
}

// Halves are multiplied with each other until one is left.
ValueId productAlong(Emitter& e, ValueId x, int axis) {
  for (std::int64_t count = e.typeOf(x).shape[axis]; count > 1; count = (count + 1) / 2) {
    const std::int64_t half = count / 2;
    const ValueId both = product(e, sliced(e, x, axis, 0, half), sliced(e, x, axis, half, half));
    x = count % 2 == 0 ? both : joined(e, {both, sliced(e, x, axis, count - 1, 1)}, axis);
  }
  return x;
}

ValueId without(Emitter& e, ValueId x, const Extents64& axes) {
  Extents64 extents;
  const Shape shape = e.typeOf(x).shape;
  for (int i = 0; i < shape.rank(); ++i)
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) extents.push_back(shape[i]);
  return reshaped(e, x, extents);
}

ValueId productOver(Emitter& e, ValueId x, const Extents64& axes, bool keep) {
  for (const std::int64_t axis : axes) x = productAlong(e, x, static_cast<int>(axis));
  return keep ? x : without(e, x, axes);
}

ValueId smallest(Emitter& e, ValueId x, const Extents64& axes, bool keep) {
  const auto negated = [&](ValueId v) { return e.emitOne("negate", {}, {v}); };
  return negated(reduced(e, "reduce_max", negated(x), axes, keep));
}

// The largest is taken off first, so that nothing overflows.
ValueId logSumExp(Emitter& e, ValueId x, const Extents64& axes, bool keep) {
  const ValueId largest = reduced(e, "reduce_max", x, axes);
  const double infinity = std::numeric_limits<double>::infinity();
  const ValueId base = map(e, largest, [&](Term t) { return select(equal(absolute(t), infinity), 0.0, t); });
  const ValueId powers = map(e, x, base, [](Term v, Term b) { return exponential(v - b); });
  const ValueId y =
      map(e, reduced(e, "reduce_sum", powers, axes), base, [](Term s, Term b) { return logarithm(s) + b; });
  return keep ? y : without(e, y, axes);
}

}  // namespace

OnnxOperators reductionOperators() {
  const auto same = [](Term x) { return x; };
  return {
      reduction("ReduceSum", plain("reduce_sum")),
      reduction("ReduceMean", plain("reduce_mean")),
      reduction("ReduceMax", plain("reduce_max")),
      reduction("ReduceMin", smallest),
      reduction("ReduceProd", productOver),
      reduction("ReduceL1", sumOf([](Term x) { return absolute(x); }, same)),
      reduction("ReduceL2", sumOf([](Term x) { return square(x); }, [](Term s) { return squareRoot(s); })),
      reduction("ReduceSumSquare", sumOf([](Term x) { return square(x); }, same)),
      reduction("ReduceLogSum", sumOf(same, [](Term s) { return logarithm(s); })),
      reduction("ReduceLogSumExp", logSumExp),
  };
}

}  // namespace fovea

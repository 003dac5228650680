#include "core/exchange/onnx/running_total.h"

#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostSteps = std::int64_t{1} << 24;

}  // namespace

// Sums of 2, 4, 8, ... neighbours: as many steps as the count has binary digits.
Status giveRunningTotal(OnnxNodeContext& c, double neutral, const std::function<ValueId(ValueId, ValueId)>& join) {
  Emitter& e = c.emitter();
  const Shape x = c.shape();
  FOVEA_TRY(const auto given, c.wholeNumbers(1));
  if (given.size() != 1) return unsupported("it needs one axis");
  FOVEA_TRY(const int axis, axisOf(given[0], x.rank()));
  const std::int64_t count = x[axis];
  if (count > kMostSteps) return unsupported("so many numbers");
  if (x.elementCount() == 0) {
    c.give(c.in(0));
    return {};
  }
  Extents64 backwards(static_cast<std::size_t>(count));
  std::iota(backwards.rbegin(), backwards.rend(), 0);
  const bool reverse = c.integer("reverse", 0) != 0;
  ValueId y = reverse ? picked(e, c.in(0), axis, backwards) : c.in(0);
  // Shifted by `by` neutral elements.
  const auto shifted = [&](ValueId v, std::int64_t by) {
    Shape extents = x;
    extents[axis] = by;
    const ValueId front = broadcastTo(e, number(e, c.type().dtype, neutral), extents);
    return by == count ? front : joined(e, {front, sliced(e, v, axis, 0, count - by)}, axis);
  };
  for (std::int64_t step = 1; step < count; step *= 2) y = wrapped(e, join(y, shifted(y, step)), c.element());
  if (c.integer("exclusive", 0) != 0) y = shifted(y, 1);
  c.give(reverse ? picked(e, y, axis, backwards) : y);
  return {};
}

}  // namespace fovea

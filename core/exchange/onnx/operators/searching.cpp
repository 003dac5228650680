// ONNX operators that find maxima, order, cumulative sums or unique values. Source: ONNX operator specification, opsets
// 1 to 28.
#include <limits>
#include <map>
#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/running_total.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;

ValueId negated(Emitter& e, ValueId x) {
  return e.emitOne("negate", {}, {x});
}

// The position of the maximum along an axis, kept with extent 1: the first or the last of equal ones.
ValueId positionOfLargest(Emitter& e, ValueId x, int axis, bool last) {
  const TensorType type = e.typeOf(x);
  const ValueId largest = reduced(e, "reduce_max", x, {axis});
  const ValueId place = positions(e, type.dtype, type.shape.rank(), axis, type.shape[axis]);
  const ValueId candidates =
      map(e, x, largest, place, [&](Term v, Term m, Term i) { return select(equal(v, m), last ? i : -i, -kInfinity); });
  const ValueId found = reduced(e, "reduce_max", candidates, {axis});
  return last ? found : negated(e, found);
}

OnnxOperator extremum(std::string name, bool smallest) {
  return {std::move(name),
          [smallest](OnnxNodeContext& c) -> Status {
            Emitter& e = c.emitter();
            const Shape x = c.shape();
            FOVEA_TRY(const int axis, axisOf(c.integer("axis", 0), x.rank()));
            const ValueId subject = smallest ? negated(e, c.in(0)) : c.in(0);
            ValueId y = positionOfLargest(e, subject, axis, c.integer("select_last_index", 0) != 0);
            Extents64 extents(x.begin(), x.end());
            extents[static_cast<std::size_t>(axis)] = 1;
            if (c.integer("keepdims", 1) == 0) extents.erase(extents.begin() + axis);
            c.give(0, castTo(e, reshaped(e, y, extents), DataType::Float64), OnnxElement::Int64);
            return {};
          },
          {13, {"axis", "keepdims", "select_last_index"}}};
}

// Finds and removes the maximum k times.
Status topK(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const TensorType type = c.type();
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", -1), type.shape.rank()));
  std::int64_t k = c.integer("k", 0);
  if (c.opset() >= 10) {
    FOVEA_TRY(const auto given, c.wholeNumbers(1));
    if (given.size() != 1) return unsupported("it needs one number");
    k = given[0];
  }
  if (k < 1 || k > type.shape[axis] || k > 512) return unsupported("so many of so few, or more than 512");
  const bool largest = c.integer("largest", 1) != 0;
  const ValueId place = positions(e, type.dtype, type.shape.rank(), axis, type.shape[axis]);
  ValueId left = largest ? c.in(0) : negated(e, c.in(0));
  std::vector<ValueId> values, indices;
  for (std::int64_t i = 0; i < k; ++i) {
    values.push_back(reduced(e, "reduce_max", left, {axis}));
    indices.push_back(positionOfLargest(e, left, axis, false));
    left = map(e, left, place, indices.back(),
               [](Term v, Term p, Term found) { return select(equal(p, found), -kInfinity, v); });
  }
  const ValueId found = joined(e, values, axis);
  c.give(largest ? found : negated(e, found));
  c.give(1, castTo(e, joined(e, indices, axis), DataType::Float64), OnnxElement::Int64);
  return {};
}

Status runningSum(OnnxNodeContext& c) {
  return giveRunningTotal(c, 0, [&](ValueId a, ValueId b) { return sum(c.emitter(), a, b); });
}

ValueId wholesOf(Emitter& e, const Shape& shape, const std::vector<double>& values) {
  return e.constant(tensorOf(DataType::Float64, shape, values));
}

Status nonZero(OnnxNodeContext& c) {
  FOVEA_TRY(const Tensor x, c.known(0));
  const int rank = x.shape().rank();
  std::vector<std::vector<double>> places(static_cast<std::size_t>(rank));
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < x.elementCount(); ++i) {
    if (numberAt(x, i) == 0) continue;
    ++count;
    for (int axis = 0; axis < rank; ++axis)
      places[static_cast<std::size_t>(axis)].push_back(
          static_cast<double>(i / x.shape().elementsFrom(axis + 1) % x.shape()[axis]));
  }
  std::vector<double> all;
  for (const auto& row : places) all.insert(all.end(), row.begin(), row.end());
  c.give(0, wholesOf(c.emitter(), Shape{rank, count}, all), OnnxElement::Int64);
  return {};
}

// Equal slices along the axis count as one; without an axis each number is a slice.
Status unique(OnnxNodeContext& c) {
  FOVEA_TRY(const Tensor known, c.known(0));
  FoldingEmitter& e = c.emitter();
  ValueId x = c.in(0);
  int axis = 0;
  if (c.hasAttribute("axis")) {
    FOVEA_TRY(axis, axisOf(c.integer("axis", 0), c.shape().rank()));
  } else {
    x = reshaped(e, x, Extents64{c.shape().elementCount()});
  }
  const std::int64_t count = e.typeOf(x).shape[axis];
  const ValueId front = broughtToFront(e, x, axis).first;
  const Tensor* rowsOfX = e.known(front);
  if (!rowsOfX) return unsupported("so large a value");
  const std::int64_t width = count > 0 ? rowsOfX->elementCount() / count : 0;
  std::map<std::vector<double>, Extents64> groups;
  std::vector<std::vector<double>> order;  // in order of appearance
  for (std::int64_t i = 0; i < count; ++i) {
    std::vector<double> row;
    for (std::int64_t k = 0; k < width; ++k) row.push_back(numberAt(*rowsOfX, i * width + k));
    Extents64& group = groups[row];
    if (group.empty()) order.push_back(row);
    group.push_back(i);
  }
  if (c.integer("sorted", 1) != 0) {
    order.clear();
    for (const auto& [row, group] : groups) order.push_back(row);
  }
  Extents64 firsts;
  std::vector<double> first, inverse(static_cast<std::size_t>(count)), counts;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Extents64& group = groups[order[i]];
    firsts.push_back(group[0]);
    first.push_back(static_cast<double>(group[0]));
    counts.push_back(static_cast<double>(group.size()));
    for (const std::int64_t member : group) inverse[static_cast<std::size_t>(member)] = static_cast<double>(i);
  }
  const Shape found{static_cast<std::int64_t>(order.size())};
  c.give(picked(e, x, axis, firsts));
  c.give(1, wholesOf(e, found, first), OnnxElement::Int64);
  c.give(2, wholesOf(e, Shape{count}, inverse), OnnxElement::Int64);
  c.give(3, wholesOf(e, found, counts), OnnxElement::Int64);
  return {};
}

struct Box {
  double top, left, bottom, right;

  double area() const { return std::max(0.0, bottom - top) * std::max(0.0, right - left); }
};

double overlap(const Box& a, const Box& b) {
  const Box both{std::max(a.top, b.top), std::max(a.left, b.left), std::min(a.bottom, b.bottom),
                 std::min(a.right, b.right)};
  const double shared = both.area();
  return shared > 0 ? shared / (a.area() + b.area() - shared) : 0;
}

// Greedily by score: a box that overlaps a chosen one of its class by more than the threshold is dropped.
Status nonMaxSuppression(OnnxNodeContext& c) {
  FOVEA_TRY(const Tensor boxes, c.known(0));
  FOVEA_TRY(const Tensor scores, c.known(1));
  if (boxes.shape().rank() != 3 || scores.shape().rank() != 3 || boxes.shape()[2] != 4 ||
      boxes.shape()[0] != scores.shape()[0] || boxes.shape()[1] != scores.shape()[2])
    return unsupported("boxes and scores do not fit");
  std::array<double, 3> options{0, 0, -kInfinity};  // maximum boxes per class, overlap threshold, least score
  for (std::size_t i = 0; i < 3; ++i)
    if (c.has(i + 2)) {
      FOVEA_TRY(const Tensor option, c.known(i + 2));
      if (option.elementCount() == 1) options[i] = numberAt(option, 0);
    }
  const std::int64_t count = boxes.shape()[1];
  const auto boxOf = [&](std::int64_t n, std::int64_t i) {
    std::array<double, 4> v{};
    for (std::size_t k = 0; k < 4; ++k) v[k] = numberAt(boxes, (n * count + i) * 4 + static_cast<std::int64_t>(k));
    if (c.integer("center_point_box", 0) != 0)
      return Box{v[1] - v[3] / 2, v[0] - v[2] / 2, v[1] + v[3] / 2, v[0] + v[2] / 2};
    return Box{std::min(v[0], v[2]), std::min(v[1], v[3]), std::max(v[0], v[2]), std::max(v[1], v[3])};
  };
  std::vector<double> chosen;
  for (std::int64_t row = 0; row < scores.shape()[0] * scores.shape()[1]; ++row) {
    const std::int64_t n = row / scores.shape()[1];
    Extents64 order(static_cast<std::size_t>(count)), kept;
    std::iota(order.begin(), order.end(), 0);
    const auto score = [&](std::int64_t i) { return numberAt(scores, row * count + i); };
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return score(a) > score(b); });
    for (const std::int64_t i : order) {
      if (static_cast<double>(kept.size()) >= options[0] || !(score(i) > options[2])) break;
      const bool hidden =
          std::any_of(kept.begin(), kept.end(), [&](auto k) { return overlap(boxOf(n, i), boxOf(n, k)) > options[1]; });
      if (!hidden) kept.push_back(i);
    }
    for (const std::int64_t i : kept)
      for (const std::int64_t part : {n, row % scores.shape()[1], i}) chosen.push_back(static_cast<double>(part));
  }
  c.give(0, wholesOf(c.emitter(), Shape{static_cast<std::int64_t>(chosen.size() / 3), 3}, chosen), OnnxElement::Int64);
  return {};
}

}  // namespace

OnnxOperators searchingOperators() {
  return {
      extremum("ArgMax", false),
      extremum("ArgMin", true),
      {"TopK", topK, {24, {"axis", attributeUntil(9, "k"), "largest", "sorted"}}},
      {"CumSum", runningSum, {14, {"exclusive", "reverse"}}},
      {"NonZero", nonZero, {13}},
      {"Unique", unique, {28, {"axis", "sorted"}}},
      {"NonMaxSuppression", nonMaxSuppression, {11, {"center_point_box"}}},
  };
}

}  // namespace fovea

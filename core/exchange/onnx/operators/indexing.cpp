// ONNX operators that select numbers by position. Positions must be known before the graph runs, except for those of
// Gather, which may be an input of the model. Source: ONNX operator specification, opsets 1 to 28.
#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostElements = std::int64_t{1} << 26;

// Moves the first `count` axes of x after `to` others.
ValueId movedBehind(Emitter& e, ValueId x, int count, int to) {
  const int rank = e.typeOf(x).shape.rank();
  Extents64 order;
  for (int i = 0; i < to; ++i) order.push_back(count + i);
  for (int i = 0; i < count; ++i) order.push_back(i);
  for (int i = count + to; i < rank; ++i) order.push_back(i);
  return x.valid() ? permuted(e, x, order) : x;
}

// The indices are an input of each run.
Status gatherByInput(OnnxNodeContext& c, int axis) {
  Emitter& e = c.emitter();
  const Shape x = c.shape(), indices = c.shape(1);
  const ValueId symbols = c.scope().asIndices(c.node().inputs[1], x[axis]);
  if (!symbols.valid()) return c.known(1).error();
  auto [front, rest] = broughtToFront(e, c.in(0), axis);
  const ValueId table = reshaped(e, front, Extents64{x[axis], x.elementCount() / std::max<std::int64_t>(x[axis], 1)});
  Extents64 extents(indices.begin(), indices.end());
  extents.insert(extents.end(), rest.begin(), rest.end());
  if (extents.size() > Shape::kMaximumRank) return unsupported("the result has too many axes");
  const ValueId taken = reshaped(e, e.emitOne("embedding", {}, {table, symbols}), extents);
  c.give(movedBehind(e, taken, indices.rank(), axis));
  return {};
}

Status gather(OnnxNodeContext& c) {
  const Shape x = c.shape(), indices = c.shape(1);
  if (!c.has(1)) return unsupported("it has no positions");
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", 0), x.rank()));
  if (!c.emitter().known(c.in(1))) return gatherByInput(c, axis);
  FOVEA_TRY(const auto index, c.wholeNumbers(1));
  Extents64 extents(x.begin(), x.begin() + axis);
  extents.insert(extents.end(), indices.begin(), indices.end());
  extents.insert(extents.end(), x.begin() + axis + 1, x.end());
  c.give(reshaped(c.emitter(), picked(c.emitter(), c.in(0), axis, index), extents));
  return {};
}

// The position in `x` for position i of a value of shape `at`, with index[i] along the axis.
Result<Extents64> flatPositions(const Shape& x, const Shape& at, int axis, const Extents64& index) {
  if (static_cast<std::int64_t>(index.size()) != at.elementCount()) return unsupported("the indices do not fit");
  if (at.rank() != x.rank() || at.elementCount() > kMostElements) return unsupported("the indices do not fit");
  for (int i = 0; i < x.rank(); ++i)
    if (i != axis && at[i] > x[i]) return unsupported("the indices reach outside");
  Extents64 flat(index.size());
  for (std::size_t i = 0; i < index.size(); ++i) {
    std::int64_t rest = static_cast<std::int64_t>(i), position = 0;
    for (int a = x.rank() - 1; a >= 0; --a) {
      std::int64_t place = rest % at[a];
      rest /= at[a];
      if (a == axis) place = index[i] < 0 ? index[i] + x[a] : index[i];
      if (place < 0 || place >= x[a]) return unsupported("an index lies outside");
      position += place * x.elementsFrom(a + 1);
    }
    flat[i] = position;
  }
  return flat;
}

// A table of rows for indices of single elements: a row is one number. If all samples (the first axis) share the
// indices, a row holds the number of each sample, so the rows do not depend on the number of samples.
struct ElementRows {
  std::int64_t samples = 1;  // per row
  Extents64 flat;            // row of each index

  ValueId of(Emitter& e, ValueId x) const {
    const std::int64_t width = e.typeOf(x).shape.elementCount() / samples;
    return samples == 1 ? reshaped(e, x, Extents64{width, 1})
                        : permuted(e, reshaped(e, x, Extents64{samples, width}), {1, 0});
  }
  ValueId back(Emitter& e, ValueId rows, const Shape& shape) const {
    return reshaped(e, samples == 1 ? rows : permuted(e, rows, {1, 0}), shape);
  }
};

Result<ElementRows> elementRows(OnnxNodeContext& c) {
  const Shape x = c.shape(), at = c.shape(1);
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", 0), x.rank()));
  FOVEA_TRY(Extents64 index, c.wholeNumbers(1));
  const Tensor* known = c.emitter().known(c.in(1));
  ElementRows r;
  if (axis == 0 || at.rank() != x.rank() || at[0] != x[0] || x[0] < 2 || !known || !sameForEach(*known)) {
    FOVEA_TRY(r.flat, flatPositions(x, at, axis, index));
    return r;
  }
  r.samples = x[0];
  index.resize(static_cast<std::size_t>(at.elementsFrom(1)));
  const auto ofOne = [](const Shape& shape) { return Shape(Extents64(shape.begin() + 1, shape.end())); };
  FOVEA_TRY(r.flat, flatPositions(ofOne(x), ofOne(at), axis - 1, index));
  return r;
}

Status gatherElements(OnnxNodeContext& c) {
  FOVEA_TRY(const ElementRows r, elementRows(c));
  Emitter& e = c.emitter();
  c.give(r.back(e, rows(e, r.of(e, c.in(0)), r.flat), c.shape(1)));
  return {};
}

PointwiseTerm combined(const std::string& reduction, PointwiseTerm x, PointwiseTerm update) {
  if (reduction == "add") return x + update;
  if (reduction == "mul") return x * update;
  if (reduction == "max") return maximum(x, update);
  if (reduction == "min") return minimum(x, update);
  return update;
}

// Replaces row where[i] of `target` by update i, or combines them; target [R, W], updates [M, W].
Result<ValueId> scattered(Emitter& e, ValueId target, ValueId updates, const Extents64& where,
                          const std::string& reduction) {
  const TensorType type = e.typeOf(target);
  std::vector<Extents64> passes(1, Extents64(static_cast<std::size_t>(type.shape[0]), -1));
  for (std::size_t i = 0; i < where.size(); ++i) {
    const auto row = static_cast<std::size_t>(where[i]);
    std::size_t pass = 0;
    while (reduction != "none" && pass < passes.size() && passes[pass][row] >= 0) ++pass;
    if (pass == passes.size()) {
      if (passes.size() >= 64) return unsupported("too many updates of one place");
      passes.emplace_back(static_cast<std::size_t>(type.shape[0]), -1);
    }
    passes[pass][row] = static_cast<std::int64_t>(i);
  }
  for (const Extents64& pass : passes) {
    std::vector<double> mask(pass.size());
    for (std::size_t i = 0; i < pass.size(); ++i) mask[i] = pass[i] >= 0;
    const ValueId touched = e.constant(tensorOf(type.dtype, Shape{type.shape[0], 1}, mask));
    const ValueId values = rows(e, updates, pass);
    target = map(e, touched, values, target, [&](PointwiseTerm t, PointwiseTerm u, PointwiseTerm x) {
      return select(t, combined(reduction, x, u), x);
    });
  }
  return target;
}

Result<std::string> reductionOf(const OnnxNodeContext& c) {
  const std::string reduction = c.text("reduction", "none");
  for (const char* known : {"none", "add", "mul", "max", "min"})
    if (reduction == known) return reduction;
  return unsupported("the reduction " + reduction);
}

Status scatterElements(OnnxNodeContext& c) {
  const Shape x = c.shape();
  FOVEA_TRY(const std::string reduction, reductionOf(c));
  FOVEA_TRY(const ElementRows r, elementRows(c));
  if (c.shape(2) != c.shape(1) || x.elementCount() > kMostElements) return unsupported("the updates do not fit");
  Emitter& e = c.emitter();
  FOVEA_TRY(const ValueId y, scattered(e, r.of(e, c.in(0)), r.of(e, c.in(2)), r.flat, reduction));
  c.give(r.back(e, y, x));
  return {};
}

struct Tuples {
  Extents64 rows;          // x reshaped to [rows, width]
  std::int64_t width = 1;  // numbers per tuple
  Extents64 shape;         // shape of the indices without their last axis
  std::int64_t total = 1;  // rows of x
  int depth = 0;           // axes of x that a tuple and the batch fix
};

// Each row of indices [..., K] gives a position in the first K axes of x, after `batch` shared ones.
Result<Tuples> readTuples(OnnxNodeContext& c, int batch) {
  const Shape x = c.shape(), indices = c.shape(1);
  if (indices.rank() < 1 || batch < 0 || batch >= std::min(x.rank(), indices.rank()))
    return unsupported("the indices do not fit");
  const std::int64_t length = indices[indices.rank() - 1];
  if (length < 1 || batch + length > x.rank()) return unsupported("the indices name more axes than there are");
  FOVEA_TRY(const auto index, c.wholeNumbers(1));
  Tuples tuples;
  tuples.depth = batch + static_cast<int>(length);
  tuples.width = x.elementsFrom(tuples.depth);
  for (int i = 0; i < tuples.depth; ++i) tuples.total *= x[i];
  tuples.shape.assign(indices.begin(), indices.end() - 1);
  std::int64_t perBatch = 1, batches = 1;
  for (int i = 0; i < batch; ++i) {
    if (indices[i] != x[i]) return unsupported("the batches differ");
    batches *= x[i];
  }
  for (std::size_t i = static_cast<std::size_t>(batch); i < tuples.shape.size(); ++i) perBatch *= tuples.shape[i];
  for (std::size_t i = 0; i < index.size(); i += static_cast<std::size_t>(length)) {
    std::int64_t row = static_cast<std::int64_t>(i) / length / std::max<std::int64_t>(perBatch, 1);
    for (std::int64_t k = 0; k < length; ++k) {
      const std::int64_t extent = x[batch + static_cast<int>(k)];
      std::int64_t place = index[i + static_cast<std::size_t>(k)];
      if (place < 0) place += extent;
      if (place < 0 || place >= extent) return unsupported("an index lies outside");
      row = row * extent + place;
    }
    tuples.rows.push_back(row);
  }
  return tuples;
}

Status gatherTuples(OnnxNodeContext& c) {
  FOVEA_TRY(const Tuples tuples,
            readTuples(c, static_cast<int>(std::clamp<std::int64_t>(c.integer("batch_dims", 0), -1, 8))));
  Emitter& e = c.emitter();
  Extents64 extents = tuples.shape;
  for (int i = tuples.depth; i < c.shape().rank(); ++i) extents.push_back(c.shape()[i]);
  c.give(reshaped(e, rows(e, reshaped(e, c.in(0), Extents64{tuples.total, tuples.width}), tuples.rows), extents));
  return {};
}

Status scatterTuples(OnnxNodeContext& c) {
  FOVEA_TRY(const std::string reduction, reductionOf(c));
  FOVEA_TRY(const Tuples tuples, readTuples(c, 0));
  if (c.shape(2).elementCount() != static_cast<std::int64_t>(tuples.rows.size()) * tuples.width)
    return unsupported("the updates do not fit");
  Emitter& e = c.emitter();
  const ValueId updates = reshaped(e, c.in(2), Extents64{static_cast<std::int64_t>(tuples.rows.size()), tuples.width});
  FOVEA_TRY(const ValueId y,
            scattered(e, reshaped(e, c.in(0), Extents64{tuples.total, tuples.width}), updates, tuples.rows, reduction));
  c.give(reshaped(e, y, c.shape()));
  return {};
}

Status oneHot(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  FOVEA_TRY(const auto depth, c.wholeNumbers(1));
  if (depth.size() != 1 || depth[0] < 0 || depth[0] > c.scope().mostElements())
    return unsupported("it needs one depth");
  const Shape indices = c.shape();
  if (indices.rank() >= Shape::kMaximumRank || c.shape(2) != Shape{2}) return unsupported("its inputs do not fit");
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", -1), indices.rank() + 1));
  const DataType type = c.type(2).dtype;
  Extents64 extents(indices.begin(), indices.end());
  extents.insert(extents.begin() + axis, 1);
  const auto classes = static_cast<double>(depth[0]);
  ValueId labels = reshaped(e, castTo(e, c.in(0), type), extents);
  labels = map(e, labels, [&](PointwiseTerm t) { return select(less(t, 0.0), t + classes, t); });
  const ValueId hot = map(e, labels, positions(e, type, indices.rank() + 1, axis, depth[0]),
                          [](PointwiseTerm t, PointwiseTerm k) { return equal(t, k); });
  const ValueId off = sliced(e, c.in(2), 0, 0, 1), on = sliced(e, c.in(2), 0, 1, 1);
  c.give(0, map(e, hot, on, off, [](PointwiseTerm t, PointwiseTerm a, PointwiseTerm b) { return select(t, a, b); }),
         c.element(2));
  return {};
}

Status reverseSequence(OnnxNodeContext& c) {
  const Shape x = c.shape();
  const std::int64_t batchAxis = c.integer("batch_axis", 1), timeAxis = c.integer("time_axis", 0);
  if (x.rank() < 2 || batchAxis + timeAxis != 1 || batchAxis * timeAxis != 0) return unsupported("the axes");
  FOVEA_TRY(const auto lengths, c.wholeNumbers(1));
  const std::int64_t batch = x[static_cast<int>(batchAxis)], steps = x[static_cast<int>(timeAxis)];
  if (static_cast<std::int64_t>(lengths.size()) != batch) return unsupported("it needs a length for each sequence");
  Extents64 index(static_cast<std::size_t>(batch * steps));
  for (std::int64_t n = 0; n < batch; ++n)
    for (std::int64_t t = 0; t < steps; ++t) {
      const std::int64_t length = lengths[static_cast<std::size_t>(n)], from = t < length ? length - 1 - t : t;
      if (length > steps) return unsupported("a length is too large");
      const auto place = [&](std::int64_t time) { return batchAxis == 0 ? n * steps + time : time * batch + n; };
      index[static_cast<std::size_t>(place(t))] = place(from);
    }
  Emitter& e = c.emitter();
  c.give(reshaped(e, rows(e, reshaped(e, c.in(0), Extents64{batch * steps, x.elementsFrom(2)}), index), x));
  return {};
}

Status compress(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  FOVEA_TRY(const auto condition, c.wholeNumbers(1));
  ValueId x = c.in(0);
  int axis = 0;
  if (c.hasAttribute("axis")) {
    FOVEA_TRY(axis, axisOf(c.integer("axis", 0), c.shape().rank()));
  } else {
    x = reshaped(e, x, Extents64{c.shape().elementCount()});
  }
  Extents64 index;
  for (std::size_t i = 0; i < condition.size(); ++i)
    if (condition[i] != 0) index.push_back(static_cast<std::int64_t>(i));
  c.give(picked(e, x, axis, index));
  return {};
}

}  // namespace

OnnxOperators indexingOperators() {
  return {
      {"Gather", gather, {13, {"axis"}}},
      {"GatherElements", gatherElements, {13, {"axis"}}},
      {"GatherND", gatherTuples, {13, {"batch_dims"}}},
      {"Scatter", scatterElements, {11, {"axis"}}},
      {"ScatterElements", scatterElements, {18, {"axis", "reduction"}}},
      {"ScatterND", scatterTuples, {18, {"reduction"}}},
      {"OneHot", oneHot, {28, {"axis"}}},
      {"ReverseSequence", reverseSequence, {28, {"batch_axis", "time_axis"}}},
      {"Compress", compress, {28, {"axis"}}},
  };
}

}  // namespace fovea

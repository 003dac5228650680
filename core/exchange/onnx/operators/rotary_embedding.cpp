// ONNX RotaryEmbedding: rotates pairs of numbers by angles that encode their position in a sequence. Source: ONNX
// operator specification, opset 23; Su et al., "RoFormer", 2021.
#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

// Rows of a table [V, K] by the indices in input i, which are known or an input of each run: [..., K].
Result<ValueId> rowsByInput(OnnxNodeContext& c, ValueId table, std::size_t i) {
  FoldingEmitter& e = c.emitter();
  const Shape shape = e.typeOf(table).shape;
  Extents64 extents = extentsOf(c.shape(i));
  extents.push_back(shape[1]);
  if (!e.known(c.in(i)))
    if (const ValueId symbols = c.scope().asIndices(c.node().inputs[i], shape[0]); symbols.valid())
      return reshaped(e, e.emitOne("embedding", {}, {table, symbols}), extents);
  FOVEA_TRY(const auto index, c.wholeNumbers(i));
  for (const std::int64_t at : index)
    if (at < -shape[0] || at >= shape[0]) return unsupported("a position lies outside");
  return reshaped(e, picked(e, table, 0, index), extents);
}

// The cos or sin of the angle at each position: [N, T, 1, half].
Result<ValueId> angles(OnnxNodeContext& c, std::size_t i, const Shape& x, std::int64_t half) {
  ValueId table = c.in(i);
  const bool byPosition = c.has(3);
  if (c.shape(i).rank() != (byPosition ? 2 : 3) || (byPosition && c.shape(3) != Shape{x[0], x[1]}))
    return unsupported("its tables do not fit");
  if (byPosition) {
    FOVEA_TRY(table, rowsByInput(c, table, 3));
  }
  if (c.emitter().typeOf(table).shape != Shape{x[0], x[1], half}) return unsupported("its tables do not fit");
  return reshaped(c.emitter(), table, Extents64{x[0], x[1], 1, half});
}

// x [N, T, H, D] with the first `turned` numbers of each head rotated.
Result<ValueId> turned(OnnxNodeContext& c, ValueId x, std::int64_t turned) {
  Emitter& e = c.emitter();
  const Shape shape = e.typeOf(x).shape;
  const std::int64_t half = turned / 2;
  FOVEA_TRY(const ValueId cosines, angles(c, 1, shape, half));
  FOVEA_TRY(const ValueId sines, angles(c, 2, shape, half));
  const bool alternating = c.integer("interleaved", 0) != 0;
  const ValueId part = sliced(e, x, 3, 0, turned);
  const ValueId pairs = reshaped(e, part,
                                 alternating ? Extents64{shape[0], shape[1], shape[2], half, 2}
                                             : Extents64{shape[0], shape[1], shape[2], 2, half});
  const int axis = alternating ? 4 : 3;
  const Extents64 flat{shape[0], shape[1], shape[2], half};
  const ValueId first = reshaped(e, sliced(e, pairs, axis, 0, 1), flat),
                second = reshaped(e, sliced(e, pairs, axis, 1, 1), flat);
  const auto times = [&](ValueId a, ValueId b) { return rounded(e, product(e, a, b), c.element()); };
  const ValueId real = difference(e, times(cosines, first), times(sines, second)),
                imaginary = sum(e, times(sines, first), times(cosines, second));
  Extents64 single = extentsOf(e.typeOf(pairs).shape);
  single[static_cast<std::size_t>(axis)] = 1;
  const ValueId both = joined(e, {reshaped(e, real, single), reshaped(e, imaginary, single)}, axis);
  const ValueId y = reshaped(e, both, e.typeOf(part).shape);
  return turned == shape[3] ? y : joined(e, {y, sliced(e, x, 3, turned, shape[3] - turned)}, 3);
}

Status rotaryEmbedding(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const Shape given = c.shape();
  const std::int64_t heads = c.integer("num_heads", 0);
  if (given.elementCount() == 0 || (given.rank() != 4 && (given.rank() != 3 || heads < 1 || given[2] % heads != 0)))
    return unsupported("its heads do not fit");
  const bool byHeads = given.rank() == 4;  // [N, H, T, D] instead of [N, T, H * D]
  const ValueId x = byHeads ? permuted(e, c.in(0), {0, 2, 1, 3})
                            : reshaped(e, c.in(0), Extents64{given[0], given[1], heads, given[2] / heads});
  const std::int64_t size = e.typeOf(x).shape[3], named = c.integer("rotary_embedding_dim", 0);
  const std::int64_t count = named == 0 ? size : named;
  if (count < 2 || count > size || count % 2 != 0) return unsupported("the numbers to be turned make no pairs");
  FOVEA_TRY(const ValueId y, turned(c, x, count));
  c.give(byHeads ? permuted(e, y, {0, 2, 1, 3}) : reshaped(e, y, given));
  return {};
}

}  // namespace

OnnxOperators rotaryEmbeddingOperators() {
  return {{"RotaryEmbedding", rotaryEmbedding, {23, {"interleaved", "num_heads", "rotary_embedding_dim"}}}};
}

}  // namespace fovea

// ONNX TensorScatter: writes new steps of a sequence into a cache, at a separate position for each sample. The
// positions must be known. Source: ONNX operator specification, opset 24.
#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

// Longer lists of positions are a mistake or an attack.
constexpr std::int64_t kMostRows = std::int64_t{1} << 24;

Status tensorScatter(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const Shape cache = c.shape(), update = c.shape(1);
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", -2), cache.rank()));
  const std::string mode = c.text("mode", "linear");
  if (mode != "linear" && mode != "circular") return unsupported("the mode " + mode);
  Shape wanted = cache;
  if (update.rank() == cache.rank()) wanted[axis] = update[axis];
  if (axis == 0 || update != wanted || update[axis] > cache[axis] || cache.elementCount() == 0 ||
      update.elementCount() == 0 || c.element() != c.element(1))
    return unsupported("the update does not fit");
  Extents64 starts(static_cast<std::size_t>(cache[0]), 0);
  if (c.has(2)) {
    FOVEA_TRY(starts, c.wholeNumbers(2));
  }
  const std::int64_t room = cache[axis], steps = update[axis], width = cache.elementsFrom(axis + 1);
  const std::int64_t blocks = cache.elementCount() / width / room, blocksOfSample = blocks / cache[0];
  if (static_cast<std::int64_t>(starts.size()) != cache[0]) return unsupported("it needs a place for each sample");
  if (blocks * room > std::min(kMostRows, c.scope().mostElements())) return unsupported("so large a cache");
  // Rows of the cache, some of which are taken from the update, which follows them.
  Extents64 index(static_cast<std::size_t>(blocks * room));
  std::iota(index.begin(), index.end(), 0);
  for (std::int64_t block = 0; block < blocks; ++block) {
    const std::int64_t start = starts[static_cast<std::size_t>(block / blocksOfSample)];
    if (start < 0 || start >= room || (mode == "linear" && start > room - steps))
      return unsupported("a place lies outside of the cache");
    for (std::int64_t i = 0; i < steps; ++i)
      index[static_cast<std::size_t>(block * room + (start + i) % room)] = (blocks * room) + block * steps + i;
  }
  const ValueId table = joined(
      e,
      {reshaped(e, c.in(0), Extents64{blocks * room, width}), reshaped(e, c.in(1), Extents64{blocks * steps, width})},
      0);
  c.give(reshaped(e, rows(e, table, index), cache));
  return {};
}

}  // namespace

OnnxOperators cachingOperators() {
  return {{"TensorScatter", tensorScatter, {24, {"axis", "mode"}}}};
}

}  // namespace fovea

// ONNX operators that rearrange numbers: blocks into the image they were cut from, values cropped or padded around
// their centre. Source: ONNX operator specification, Col2Im and CenterCropPad of opset 18.
#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostPositions = std::int64_t{1} << 24;

struct Blocks {
  Extents64 image, block, dilations, strides, before, after, counts;  // one number per axis of the image
  // positions in the image, number of blocks, positions in a block
  std::int64_t places = 1, blocks = 1, size = 1;
};

// Products of untrusted numbers; nothing unless all are from 1 to the limit.
std::optional<std::int64_t> countOf(const Extents64& extents) {
  std::int64_t total = 1;
  for (const std::int64_t extent : extents)
    if (extent < 1 || extent > kMostPositions || (total *= extent) > kMostPositions) return {};
  return total;
}

Result<Blocks> readBlocks(OnnxNodeContext& c) {
  Blocks b;
  FOVEA_TRY(b.image, c.wholeNumbers(1));
  FOVEA_TRY(b.block, c.wholeNumbers(2));
  const std::size_t axes = b.image.size();
  b.dilations = c.integers("dilations").value_or(Extents64(axes, 1));
  b.strides = c.integers("strides").value_or(Extents64(axes, 1));
  const Extents64 pads = c.integers("pads").value_or(Extents64(2 * axes, 0));
  if (axes < 1 || axes > 6 || b.block.size() != axes || b.dilations.size() != axes || b.strides.size() != axes ||
      pads.size() != 2 * axes)
    return unsupported("its lists do not have a number for each axis");
  const auto places = countOf(b.image), size = countOf(b.block);
  if (!places || !size || !countOf(b.dilations) || !countOf(b.strides)) return unsupported("such sizes");
  b.before.assign(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(axes));
  b.after.assign(pads.begin() + static_cast<std::ptrdiff_t>(axes), pads.end());
  for (std::size_t i = 0; i < axes; ++i) {
    if (b.before[i] < 0 || b.after[i] < 0 || b.before[i] > kMostPositions || b.after[i] > kMostPositions)
      return unsupported("such a padding");
    const std::int64_t room = b.image[i] + b.before[i] + b.after[i] - (b.block[i] - 1) * b.dilations[i] - 1;
    if (room < 0) return unsupported("a block does not fit");
    b.counts.push_back(room / b.strides[i] + 1);
  }
  const auto blocks = countOf(b.counts);
  if (!blocks || *places * *size > kMostPositions) return unsupported("such sizes");
  b.places = *places;
  b.size = *size;
  b.blocks = *blocks;
  return b;
}

// For each position of the image, the row of the block whose element `offset` is there; -1: none.
Extents64 rowsFor(const Blocks& b, std::int64_t offset) {
  Extents64 index(static_cast<std::size_t>(b.places), -1);
  for (std::int64_t place = 0; place < b.places; ++place) {
    std::int64_t restOfPlace = place, restOfOffset = offset, block = 0, step = 1;
    bool hit = true;
    for (std::size_t i = b.image.size(); i-- > 0 && hit;) {
      const std::int64_t at = restOfPlace % b.image[i] + b.before[i] - restOfOffset % b.block[i] * b.dilations[i];
      restOfPlace /= b.image[i];
      restOfOffset /= b.block[i];
      hit = at >= 0 && at % b.strides[i] == 0 && at / b.strides[i] < b.counts[i];
      block += at / b.strides[i] * step;
      step *= b.counts[i];
    }
    if (hit) index[static_cast<std::size_t>(place)] = offset * b.blocks + block;
  }
  return index;
}

// Positions covered by several blocks get their sum.
Status columnsToImage(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const Shape x = c.shape();
  FOVEA_TRY(const Blocks b, readBlocks(c));
  if (x.rank() != 3 || x.elementCount() == 0 || x[1] % b.size != 0 || x[2] != b.blocks)
    return unsupported("its blocks do not fit");
  const std::int64_t channels = x[1] / b.size;
  Extents64 extents{x[0], channels};
  extents.insert(extents.end(), b.image.begin(), b.image.end());
  FOVEA_TRY(const Shape shape, Shape::make(extents));
  if (shape.elementCount() > c.scope().mostElements()) return unsupported("the result is too large");
  const ValueId parts = reshaped(e, c.in(0), Extents64{x[0], channels, b.size, b.blocks});
  const ValueId table = reshaped(e, permuted(e, parts, {2, 3, 0, 1}), Extents64{b.size * b.blocks, x[0] * channels});
  ValueId image;
  for (std::int64_t offset = 0; offset < b.size; ++offset) {
    const ValueId part = rows(e, table, rowsFor(b, offset));
    image = image.valid() ? sum(e, image, part) : part;
  }
  c.give(reshaped(e, permuted(e, image, {1, 0}), shape));
  return {};
}

// An odd difference is cropped, or padded, at the end.
Status centerCropPad(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const int rank = c.shape().rank();
  Extents64 axes(static_cast<std::size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  if (const auto given = c.integers("axes")) axes = *given;
  FOVEA_TRY(const auto sizes, c.wholeNumbers(1));
  if (sizes.size() != axes.size()) return unsupported("it needs a size for each axis");
  ValueId y = c.in(0);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    FOVEA_TRY(const int axis, axisOf(axes[i], rank));
    const TensorType type = e.typeOf(y);
    const std::int64_t before = type.shape[axis], after = sizes[i];
    Extents64 extents = extentsOf(type.shape);
    extents[static_cast<std::size_t>(axis)] = after;
    FOVEA_TRY(const Shape wanted, Shape::make(extents));
    if (wanted.elementCount() > c.scope().mostElements()) return unsupported("the result is too large");
    if (after < before) y = sliced(e, y, axis, (before - after) / 2, after);
    if (after <= before) continue;
    const auto zeros = [&](std::int64_t count) {
      Shape edge = type.shape;
      edge[axis] = count;
      return broadcastTo(e, number(e, type.dtype, 0), edge);
    };
    const std::int64_t front = (after - before) / 2;
    std::vector<ValueId> parts;
    if (front > 0) parts.push_back(zeros(front));
    parts.push_back(y);
    parts.push_back(zeros(after - before - front));
    y = joined(e, parts, axis);
  }
  c.give(y);
  return {};
}

}  // namespace

OnnxOperators arrangingOperators() {
  return {
      {"Col2Im", columnsToImage, {18, {"dilations", "pads", "strides"}}},
      {"CenterCropPad", centerCropPad, {18, {"axes"}}},
  };
}

}  // namespace fovea

#include "core/ops/broadcast.h"

#include <fmt/format.h>

#include "core/ops/op_rules.h"

namespace fovea {

Result<Shape> broadcastShape(const Shape& a, const Shape& b) {
  const int rank = std::max(a.rank(), b.rank());
  std::array<std::int64_t, Shape::kMaximumRank> extents{};
  for (int back = 1; back <= rank; ++back) {
    const std::int64_t left = back <= a.rank() ? a[a.rank() - back] : 1;
    const std::int64_t right = back <= b.rank() ? b[b.rank() - back] : 1;
    if (left != right && left != 1 && right != 1) {
      const bool sameBatch = a.rank() > 1 && a.rank() == b.rank() && a[0] == b[0];
      return invalidInput(fmt::format("Inputs differ: {} and {}.", sameBatch ? shapeWords(a) : a.toString(),
                                      sameBatch ? shapeWords(b) : b.toString()));
    }
    extents[static_cast<std::size_t>(rank - back)] = left == 1 ? right : left;
  }
  return Shape::make(std::span<const std::int64_t>(extents.data(), static_cast<std::size_t>(rank)));
}

bool broadcastsTo(const Shape& shape, const Shape& target) {
  if (shape.rank() > target.rank()) return false;
  for (int back = 1; back <= shape.rank(); ++back) {
    const std::int64_t extent = shape[shape.rank() - back];
    if (extent != 1 && extent != target[target.rank() - back]) return false;
  }
  return true;
}

BroadcastIndex::BroadcastIndex(const Shape& shape, const Shape& target) : target_(target) {
  assert(broadcastsTo(shape, target));
  std::int64_t stride = 1;
  for (int back = 1; back <= shape.rank(); ++back) {
    const std::int64_t extent = shape[shape.rank() - back];
    strides_[static_cast<std::size_t>(target.rank() - back)] = extent == 1 ? 0 : stride;
    stride *= extent;
  }
}

std::int64_t BroadcastIndex::index(std::int64_t i) const {
  std::int64_t result = 0;
  for (int axis = target_.rank() - 1; axis >= 0; --axis) {
    result += i % target_[axis] * stride(axis);
    i /= target_[axis];
  }
  return result;
}

ValueId sumToType(Emitter& emitter, ValueId gradient, const TensorType& wanted) {
  if (!gradient.valid() || emitter.typeOf(gradient).shape == wanted.shape) return gradient;
  return emitter.emitOne("reduce_to_shape", {{"shape", extentsOf(wanted.shape)}}, {gradient});
}

}  // namespace fovea

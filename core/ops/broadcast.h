// Why: the arithmetic of NumPy's broadcasting rule, for add, multiply and their gradients.
// Source: NumPy, "Broadcasting": axes are aligned at the end; an extent of 1 or a missing axis is repeated.
#pragma once
#include <array>

#include "core/ops/op_type.h"

namespace fovea {

// The shape that both broadcast to. InvalidArgument: "Inputs differ: 20×24×24 and 50×8×8."
Result<Shape> broadcastShape(const Shape& a, const Shape& b);
// Whether `shape` broadcasts to exactly `target`.
bool broadcastsTo(const Shape& shape, const Shape& target);

// Maps elements of `target`, in row-major order, to elements of `shape`: element i of the target reads element
// index(i). `shape` must broadcast to `target`.
class BroadcastIndex {
 public:
  BroadcastIndex(const Shape& shape, const Shape& target);
  std::int64_t index(std::int64_t i) const;
  // The stride of `shape` along an axis of the target (outermost first), in elements; 0 along a broadcast axis.
  std::int64_t stride(int axis) const { return strides_[static_cast<std::size_t>(axis)]; }

 private:
  Shape target_;
  std::array<std::int64_t, Shape::kMaximumRank> strides_{};
};

// Sums `gradient` over the axes along which a value of type `wanted` was broadcast. Returns `gradient` if there are
// none.
ValueId sumToType(Emitter& emitter, ValueId gradient, const TensorType& wanted);

}  // namespace fovea

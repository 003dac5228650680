// Why: broadcasting and its sum become loops over few axes when adjacent axes of the same kind are merged.
#pragma once
#include <algorithm>
#include <array>

#include "core/ops/broadcast.h"

namespace fovea::cpu {

// Axes of the output with the strides of both operands (0 where an operand is repeated), merged, outermost first.
// The last axis is the innermost run; there is always one.
struct BroadcastLoops {
  struct Axis {
    std::int64_t extent = 1, strideA = 0, strideB = 0;
  };
  std::array<Axis, Shape::kMaximumRank> axes{};
  int rank = 1;

  BroadcastLoops(const Shape& a, const Shape& b, const Shape& y) {
    const BroadcastIndex indexA(a, y), indexB(b, y);
    int count = 0;
    for (int axis = 0; axis < y.rank(); ++axis) {
      if (y[axis] == 1) continue;
      const Axis next{y[axis], indexA.stride(axis), indexB.stride(axis)};
      Axis* last = count > 0 ? &axes[static_cast<std::size_t>(count - 1)] : nullptr;
      if (last && merges(last->strideA, next.strideA, next.extent) && merges(last->strideB, next.strideB, next.extent))
        *last = {last->extent * next.extent, next.strideA, next.strideB};
      else
        axes[static_cast<std::size_t>(count++)] = next;
    }
    rank = std::max(count, 1);
  }
  const Axis& inner() const { return axes[static_cast<std::size_t>(rank - 1)]; }
  // The number of runs along the innermost axis.
  std::int64_t runs() const {
    std::int64_t product = 1;
    for (int axis = 0; axis + 1 < rank; ++axis) product *= axes[static_cast<std::size_t>(axis)].extent;
    return product;
  }
  // The offsets of run `run` in a and in b.
  std::pair<std::int64_t, std::int64_t> start(std::int64_t run) const {
    std::int64_t a = 0, b = 0;
    for (int axis = rank - 2; axis >= 0; --axis) {
      const Axis& loop = axes[static_cast<std::size_t>(axis)];
      a += run % loop.extent * loop.strideA;
      b += run % loop.extent * loop.strideB;
      run /= loop.extent;
    }
    return {a, b};
  }

 private:
  static bool merges(std::int64_t outer, std::int64_t inner, std::int64_t extent) { return outer == inner * extent; }
};

}  // namespace fovea::cpu

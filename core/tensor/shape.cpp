#include "core/tensor/shape.h"

#include <fmt/format.h>

#include <algorithm>

namespace fovea {

Shape::Shape(std::initializer_list<std::int64_t> extents)
    : Shape(std::span<const std::int64_t>(extents.begin(), extents.size())) {}

Shape::Shape(std::span<const std::int64_t> extents) : rank_(static_cast<int>(extents.size())) {
  assert(rank_ <= kMaximumRank);
  std::copy(extents.begin(), extents.end(), extents_.begin());
}

Result<Shape> Shape::make(std::span<const std::int64_t> extents) {
  if (extents.size() > kMaximumRank)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("A tensor has at most {} axes, not {}.", kMaximumRank, extents.size()));
  std::int64_t product = 1;
  for (const std::int64_t extent : extents) {
    if (extent < 0) return fail(ErrorCode::InvalidArgument, fmt::format("A tensor cannot have the size {}.", extent));
    if (__builtin_mul_overflow(product, std::max<std::int64_t>(extent, 1), &product) || product > kMaximumElements)
      return fail(ErrorCode::InvalidArgument, fmt::format("The size [{}] is too large.", fmt::join(extents, ", ")));
  }
  return Shape(extents);
}

std::int64_t Shape::elementCount() const {
  return elementsFrom(0);
}

std::int64_t Shape::elementsFrom(int axis) const {
  std::int64_t product = 1;
  for (int i = axis; i < rank_; ++i) product *= extents_[i];
  return product;
}

std::string Shape::toString() const {
  return fmt::format("[{}]", fmt::join(extents(), ", "));
}

bool Shape::operator==(const Shape& other) const {
  return std::equal(begin(), end(), other.begin(), other.end());
}

}  // namespace fovea

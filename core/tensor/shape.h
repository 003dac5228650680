// Why: extents of a tensor, with every product checked for overflow, since shapes come from files and people.
#pragma once
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

#include "core/base/result.h"

namespace fovea {

// Up to eight extents, outermost first ([N, C, H, W]). A scalar has rank 0. Extents are >= 0.
class Shape {
 public:
  static constexpr int kMaximumRank = 8;
  static constexpr std::int64_t kMaximumElements = std::int64_t{1} << 48;

  Shape() = default;
  // For extents known to be valid (asserted); use make() for what comes from outside.
  Shape(std::initializer_list<std::int64_t> extents);
  explicit Shape(std::span<const std::int64_t> extents);
  // InvalidArgument for a rank over 8, a negative extent, or a product over 2^48.
  static Result<Shape> make(std::span<const std::int64_t> extents);

  int rank() const { return rank_; }
  std::int64_t operator[](int axis) const { return extents_[axis]; }
  std::int64_t& operator[](int axis) { return extents_[axis]; }
  std::span<const std::int64_t> extents() const { return {extents_.data(), static_cast<std::size_t>(rank_)}; }
  const std::int64_t* begin() const { return extents_.data(); }
  const std::int64_t* end() const { return extents_.data() + rank_; }
  std::int64_t elementCount() const;
  // Product of the extents from `axis` to the end.
  std::int64_t elementsFrom(int axis) const;

  // "[64, 1, 28, 28]"
  std::string toString() const;
  bool operator==(const Shape& other) const;

 private:
  std::array<std::int64_t, kMaximumRank> extents_{};
  int rank_ = 0;
};

}  // namespace fovea

// Why: the classification metrics share one definition of "the largest score". Pure and thread-safe.
#pragma once
#include <cmath>
#include <limits>

#include "core/ops/class_axis.h"

namespace fovea {

struct ClassCounting {
  ChannelGeometry geometry;
  std::int64_t ignored = -1;

  // The attributes axis and ignore_index, and `more`.
  static Schema schema(std::vector<Field> more);
  static ClassCounting read(const FieldValues& attributes, const TensorType& scores);

  bool counts(std::int32_t label) const { return label >= 0 && label != ignored; }
  // Among equal scores the first counts as the largest; a NaN is larger than any number.
  template <class T>
  static bool isLarger(T a, std::int64_t atA, T b, std::int64_t atB) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && (!std::isnan(b) || atA < atB);
    return a > b || (a == b && atA < atB);
  }
  // Returns the number of classes with a larger score than `label` at a position.
  template <class T>
  std::int64_t rankOf(const T* scores, std::int64_t n, std::int64_t i, std::int64_t label) const {
    const T own = scores[geometry.at(n, label, i)];
    std::int64_t rank = 0;
    for (std::int64_t k = 0; k < geometry.channels; ++k)
      rank += isLarger(scores[geometry.at(n, k, i)], k, own, label) ? 1 : 0;
    return rank;
  }
  template <class T>
  std::int64_t best(const T* scores, std::int64_t n, std::int64_t i) const {
    std::int64_t best = 0;
    for (std::int64_t k = 1; k < geometry.channels; ++k)
      if (isLarger(scores[geometry.at(n, k, i)], k, scores[geometry.at(n, best, i)], best)) best = k;
    return best;
  }
};

}  // namespace fovea

// Why: precomputes the geometry of windows and taps as arrays when a kernel is compiled.
#pragma once
#include <limits>
#include <vector>

#include "core/backends/cpu/simd/spatial_simd.h"
#include "core/ops/pooling_windows.h"
#include "core/ops/resize_geometry.h"

namespace fovea::cpu {

// The spans of the innermost axis, each with 1 / divisor.
class SpanTable {
 public:
  explicit SpanTable(const std::vector<PoolingSpan>& spans) {
    for (const PoolingSpan& span : spans) {
      begins_.push_back(static_cast<std::int32_t>(span.begin));
      ends_.push_back(static_cast<std::int32_t>(span.end));
      factors_.push_back(static_cast<float>(1.0 / static_cast<double>(span.divisor)));
    }
  }
  LineSpans view() const {
    return {begins_.data(), ends_.data(), factors_.data(), static_cast<std::int64_t>(begins_.size())};
  }

 private:
  std::vector<std::int32_t> begins_, ends_;
  std::vector<float> factors_;
};

// The taps of the innermost axis.
class TapTable {
 public:
  explicit TapTable(const std::vector<ResizeTap>& taps) {
    for (const ResizeTap& tap : taps) {
      first_.push_back(static_cast<std::int32_t>(tap.first));
      second_.push_back(static_cast<std::int32_t>(tap.second));
      weights_.push_back(static_cast<float>(tap.weight));
    }
  }
  LineTaps view() const {
    return {first_.data(), second_.data(), weights_.data(), static_cast<std::int64_t>(first_.size())};
  }

 private:
  std::vector<std::int32_t> first_, second_;
  std::vector<float> weights_;
};

// Positions that exceed an i32 would not fit in any memory; kernels reject them all the same.
inline bool countable(const Extents& extents) {
  return extents[2] <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace fovea::cpu

// Why: which elements dropout keeps is a pure function of (seed, step, position), the same on every device.
// Source: Srivastava et al., "Dropout: A Simple Way to Prevent Neural Networks from Overfitting", 2014;
// core/base/random.h.
#pragma once
#include <cmath>
#include <cstdint>

#include "core/base/random.h"

namespace fovea {

// The largest allowed probability; kept elements are scaled by at most 1000.
inline constexpr double kMaximumDropout = 0.999;

// An element is kept if and only if its random number is at least this. `probability` is in [0, 1].
inline std::uint64_t dropoutThreshold(double probability) {
  return static_cast<std::uint64_t>(std::ceil(probability * 0x1.0p32));
}

// The random numbers of elements 4*block .. 4*block+3.
inline std::array<std::uint32_t, 4> dropoutBlock(std::int64_t block, std::int64_t step, std::int64_t seed) {
  const auto low = [](std::int64_t value) { return static_cast<std::uint32_t>(static_cast<std::uint64_t>(value)); };
  const auto high = [](std::int64_t value) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(value) >> 32);
  };
  return philox({low(block), high(block), low(step), high(step)}, {low(seed), high(seed)});
}

}  // namespace fovea

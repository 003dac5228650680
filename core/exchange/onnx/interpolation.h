// Why: operators that sample a value between its positions share their interpolation weights. Pure; thread-safe.
// Source: Keys, "Cubic convolution interpolation", 1981.
#pragma once
#include <cmath>

namespace fovea {

// The weight of a neighbour at distance d; 0 from 1 on.
inline double linearWeight(double d) {
  return std::fmax(0.0, 1 - std::abs(d));
}

// The cubic weight with coefficient a; 0 from 2 on.
inline double cubicWeight(double d, double a) {
  d = std::abs(d);
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

}  // namespace fovea

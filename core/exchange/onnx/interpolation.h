// Why: operators that sample a value between its places weigh the neighbours in the same ways. Pure; thread-safe.
// Source: Keys, "Cubic convolution interpolation", 1981.
#pragma once
#include <cmath>

namespace fovea {

// Weight of a neighbour at distance d; it reaches 1 far.
inline double linearWeight(double d) {
  return std::fmax(0.0, 1 - std::abs(d));
}

// The same for a cubic curve with the coefficient a; it reaches 2 far.
inline double cubicWeight(double d, double a) {
  d = std::abs(d);
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

}  // namespace fovea

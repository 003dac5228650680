// Why: tests ask whether colours can be told apart by those who see no hue. Source: WCAG 2.1, "relative luminance" and
// "contrast ratio".
#pragma once
#include <QtGui/QColor>
#include <algorithm>
#include <array>
#include <cmath>

namespace fovea::test {

using Rgb = std::array<double, 3>;

// The colour's shares of light, from 0 to 1.
inline Rgb linear(const QColor& color) {
  const auto one = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  return {one(color.redF()), one(color.greenF()), one(color.blueF())};
}

inline double luminance(const QColor& color) {
  const Rgb c = linear(color);
  return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}

// From 1 (equal) to 21.
inline double contrast(const QColor& a, const QColor& b) {
  const double high = std::max(luminance(a), luminance(b));
  const double low = std::min(luminance(a), luminance(b));
  return (high + 0.05) / (low + 0.05);
}

}  // namespace fovea::test

// Why: numbers become colours in one place, and always the same ones.
// Thread-safety: everything here is a value or a pure function.
#pragma once
#include <QtGui/QImage>
#include <array>
#include <span>

#include "core/tensor/tensor.h"

namespace fovea {

enum class ColorMapKind {
  Grey,          // black to white
  Viridis,       // for magnitudes: even steps of lightness, also without colour vision
  BlueWhiteRed,  // for signed values: white is the middle
};

class ColorMap {
 public:
  explicit ColorMap(ColorMapKind kind = ColorMapKind::Viridis);

  ColorMapKind kind() const { return kind_; }
  // `position` from 0 (lowest) to 1 (highest), clamped. Not-a-number is magenta, which no map holds.
  QRgb at(double position) const;
  bool operator==(const ColorMap& other) const { return kind_ == other.kind_; }

 private:
  ColorMapKind kind_;
  std::array<QRgb, 256> table_{};
};

struct ValueRange {
  float low = 0;
  float high = 1;

  // The smallest range around zero that holds this one.
  ValueRange symmetric() const;
  ValueRange united(const ValueRange& other) const;
  // 0 to 1; 0.5 for every value if the range is empty.
  double position(float value) const;
  bool operator==(const ValueRange&) const = default;
};

// Smallest and largest of the finite values; {0, 0} if there is none.
ValueRange rangeOf(std::span<const float> values);

// A plane of `height` rows of `width` values, one pixel each. `plane` has width * height values (asserted).
QImage toImage(std::span<const float> plane, int width, int height, const ColorMap& map, ValueRange range);

// A sample: [H, W] or [1, H, W] through `map`, [3, H, W] as red, green, blue. u8 counts from 0 to 255; f32 within
// `range`. InvalidArgument for another shape or element type, with what it is.
Result<QImage> sampleToImage(const Tensor& sample, const ColorMap& map = ColorMap(ColorMapKind::Grey),
                             ValueRange range = {0, 1});

}  // namespace fovea

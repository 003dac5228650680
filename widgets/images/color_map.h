// Why: the only conversion of numbers to colours, so that it is the same everywhere.
// Thread-safety: everything here is a value or a pure function.
#pragma once
#include <QtGui/QImage>
#include <array>
#include <span>

#include "core/tensor/tensor.h"

namespace fovea {

enum class ColorMapKind {
  Grey,          // black to white
  Viridis,       // for magnitudes: perceptually uniform, also for colour-blind people
  BlueWhiteRed,  // for signed values: white is zero
};

class ColorMap {
 public:
  explicit ColorMap(ColorMapKind kind = ColorMapKind::Viridis);

  ColorMapKind kind() const { return kind_; }
  // `position` is clamped to 0 (lowest) .. 1 (highest). NaN is magenta, which no map contains.
  QRgb at(double position) const { return table_[stepOf(position)]; }
  bool operator==(const ColorMap& other) const { return kind_ == other.kind_; }

 private:
  static constexpr int kSteps = 256;  // the table's entry behind them is the colour of NaN
  // It has no calls and no jumps, since a picture asks it for each of its pixels.
  static std::size_t stepOf(double position) {
    const double inside = position > 0 ? (position < 1 ? position : 1) : 0;
    return static_cast<std::size_t>(position == position ? static_cast<int>(inside * (kSteps - 1) + 0.5) : kSteps);
  }

  ColorMapKind kind_;
  std::array<QRgb, kSteps + 1> table_{};
};

struct ValueRange {
  float low = 0;
  float high = 1;

  // The smallest range symmetric around zero that contains this one.
  ValueRange symmetric() const;
  ValueRange united(const ValueRange& other) const;
  // 0 to 1; 0.5 for every value if the range is empty.
  double position(float value) const {
    const double width = static_cast<double>(high) - low;
    const double above = static_cast<double>(value) - low;
    return width > 0 ? above / width : value == value ? 0.5 : above;
  }
  bool operator==(const ValueRange&) const = default;
};

// Smallest and largest of the finite values; {0, 0} if there is none.
ValueRange rangeOf(std::span<const float> values);

// A plane of `height` rows of `width` values, one pixel each. `plane` has width * height values (asserted).
QImage toImage(std::span<const float> plane, int width, int height, const ColorMap& map, ValueRange range);

// Converts a sample: [H, W] or [1, H, W] through `map`, [3, H, W] as red, green, blue. u8 ranges from 0 to 255; f32
// uses `range`. InvalidArgument states any other shape or element type.
Result<QImage> sampleToImage(const Tensor& sample, const ColorMap& map = ColorMap(ColorMapKind::Grey),
                             ValueRange range = {0, 1});

}  // namespace fovea

#include "widgets/images/color_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fovea {
namespace {

constexpr QRgb kNotANumber = 0xffff00ff;

// Ten even steps of matplotlib's viridis (S. van der Walt and N. Smith, 2015, CC0).
constexpr std::array<QRgb, 10> kViridis{0xff440154, 0xff482878, 0xff3e4a89, 0xff31688e, 0xff26828e,
                                        0xff1f9e89, 0xff35b779, 0xff6dcd59, 0xffb4de2c, 0xfffde725};
// ColorBrewer's RdBu in eleven classes (C. Brewer, 2002), blue first.
constexpr std::array<QRgb, 11> kBlueWhiteRed{0xff053061, 0xff2166ac, 0xff4393c3, 0xff92c5de, 0xffd1e5f0, 0xfff7f7f7,
                                             0xfffddbc7, 0xfff4a582, 0xffd6604d, 0xffb2182b, 0xff67001f};
constexpr std::array<QRgb, 2> kGrey{0xff000000, 0xffffffff};

QRgb mix(QRgb a, QRgb b, double share) {
  const auto channel = [share](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share)); };
  return qRgb(channel(qRed(a), qRed(b)), channel(qGreen(a), qGreen(b)), channel(qBlue(a), qBlue(b)));
}

QRgb interpolate(std::span<const QRgb> points, double position) {
  const double scaled = position * static_cast<double>(points.size() - 1);
  const auto left = std::min(static_cast<std::size_t>(scaled), points.size() - 2);
  return mix(points[left], points[left + 1], scaled - static_cast<double>(left));
}

std::span<const QRgb> controlPoints(ColorMapKind kind) {
  switch (kind) {
    case ColorMapKind::Viridis:
      return kViridis;
    case ColorMapKind::BlueWhiteRed:
      return kBlueWhiteRed;
    case ColorMapKind::Grey:
      return kGrey;
  }
  return kGrey;
}

struct PlaneShape {
  int channels;
  int height;
  int width;
};

Result<PlaneShape> planeShape(const Tensor& sample) {
  const Shape& shape = sample.shape();
  const int rank = shape.rank();
  const std::int64_t channels = rank == 3 ? shape[0] : 1;
  const bool fits = (rank == 2 || rank == 3) && (channels == 1 || channels == 3) && sample.elementCount() > 0 &&
                    shape[rank - 1] <= std::numeric_limits<int>::max() / 4 && shape[rank - 2] <= 1 << 20;
  if (!sample.defined() || !fits)
    return fail(ErrorCode::InvalidArgument, "A sample of shape " + shape.toString() + " is not an image.",
                "Images are [height, width], [1, height, width] or [3, height, width].");
  return PlaneShape{static_cast<int>(channels), static_cast<int>(shape[rank - 2]), static_cast<int>(shape[rank - 1])};
}

// Position of a value in 0..1.
double share(std::uint8_t value, ValueRange) {
  return value / 255.0;
}
double share(float value, ValueRange range) {
  return range.position(value);
}

template <class T>
QImage render(const T* values, const PlaneShape& shape, const ColorMap& map, ValueRange range) {
  QImage image(shape.width, shape.height, QImage::Format_RGB32);
  const std::size_t plane = static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height);
  const auto byteOf = [range](T value) {
    const double position = share(value, range);
    return std::isnan(position) ? 0 : static_cast<int>(std::lround(std::clamp(position, 0.0, 1.0) * 255));
  };
  std::size_t at = 0;
  for (int y = 0; y < shape.height; ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < shape.width; ++x, ++at)
      line[x] = shape.channels == 3
                    ? qRgb(byteOf(values[at]), byteOf(values[at + plane]), byteOf(values[at + 2 * plane]))
                    : map.at(share(values[at], range));
  }
  return image;
}

}  // namespace

ColorMap::ColorMap(ColorMapKind kind) : kind_(kind) {
  for (std::size_t i = 0; i < kSteps; ++i)
    table_[i] = interpolate(controlPoints(kind), static_cast<double>(i) / (kSteps - 1));
  table_[kSteps] = kNotANumber;
}

ValueRange ValueRange::symmetric() const {
  const float reach = std::max(std::abs(low), std::abs(high));
  return {-reach, reach};
}

ValueRange ValueRange::united(const ValueRange& other) const {
  return {std::min(low, other.low), std::max(high, other.high)};
}

// It keeps several lowest and highest values side by side, which the compiler turns into vector instructions.
ValueRange rangeOf(std::span<const float> values) {
  constexpr std::size_t kLanes = 16;
  constexpr float kInfinity = std::numeric_limits<float>::infinity(), kLargest = std::numeric_limits<float>::max();
  std::array<float, kLanes> low, high;
  low.fill(kInfinity);
  high.fill(-kInfinity);
  const auto take = [&](std::size_t lane, float value) {
    const bool finite = std::abs(value) <= kLargest;
    const float least = finite ? value : kInfinity, most = finite ? value : -kInfinity;
    low[lane] = least < low[lane] ? least : low[lane];
    high[lane] = most > high[lane] ? most : high[lane];
  };
  std::size_t at = 0;
  for (; at + kLanes <= values.size(); at += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) take(lane, values[at + lane]);
  for (; at < values.size(); ++at) take(0, values[at]);
  const ValueRange range{std::ranges::min(low), std::ranges::max(high)};
  return range.low <= range.high ? range : ValueRange{0, 0};
}

QImage toImage(std::span<const float> plane, int width, int height, const ColorMap& map, ValueRange range) {
  Q_ASSERT(plane.size() == static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  return render(plane.data(), PlaneShape{1, height, width}, map, range);
}

Result<QImage> sampleToImage(const Tensor& sample, const ColorMap& map, ValueRange range) {
  FOVEA_TRY(const PlaneShape shape, planeShape(sample));
  if (sample.dtype() == DataType::UInt8) return render(sample.data<std::uint8_t>(), shape, map, range);
  if (sample.dtype() == DataType::Float32) return render(sample.data<float>(), shape, map, range);
  return fail(ErrorCode::InvalidArgument,
              std::string("Images are shown from u8 or f32 values, not from ") + dataTypeName(sample.dtype()) + ".");
}

}  // namespace fovea

#include "widgets/plots/curve_raster.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/random.h"

namespace fovea {
namespace {

constexpr float kNowhere = std::numeric_limits<float>::infinity();
constexpr int kFaintInk = 64;  // opacity, from 0 to 255
constexpr unsigned kLeastInk = 16;
constexpr double kLongest = 1e6;  // pixels; a segment that ends farther away is not drawn

// Blends `ink` over `ground`, both premultiplied; `ink` has an opacity from 0 to 255.
inline QRgb over(QRgb ground, QRgb ink, unsigned opacity) {
  const auto scale = [](QRgb color, unsigned share) {
    const unsigned even = (color & 0xff00ff) * share + 0x800080;
    const unsigned odd = ((color >> 8) & 0xff00ff) * share + 0x800080;
    return ((even + ((even >> 8) & 0xff00ff)) >> 8 & 0xff00ff) | ((odd + ((odd >> 8) & 0xff00ff)) & 0xff00ff00);
  };
  const QRgb top = scale(ink, opacity);
  return top + scale(ground, 255 - qAlpha(top));
}

// Like std::floor, which is a function call on many machines; `x` must be far from the limits of int.
inline int floorOf(double x) {
  const int whole = static_cast<int>(x);
  return whole - (whole > x ? 1 : 0);
}

}  // namespace

CurveRaster::CurveRaster(QImage& image)
    : pixels_(reinterpret_cast<QRgb*>(image.bits())),
      stride_(image.bytesPerLine() / qsizetype(sizeof(QRgb))),
      width_(image.width()),
      height_(image.height()) {
  Q_ASSERT(image.format() == QImage::Format_ARGB32_Premultiplied);
}

void CurveRaster::trace(std::span<const QPointF> points, std::vector<Column>& columns) const {
  columns.assign(static_cast<std::size_t>(width_), {kNowhere, -kNowhere, 0});
  const auto touch = [&](int column, double from, double to) {
    Column& each = columns[static_cast<std::size_t>(column)];
    const auto low = static_cast<float>(std::min(from, to)), high = static_cast<float>(std::max(from, to));
    each.low = std::min(each.low, low);
    each.high = std::max(each.high, high);
    each.way += high - low;
  };
  for (std::size_t i = 1; i < points.size(); ++i) {
    const QPointF &first = points[i - 1], &second = points[i];
    if (!std::isfinite(first.y()) || !std::isfinite(second.y())) continue;
    if (second.x() < 0 || first.x() >= width_) continue;
    const int from = floorOf(std::max(0.0, first.x()));
    const int to = floorOf(std::min(width_ - 1.0, second.x()));
    if (from == to) {
      const bool inside = first.x() >= from && second.x() < from + 1;
      if (inside) {
        touch(from, first.y(), second.y());
        continue;
      }
    }
    const double slope = second.x() > first.x() ? (second.y() - first.y()) / (second.x() - first.x()) : 0;
    const auto at = [&](double x) { return first.y() + slope * (x - first.x()); };
    for (int column = from; column <= to; ++column)
      touch(column, column > first.x() ? at(column) : first.y(), column + 1 < second.x() ? at(column + 1) : second.y());
  }
}

// Removes the columns in the gaps of a dash pattern.
void CurveRaster::cut(std::span<const double> dash) {
  double period = 0;
  for (const double part : dash) period += part;
  if (!(period > 0)) return;
  double along = 0;  // within the period
  float before = kNowhere;
  for (Column& column : columns_) {
    if (column.low > column.high) {
      before = kNowhere;
      continue;
    }
    const float middle = (column.low + column.high) / 2;
    // A curve that oscillates within a column would use up many dashes there, so only its middle counts.
    const double step = before < kNowhere ? std::min(1e6, double(std::abs(middle - before))) : 0;
    along += std::sqrt(1 + step * step);
    if (along >= period) along -= period * static_cast<int>(along / period);
    before = middle;
    double rest = along;
    bool drawn = true;
    for (const double part : dash) {
      if (rest < part) break;
      rest -= part;
      drawn = !drawn;
    }
    if (!drawn) column.way = -1;
  }
}

void CurveRaster::stroke(std::span<const QPointF> points, const QColor& color, double width,
                         std::span<const double> dash) {
  trace(points, columns_);
  if (!dash.empty()) cut(dash);
  const QRgb ink = qPremultiply(color.rgba());
  const auto half = static_cast<float>(width / 2);
  const int reach = std::max(1, static_cast<int>(std::lround(width / 2)));
  for (int x = 0; x < width_; ++x) {
    const Column& column = columns_[static_cast<std::size_t>(x)];
    if (column.low > column.high || column.way < 0) continue;
    const float rise = column.high - column.low;
    // 1 if the curve only rises or only falls in this column, 0 if it oscillates.
    const float straight = rise > 0 ? std::clamp(2 - column.way / rise, 0.0f, 1.0f) : 1;
    const float slope = straight * rise;
    const float across = half * std::sqrt(1 + slope * slope);  // a sloped line covers more height than its width
    // The line extends at most half its width beyond the curve's range in nearby columns.
    float low = column.low, high = column.high;
    for (int near = std::max(0, x - reach); near <= std::min(width_ - 1, x + reach); ++near) {
      const Column& other = columns_[static_cast<std::size_t>(near)];
      low = std::min(low, other.low);
      high = std::max(high, other.high);
    }
    const float top = std::max(column.low + slope / 2 - across, low - half);
    const float bottom = std::min(column.high - slope / 2 + across, high + half);
    const float soft = std::max(1.0f, slope);
    paintColumn(x, top, soft, bottom, soft, ink);
  }
}

// Advances by whole pixels along x or y, whichever changes more, and covers the line's width across, in 1/65536 pixels.
void CurveRaster::segment(const QPointF& from, const QPointF& to, const QColor& color, double width, unsigned seed) {
  constexpr double kUnit = 65536;
  const bool steep = std::abs(to.y() - from.y()) > std::abs(to.x() - from.x());
  double begin = steep ? from.y() : from.x(), end = steep ? to.y() : to.x();
  double across = steep ? from.x() : from.y(), acrossEnd = steep ? to.x() : to.y();
  if (begin > end) {
    std::swap(begin, end);
    std::swap(across, acrossEnd);
  }
  const int length = steep ? height_ : width_, breadth = steep ? width_ : height_;
  if (!(end > begin) || end < 0 || begin >= length || std::max(std::abs(across), std::abs(acrossEnd)) > kLongest)
    return;
  const double slope = (acrossEnd - across) / (end - begin);
  const auto half = static_cast<qint64>(kUnit * width / 2 * std::sqrt(1 + slope * slope));
  const int first = floorOf(std::max(0.0, begin)), last = floorOf(std::min(length - 1.0, end));
  auto middle = static_cast<qint64>(kUnit * (across + slope * (first + 0.5 - begin)));
  const auto step = static_cast<qint64>(kUnit * slope);
  const qsizetype next = steep ? stride_ : 1, beside = steep ? 1 : stride_;
  // Eight bits per channel hold no colour of very faint ink, so it is drawn stronger in a random part of the pixels.
  const unsigned least = color.alpha() < kFaintInk ? kLeastInk : 0;
  // Never zero, from which xorshift (Marsaglia 2003) would not move.
  unsigned noise = Random(seed).next32() | 1;
  const QRgb ink = color.rgb();
  QRgb* row = pixels_ + first * next;
  for (int i = first; i <= last; ++i, row += next, middle += step) {
    // The first and the last pixel are covered in part.
    const double part = std::min(end, i + 1.0) - std::max(begin, static_cast<double>(i));
    const auto whole = static_cast<qint64>(part * color.alpha() + 0.5);
    const qint64 low = middle - half, high = middle + half;
    const auto lowest = static_cast<int>(std::max<qint64>(0, low >> 16));
    const auto highest = static_cast<int>(std::min<qint64>(breadth - 1, high >> 16));
    QRgb* pixel = row + lowest * beside;
    for (int at = lowest; at <= highest; ++at, pixel += beside) {
      const qint64 edge = static_cast<qint64>(at) << 16;
      const qint64 covered = std::min(edge + 65536, high) - std::max(edge, low);
      auto opacity = static_cast<unsigned>((covered * whole + 32768) >> 16);
      if (opacity < least) {
        noise ^= noise << 13;
        noise ^= noise >> 17;
        noise ^= noise << 5;
        if ((noise >> 24) * least >= opacity << 8) continue;
        opacity = least;
      }
      *pixel = over(*pixel, ink, opacity);
    }
  }
}

void CurveRaster::fill(std::span<const QPointF> upper, std::span<const QPointF> lower, const QColor& color) {
  trace(upper, columns_);
  trace(lower, others_);
  const QRgb ink = qPremultiply(color.rgba());
  for (int x = 0; x < width_; ++x) {
    const Column &top = columns_[static_cast<std::size_t>(x)], &bottom = others_[static_cast<std::size_t>(x)];
    if (top.low > top.high || bottom.low > bottom.high) continue;
    paintColumn(x, (top.low + top.high) / 2, std::max(1.0f, top.high - top.low), (bottom.low + bottom.high) / 2,
                std::max(1.0f, bottom.high - bottom.low), ink);
  }
}

// Paints from `top` to `bottom`, with edges that fade over the given numbers of pixels.
void CurveRaster::paintColumn(int x, float top, float topSoft, float bottom, float bottomSoft, QRgb ink) {
  const auto height = static_cast<float>(height_);
  const float begin = top - topSoft / 2, end = bottom + bottomSoft / 2;
  if (!(begin < height) || !(end > 0)) return;
  const int first = floorOf(std::max(0.0f, begin - 0.5f));
  const int last = floorOf(std::min(height - 1, end + 1.5f));
  QRgb* pixel = pixels_ + first * stride_ + x;
  const float steepTop = 1 / topSoft, steepBottom = 1 / bottomSoft;
  const auto soften = [&](int from, int to) {
    for (int y = from; y < to; ++y, pixel += stride_) {
      const float centre = static_cast<float>(y) + 0.5f;
      const float in = (centre - top) * steepTop + 0.5f, out = (bottom - centre) * steepBottom + 0.5f;
      const float covered = std::min({in, out, 1.0f});
      if (covered > 0) *pixel = over(*pixel, ink, static_cast<unsigned>(covered * 255 + 0.5f));
    }
  };
  // Inner pixels are fully covered.
  const int inner = floorOf(std::clamp(top + topSoft / 2 + 1, static_cast<float>(first), static_cast<float>(last + 1)));
  const int outer =
      floorOf(std::clamp(bottom - bottomSoft / 2 - 1, static_cast<float>(inner), static_cast<float>(last + 1)));
  soften(first, inner);
  if (qAlpha(ink) == 255)
    for (int y = inner; y < outer; ++y, pixel += stride_) *pixel = ink;
  else
    for (int y = inner; y < outer; ++y, pixel += stride_) *pixel = over(*pixel, ink, 255);
  soften(outer, last + 1);
}

}  // namespace fovea

#include "widgets/theme/curve.h"

#include <QtGui/QPainter>
#include <QtGui/QPolygonF>
#include <algorithm>
#include <cmath>
#include <limits>

namespace fovea {
namespace {

// The first, lowest, highest and last point of one bucket, written out in their order.
struct Bucket {
  std::size_t first = 0;
  std::size_t lowest = 0;
  std::size_t highest = 0;
  std::size_t last = 0;

  void write(std::span<const double> xs, std::span<const double> ys, std::vector<QPointF>& out) const {
    std::size_t order[] = {first, std::min(lowest, highest), std::max(lowest, highest), last};
    std::size_t before = std::numeric_limits<std::size_t>::max();
    for (const std::size_t index : order) {
      if (index == before) continue;
      out.emplace_back(xs[index], ys[index]);
      before = index;
    }
  }
};

// Appends the selected points among [begin, end).
void thin(std::span<const double> xs, std::span<const double> ys, std::size_t begin, std::size_t end,
          std::vector<QPointF>& out) {
  while (begin < end) {
    if (!std::isfinite(ys[begin])) {
      if (out.empty() || std::isfinite(out.back().y())) out.emplace_back(xs[begin], ys[begin]);
      while (begin < end && !std::isfinite(ys[begin])) ++begin;
      continue;
    }
    Bucket bucket{begin, begin, begin, begin};
    double lowest = ys[begin];
    double highest = lowest;
    std::size_t i = begin + 1;
    for (; i < end; ++i) {
      const double y = ys[i];
      if (!(std::abs(y) <= std::numeric_limits<double>::max())) break;
      if (y < lowest) {
        lowest = y;
        bucket.lowest = i;
      }
      if (y > highest) {
        highest = y;
        bucket.highest = i;
      }
    }
    bucket.last = i - 1;
    bucket.write(xs, ys, out);
    begin = i;
  }
}

}  // namespace

std::vector<QPointF> decimate(std::span<const double> xs, std::span<const double> ys, double low, double high,
                              int buckets) {
  Q_ASSERT(xs.size() == ys.size());
  std::vector<QPointF> points;
  if (xs.empty() || buckets <= 0 || !(low <= high)) return points;
  auto from = static_cast<std::size_t>(std::lower_bound(xs.begin(), xs.end(), low) - xs.begin());
  auto to = static_cast<std::size_t>(std::upper_bound(xs.begin(), xs.end(), high) - xs.begin());
  if (from > 0) --from;
  if (to < xs.size()) ++to;
  if (to - from <= 4 * static_cast<std::size_t>(buckets)) {
    points.reserve(to - from);
    for (std::size_t i = from; i < to; ++i) points.emplace_back(xs[i], ys[i]);
    return points;
  }
  points.reserve(4 * static_cast<std::size_t>(buckets));
  const double width = (high - low) / buckets;
  std::size_t begin = from;
  for (int part = 1; begin < to; ++part) {
    // The last part also includes the remainder of rounding, and the point beyond the edge.
    const double end = low + width * part;
    const auto first = xs.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto beyond = xs.begin() + static_cast<std::ptrdiff_t>(to);
    const std::size_t after =
        part < buckets ? begin + static_cast<std::size_t>(std::lower_bound(first, beyond, end) - first) : to;
    thin(xs, ys, begin, after, points);
    begin = after;
  }
  return points;
}

void paintCurve(QPainter& painter, const QRectF& area, std::span<const QPointF> points, const QColor& color,
                double width) {
  double left = std::numeric_limits<double>::infinity();
  double right = -left;
  double low = left;
  double high = -left;
  for (const QPointF& point : points) {
    if (!std::isfinite(point.y())) continue;
    left = std::min(left, point.x());
    right = std::max(right, point.x());
    low = std::min(low, point.y());
    high = std::max(high, point.y());
  }
  if (!(left <= right)) return;
  QPolygonF line;
  for (const QPointF& point : points) {
    if (!std::isfinite(point.y())) continue;
    const double across = right > left ? (point.x() - left) / (right - left) : 0;
    const double up = high > low ? (point.y() - low) / (high - low) : 0.5;
    line << QPointF(area.left() + across * area.width(), area.bottom() - up * area.height());
  }
  if (right <= left) line << QPointF(area.right(), line.first().y());
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(line);
  painter.restore();
}

}  // namespace fovea

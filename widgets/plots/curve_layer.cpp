#include "widgets/plots/curve_layer.h"

#include <cmath>

#include "widgets/plots/curve_raster.h"

namespace fovea {
namespace {

constexpr double kDotRadius = 2.5;
constexpr double kRingRadius = 3.5;

void drawLine(QPainter& painter, const std::vector<QPointF>& points) {
  QPolygonF line;
  for (const QPointF& point : points) {
    if (std::isfinite(point.y())) {
      line << point;
      continue;
    }
    painter.drawPolyline(line);
    line.clear();
  }
  painter.drawPolyline(line);
}

}  // namespace

std::vector<double> dashLengths(Qt::PenStyle dash) {
  switch (dash) {
    case Qt::DashLine:
      return {5, 2};
    case Qt::DotLine:
      return {1.5, 1.5};
    case Qt::DashDotLine:
      return {6, 2, 1.5, 2};
    case Qt::DashDotDotLine:
      return {6, 1.5, 1.5, 1.5, 1.5, 1.5};
    default:
      return {};
  }
}

void CurveLayer::draw(QCPPainter* painter) {
  if (bands.empty() && strokes.empty()) return;
  if (painter->modes().testFlag(QCPPainter::pmVectorized))
    drawVectors(painter);
  else
    drawPicture(painter, painter->transform().m11() * painter->device()->devicePixelRatioF());
  drawDots(painter);
}

std::vector<QPointF> CurveLayer::pixels(std::span<const QPointF> points, QPointF origin, double scale) const {
  const QCPAxis &x = *mParentPlot->xAxis, &y = *mParentPlot->yAxis;
  std::vector<QPointF> found;
  found.reserve(points.size());
  // Computed here, since the axes' own conversion would take longer than everything else for linear axes.
  const double left = x.coordToPixel(x.range().lower), right = x.coordToPixel(x.range().upper);
  const double xScale = (right - left) / x.range().size();
  const bool logarithmic = y.scaleType() == QCPAxis::stLogarithmic;
  const double bottom = y.coordToPixel(y.range().lower), top = y.coordToPixel(y.range().upper);
  const double yScale = (top - bottom) / y.range().size();
  for (const QPointF& point : points) {
    const double across = left + (point.x() - x.range().lower) * xScale;
    const double up = !std::isfinite(point.y()) ? point.y()
                      : logarithmic             ? y.coordToPixel(point.y())
                                                : bottom + (point.y() - y.range().lower) * yScale;
    found.emplace_back((across - origin.x()) * scale, (up - origin.y()) * scale);
  }
  return found;
}

void CurveLayer::drawPicture(QCPPainter* painter, double scale) const {
  const QRect area = mParentPlot->axisRect()->rect();
  if (area.isEmpty()) return;
  QImage image((QSizeF(area.size()) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
  if (image.isNull()) return;
  image.fill(0);
  CurveRaster raster(image);
  const QPointF origin = area.topLeft();
  for (const CurveBand& band : bands)
    raster.fill(pixels(band.upper, origin, scale), pixels(band.lower, origin, scale), band.color);
  for (const CurveStroke& stroke : strokes) {
    const double width = std::max(1.0, stroke.width * scale);
    std::vector<double> dash = dashLengths(stroke.dash);
    for (double& length : dash) length *= width;
    raster.stroke(pixels(stroke.points, origin, scale), stroke.color, width, dash);
  }
  painter->drawImage(QRectF(area), image);
}

void CurveLayer::drawVectors(QCPPainter* painter) const {
  painter->setPen(Qt::NoPen);
  for (const CurveBand& band : bands) {
    QPolygonF outline;
    for (const QPointF& point : pixels(band.upper, {}, 1)) outline << point;
    const auto lower = pixels(band.lower, {}, 1);
    for (auto point = lower.rbegin(); point != lower.rend(); ++point) outline << *point;
    painter->setBrush(band.color);
    painter->drawPolygon(outline);
  }
  painter->setBrush(Qt::NoBrush);
  for (const CurveStroke& stroke : strokes) {
    QPen pen(stroke.color, stroke.width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (const auto dash = dashLengths(stroke.dash); !dash.empty()) pen.setDashPattern({dash.begin(), dash.end()});
    painter->setPen(pen);
    drawLine(*painter, pixels(stroke.points, {}, 1));
  }
}

void CurveLayer::drawDots(QCPPainter* painter) const {
  for (const CurveStroke& stroke : strokes) {
    if (stroke.ring) {
      painter->setPen(QPen(stroke.color, 2));
      painter->setBrush(ground);
      for (const QPointF& point : pixels({&*stroke.ring, 1}, {}, 1))
        painter->drawEllipse(point, kRingRadius, kRingRadius);
    }
    if (!stroke.dots) continue;
    painter->setPen(Qt::NoPen);
    painter->setBrush(stroke.color);
    for (const QPointF& point : pixels(stroke.points, {}, 1))
      if (std::isfinite(point.y())) painter->drawEllipse(point, kDotRadius, kDotRadius);
  }
}

}  // namespace fovea

#include "widgets/images/point_marks.h"

#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "widgets/images/color_map.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

// parts of the colour map that are too close to a dark or a light background
constexpr double kDarkPart = 0.22, kLightPart = 0.12;

// The corners of a regular polygon, starting at the top.
QPolygonF regular(const QPointF& center, double radius, int corners, double turn) {
  QPolygonF polygon;
  for (int i = 0; i < corners; ++i) {
    const double angle = turn + 2 * std::numbers::pi * i / corners;
    polygon << center + QPointF(radius * std::sin(angle), -radius * std::cos(angle));
  }
  return polygon;
}

// A cross of two bars.
QPainterPath cross(const QPointF& center, double radius, bool diagonal) {
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  const double half = radius * 0.36;
  path.addRect(QRectF(-radius, -half, 2 * radius, 2 * half));
  path.addRect(QRectF(-half, -radius, 2 * half, 2 * radius));
  QTransform place;
  place.translate(center.x(), center.y());
  if (diagonal) place.rotate(45);
  return place.map(path);
}

QPainterPath shapePath(const QPointF& center, double side, int shape) {
  const double radius = side / 2;
  constexpr double kHalfTurn = std::numbers::pi;
  QPainterPath path;
  switch (shape) {
    case 0:
      path.addEllipse(center, radius, radius);
      return path;
    case 1:
      path.addRect(QRectF(center.x() - radius * 0.85, center.y() - radius * 0.85, radius * 1.7, radius * 1.7));
      return path;
    case 2:
      path.addPolygon(regular(center, radius * 1.15, 3, 0));
      break;
    case 3:
      path.addPolygon(regular(center, radius * 1.12, 4, 0));
      break;
    case 4:
      return cross(center, radius, false);
    case 5:
      path.addPolygon(regular(center, radius * 1.15, 3, kHalfTurn));
      break;
    case 6:
      return cross(center, radius, true);
    default:
      path.addEllipse(center, radius, radius);
      path.addEllipse(center, radius * 0.45, radius * 0.45);  // a ring
      return path;
  }
  path.closeSubpath();
  return path;
}

// Scales two channels at once; `share` is from 0 to 256.
std::uint32_t scaled(std::uint32_t pixel, std::uint32_t share) {
  const std::uint32_t even = (pixel & 0x00ff00ffu) * share >> 8 & 0x00ff00ffu;
  const std::uint32_t odd = (pixel >> 8 & 0x00ff00ffu) * share & 0xff00ff00u;
  return even | odd;
}

}  // namespace

int markShape(int group) {
  return (group + group / static_cast<int>(kSeriesColorCount)) % kMarkShapes;
}

QColor markColor(const Theme& theme, int group) {
  return group < 0 ? theme.color(Color::Faint) : theme.series(group);
}

QRgb scaleColor(const Theme& theme, double share) {
  static const ColorMap map(ColorMapKind::Viridis);
  return map.at(theme.isDark() ? kDarkPart + (1 - kDarkPart) * share : (1 - kLightPart) * share);
}

void drawMark(QPainter& painter, const QPointF& center, double side, int shape, const QColor& color) {
  painter.fillPath(shapePath(center, side, shape), color);
}

PointMarks::PointMarks(double side) : side_(static_cast<int>(std::ceil(side * 1.2)) | 1) {
  for (int shape = 0; shape < kMarkShapes; ++shape) {
    QImage image(side_, side_, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    drawMark(painter, QPointF(side_ / 2.0, side_ / 2.0), side, shape, Qt::white);
    painter.end();
    auto& mask = masks_[static_cast<std::size_t>(shape)];
    for (int y = 0; y < side_; ++y)
      for (int x = 0; x < side_; ++x) mask.push_back(static_cast<std::uint8_t>(qAlpha(image.pixel(x, y))));
  }
}

void PointMarks::stamp(QImage& image, int x, int y, int shape, QRgb color, int opacity) const {
  const int left = x - side_ / 2, top = y - side_ / 2;
  const int firstX = std::max(0, -left), lastX = std::min(side_, image.width() - left);
  const int firstY = std::max(0, -top), lastY = std::min(side_, image.height() - top);
  const std::uint8_t* mask = masks_[static_cast<std::size_t>(shape)].data();
  const auto strength = static_cast<std::uint32_t>(opacity) + 1;
  color |= 0xff000000u;
  for (int row = firstY; row < lastY; ++row) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(top + row)) + left;
    for (int column = firstX; column < lastX; ++column) {
      const std::uint32_t share = mask[row * side_ + column] * strength >> 8;
      if (share > 0) line[column] = scaled(color, share + 1) + scaled(line[column], 255 - share);
    }
  }
}

}  // namespace fovea

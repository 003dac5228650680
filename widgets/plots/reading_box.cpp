#include "widgets/plots/reading_box.h"

#include <QtGui/QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/theme/fonts.h"

namespace fovea {
namespace {

constexpr double kReadingLine = 17, kReadingMargin = 9, kReadingGap = 14, kReadingEdge = 5;
constexpr double kNameShare = 0.45;  // of the box, for names where both do not fit

// The widths of the columns within the margins.
struct ReadingColumns {
  double sample = 0, names = 0, texts = 0, inner = 0;
};

ReadingColumns columnsOf(const PlotReading& reading, double width) {
  const QFontMetricsF metrics(themeFont(FontRole::Caption));
  ReadingColumns columns;
  for (const PlotReading::Value& value : reading.values) {
    if (value.look) columns.sample = kSampleWidth + kSampleGap;
    columns.names = std::max(columns.names, metrics.horizontalAdvance(value.name));
    columns.texts =
        std::max({columns.texts, tabularWidth(metrics, value.text), metrics.horizontalAdvance(value.text)});
  }
  const double most = std::max(80.0, width - 2 * kReadingMargin);
  columns.names = std::min(std::ceil(columns.names), kNameShare * most);
  columns.texts = std::min(std::ceil(columns.texts), most - columns.sample - columns.names - kReadingGap);
  columns.inner = std::max(std::min(most, metrics.horizontalAdvance(reading.title)),
                           columns.sample + columns.names + kReadingGap + columns.texts);
  return columns;
}

QSizeF sizeWith(const PlotReading& reading, const ReadingColumns& columns) {
  const auto lines = static_cast<double>(1 + reading.values.size() + (reading.more > 0 ? 1 : 0));
  return {columns.inner + 2 * kReadingMargin, kReadingLine * lines + 2 * kReadingEdge};
}

}  // namespace

void paintSample(QPainter& painter, const CurveLook& look, const QPointF& left) {
  const QColor color = currentTheme().series(look.colorIndex);
  QPen pen(color, 2, look.dash, Qt::FlatCap);
  if (look.dash != Qt::SolidLine) pen.setDashPattern(legendDash(look.dash));
  painter.setPen(pen);
  painter.drawLine(left, left + QPointF(kSampleWidth, 0));
  if (!look.marker) return;
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawEllipse(left + QPointF(kSampleWidth / 2, 0), 2.5, 2.5);
}

std::size_t readingLines(double height) {
  return static_cast<std::size_t>(std::max(1.0, std::floor((height - 16) / kReadingLine) - 1));
}

QSizeF readingSize(const PlotReading& reading, double width) {
  return sizeWith(reading, columnsOf(reading, width));
}

void paintReading(QPainter& painter, const QPointF& corner, const PlotReading& reading, double width) {
  const Theme theme = currentTheme();
  painter.setFont(themeFont(FontRole::Caption));
  const QFontMetricsF metrics(painter.font());
  const ReadingColumns columns = columnsOf(reading, width);
  painter.setPen(QPen(theme.color(Color::Line), 1));
  painter.setBrush(theme.color(Color::Raised));
  painter.drawRoundedRect(QRectF(corner, sizeWith(reading, columns)).adjusted(0.5, 0.5, -0.5, -0.5),
                          size::kControlCorner, size::kControlCorner);
  QRectF row(corner.x() + kReadingMargin, corner.y() + kReadingEdge, columns.inner, kReadingLine);
  painter.setPen(theme.color(Color::Muted));
  drawTabular(painter, row, Qt::AlignLeft, metrics.elidedText(reading.title, Qt::ElideRight, columns.inner));
  for (const PlotReading::Value& value : reading.values) {
    row.translate(0, kReadingLine);
    if (value.look) paintSample(painter, *value.look, {row.left(), row.center().y()});
    painter.setPen(theme.color(value.strong ? Color::Text : Color::Muted));
    painter.drawText(row.adjusted(columns.sample, 0, 0, 0), Qt::AlignVCenter,
                     metrics.elidedText(value.name, Qt::ElideRight, columns.names));
    painter.setPen(theme.color(Color::Text));
    drawTabular(painter, row, Qt::AlignRight, metrics.elidedText(value.text, Qt::ElideRight, columns.texts));
  }
  if (reading.more == 0) return;
  row.translate(0, kReadingLine);
  painter.setPen(theme.color(Color::Muted));
  drawTabular(painter, row, Qt::AlignLeft, CrosshairOverlay::tr("%n more", nullptr, static_cast<int>(reading.more)));
}

void paintReadingBeside(QPainter& painter, const QRectF& room, const QPointF& at, PlotReading reading) {
  if (const std::size_t fitting = readingLines(room.height()); reading.values.size() > fitting) {
    const std::size_t listed = fitting - 1;  // the last line counts the others
    reading.more += reading.values.size() - listed;
    reading.values.resize(listed);
  }
  const QSizeF size = readingSize(reading, room.width());
  // Lies beside the place, or else above or below it, so that the place stays visible.
  QPointF corner(at.x() + kReadingGap, at.y() - size.height() / 2);
  if (corner.x() + size.width() > room.right()) corner.setX(at.x() - kReadingGap - size.width());
  if (corner.x() < room.left()) {
    corner = {at.x() - size.width() / 2, at.y() + kReadingGap};
    if (corner.y() + size.height() > room.bottom()) corner.setY(at.y() - kReadingGap - size.height());
  }
  corner.setX(std::max(room.left(), std::min(corner.x(), room.right() - size.width())));
  corner.setY(std::max(room.top(), std::min(corner.y(), room.bottom() - size.height())));
  paintReading(painter, {std::round(corner.x()), std::round(corner.y())}, reading, room.width());
}

}  // namespace fovea

#include "widgets/plots/mini_plot.h"

#include <QtGui/QHelpEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QStyleOption>
#include <QtWidgets/QToolTip>
#include <cmath>
#include <limits>

#include "widgets/plots/plot_parts.h"
#include "widgets/theme/curve.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kHeader = 20;
constexpr int kAxis = 16;

bool spansDecades(std::span<const double> values) {
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  for (const double value : values) {
    if (!(value > 0)) return false;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return high > 100 * low;
}

}  // namespace

MiniPlot::MiniPlot(const QString& title, int seriesColor, QWidget* parent)
    : QFrame(parent), title_(title), seriesColor_(seriesColor) {
  setProperty("kind", QStringLiteral("card"));
  setAccessibleName(title);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  format_ = [](double value) { return QString::number(value, 'g', 4); };
}

void MiniPlot::setFormat(std::function<QString(double)> format) {
  format_ = std::move(format);
  scheduleUpdate();
}

void MiniPlot::append(std::span<const double> xs, std::span<const double> ys) {
  data_.append(xs, ys);
  scheduleUpdate();
}

void MiniPlot::clear() {
  data_.clear();
  scheduleUpdate();
}

QString MiniPlot::valueText() const {
  return data_.empty() ? QStringLiteral("–") : format_(data_.ys().back());
}

void MiniPlot::scheduleUpdate() {
  setAccessibleDescription(valueText());
  update();  // Qt joins what comes between two frames
}

void MiniPlot::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  const Theme theme = currentTheme();
  QPainter painter(this);
  const QRectF inner =
      QRectF(rect()).adjusted(size::kCardMargin, size::kCardMargin - 3, -size::kCardMargin, -size::kCardMargin);
  const QRectF header(inner.topLeft(), QSizeF(inner.width(), kHeader));
  painter.setFont(themeFont(FontRole::Strong));
  painter.setPen(theme.color(Color::Text));
  drawTabular(painter, header, Qt::AlignRight, valueText());
  const double taken = tabularWidth(QFontMetricsF(painter.font()), valueText());
  painter.setFont(themeFont(FontRole::Text));
  painter.setPen(theme.color(Color::Muted));
  const double room = header.width() - taken - 8;
  painter.drawText(header, Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetricsF(painter.font()).elidedText(title_, Qt::ElideRight, room));
  if (data_.empty()) return;
  const QRectF area = inner.adjusted(1, kHeader + 12, -1, -2);
  const auto points =
      decimate(data_.xs(), data_.ys(), data_.xs().front(), data_.xs().back(), static_cast<int>(area.width()));
  paintCurve(painter, area, points, theme.series(seriesColor_));
}

SchedulePlot::SchedulePlot(QWidget* parent) : QWidget(parent), position_(std::numeric_limits<double>::quiet_NaN()) {
  setAccessibleName(tr("Learning rate over the run"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SchedulePlot::setSchedule(std::span<const double> xs, std::span<const double> rates) {
  data_.clear();
  data_.append(xs, rates);
  update();
}

void SchedulePlot::setPosition(double x) {
  position_ = x;
  update();
}

QRectF SchedulePlot::area() const {
  return QRectF(rect()).adjusted(4, 5, -4, -kAxis - 4);
}

void SchedulePlot::paintEvent(QPaintEvent*) {
  if (data_.empty()) return;
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double first = data_.xs().front();
  const double last = data_.xs().back();
  const bool logarithmic = spansDecades(data_.ys());
  auto points = decimate(data_.xs(), data_.ys(), first, last, std::max(1, width()));
  if (logarithmic)
    for (QPointF& point : points) point.setY(std::log(point.y()));
  painter.setPen(QPen(theme.color(Color::Line), 1));
  const QRectF room = area();
  painter.drawLine(QPointF(room.left(), room.bottom() + 3.5), QPointF(room.right(), room.bottom() + 3.5));
  paintCurve(painter, room, points, theme.color(Color::Accent));
  painter.setFont(themeFont(FontRole::Caption));
  painter.setPen(theme.color(Color::Muted));
  const QRectF axis(room.left(), room.bottom() + 4, room.width(), kAxis);
  drawTabular(painter, axis, Qt::AlignLeft, compactNumber(data_.ys().front()));
  drawTabular(painter, axis, Qt::AlignRight, compactNumber(data_.ys().back()));
  const auto now = std::isfinite(position_) ? data_.nearest(position_) : std::nullopt;
  if (!now || last <= first) return;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const QPointF& point : points) {
    low = std::min(low, point.y());
    high = std::max(high, point.y());
  }
  const double value = logarithmic ? std::log(now->y()) : now->y();
  const double up = high > low ? (value - low) / (high - low) : 0.5;
  painter.setPen(QPen(theme.color(Color::Panel), 1.5));
  painter.setBrush(theme.color(Color::Accent));
  const double across = (now->x() - first) / (last - first);
  painter.drawEllipse(QPointF(room.left() + across * room.width(), room.bottom() - up * room.height()), 4, 4);
}

bool SchedulePlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || data_.empty()) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QRectF room = area();
  const double share = std::clamp((help->pos().x() - room.left()) / room.width(), 0.0, 1.0);
  const auto point = data_.nearest(data_.xs().front() + share * (data_.xs().back() - data_.xs().front()));
  QToolTip::showText(help->globalPos(),
                     tr("step %1: rate %2").arg(locale().toString(point->x(), 'f', 0), compactNumber(point->y())),
                     this);
  return true;
}

}  // namespace fovea

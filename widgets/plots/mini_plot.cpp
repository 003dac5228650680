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
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kHeader = 20;

struct Ends {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
};

Ends endsOf(std::span<const double> values) {
  Ends ends;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    ends.low = std::min(ends.low, value);
    ends.high = std::max(ends.high, value);
  }
  return ends;
}

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
  format_ = [](double value) { return numberText(value, 'g', 4); };
}

void MiniPlot::setFormat(std::function<QString(double)> format) {
  format_ = std::move(format);
  scheduleUpdate();
}

void MiniPlot::setNote(const QString& note) {
  note_ = note;
  update();
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
  update();  // Qt merges updates between two frames
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
  if (data_.empty()) {
    painter.setFont(themeFont(FontRole::Caption));
    painter.drawText(inner.adjusted(0, kHeader, 0, 0), Qt::AlignCenter | Qt::TextWordWrap, note_);
    return;
  }
  const Ends ends = endsOf(data_.ys());
  if (!(ends.low <= ends.high)) return;
  const ChartAxes axes{ends.high > ends.low ? format_(ends.low) : QString(), format_(ends.high),
                       compactNumber(data_.xs().front()),
                       data_.size() > 1 ? tr("step %1").arg(compactNumber(data_.xs().back())) : QString()};
  const QRectF chart = inner.adjusted(0, kHeader + 4, 0, 0);
  const QRectF area = axes.area(chart);
  axes.paint(painter, chart, theme);
  const auto points =
      decimate(data_.xs(), data_.ys(), data_.xs().front(), data_.xs().back(), static_cast<int>(area.width()));
  paintCurve(painter, area, points, theme.series(seriesColor_));
}

SchedulePlot::SchedulePlot(QWidget* parent) : QWidget(parent), position_(std::numeric_limits<double>::quiet_NaN()) {
  setAccessibleName(tr("Learning rate over the run"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SchedulePlot::setSchedule(std::span<const double> xs, std::span<const double> rates, double stepsPerEpoch) {
  data_.clear();
  data_.append(xs, rates);
  stepsPerEpoch_ = std::max(1.0, stepsPerEpoch);
  update();
}

void SchedulePlot::setPosition(double x) {
  position_ = x;
  update();
}

ChartAxes SchedulePlot::axes() const {
  if (data_.empty()) return {};
  const Ends ends = endsOf(data_.ys());
  const double epochs = std::ceil((data_.xs().back() + 1) / stepsPerEpoch_);
  return {ends.high > ends.low ? compactNumber(ends.low) : QString(), compactNumber(ends.high), QStringLiteral("0"),
          epochs == 1 ? tr("1 epoch") : tr("%1 epochs").arg(compactNumber(epochs))};
}

QRectF SchedulePlot::area() const {
  return axes().area(rect());
}

void SchedulePlot::paintEvent(QPaintEvent*) {
  if (data_.empty()) return;
  const Theme theme = currentTheme();
  QPainter painter(this);
  axes().paint(painter, rect(), theme);
  painter.setRenderHint(QPainter::Antialiasing);
  const double first = data_.xs().front();
  const double last = data_.xs().back();
  const bool logarithmic = spansDecades(data_.ys());
  auto points = decimate(data_.xs(), data_.ys(), first, last, std::max(1, width()));
  if (logarithmic)
    for (QPointF& point : points) point.setY(std::log(point.y()));
  const QRectF room = area();
  paintCurve(painter, room, points, theme.color(Color::Accent));
  const auto now = std::isfinite(position_) ? data_.nearest(position_) : std::nullopt;
  if (!now || last <= first) return;
  Ends ends = endsOf(data_.ys());
  double value = now->y();
  if (logarithmic) {
    ends = {std::log(ends.low), std::log(ends.high)};
    value = std::log(value);
  }
  // Matches the position of a constant line in paintCurve().
  const double up = ends.high > ends.low ? (value - ends.low) / (ends.high - ends.low) : 0.5;
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

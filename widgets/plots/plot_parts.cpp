#include "widgets/plots/plot_parts.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <cmath>

#include "widgets/theme/fonts.h"

namespace fovea {
namespace {

constexpr double kDashWidth = 12;
constexpr double kDashGap = 5;
constexpr double kEntryGap = 16;
constexpr double kAxisGap = 6;  // between a label and the chart

void drawSample(QPainter& painter, const Theme& theme, const CurveLook& look, QPointF left) {
  const QColor color = theme.series(look.colorIndex);
  QPen pen(color, 2, look.dash, Qt::FlatCap);
  if (look.dash != Qt::SolidLine) pen.setDashPattern({2.5, 1.5});
  painter.setPen(pen);
  painter.drawLine(left, left + QPointF(kDashWidth, 0));
  if (!look.marker) return;
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawEllipse(left + QPointF(kDashWidth / 2, 0), 2.5, 2.5);
}

}  // namespace

QString compactNumber(double value) {
  const double size = std::abs(value);
  if (size < 1e-12) return QStringLiteral("0");
  if (size >= 1e9) return QString::number(value / 1e9, 'g', 4) + QLatin1Char('G');
  if (size >= 1e6) return QString::number(value / 1e6, 'g', 4) + QLatin1Char('M');
  if (size >= 1e4) return QString::number(value / 1e3, 'g', 4) + QLatin1Char('k');
  if (size >= 1e-4) return QString::number(value, 'g', 4);
  QString power = QString::number(value, 'e', 1);  // "1.0e-05" as "1e-5"
  power.replace(QStringLiteral(".0e"), QStringLiteral("e"));
  power.replace(QStringLiteral("e-0"), QStringLiteral("e-"));
  return power;
}

QString percentNumber(double share) {
  return QStringLiteral("%1 %").arg(QString::number(share * 100, 'g', 4));
}

QRectF ChartAxes::area(const QRectF& room) const {
  const QFontMetricsF metrics(themeFont(FontRole::Caption));
  const double labels = std::max(tabularWidth(metrics, low), tabularWidth(metrics, high));
  const double line = metrics.height();
  // Half a line above and below, since labels stand beside the ends.
  return room.adjusted(labels > 0 ? labels + kAxisGap : 0, line / 2, -2, -line - kAxisGap / 2 - line / 2);
}

void ChartAxes::paint(QPainter& painter, const QRectF& room, const Theme& theme) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(themeFont(FontRole::Caption));
  const QRectF inner = area(room);
  const double line = QFontMetricsF(painter.font()).height();
  std::vector<std::pair<double, QString>> lines{{inner.top(), high}, {inner.bottom(), low}};
  if (low.isEmpty()) lines = {{inner.center().y(), high}};  // where paintCurve() draws a level line
  for (const auto& [y, text] : lines) {
    painter.setPen(QPen(theme.color(Color::Line), 1));
    painter.drawLine(QPointF(inner.left(), y), QPointF(room.right(), y));
    painter.setPen(theme.color(Color::Muted));
    drawTabular(painter, QRectF(room.left(), y - line / 2, inner.left() - kAxisGap - room.left(), line), Qt::AlignRight,
                text);
  }
  const QRectF below(inner.left(), room.bottom() - line, room.right() - inner.left(), line);
  drawTabular(painter, below, Qt::AlignLeft, first);
  drawTabular(painter, below, Qt::AlignRight, last);
  painter.restore();
}

PlotLegend::PlotLegend(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setToolTip(tr("Click a name to hide or show its curve"));
}

void PlotLegend::addEntry(const QString& name, const CurveLook& look) {
  entries_.push_back({name, look, true});
  updateGeometry();
  update();
}

void PlotLegend::clear() {
  entries_.clear();
  updateGeometry();
  update();
}

void PlotLegend::setShown(int index, bool shown) {
  entries_[static_cast<std::size_t>(index)].shown = shown;
  update();
}

double PlotLegend::entryWidth(const Entry& entry) const {
  return kDashWidth + kDashGap + QFontMetricsF(font()).horizontalAdvance(entry.name) + kEntryGap;
}

QSize PlotLegend::sizeHint() const {
  double width = 0;
  for (const Entry& entry : entries_) width += entryWidth(entry);
  return {static_cast<int>(std::ceil(width)), 20};
}

void PlotLegend::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  double x = 0;
  for (const Entry& entry : entries_) {
    painter.setOpacity(entry.shown ? 1 : 0.35);
    drawSample(painter, theme, entry.look, {x, height() / 2.0});
    painter.setOpacity(1);
    painter.setPen(theme.color(Color::Muted));
    QFont words = font();
    words.setStrikeOut(!entry.shown);
    painter.setFont(words);
    const double room = width() - x - kDashWidth - kDashGap;
    painter.drawText(QRectF(x + kDashWidth + kDashGap, 0, room, height()), Qt::AlignVCenter,
                     QFontMetricsF(words).elidedText(entry.name, Qt::ElideRight, room));
    x += entryWidth(entry);
  }
}

void PlotLegend::mousePressEvent(QMouseEvent* event) {
  double x = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    x += entryWidth(entries_[i]);
    if (event->position().x() >= x) continue;
    Q_EMIT entryToggled(static_cast<int>(i));
    return;
  }
}

CrosshairOverlay::CrosshairOverlay(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
}

void CrosshairOverlay::setReading(CrosshairReading reading) {
  if (!reading.shown && !reading_.shown) return;
  reading_ = std::move(reading);
  update();
}

void CrosshairOverlay::setNote(const QString& note) {
  if (note == note_) return;
  note_ = note;
  update();
}

void CrosshairOverlay::paintEvent(QPaintEvent*) {
  if (!note_.isEmpty()) {
    QPainter painter(this);
    painter.setPen(currentTheme().color(Color::Muted));
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, note_);
  }
  if (!reading_.shown) return;
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.color(Color::Muted, 0.7), 1));
  const double x = std::floor(reading_.x) + 0.5;
  painter.drawLine(QPointF(x, reading_.area.top()), QPointF(x, reading_.area.bottom()));
  for (const CrosshairReading::Value& value : reading_.values) {
    painter.setPen(QPen(theme.color(Color::Panel), 1.5));
    painter.setBrush(theme.series(value.look.colorIndex));
    if (reading_.area.contains(value.position)) painter.drawEllipse(value.position, 4, 4);
  }
  drawBox(painter, theme);
}

void CrosshairOverlay::drawBox(QPainter& painter, const Theme& theme) const {
  painter.setFont(themeFont(FontRole::Caption));
  const QFontMetricsF metrics(painter.font());
  double names = 0;
  double figures = 0;
  for (const CrosshairReading::Value& value : reading_.values) {
    names = std::max(names, metrics.horizontalAdvance(value.name));
    figures = std::max(figures, tabularWidth(metrics, value.text));
  }
  const double inner =
      std::max(metrics.horizontalAdvance(reading_.title), kDashWidth + kDashGap + names + 14 + figures);
  const double line = 17;
  const QSizeF size(inner + 18, line * static_cast<double>(reading_.values.size() + 1) + 10);
  QPointF corner(reading_.x + 12, reading_.area.top() + 8);
  if (corner.x() + size.width() > width()) corner.setX(reading_.x - 12 - size.width());
  painter.setPen(QPen(theme.color(Color::Line), 1));
  painter.setBrush(theme.color(Color::Raised));
  painter.drawRoundedRect(QRectF(corner, size).adjusted(0.5, 0.5, -0.5, -0.5), size::kControlCorner,
                          size::kControlCorner);
  QRectF row(corner.x() + 9, corner.y() + 5, inner, line);
  painter.setPen(theme.color(Color::Muted));
  drawTabular(painter, row, Qt::AlignLeft, reading_.title);
  for (const CrosshairReading::Value& value : reading_.values) {
    row.translate(0, line);
    drawSample(painter, theme, value.look, {row.left(), row.center().y()});
    painter.setPen(theme.color(Color::Muted));
    painter.drawText(row.adjusted(kDashWidth + kDashGap, 0, 0, 0), Qt::AlignVCenter, value.name);
    painter.setPen(theme.color(Color::Text));
    drawTabular(painter, row, Qt::AlignRight, value.text);
  }
}

}  // namespace fovea

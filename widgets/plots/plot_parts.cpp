#include "widgets/plots/plot_parts.h"

#include <QtCore/QDateTime>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/plots/reading_box.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

constexpr double kEntryGap = 16;
constexpr double kAxisGap = 6;  // between label and chart
constexpr std::size_t kMostListed = 14;

}  // namespace

QList<qreal> legendDash(Qt::PenStyle dash) {
  switch (dash) {
    case Qt::DotLine:
      return {1, 1};
    case Qt::DashDotLine:
      return {3, 1, 1, 1};
    case Qt::DashDotDotLine:
      return {1.5, 0.6, 0.8, 0.6, 0.8, 0.6};
    default:
      return {2.5, 1.5};
  }
}

double roundStep(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double factor : {5.0, 2.5, 2.0})
    if (factor * power <= value) return factor * power;
  return power;
}

QString compactNumber(double value, int digits) {
  const double size = std::abs(value);
  if (size < 1e-12) return QStringLiteral("0");
  if (size >= 1e9) return numberText(value / 1e9, 'g', digits) + QLatin1Char('G');
  if (size >= 1e6) return numberText(value / 1e6, 'g', digits) + QLatin1Char('M');
  if (size >= 1e4) return numberText(value / 1e3, 'g', digits) + QLatin1Char('k');
  if (size >= 1e-4) return numberText(value, 'g', digits);
  QString power = numberText(value, 'g', digits - 2);  // "1e-05" as "1e-5"
  power.replace(QStringLiteral("e-0"), QStringLiteral("e-"));
  return power;
}

QString percentNumber(double share, int digits) {
  return QStringLiteral("%1 %").arg(numberText(share * 100, 'g', digits));
}

QString durationNumber(double seconds) {
  const double size = std::abs(seconds);
  if (size < 60) return QStringLiteral("%1 s").arg(numberText(seconds, 'g', 3));
  const auto whole = static_cast<qint64>(std::llround(size));
  const QString sign = seconds < 0 ? QStringLiteral("−") : QString();
  const QString ending = QStringLiteral("%1:%2");
  if (whole < 3600) return sign + ending.arg(whole / 60).arg(whole % 60, 2, 10, QLatin1Char('0'));
  if (whole < 86400)
    return sign + QStringLiteral("%1:%2:%3")
                      .arg(whole / 3600)
                      .arg(whole / 60 % 60, 2, 10, QLatin1Char('0'))
                      .arg(whole % 60, 2, 10, QLatin1Char('0'));
  return sign + QStringLiteral("%1 d %2 h").arg(whole / 86400).arg(whole / 3600 % 24);
}

QString axisTitle(PlotAxis axis) {
  switch (axis) {
    case PlotAxis::Epoch:
      return PlotLegend::tr("epoch");
    case PlotAxis::Duration:
      return PlotLegend::tr("relative time");
    case PlotAxis::Time:
      return PlotLegend::tr("wall time");
    default:
      return PlotLegend::tr("step");
  }
}

QString axisReading(PlotAxis axis, double x) {
  if (axis == PlotAxis::Duration) return durationNumber(x);
  if (axis == PlotAxis::Time)
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(x * 1000)),
                              QStringLiteral("d MMM yyyy hh:mm:ss"));
  return QStringLiteral("%1 %2").arg(axisTitle(axis), QLocale().toString(x, 'g', 7));
}

QRectF ChartAxes::area(const QRectF& room) const {
  const QFontMetricsF metrics(themeFont(FontRole::Caption));
  const double labels = std::max(tabularWidth(metrics, low), tabularWidth(metrics, high));
  const double line = metrics.height();
  // Half a line above and below, since the labels are centred on the ends.
  return room.adjusted(labels > 0 ? labels + kAxisGap : 0, line / 2, -2, -line - kAxisGap / 2 - line / 2);
}

void ChartAxes::paint(QPainter& painter, const QRectF& room, const Theme& theme) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(themeFont(FontRole::Caption));
  const QRectF inner = area(room);
  const double line = QFontMetricsF(painter.font()).height();
  std::vector<std::pair<double, QString>> lines{{inner.top(), high}, {inner.bottom(), low}};
  if (low.isEmpty()) lines = {{inner.center().y(), high}};  // where paintCurve() draws a constant line
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

void PlotLegend::setListed(int index, bool listed) {
  if (std::exchange(entries_[static_cast<std::size_t>(index)].listed, listed) == listed) return;
  updateGeometry();
  update();
}

int PlotLegend::listedCount() const {
  return static_cast<int>(
      std::count_if(entries_.begin(), entries_.end(), [](const auto& each) { return each.listed; }));
}

double PlotLegend::entryWidth(const Entry& entry) const {
  if (!entry.listed) return 0;
  return kSampleWidth + kSampleGap + QFontMetricsF(font()).horizontalAdvance(entry.name) + kEntryGap;
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
    if (!entry.listed) continue;
    painter.setOpacity(entry.shown ? 1 : 0.35);
    paintSample(painter, entry.look, {x, height() / 2.0});
    painter.setOpacity(1);
    painter.setPen(theme.color(Color::Muted));
    QFont words = font();
    words.setStrikeOut(!entry.shown);
    painter.setFont(words);
    const double room = width() - x - kSampleWidth - kSampleGap;
    painter.drawText(QRectF(x + kSampleWidth + kSampleGap, 0, room, height()), Qt::AlignVCenter,
                     QFontMetricsF(words).elidedText(entry.name, Qt::ElideRight, room));
    x += entryWidth(entry);
  }
}

void PlotLegend::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
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
  drawBox(painter);
}

// Lists as many curves as there is room for, around the highlighted one.
std::pair<std::size_t, std::size_t> CrosshairOverlay::listed() const {
  const std::size_t lines = readingLines(reading_.area.height());
  const std::size_t most = std::clamp(lines > 1 ? lines - 1 : lines, std::size_t(1), kMostListed);
  const std::size_t count = reading_.values.size();
  if (count <= most + 1) return {0, count};
  const auto strong = std::find_if(reading_.values.begin(), reading_.values.end(),
                                   [](const CrosshairReading::Value& value) { return value.strong; });
  const auto at = strong == reading_.values.end() ? 0 : static_cast<std::size_t>(strong - reading_.values.begin());
  return {std::min(at > most / 2 ? at - most / 2 : 0, count - most), most};
}

void CrosshairOverlay::drawBox(QPainter& painter) const {
  const auto [first, shown] = listed();
  PlotReading box{reading_.title, {}, reading_.values.size() - shown};
  for (std::size_t i = first; i < first + shown; ++i) {
    const CrosshairReading::Value& value = reading_.values[i];
    box.values.push_back({value.name, value.text, value.look, value.strong});
  }
  const QSizeF size = readingSize(box, width());
  QPointF corner(reading_.x + 12, reading_.area.top() + 8);
  if (corner.x() + size.width() > width()) corner.setX(reading_.x - 12 - size.width());
  corner.setX(std::max(0.0, corner.x()));
  paintReading(painter, corner, box, width());
}

}  // namespace fovea

#include "widgets/plots/scaling_plot.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <algorithm>
#include <cmath>
#include <map>

#include "widgets/theme/copy_menu.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kScalingFoot = 42, kScalingRight = 14;
constexpr double kScalingPadding = 10;  // between the outermost points and the edges
constexpr double kScalingGap = 8;       // between labels
constexpr double kScalingEdge = 3;      // between labels and the focus frame
constexpr double kSpeedTicks = 22;      // least distance of the ticks of the speed, in pixels
constexpr double kLegendSample = 18, kLegendGap = 6, kLegendBetween = 18;
constexpr double kMeasuredSize = 4.5;  // radius
constexpr int kMeasuredColor = 1;      // of the theme's series
constexpr double kLowestPower = -40;   // slower is shown at the bottom

bool isSpeed(double times) {
  return std::isfinite(times) && times > 0;
}

// Powers of two from 2^first to 2^last, with at least `gap` pixels between them on an axis of `length` pixels.
std::vector<double> powersOfTwo(int first, int last, double length, double gap) {
  const double each = last > first ? length / (last - first) : length;
  const int step = std::max(1, static_cast<int>(std::ceil(gap / std::max(1e-3, each))));
  std::vector<double> powers;
  // The power 0 is among them, since there lies the speed of one device.
  for (int power = first + (((-first) % step) + step) % step; power <= last; power += step)
    powers.push_back(std::exp2(power));
  return powers;
}

}  // namespace

QString timesText(double times) {
  return (times >= 100 ? numberText(std::round(times), 'f', 0) : compactNumber(times, 3)) + QStringLiteral("×");
}

ScalingPlot::ScalingPlot(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  place();
  describe();
}

void ScalingPlot::setSpeeds(const std::vector<Range>& predicted, const std::vector<Dot>& measured) {
  const int kept = highlighted();
  std::map<int, Column> columns;
  double lowest = 1, highest = 1;
  const auto column = [&](int devices, std::initializer_list<double> speeds) -> Column& {
    lowest = std::min(lowest, std::min(speeds));
    highest = std::max(highest, std::max(speeds));
    Column& found = columns[devices];
    found.devices = devices;
    return found;
  };
  for (const Range& each : predicted)
    if (each.devices > 0 && isSpeed(each.slowest) && isSpeed(each.fastest))
      column(each.devices, {each.slowest, each.fastest}).predicted = each;
  for (const Dot& each : measured)
    if (each.devices > 0 && isSpeed(each.times)) column(each.devices, {each.times}).measured = each.times;
  columns_.clear();
  for (const auto& [devices, each] : columns) columns_.push_back(each);
  if (!columns_.empty()) highest = std::max(highest, most());
  low_ = std::max(kLowestPower, std::floor(std::log2(lowest)));
  high_ = std::max(low_ + 1, std::ceil(std::log2(highest)));
  highlighted_ = -1;
  place();
  setHighlighted(kept);
}

void ScalingPlot::setNote(const QString& note) {
  note_ = note;
  describe();
  update();
}

void ScalingPlot::setHighlighted(int devices) {
  const auto found = std::find_if(columns_.begin(), columns_.end(),
                                  [devices](const Column& column) { return column.devices == devices; });
  const int column = found == columns_.end() ? -1 : static_cast<int>(found - columns_.begin());
  byMouse_ = byMouse_ && column == highlighted_;
  highlighted_ = column;
  describe();
  update();
}

void ScalingPlot::moveHighlight(int column) {
  if (column == highlighted_) return;
  setHighlighted(column < 0 ? 0 : columns_[static_cast<std::size_t>(column)].devices);
  Q_EMIT devicesHovered(highlighted());
}

PlotReading ScalingPlot::reading(const Column& column) const {
  PlotReading reading{tr("%n devices", nullptr, column.devices)};
  reading.values.push_back({tr("Ideal"), timesText(column.devices)});
  if (column.predicted) {
    reading.values.push_back({tr("Everything hidden"), timesText(column.predicted->fastest)});
    reading.values.push_back({tr("Nothing hidden"), timesText(column.predicted->slowest)});
  }
  if (column.measured) reading.values.push_back({tr("Measured here"), timesText(*column.measured)});
  return reading;
}

void ScalingPlot::describe() {
  setAccessibleName(tr("Speed by number of devices"));
  if (columns_.empty()) return setAccessibleDescription(note_);
  QStringList parts;
  for (auto column = columns_.rbegin(); column != columns_.rend(); ++column)
    if (column->predicted) {
      parts << tr("predicted for %n devices: %1 to %2", nullptr, column->devices)
                   .arg(timesText(column->predicted->slowest), timesText(column->predicted->fastest));
      break;
    }
  for (const Column& column : columns_)
    if (column.measured)
      parts << tr("measured with %n devices: %1", nullptr, column.devices).arg(timesText(*column.measured));
  if (highlighted_ >= 0) {
    const PlotReading shown = reading(columns_[static_cast<std::size_t>(highlighted_)]);
    QStringList texts{shown.title};
    for (const auto& value : shown.values) texts << QStringLiteral("%1 %2").arg(value.name, value.text);
    parts << tr("highlighted: %1").arg(texts.join(QStringLiteral(", ")));
  }
  setAccessibleDescription(parts.join(QStringLiteral("; ")));
}

QString ScalingPlot::toText() const {
  QString text = QStringList{tr("devices"), tr("nothing hidden"), tr("everything hidden"), tr("measured")}.join(
                     QLatin1Char('\t')) +
                 QLatin1Char('\n');
  const auto number = [](std::optional<double> value) { return value ? numberText(*value, 'g', 12) : QString(); };
  for (const Column& column : columns_) {
    const auto& range = column.predicted;
    text += QStringList{QString::number(column.devices), number(range ? std::optional(range->slowest) : std::nullopt),
                        number(range ? std::optional(range->fastest) : std::nullopt), number(column.measured)}
                .join(QLatin1Char('\t')) +
            QLatin1Char('\n');
  }
  return text;
}

QRectF ScalingPlot::area() const {
  return QRectF(rect()).adjusted(left_, top_, -kScalingRight, -kScalingFoot);
}

QPointF ScalingPlot::toScreen(double devices, double times) const {
  const QRectF room = area().adjusted(kScalingPadding, kScalingPadding, -kScalingPadding, -kScalingPadding);
  const double last = std::log2(std::max(2.0, columns_.empty() ? 2.0 : most()));
  const double height = std::clamp((std::log2(times) - low_) / (high_ - low_), 0.0, 1.0);
  return {room.left() + std::log2(devices) / last * room.width(), room.bottom() - height * room.height()};
}

void ScalingPlot::place() {
  const QFontMetricsF metrics(themeFont(FontRole::Caption));
  legend_ = {{LegendKind::Ideal, tr("Ideal")}, {LegendKind::Predicted, tr("Predicted: nothing to everything hidden")}};
  if (std::any_of(columns_.begin(), columns_.end(), [](const Column& each) { return each.measured.has_value(); }))
    legend_.push_back({LegendKind::Measured, tr("Measured here")});
  const double line = metrics.height() + 4;
  QPointF at(kScalingEdge + kScalingGap, kScalingEdge);
  for (LegendItem& item : legend_) {
    const double wide = kLegendSample + kLegendGap + metrics.horizontalAdvance(item.text);
    if (at.x() + wide > width() - kScalingRight && at.x() > kScalingEdge + kScalingGap)
      at = {kScalingEdge + kScalingGap, at.y() + line};
    item.place = at;
    at.rx() += wide + kLegendBetween;
  }
  top_ = at.y() + line + 2;
  double widest = 0;
  for (const PlotTick& tick : speedTicks()) widest = std::max(widest, tabularWidth(metrics, tick.text));
  left_ = std::ceil(widest) + kScalingGap + kScalingEdge;
  update();
}

std::vector<PlotTick> ScalingPlot::speedTicks() const {
  std::vector<PlotTick> ticks;
  const double length = area().height() - 2 * kScalingPadding;
  for (const double times : powersOfTwo(static_cast<int>(low_), static_cast<int>(high_), length, kSpeedTicks))
    ticks.push_back({times, timesText(times)});
  return ticks;
}

// The last number of devices is labelled in any case.
std::vector<PlotTick> ScalingPlot::deviceTicks() const {
  if (columns_.empty()) return {};
  const QFontMetricsF metrics(themeFont(FontRole::Caption));
  const double gap = tabularWidth(metrics, numberText(most(), 'f', 0)) + kScalingGap;
  const auto last = static_cast<int>(std::floor(std::log2(most())));
  const double length = toScreen(std::exp2(last), 1).x() - toScreen(1, 1).x();
  std::vector<PlotTick> ticks;
  for (const double devices : powersOfTwo(0, last, length, gap))
    if (toScreen(most(), 1).x() - toScreen(devices, 1).x() >= gap) ticks.push_back({devices, {}});
  ticks.push_back({most(), {}});
  for (PlotTick& tick : ticks) tick.text = numberText(tick.value, 'f', 0);
  return ticks;
}

void ScalingPlot::resizeEvent(QResizeEvent*) {
  place();
}

void ScalingPlot::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (!isThemeChange(event) && event->type() != QEvent::LanguageChange) return;
  place();
  describe();
}

void ScalingPlot::paintDot(QPainter& painter, const QPointF& at, double radius) const {
  const Theme theme = currentTheme();
  painter.setPen(QPen(theme.color(Color::Panel), 1.5));
  painter.setBrush(theme.series(kMeasuredColor));
  painter.drawEllipse(at, radius, radius);
}

void ScalingPlot::paintLegend(QPainter& painter) const {
  const Theme theme = currentTheme();
  painter.setFont(themeFont(FontRole::Caption));
  const QFontMetricsF metrics(painter.font());
  for (const LegendItem& item : legend_) {
    const QRectF sample(item.place, QSizeF(kLegendSample, metrics.height()));
    const QPointF middle = sample.center();
    if (item.kind == LegendKind::Ideal) {
      painter.setPen(QPen(theme.color(Color::Muted), 1.5, Qt::DashLine, Qt::FlatCap));
      painter.drawLine(QPointF(sample.left(), middle.y()), QPointF(sample.right(), middle.y()));
    } else if (item.kind == LegendKind::Predicted) {
      const QRectF band(sample.left(), middle.y() - 4, sample.width(), 8);
      painter.fillRect(band, theme.color(Color::Accent, 0.22));
      painter.setPen(QPen(theme.color(Color::Accent), 1.5));
      painter.drawLine(band.topLeft(), band.topRight());
      painter.drawLine(band.bottomLeft(), band.bottomRight());
    } else {
      paintDot(painter, middle, kMeasuredSize);
    }
    const double left = sample.right() + kLegendGap;
    const double wide = width() - kScalingEdge - left;
    painter.setPen(theme.color(Color::Muted));
    painter.drawText(QRectF(left, sample.top(), wide, sample.height()), Qt::AlignVCenter,
                     metrics.elidedText(item.text, Qt::ElideRight, wide));
  }
}

void ScalingPlot::paintGrid(QPainter& painter) const {
  const Theme theme = currentTheme();
  const QRectF room = area();
  painter.setFont(themeFont(FontRole::Caption));
  const QFontMetricsF metrics(painter.font());
  const double line = metrics.height();
  for (const PlotTick& tick : speedTicks()) {
    const double y = std::round(toScreen(1, tick.value).y()) + 0.5;
    painter.setPen(QPen(theme.color(Color::Line), 1));
    painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
    painter.setPen(theme.color(Color::Muted));
    drawTabular(painter, QRectF(kScalingEdge, std::round(y - line / 2), left_ - kScalingGap - kScalingEdge, line),
                Qt::AlignRight, tick.text);
  }
  for (const PlotTick& tick : deviceTicks()) {
    const double x = std::round(toScreen(tick.value, 1).x()) + 0.5;
    painter.setPen(QPen(theme.color(Color::Line), 1));
    painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()));
    painter.setPen(theme.color(Color::Muted));
    drawTabular(painter, QRectF(x - 40, room.bottom() + 4, 80, line), Qt::AlignHCenter, tick.text);
  }
  painter.drawText(QRectF(room.left(), room.bottom() + 22, room.width(), 16), Qt::AlignCenter,
                   metrics.elidedText(tr("Devices → times as fast as one"), Qt::ElideRight, room.width()));
}

void ScalingPlot::paintPrediction(QPainter& painter) const {
  const Theme theme = currentTheme();
  QPolygonF slowest, fastest;
  for (const Column& column : columns_) {
    if (!column.predicted) continue;
    slowest << toScreen(column.devices, column.predicted->slowest);
    fastest << toScreen(column.devices, column.predicted->fastest);
  }
  QPolygonF band = fastest;
  for (auto point = slowest.rbegin(); point != slowest.rend(); ++point) band << *point;
  painter.setPen(QPen(theme.color(Color::Muted), 1.5, Qt::DashLine, Qt::FlatCap));
  painter.drawLine(toScreen(1, 1), toScreen(most(), most()));
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(Color::Accent, 0.22));
  painter.drawPolygon(band);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(Color::Accent), 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPolyline(slowest);
  painter.drawPolyline(fastest);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(Color::Accent));
  for (const QPolygonF& line : {slowest, fastest})
    for (const QPointF& at : line) painter.drawEllipse(at, 2.4, 2.4);
}

void ScalingPlot::paintHighlight(QPainter& painter) const {
  if (highlighted_ < 0) return;
  const Theme theme = currentTheme();
  const Column& column = columns_[static_cast<std::size_t>(highlighted_)];
  const double x = std::round(toScreen(column.devices, 1).x()) + 0.5;
  painter.setPen(QPen(theme.color(Color::Muted, 0.7), 1));
  painter.drawLine(QPointF(x, area().top()), QPointF(x, area().bottom()));
  painter.setPen(QPen(theme.color(Color::Panel), 1.5));
  painter.setBrush(theme.color(Color::Text));
  double shown = column.measured.value_or(1);
  if (column.predicted) {
    for (const double times : {column.predicted->slowest, column.predicted->fastest})
      painter.drawEllipse(toScreen(column.devices, times), 4, 4);
    shown = column.predicted->fastest;
  }
  if (column.measured) paintDot(painter, toScreen(column.devices, *column.measured), kMeasuredSize + 1.5);
  // In the corner that the curves leave free: below high values, above low ones.
  const bool high = toScreen(column.devices, shown).y() < area().center().y();
  paintReadingBeside(painter, area().adjusted(2, 2, -2, -2), {x, high ? area().bottom() : area().top()},
                     reading(column));
}

void ScalingPlot::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (columns_.empty()) {
    painter.setFont(themeFont(FontRole::Caption));
    painter.setPen(theme.color(Color::Muted));
    painter.drawText(QRectF(rect()).adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap, note_);
  } else {
    paintLegend(painter);
    paintGrid(painter);
    paintPrediction(painter);
    for (const Column& column : columns_)
      if (column.measured) paintDot(painter, toScreen(column.devices, *column.measured), kMeasuredSize);
    paintHighlight(painter);
  }
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(Color::Accent), 1));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

void ScalingPlot::mouseMoveEvent(QMouseEvent* event) {
  int found = -1;
  double least = area().width();
  if (area().contains(event->position()))
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const double away = std::abs(toScreen(columns_[i].devices, 1).x() - event->position().x());
      if (away >= least) continue;
      least = away;
      found = static_cast<int>(i);
    }
  // A highlight by keyboard stays until the mouse is over the curves.
  if (found < 0 && !byMouse_) return;
  moveHighlight(found);
  byMouse_ = found >= 0;
}

void ScalingPlot::leaveEvent(QEvent*) {
  if (byMouse_) moveHighlight(-1);
}

// Left and right go through the numbers of devices. The first key goes to the first or the last of them.
void ScalingPlot::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(columns_.size()) - 1;
  int to = -1;
  switch (event->key()) {
    case Qt::Key_Left:
      to = highlighted_ < 0 ? last : std::max(0, highlighted_ - 1);
      break;
    case Qt::Key_Right:
      to = std::min(last, highlighted_ + 1);
      break;
    case Qt::Key_Home:
      to = 0;
      break;
    case Qt::Key_End:
      to = last;
      break;
    default:
      break;
  }
  if (to < 0 || last < 0) return QWidget::keyPressEvent(event);
  byMouse_ = false;
  moveHighlight(to);
}

void ScalingPlot::contextMenuEvent(QContextMenuEvent* event) {
  if (columns_.empty()) return;
  showCopyMenu(*this, event->globalPos(),
               {QStringLiteral("scaling"), [this] { return grab().toImage(); }, [this] { return toText(); },
                tr("Copy the values")});
}

}  // namespace fovea

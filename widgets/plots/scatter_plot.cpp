#include "widgets/plots/scatter_plot.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/plots/reading_box.h"
#include "widgets/theme/copy_menu.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kScatterFoot = 40, kScatterTop = 8, kScatterRight = 10;
constexpr double kScatterPadding = 12;  // between the outermost dots and the edges
constexpr double kScatterGap = 8;       // between labels
constexpr double kWidestScatterLabels = 90;
constexpr double kNarrowestName = 40;
constexpr double kScatterEdge = 3;    // between labels and the focus frame
constexpr double kScatterTicks = 30;  // least distance of the ticks of y, in pixels
constexpr double kScatterReach = 12;  // reach of the pointer, in pixels
constexpr double kDotSize = 3.5;      // radius

}  // namespace

ScatterPlot::ScatterPlot(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Result by setting"));
}

void ScatterPlot::setNote(const QString& note) {
  note_ = note;
  update();
}

bool ScatterPlot::isDrawn(const Dot& dot) const {
  return !std::isnan(x_.shown(dot.x)) && !std::isnan(y_.shown(dot.y));
}

void ScatterPlot::setDots(PlotDimension x, PlotDimension y, std::vector<Dot> dots) {
  const QString kept = highlighted_ >= 0 ? dotOf(highlighted_).title : QString();
  x_ = std::move(x);
  y_ = std::move(y);
  dots_ = std::move(dots);
  std::vector<double> across, up;
  drawn_.clear();
  best_ = -1;
  for (std::size_t i = 0; i < dots_.size(); ++i) {
    const Dot& dot = dots_[i];
    if (!isDrawn(dot)) continue;
    drawn_.push_back(static_cast<int>(i));
    across.push_back(dot.x);
    up.insert(up.end(), {dot.y, dot.low, dot.high});
    if (best_ < 0 || (y_.lowerIsBetter ? dot.y < dotOf(best_).y : dot.y > dotOf(best_).y)) best_ = static_cast<int>(i);
  }
  xScale_ = DimensionScale(x_, across);
  yScale_ = DimensionScale(y_, up);
  byX_ = byY_ = drawn_;
  std::stable_sort(byX_.begin(), byX_.end(), [this](int one, int other) {
    return std::pair(dotOf(one).x, dotOf(one).y) < std::pair(dotOf(other).x, dotOf(other).y);
  });
  std::stable_sort(byY_.begin(), byY_.end(), [this](int one, int other) {
    return std::pair(dotOf(one).y, dotOf(one).x) < std::pair(dotOf(other).y, dotOf(other).x);
  });
  xs_.assign(dots_.size(), -1);
  ys_.assign(dots_.size(), -1);
  for (std::size_t i = 0; i < byX_.size(); ++i) {
    xs_[static_cast<std::size_t>(byX_[i])] = static_cast<int>(i);
    ys_[static_cast<std::size_t>(byY_[i])] = static_cast<int>(i);
  }
  std::stable_sort(drawn_.begin(), drawn_.end(),
                   [this](int one, int other) { return dotOf(one).faint && !dotOf(other).faint; });
  const auto at = static_cast<std::size_t>(std::max(0, highlighted_));
  if (at >= dots_.size() || dots_[at].title != kept || !isDrawn(dots_[at])) highlighted_ = -1;
  setAccessibleName(tr("%1 by %2").arg(y_.title, x_.title));
  place();
  describe();
}

void ScatterPlot::setHighlighted(int dot) {
  const bool known = dot >= 0 && static_cast<std::size_t>(dot) < dots_.size() && isDrawn(dotOf(dot));
  byMouse_ = byMouse_ && dot == highlighted_;
  highlighted_ = known ? dot : -1;
  describe();
  update();
}

void ScatterPlot::moveHighlight(int dot) {
  if (dot == highlighted_) return;
  setHighlighted(dot);
  Q_EMIT dotHovered(highlighted_);
}

QString ScatterPlot::readingText(int index) const {
  const Dot& dot = dotOf(index);
  QStringList parts;
  if (!dot.title.isEmpty()) parts << dot.title;
  parts << QStringLiteral("%1 %2").arg(y_.title, y_.text(dot.y))
        << QStringLiteral("%1 %2").arg(x_.title, x_.text(dot.x));
  return parts.join(QStringLiteral(", "));
}

void ScatterPlot::describe() {
  QStringList parts;
  if (best_ >= 0) {
    parts << tr("%n configurations", nullptr, static_cast<int>(drawn_.size()));
    parts << tr("best: %1").arg(readingText(best_));
  }
  if (highlighted_ >= 0) parts << tr("highlighted: %1").arg(readingText(highlighted_));
  setAccessibleDescription(parts.join(QStringLiteral("; ")));
}

QString ScatterPlot::toText() const {
  QString text =
      QStringList{tr("configuration"), x_.title, y_.title, tr("lowest"), tr("highest")}.join(QLatin1Char('\t')) +
      QLatin1Char('\n');
  const auto number = [](double value) { return std::isfinite(value) ? numberText(value, 'g', 12) : QString(); };
  for (const int index : byX_) {
    const Dot& dot = dotOf(index);
    text += QStringList{dot.title, x_.names.isEmpty() ? number(dot.x) : x_.text(dot.x), number(dot.y), number(dot.low),
                        number(dot.high)}
                .join(QLatin1Char('\t')) +
            QLatin1Char('\n');
  }
  return text;
}

QRectF ScatterPlot::area() const {
  return QRectF(rect()).adjusted(left_, kScatterTop, -kScatterRight, -kScatterFoot);
}

void ScatterPlot::place() {
  const QFontMetricsF metrics(themeFont(FontRole::Caption));
  double widest = 0;
  for (const PlotTick& tick : yScale_.ticks(area().height() - 2 * kScatterPadding, kScatterTicks))
    widest = std::max(widest, tabularWidth(metrics, tick.text));
  left_ = std::ceil(std::min({widest, kWidestScatterLabels, 0.3 * width()})) + kScatterGap + kScatterEdge;
  stale_ = true;
  update();
}

QPointF ScatterPlot::toScreen(double x, double y) const {
  const QRectF room = area().adjusted(kScatterPadding, kScatterPadding, -kScatterPadding, -kScatterPadding);
  return {room.left() + xScale_.position(x) * room.width(), room.bottom() - yScale_.position(y) * room.height()};
}

void ScatterPlot::resizeEvent(QResizeEvent*) {
  place();
}

void ScatterPlot::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event) || event->type() == QEvent::LanguageChange) place();
}

void ScatterPlot::paintGrid(QPainter& painter) const {
  const Theme theme = currentTheme();
  const QRectF room = area();
  painter.setFont(themeFont(FontRole::Caption));
  const QFontMetricsF metrics(painter.font());
  const double line = metrics.height();
  for (const PlotTick& tick : yScale_.ticks(room.height() - 2 * kScatterPadding, kScatterTicks)) {
    const double y = std::round(toScreen(kNoValue, tick.value).y()) + 0.5;
    painter.setPen(QPen(theme.color(Color::Line), 1));
    painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
    painter.setPen(theme.color(Color::Muted));
    const double most = room.left() - kScatterGap - kScatterEdge;
    drawTabular(painter, QRectF(kScatterEdge, std::round(y - line / 2), most, line), Qt::AlignRight,
                metrics.elidedText(tick.text, Qt::ElideRight, most + 1));
  }
  // Numbers as wide as the widest one fit at the distance of the ticks; names may be elided.
  const double length = room.width() - 2 * kScatterPadding;
  double widest = 0;
  for (const PlotTick& tick : xScale_.ticks(length, kScatterTicks))
    widest = std::max(widest, tabularWidth(metrics, tick.text));
  const std::vector<PlotTick> ticks =
      xScale_.ticks(length, x_.names.isEmpty() ? widest + kScatterGap : kNarrowestName + kScatterGap);
  const auto place = [&](std::size_t tick) { return toScreen(ticks[tick].value, kNoValue).x(); };
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const double x = std::round(place(i)) + 0.5;
    painter.setPen(QPen(theme.color(Color::Line), 1));
    painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()));
    // From the middle between the tick and the one before to the middle between it and the next.
    const double from = i > 0 ? (place(i - 1) + x + kScatterGap) / 2 : kScatterEdge;
    const double to = i + 1 < ticks.size() ? (x + place(i + 1) - kScatterGap) / 2 : width() - kScatterEdge;
    const QString text = metrics.elidedText(ticks[i].text, Qt::ElideRight, to - from);
    const double wide = tabularWidth(metrics, text);
    const double left = std::clamp(x - wide / 2, from, std::max(from, to - wide));
    painter.setPen(theme.color(Color::Muted));
    drawTabular(painter, QRectF(left, room.bottom() + 4, wide, line), Qt::AlignLeft, text);
  }
  painter.drawText(QRectF(room.left(), room.bottom() + 21, room.width(), 16), Qt::AlignCenter,
                   metrics.elidedText(x_.title + QStringLiteral(" → ") + y_.title, Qt::ElideRight, room.width()));
}

void ScatterPlot::paintBar(QPainter& painter, const Dot& dot, const QColor& color, double width) const {
  const QPointF low = toScreen(dot.x, dot.low), high = toScreen(dot.x, dot.high);
  if (std::isnan(low.y()) || std::isnan(high.y())) return;
  painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
  painter.drawLine(low, high);
  for (const QPointF& end : {low, high}) painter.drawLine(end - QPointF(3, 0), end + QPointF(3, 0));
}

void ScatterPlot::drawDots() {
  const Theme theme = currentTheme();
  const double ratio = devicePixelRatioF();
  image_ = QImage((QSizeF(size()) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
  image_.setDevicePixelRatio(ratio);
  image_.fill(Qt::transparent);
  stale_ = false;
  QPainter painter(&image_);
  painter.setRenderHint(QPainter::Antialiasing);
  const double crowd = std::clamp(std::sqrt(200 / static_cast<double>(drawn_.size() + 1)), 0.12, 1.0);
  for (const int index : drawn_) {
    const Dot& dot = dotOf(index);
    const QColor color = dot.faint ? theme.color(Color::Faint, 0.45 * crowd) : theme.color(Color::Accent, 0.8 * crowd);
    paintBar(painter, dot, dot.faint ? color : theme.color(Color::Accent, 0.5 * crowd), 1.2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(toScreen(dot.x, dot.y), kDotSize, kDotSize);
  }
}

void ScatterPlot::paintBox(QPainter& painter) const {
  if (highlighted_ < 0) return;
  const Dot& dot = dotOf(highlighted_);
  PlotReading reading{dot.title, {{x_.title, x_.text(dot.x)}, {y_.title, y_.text(dot.y)}}};
  if (std::isfinite(dot.low) && std::isfinite(dot.high))
    reading.values.push_back(
        {tr("lowest – highest"), QStringLiteral("%1 – %2").arg(y_.text(dot.low), y_.text(dot.high))});
  paintReadingBeside(painter, QRectF(rect()).adjusted(2, 2, -2, -2), toScreen(dot.x, dot.y), std::move(reading));
}

void ScatterPlot::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (drawn_.empty()) {
    painter.setFont(themeFont(FontRole::Caption));
    painter.setPen(theme.color(Color::Muted));
    painter.drawText(QRectF(rect()).adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap, note_);
    return;
  }
  if (stale_ || image_.devicePixelRatio() != devicePixelRatioF()) drawDots();
  paintGrid(painter);
  painter.drawImage(0, 0, image_);
  const QPointF best = toScreen(dotOf(best_).x, dotOf(best_).y);
  painter.setPen(QPen(theme.color(Color::Panel), 1.5));
  painter.setBrush(theme.color(Color::Accent));
  painter.drawEllipse(best, kDotSize + 1, kDotSize + 1);
  painter.setPen(QPen(theme.color(Color::Accent), 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(best, kDotSize + 4, kDotSize + 4);
  if (highlighted_ >= 0) {
    const Dot& dot = dotOf(highlighted_);
    paintBar(painter, dot, theme.color(Color::Text), 1.5);
    painter.setPen(QPen(theme.color(Color::Panel), 1.5));
    painter.setBrush(theme.color(Color::Text));
    painter.drawEllipse(toScreen(dot.x, dot.y), 5, 5);
    paintBox(painter);
  }
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(Color::Accent), 1));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

// The nearest dot; of those at the same place the topmost.
int ScatterPlot::dotAt(const QPointF& position) const {
  int found = -1;
  double least = kScatterReach * kScatterReach;
  for (auto index = drawn_.rbegin(); index != drawn_.rend(); ++index) {
    const QPointF away = toScreen(dotOf(*index).x, dotOf(*index).y) - position;
    if (const double distance = QPointF::dotProduct(away, away); distance < least) {
      least = distance;
      found = *index;
    }
  }
  return found;
}

void ScatterPlot::mouseMoveEvent(QMouseEvent* event) {
  const int found = dotAt(event->position());
  // A highlight by keyboard, or by another view, stays until the mouse reaches a dot.
  if (found < 0 && !byMouse_) return;
  moveHighlight(found);
  byMouse_ = found >= 0;
}

void ScatterPlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  const int found = dotAt(event->position());
  if (found < 0) return;
  moveHighlight(found);
  byMouse_ = true;
  Q_EMIT dotChosen(found);
}

void ScatterPlot::leaveEvent(QEvent*) {
  if (byMouse_) moveHighlight(-1);
}

// Left and right go through the dots by x, up and down by y; the first key goes to the best one.
void ScatterPlot::moveByKey(int key) {
  if (highlighted_ < 0) return moveHighlight(best_);
  const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
  const std::vector<int>& order = across ? byX_ : byY_;
  const int at = (across ? xs_ : ys_)[static_cast<std::size_t>(highlighted_)];
  const int step = key == Qt::Key_Right || key == Qt::Key_Up ? 1 : -1;
  moveHighlight(order[static_cast<std::size_t>(std::clamp(at + step, 0, static_cast<int>(order.size()) - 1))]);
}

void ScatterPlot::keyPressEvent(QKeyEvent* event) {
  if (drawn_.empty()) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
      return moveByKey(event->key());
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (highlighted_ >= 0) Q_EMIT dotChosen(highlighted_);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void ScatterPlot::contextMenuEvent(QContextMenuEvent* event) {
  if (drawn_.empty()) return;
  showCopyMenu(*this, event->globalPos(),
               {QStringLiteral("results"), [this] { return grab().toImage(); }, [this] { return toText(); },
                tr("Copy the values")});
}

}  // namespace fovea

// Why: places and paints the axes and lines of a ParallelPlot.
#include <QtCore/QElapsedTimer>
#include <QtGui/QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/plots/curve_raster.h"
#include "widgets/plots/parallel_plot.h"
#include "widgets/plots/plot_parts.h"
#include "widgets/plots/reading_box.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kTitleHeight = 30, kAxisFoot = 14;  // above and below the axes
constexpr double kLabelGap = 6, kTickLength = 4;  // between label and axis
constexpr double kEdge = 3;                       // between the outer labels and the focus frame
constexpr double kWidestLabels = 90;              // beside the outer axes
constexpr double kTickDistance = 26;              // least, in pixels
constexpr double kRangeWidth = 12;
constexpr double kAxisReach = 8;          // distance in pixels within which the mouse finds an axis
constexpr double kMetricWidth = 4;        // of the axis that shows the colours
constexpr double kSparseLines = 60;       // more lines are drawn with less opacity
constexpr std::size_t kFrontLines = 300;  // lines that are drawn at once
constexpr int kDrawMilliseconds = 7;      // for more lines in each frame
constexpr double kLeastOpacity = 0.07;    // of a line in a crowd, relative to one of a few
constexpr double kAloneLength = 4;
constexpr std::size_t kBlock = 16;  // lines between two looks at the clock

// The opacity of each line falls with their number, so that a crowd does not become one area.
double crowding(std::size_t lines) {
  return std::clamp(std::sqrt(kSparseLines / static_cast<double>(std::max<std::size_t>(1, lines))), kLeastOpacity, 1.0);
}

// A value without neighbours is a dash across its axis.
void drawAlone(CurveRaster& raster, const QPointF& at, const QColor& color) {
  if (std::isnan(at.y())) return;
  raster.segment(at - QPointF(kAloneLength, 0), at + QPointF(kAloneLength, 0), color, kAloneLength);
}

double labelWidth(const std::vector<PlotTick>& ticks) {
  const QFontMetricsF metrics(themeFont(FontRole::Caption));
  double width = 0;
  for (const PlotTick& tick : ticks) width = std::max(width, tabularWidth(metrics, tick.text));
  return std::ceil(width);
}

}  // namespace

QRectF ParallelPlot::area() const {
  return {QPointF(left_, kTitleHeight), QPointF(right_, std::max(kTitleHeight + 1, height() - kAxisFoot))};
}

// Leaves room for the labels of the first axis on the left and of the last on the right; the labels of the other axes
// are on their left.
void ParallelPlot::place() {
  redrawLines();
  left_ = 0;
  right_ = width();
  if (empty()) return;
  const double length = area().height();
  const double most = std::min(kWidestLabels, 0.16 * width());
  const auto room = [&](const DimensionScale& scale) {
    return std::min(most, labelWidth(scale.ticks(length, kTickDistance))) + kLabelGap + kTickLength + kEdge;
  };
  left_ = std::max(24.0, room(scales_.front()));
  right_ = std::max(left_ + 1, width() - std::max(24.0, room(scales_.back())));
  if (dimensionCount() == 1) left_ = right_ = std::round(width() / 2.0);
}

double ParallelPlot::axisAt(int dimension) const {
  const int last = dimensionCount() - 1;
  return last < 1 ? left_ : std::round(left_ + (right_ - left_) * dimension / last);
}

QPointF ParallelPlot::toScreen(int dimension, double value) const {
  if (dimension < 0 || dimension >= dimensionCount()) return {kNoValue, kNoValue};
  const auto d = static_cast<std::size_t>(dimension);
  const double position = scales_[d].position(value);
  const bool down = dimension + 1 == dimensionCount() && dimensions_[d].lowerIsBetter;
  return {axisAt(dimension), area().bottom() - (down ? 1 - position : position) * area().height()};
}

// From the middle between the axis and the one before to the middle between it and the next.
QRectF ParallelPlot::titleRoom(int dimension) const {
  const int last = dimensionCount() - 1;
  const double from = dimension > 0 ? (axisAt(dimension - 1) + axisAt(dimension)) / 2 + 3 : 0;
  const double to = dimension < last ? (axisAt(dimension) + axisAt(dimension + 1)) / 2 - 3 : width();
  return {from, 2, to - from, 18};
}

int ParallelPlot::axisNear(const QPointF& position) const {
  const QRectF room = area();
  if (position.y() < room.top() - 4 || position.y() > room.bottom() + 4) return -1;
  for (int d = 0; d < dimensionCount(); ++d)
    if (std::abs(axisAt(d) - position.x()) <= std::min(kAxisReach, 2 + room.width() / (4.0 * dimensionCount())))
      return d;
  return -1;
}

// The axis whose title or line is at `position`.
int ParallelPlot::titleNear(const QPointF& position) const {
  for (int d = 0; d < dimensionCount(); ++d)
    if (titleRoom(d).contains(position)) return d;
  return axisNear(position);
}

void ParallelPlot::resizeEvent(QResizeEvent*) {
  place();
}

void ParallelPlot::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event) || event->type() == QEvent::LanguageChange) place();
}

void ParallelPlot::redrawLines() {
  stale_ = true;
  update();
}

// Paints the parts of a line between its gaps; a value between two gaps is a dot.
void ParallelPlot::paintPath(QPainter& painter, int line) const {
  const QRectF room = area();
  QPointF points[32];
  int count = 0;
  const auto draw = [&] {
    if (count == 1) {
      painter.save();
      painter.setBrush(painter.pen().color());
      painter.setPen(Qt::NoPen);
      painter.drawEllipse(points[0], 2.5, 2.5);
      painter.restore();
    } else if (count > 1) {
      painter.drawPolyline(points, count);
    }
  };
  for (int d = 0; d < dimensionCount(); ++d) {
    const float up = positionOf(line, d);
    if (std::isnan(up)) {
      draw();
      count = 0;
      continue;
    }
    points[count++] = {axisAt(d), room.bottom() - static_cast<double>(up) * room.height()};
    if (count < 32) continue;
    draw();
    points[0] = points[31];
    count = 1;
  }
  draw();
}

// Draws a line of sequence_ into one of the images, in its pixels.
void ParallelPlot::drawLine(CurveRaster& raster, std::size_t index) const {
  const Theme theme = currentTheme();
  const int line = sequence_[index];
  const double standing = standingOf(line);
  QColor color = theme.color(Color::Faint);
  double opacity = 0.25 * crowding(lines_.size()), width = 1;
  if (isWithinRanges(line)) {
    // Most results of a sweep are often equally good. The rank shows the best among them, the colour the result itself.
    const std::size_t strong = std::min(kFrontLines, count_);
    const double rank = static_cast<double>(sequence_.size() - 1 - index) / static_cast<double>(strong);
    const double strength = std::isnan(standing) ? 0 : std::pow(1 - std::min(1.0, rank), 2);
    opacity = (std::isnan(standing) ? 0.4 : 0.25) * crowding(count_) + 0.7 * strength * crowding(strong);
    width = 1 + 0.8 * strength;
    if (!std::isnan(standing)) color = resultColor(theme, standing);
  }
  color.setAlphaF(static_cast<float>(opacity));
  const double ratio = front_.devicePixelRatio();
  const QRectF room = area();
  const int last = dimensionCount() - 1;
  QPointF before(kNoValue, kNoValue);
  bool joined = false;  // the value at `before` has a segment
  for (int d = 0; d <= last; ++d) {
    const QPointF at =
        QPointF(axisAt(d), room.bottom() - static_cast<double>(positionOf(line, d)) * room.height()) * ratio;
    const bool segment = !std::isnan(before.y()) && !std::isnan(at.y());
    if (segment) raster.segment(before, at, color, width * ratio, static_cast<unsigned>(line * (last + 1) + d));
    if (!segment && !joined) drawAlone(raster, before, color);
    joined = segment;
    before = at;
  }
  if (!joined) drawAlone(raster, before, color);
}

void ParallelPlot::startImages() {
  const double ratio = devicePixelRatioF();
  const QSize pixels(static_cast<int>(std::ceil(width() * ratio)), static_cast<int>(std::ceil(height() * ratio)));
  for (QImage* image : {&back_, &front_}) {
    if (image->size() != pixels) *image = QImage(pixels, QImage::Format_ARGB32_Premultiplied);
    image->setDevicePixelRatio(ratio);
    image->fill(Qt::transparent);
  }
  next_ = 0;
  stale_ = false;
  CurveRaster raster(front_);
  for (std::size_t i = sequence_.size() - std::min(kFrontLines, sequence_.size()); i < sequence_.size(); ++i)
    drawLine(raster, i);
}

void ParallelPlot::continueImages(int milliseconds) {
  const std::size_t end = sequence_.size() - std::min(kFrontLines, sequence_.size());
  if (next_ >= end) return;
  QElapsedTimer clock;
  clock.start();
  CurveRaster raster(back_);
  while (next_ < end && (milliseconds < 0 || clock.elapsed() < milliseconds))
    for (const std::size_t stop = std::min(end, next_ + kBlock); next_ < stop; ++next_) drawLine(raster, next_);
  if (next_ < end) more_.start(0);
}

void ParallelPlot::finishImages() {
  if (stale_ || back_.devicePixelRatio() != devicePixelRatioF()) startImages();
  continueImages(-1);
}

void ParallelPlot::paintDots(QPainter& painter, int line, double radius) const {
  const QRectF room = area();
  for (int d = 0; d < dimensionCount(); ++d)
    if (const float up = positionOf(line, d); !std::isnan(up))
      painter.drawEllipse(QPointF(axisAt(d), room.bottom() - static_cast<double>(up) * room.height()), radius, radius);
}

// The best line is the strongest and has dots; the highlighted one has the colour of text and an outline.
void ParallelPlot::paintHighlight(QPainter& painter) const {
  const Theme theme = currentTheme();
  const auto stroke = [&](int line, const QColor& color, double width) {
    painter.setPen(QPen(theme.color(Color::Panel), width + 3, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    paintPath(painter, line);
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    paintPath(painter, line);
  };
  if (const int best = bestWithin(); best >= 0 && best != highlighted_) stroke(best, theme.color(Color::Accent), 2.6);
  if (highlighted_ >= 0) stroke(highlighted_, theme.color(Color::Text), 2.2);
}

void ParallelPlot::paintAxis(QPainter& painter, int dimension) const {
  const Theme theme = currentTheme();
  const QRectF room = area();
  const double x = axisAt(dimension);
  if (dimension + 1 < dimensionCount() || std::isnan(best_)) {
    painter.setPen(QPen(theme.color(Color::LineStrong), 1));
    painter.drawLine(QPointF(x + 0.5, room.top()), QPointF(x + 0.5, room.bottom()));
    return;
  }
  QLinearGradient colors(0, room.bottom() - worst_ * room.height(), 0, room.bottom() - best_ * room.height());
  colors.setColorAt(0, resultColor(theme, best_ > worst_ ? 0 : 1));
  colors.setColorAt(1, resultColor(theme, 1));
  painter.setPen(Qt::NoPen);
  painter.setBrush(colors);
  painter.drawRoundedRect(QRectF(x - kMetricWidth / 2, room.top(), kMetricWidth, room.height()), 2, 2);
}

void ParallelPlot::paintLabels(QPainter& painter, int dimension) const {
  const Theme theme = currentTheme();
  const auto d = static_cast<std::size_t>(dimension);
  const bool last = dimension + 1 == dimensionCount();
  const double x = axisAt(dimension);
  painter.setFont(themeFont(FontRole::Caption));
  const QFontMetricsF metrics(painter.font());
  const double before = dimension > 0 ? x - axisAt(dimension - 1) - 4 : left_ - kEdge;
  const double most = (last ? width() - x - kEdge : before) - kLabelGap - kTickLength + 2;
  QColor ground = theme.color(Color::Panel, 0.82);
  for (const PlotTick& tick : scales_[d].ticks(area().height(), kTickDistance)) {
    const double y = toScreen(dimension, tick.value).y();
    const bool fits = tabularWidth(metrics, tick.text) <= most;
    const QString text =
        metrics.elidedText(fits ? tick.text : dimensions_[d].shortText(tick.value), Qt::ElideRight, most + 1);
    const double wide = std::min(most, tabularWidth(metrics, text));
    const double from = last ? x + kLabelGap + kTickLength - 2 : x - kLabelGap - kTickLength + 2 - wide;
    const QRectF place(from, std::round(y - metrics.height() / 2), wide, metrics.height());
    if (!last && dimension > 0) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(ground);
      painter.drawRoundedRect(place.adjusted(-2, 0, 2, 0), 3, 3);
    }
    painter.setPen(QPen(theme.color(Color::LineStrong), 1));
    const double tickY = std::round(y - 0.5) + 0.5;
    painter.drawLine(QPointF(x, tickY), QPointF(last ? x + kTickLength : x - kTickLength, tickY));
    painter.setPen(theme.color(Color::Muted));
    drawTabular(painter, place, Qt::AlignLeft, text);
  }
  const QRectF room = titleRoom(dimension);
  const QString title = metrics.elidedText(dimensions_[d].title, Qt::ElideRight, room.width());
  const double wide = metrics.horizontalAdvance(title);
  const double from = std::clamp(x - wide / 2, room.left(), std::max(room.left(), room.right() - wide));
  painter.setPen(theme.color(Color::Text));
  painter.drawText(QRectF(std::round(from), room.top(), wide + 2, room.height()), Qt::AlignVCenter, title);
}

void ParallelPlot::paintRange(QPainter& painter, int dimension) const {
  const Range& range = ranges_[static_cast<std::size_t>(dimension)];
  if (!range.set) return;
  const Theme theme = currentTheme();
  const QRectF room = area();
  const auto y = [&](double value) {
    const double found = toScreen(dimension, value).y();
    return std::isnan(found) ? room.bottom() : std::clamp(found, room.top(), room.bottom());
  };
  const double x = axisAt(dimension);
  const QRectF box = QRectF(QPointF(x - kRangeWidth / 2, y(range.low)), QPointF(x + kRangeWidth / 2, y(range.high)))
                         .normalized()
                         .adjusted(0, -1, 0, 1);
  painter.setPen(QPen(theme.color(Color::Accent), 1.5));
  painter.setBrush(theme.color(Color::Accent, 0.25));
  painter.drawRoundedRect(box, 3, 3);
}

void ParallelPlot::paintBox(QPainter& painter) const {
  if (highlighted_ < 0 || drag_.dimension >= 0) return;
  const Line& line = lines_[static_cast<std::size_t>(highlighted_)];
  PlotReading reading{line.title};
  QPointF at = pointer_;
  for (std::size_t d = 0; d < dimensions_.size(); ++d) {
    const double value = d < line.values.size() ? line.values[d] : kNoValue;
    reading.values.push_back({dimensions_[d].title, dimensions_[d].text(value)});
    if (const QPointF point = toScreen(static_cast<int>(d), value); !byMouse_ && !std::isnan(point.y())) at = point;
  }
  paintReadingBeside(painter, QRectF(rect()).adjusted(2, 2, -2, -2), at, std::move(reading));
}

void ParallelPlot::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (empty()) {
    painter.setFont(themeFont(FontRole::Caption));
    painter.setPen(theme.color(Color::Muted));
    painter.drawText(QRectF(rect()).adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap, note_);
    return;
  }
  if (stale_ || front_.devicePixelRatio() != devicePixelRatioF()) startImages();
  continueImages(kDrawMilliseconds);
  painter.drawImage(0, 0, back_);
  painter.drawImage(0, 0, front_);
  paintHighlight(painter);
  for (int d = 0; d < dimensionCount(); ++d) {
    paintAxis(painter, d);
    paintRange(painter, d);
    paintLabels(painter, d);
  }
  painter.setPen(QPen(theme.color(Color::Panel), 1.5));
  if (const int best = bestWithin(); best >= 0) {
    painter.setBrush(theme.color(Color::Accent));
    paintDots(painter, best, 4);
  }
  if (highlighted_ >= 0) {
    painter.setBrush(theme.color(Color::Text));
    paintDots(painter, highlighted_, 4);
  }
  paintBox(painter);
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(Color::Accent), 1));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

}  // namespace fovea

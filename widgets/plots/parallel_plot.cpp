#include "widgets/plots/parallel_plot.h"

#include <QtGui/QHelpEvent>
#include <QtGui/QMouseEvent>
#include <QtWidgets/QToolTip>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "widgets/plots/plot_parts.h"
#include "widgets/theme/copy_menu.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

constexpr double kLineReach = 7;   // distance in pixels within which the mouse finds a line
constexpr double kDragStart = 4;   // a shorter movement is a click
constexpr double kTopmost = 0.25;  // a line below must be nearer by this to be found
constexpr double kRangeError = 1e-9;

}  // namespace

ParallelPlot::ParallelPlot(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Settings and results of the configurations"));
  more_.setSingleShot(true);
  connect(&more_, &QTimer::timeout, this, qOverload<>(&QWidget::update));
}

void ParallelPlot::setNote(const QString& note) {
  note_ = note;
  update();
}

void ParallelPlot::setLines(std::vector<PlotDimension> dimensions, std::vector<Line> lines) {
  const bool same = std::equal(dimensions.begin(), dimensions.end(), dimensions_.begin(), dimensions_.end(),
                               [](const auto& one, const auto& other) { return one.title == other.title; });
  const QString kept = highlighted_ >= 0 ? lines_[static_cast<std::size_t>(highlighted_)].title : QString();
  dimensions_ = std::move(dimensions);
  lines_ = std::move(lines);
  const auto at = static_cast<std::size_t>(std::max(0, highlighted_));
  if (at >= lines_.size() || lines_[at].title != kept) highlighted_ = -1;
  if (!same) {
    ranges_.assign(dimensions_.size(), {});
    drag_ = {};
  }
  const std::size_t count = dimensions_.size();
  scales_.clear();
  positions_.assign(lines_.size() * count, static_cast<float>(kNoValue));
  std::vector<double> column(lines_.size());
  for (std::size_t d = 0; d < count; ++d) {
    for (std::size_t i = 0; i < lines_.size(); ++i)
      column[i] = d < lines_[i].values.size() ? lines_[i].values[d] : kNoValue;
    const DimensionScale& scale = scales_.emplace_back(dimensions_[d], column);
    const bool down = d + 1 == count && dimensions_[d].lowerIsBetter;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const double position = scale.position(column[i]);
      positions_[i * count + d] = static_cast<float>(down ? 1 - position : position);
    }
  }
  order_.resize(lines_.size());
  std::iota(order_.begin(), order_.end(), 0);
  if (count > 0)
    std::stable_sort(order_.begin(), order_.end(), [this](int one, int other) {
      const double first = metricOf(one), second = metricOf(other);
      return std::isnan(second) ? !std::isnan(first) : first > second;
    });
  ranks_.resize(lines_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) ranks_[static_cast<std::size_t>(order_[i])] = static_cast<int>(i);
  worst_ = best_ = kNoValue;
  if (count > 0)
    for (const int line : order_)
      if (const double metric = metricOf(line); !std::isnan(metric)) {
        if (std::isnan(best_)) best_ = metric;
        worst_ = metric;
      }
  place();
  filter();
  describe();
}

float ParallelPlot::positionOf(int line, int dimension) const {
  return positions_[static_cast<std::size_t>(line) * dimensions_.size() + static_cast<std::size_t>(dimension)];
}

double ParallelPlot::metricOf(int line) const {
  return static_cast<double>(positionOf(line, dimensionCount() - 1));
}

// From 0 (the worst result) to 1; NaN without result.
double ParallelPlot::standingOf(int line) const {
  const double metric = metricOf(line);
  if (std::isnan(metric)) return metric;
  return best_ > worst_ ? (metric - worst_) / (best_ - worst_) : 1;
}

// The best line within the ranges; -1: none has a result.
int ParallelPlot::bestWithin() const {
  const auto found = std::find_if(order_.begin(), order_.end(), [this](int line) { return isWithinRanges(line); });
  return found == order_.end() || std::isnan(metricOf(*found)) ? -1 : *found;
}

// Fills within_ and the order of drawing after a change of lines or ranges.
void ParallelPlot::filter() {
  within_.assign(lines_.size(), 1);
  for (std::size_t d = 0; d < ranges_.size(); ++d) {
    if (!ranges_[d].set) continue;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const double value = d < lines_[i].values.size() ? dimensions_[d].shown(lines_[i].values[d]) : kNoValue;
      // The end of an axis is a logarithm's inverse, which may differ in its last digits.
      const double error = kRangeError * std::abs(value);
      within_[i] = within_[i] && value >= ranges_[d].low - error && value <= ranges_[d].high + error;
    }
  }
  count_ = static_cast<std::size_t>(std::count(within_.begin(), within_.end(), 1));
  sequence_.clear();
  for (const char within : {0, 1})
    for (auto line = order_.rbegin(); line != order_.rend(); ++line)
      if (within_[static_cast<std::size_t>(*line)] == within) sequence_.push_back(*line);
  redrawLines();
}

void ParallelPlot::setRange(int dimension, double low, double high) {
  if (dimension < 0 || dimension >= dimensionCount()) return;
  Range range;
  if (!std::isnan(low)) range = {std::min(low, high), std::max(low, high), true};
  Range& old = ranges_[static_cast<std::size_t>(dimension)];
  if (old.set == range.set && old.low == range.low && old.high == range.high) return;
  old = range;
  filter();
  Q_EMIT rangesChanged();
}

bool ParallelPlot::isWithinRanges(int line) const {
  return line >= 0 && static_cast<std::size_t>(line) < within_.size() && within_[static_cast<std::size_t>(line)];
}

bool ParallelPlot::endRanges() {
  const auto set = [](const Range& range) { return range.set; };
  if (std::none_of(ranges_.begin(), ranges_.end(), set)) return false;
  ranges_.assign(dimensions_.size(), {});
  filter();
  Q_EMIT rangesChanged();
  return true;
}

void ParallelPlot::setHighlighted(int line) {
  byMouse_ = byMouse_ && line == highlighted_;
  highlighted_ = line >= 0 && static_cast<std::size_t>(line) < lines_.size() ? line : -1;
  describe();
  update();
}

void ParallelPlot::moveHighlight(int line) {
  if (line == highlighted_) return;
  setHighlighted(line);
  Q_EMIT lineHovered(highlighted_);
}

QString ParallelPlot::readingText(int line) const {
  const Line& read = lines_[static_cast<std::size_t>(line)];
  QStringList parts;
  if (!read.title.isEmpty()) parts << read.title;
  for (std::size_t d = 0; d < dimensions_.size(); ++d)
    parts << QStringLiteral("%1 %2").arg(dimensions_[d].title,
                                         dimensions_[d].text(d < read.values.size() ? read.values[d] : kNoValue));
  return parts.join(QStringLiteral(", "));
}

void ParallelPlot::describe() {
  QStringList parts;
  if (!empty()) {
    parts << tr("%n configurations", nullptr, static_cast<int>(lines_.size()));
    if (!std::isnan(metricOf(order_.front()))) parts << tr("best: %1").arg(readingText(order_.front()));
    if (highlighted_ >= 0) parts << tr("highlighted: %1").arg(readingText(highlighted_));
  }
  setAccessibleDescription(parts.join(QStringLiteral("; ")));
}

QString ParallelPlot::toText() const {
  QStringList titles{tr("configuration")};
  for (const PlotDimension& dimension : dimensions_) titles << dimension.title;
  QString text = titles.join(QLatin1Char('\t')) + QLatin1Char('\n');
  for (const int line : order_) {
    const Line& each = lines_[static_cast<std::size_t>(line)];
    QStringList fields{each.title};
    for (std::size_t d = 0; d < dimensions_.size(); ++d) {
      const double value = d < each.values.size() ? dimensions_[d].shown(each.values[d]) : kNoValue;
      fields << (std::isnan(value)                ? QString()
                 : dimensions_[d].names.isEmpty() ? numberText(value, 'g', 12)
                                                  : dimensions_[d].text(value));
    }
    text += fields.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return text;
}

QString ParallelPlot::helpText(int dimension) const {
  const PlotDimension& of = dimensions_[static_cast<std::size_t>(dimension)];
  QStringList rows{of.title};
  if (dimension + 1 == dimensionCount())
    rows << (of.lowerIsBetter ? tr("Lower is better: the lowest value is at the top.")
                              : tr("Higher is better: the highest value is at the top."));
  rows << tr("Drag along the axis to select a range. A click beside the range or Escape ends it.");
  return rows.join(QLatin1Char('\n'));
}

int ParallelPlot::lineAt(const QPointF& position) const {
  if (empty()) return -1;
  const QRectF room = area();
  if (!room.adjusted(-kLineReach, -kLineReach, kLineReach, kLineReach).contains(position)) return -1;
  const int last = dimensionCount() - 1;
  const double gap = last > 0 ? room.width() / last : 1;
  const double along = std::clamp((position.x() - room.left()) / gap, 0.0, static_cast<double>(last));
  const int before = std::clamp(static_cast<int>(along), 0, std::max(0, last - 1));
  const int nearest = static_cast<int>(std::lround(along));
  const auto share = static_cast<float>(along - before);
  const auto y = [&](float up) { return room.bottom() - static_cast<double>(up) * room.height(); };
  int found = -1;
  double least = kLineReach;
  for (const int line : order_) {
    if (!isWithinRanges(line)) continue;
    double away = least;
    const float from = positionOf(line, before), to = positionOf(line, std::min(before + 1, last));
    if (last > 0 && !std::isnan(from) && !std::isnan(to)) {
      const double slope = static_cast<double>(to - from) * room.height() / gap;
      away = std::abs(y(from + share * (to - from)) - position.y()) / std::sqrt(1 + slope * slope);
    } else if (const float alone = positionOf(line, nearest); !std::isnan(alone)) {
      away = std::hypot(axisAt(nearest) - position.x(), y(alone) - position.y());
    }
    if (found < 0 ? away < least : away < least - kTopmost) {
      least = away;
      found = line;
    }
  }
  return found;
}

double ParallelPlot::valueAt(int dimension, double y) const {
  const QRectF room = area();
  const double up = std::clamp((room.bottom() - y) / room.height(), 0.0, 1.0);
  const auto d = static_cast<std::size_t>(dimension);
  return scales_[d].value(dimension + 1 == dimensionCount() && dimensions_[d].lowerIsBetter ? 1 - up : up);
}

void ParallelPlot::dragTo(double y) {
  if (std::abs(y - drag_.from) >= kDragStart) drag_.moved = true;
  if (drag_.moved) setRange(drag_.dimension, valueAt(drag_.dimension, drag_.from), valueAt(drag_.dimension, y));
}

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || empty()) return event->ignore();
  drag_ = {axisNear(event->position()), event->position().y(), false};
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
  if (empty()) return;
  pointer_ = event->position();
  if (event->buttons() & Qt::LeftButton) {
    if (drag_.dimension >= 0) dragTo(pointer_.y());
    return;
  }
  setCursor(axisNear(pointer_) >= 0 ? Qt::SizeVerCursor : Qt::ArrowCursor);
  const int found = lineAt(pointer_);
  // A highlight by keyboard, or by another view, stays until the mouse reaches a line.
  if (found < 0 && !byMouse_) return;
  moveHighlight(found);
  byMouse_ = found >= 0;
  update();  // the box follows the pointer
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || empty()) return;
  const Drag drag = std::exchange(drag_, {});
  if (drag.moved) return update();
  if (drag.dimension >= 0) {
    const Range& range = ranges_[static_cast<std::size_t>(drag.dimension)];
    const double one = toScreen(drag.dimension, range.low).y(), other = toScreen(drag.dimension, range.high).y();
    const bool beside = drag.from < std::min(one, other) - 1 || drag.from > std::max(one, other) + 1;
    if (range.set && beside) return setRange(drag.dimension, kNoValue, kNoValue);
  }
  const int found = lineAt(event->position());
  if (found < 0) return;
  moveHighlight(found);
  byMouse_ = true;
  Q_EMIT lineChosen(found);
}

void ParallelPlot::leaveEvent(QEvent*) {
  if (byMouse_) moveHighlight(-1);
}

// Up and left go to the next better line within the ranges, down and right to the next worse one.
void ParallelPlot::moveByKey(int key) {
  const int last = static_cast<int>(order_.size()) - 1;
  const bool better = key == Qt::Key_Up || key == Qt::Key_Left || key == Qt::Key_End;
  int at = highlighted_ < 0 ? -1 : ranks_[static_cast<std::size_t>(highlighted_)] + (better ? -1 : 1);
  if (key == Qt::Key_Home || highlighted_ < 0) at = 0;
  if (key == Qt::Key_End) at = last;
  const int step = better && (highlighted_ >= 0 || key == Qt::Key_End) ? -1 : 1;
  for (; at >= 0 && at <= last; at += step)
    if (const int line = order_[static_cast<std::size_t>(at)]; isWithinRanges(line)) return moveHighlight(line);
}

void ParallelPlot::keyPressEvent(QKeyEvent* event) {
  if (empty()) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Home:
    case Qt::Key_End:
      return moveByKey(event->key());
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (highlighted_ >= 0) Q_EMIT lineChosen(highlighted_);
      return;
    case Qt::Key_Escape:
      drag_ = {};
      if (endRanges()) return;
      [[fallthrough]];
    default:
      QWidget::keyPressEvent(event);
  }
}

bool ParallelPlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || empty()) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int axis = titleNear(help->pos());
  axis < 0 ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), helpText(axis), this);
  return true;
}

void ParallelPlot::contextMenuEvent(QContextMenuEvent* event) {
  if (empty()) return;
  const auto picture = [this] {
    finishImages();
    return grab().toImage();
  };
  showCopyMenu(*this, event->globalPos(),
               {QStringLiteral("configurations"), picture, [this] { return toText(); }, tr("Copy the values")});
}

}  // namespace fovea

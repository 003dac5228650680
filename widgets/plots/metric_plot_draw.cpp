// Why: how a MetricPlot turns its series into lines on the screen: when, over which ranges, and in which colours.
#include <QtCore/QScopedValueRollback>
#include <QtGui/QFontMetrics>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/plots/metric_plot.h"
#include "widgets/plots/plot_axes.h"
#include "widgets/theme/curve.h"

namespace fovea {
namespace {

constexpr int kRefreshMilliseconds = 33;
constexpr double kLabelPixels = 40;  // above and below the ticks
constexpr double kTickPixels = 48;   // between two ticks that are as far apart as can be
constexpr int kMostMarkers = 100;    // dots at measured values, more would be a thick line
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

QPen penOf(const Theme& theme, const CurveLook& look, double width, double opacity) {
  QColor color = theme.series(look.colorIndex);
  color.setAlphaF(static_cast<float>(opacity));
  QPen pen(color, width, look.dash, Qt::FlatCap, Qt::RoundJoin);
  if (look.dash == Qt::DashLine) pen.setDashPattern({5, 2});
  return pen;
}

// The largest of 1, 2, 2.5 and 5 times a power of ten that is not above `value`.
double roundStep(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double factor : {5.0, 2.5, 2.0})
    if (factor * power <= value) return factor * power;
  return power;
}

}  // namespace

void MetricPlot::scheduleRefresh() {
  if (refreshTimer_.isActive() || !isVisible()) return;  // showEvent catches up
  // A plot that takes long to draw is drawn less often, so that it never has more than a third of the thread.
  const qint64 interval = std::max<qint64>(kRefreshMilliseconds, 3 * refreshTook_);
  const qint64 since = lastRefresh_.isValid() ? lastRefresh_.elapsed() : interval;
  refreshTimer_.start(static_cast<int>(std::max<qint64>(0, interval - since)));
}

void MetricPlot::flush() {
  layout()->activate();  // before the first show nothing has its size yet
  refreshTimer_.stop();
  refresh();
}

void MetricPlot::refresh() {
  lastRefresh_.start();
  fitX();
  fillGraphs();
  fitY();
  placeItems();
  updateCrosshair();
  plot_->replot(QCustomPlot::rpQueuedRefresh);
  refreshTook_ = lastRefresh_.elapsed();
}

void MetricPlot::fitX() {
  if (!followX_) return;
  double left = std::numeric_limits<double>::infinity();
  double right = -left;
  for (const auto& series : series_) {
    if (!series->visible || series->data.empty()) continue;
    left = std::min(left, series->data.xs().front());
    right = std::max(right, series->data.xs().back());
  }
  if (!(left <= right)) left = right = 0;
  // A single point stands in the middle.
  if (right <= left) {
    left -= 0.5;
    right += 0.5;
  }
  const bool dots = std::any_of(series_.begin(), series_.end(), [](const auto& series) { return series->look.marker; });
  const double margin = dots ? (right - left) * 0.005 : 0;  // or the first and the last would be cut in half
  const QScopedValueRollback guard(settingRanges_, true);
  plot_->xAxis->setRange(left - margin, right + margin);
}

void MetricPlot::fitY() {
  auto* ticker = dynamic_cast<CompactTicker*>(plot_->yAxis->ticker().data());
  if (ticker) ticker->setStep(0);
  if (!followY_) return;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  const QCPRange x = plot_->xAxis->range();
  for (const auto& series : series_) {
    if (!series->visible) continue;
    // Of the average where there is one: single peaks must not press the curve flat.
    for (const QCPGraphData& point : *series->strong->data()) {
      if (std::isnan(point.value) || !x.contains(point.key)) continue;
      low = std::min(low, point.value);
      high = std::max(high, point.value);
    }
  }
  if (!(low <= high)) {
    low = logarithmic_ ? 0.1 : 0;
    high = 1;
  }
  if (logarithmic_) {
    plot_->yAxis->setRange(low / 1.15, high * 1.15);
    return;
  }
  // From one round number to another: the range then changes in steps, and not with every new value.
  const double span = high > low ? high - low : std::max(std::abs(high) * 0.2, 1e-9);
  // As many ticks as have room for their labels.
  const double step = roundStep(span / std::clamp((plot_->height() - kLabelPixels) / kTickPixels, 2.0, 4.0));
  if (ticker) ticker->setStep(step);
  // A measure that is near to zero anyway stands on it.
  const bool onZero = low >= 0 && low < span * 0.35;
  double bottom = onZero ? 0 : std::floor((low - 0.02 * span) / step) * step;
  double top = std::ceil((high + 0.02 * span) / step) * step;
  if (shares_) {
    // A little beyond, or a curve at the very end would be cut in half.
    const double beyond = 0.02 * (top - bottom);
    if (bottom < 0) bottom = low < beyond ? -beyond : 0;
    if (top > 1) top = 1 + beyond;
  }
  plot_->yAxis->setRange(bottom, top);
}

void MetricPlot::setDrawn(QCPGraph* graph, std::span<const double> xs, std::span<const double> ys) const {
  const QCPRange x = plot_->xAxis->range();
  const int buckets = std::max(64, plot_->axisRect()->width());
  QVector<QCPGraphData> points;
  for (const QPointF& point : decimate(xs, ys, x.lower, x.upper, buckets)) {
    const double y = logarithmic_ && point.y() <= 0 ? kNone : point.y();
    points.append(QCPGraphData(point.x(), std::isfinite(y) ? y : kNone));
  }
  graph->data()->set(points, true);
}

void MetricPlot::fillGraphs() {
  for (const auto& series : series_) {
    const bool average = series->data.smoothing() > 0;
    series->faint->setVisible(series->visible && average);
    series->strong->setVisible(series->visible);
    if (!series->visible) continue;
    if (average) setDrawn(series->faint, series->data.xs(), series->data.ys());
    setDrawn(series->strong, series->data.xs(), series->data.smoothed());
    // A line takes two points: of a single one there would be nothing to see.
    const bool dots =
        series->strong->data()->size() == 1 || (series->look.marker && series->strong->data()->size() <= kMostMarkers);
    series->strong->setScatterStyle(dots ? QCPScatterStyle(QCPScatterStyle::ssDisc, 5) : QCPScatterStyle());
  }
}

void MetricPlot::placeItems() {
  const QCPRange x = plot_->xAxis->range();
  const auto nearRight = [&](double at) { return at > x.lower + 0.75 * x.size(); };
  for (const Marker& marker : markers_) {
    marker.line->point1->setCoords(marker.x, 0);
    marker.line->point1->setTypeY(QCPItemPosition::ptAxisRectRatio);
    marker.line->point2->setTypeY(QCPItemPosition::ptAxisRectRatio);
    marker.line->point2->setCoords(marker.x, 1);
    marker.text->setPositionAlignment((nearRight(marker.x) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
  }
  if (!bestRing_) return;
  const bool shown = bestSeries_ >= 0 && bestSeries_ < seriesCount() &&
                     series_[static_cast<std::size_t>(bestSeries_)]->visible &&
                     x.contains(bestRing_->position->coords().x());
  bestRing_->setVisible(shown);
  bestText_->setVisible(shown);
}

// Pixels, from left to right, over which drawn curves run through `area`.
double MetricPlot::curvesWithin(const QRectF& area) const {
  double covered = 0;
  for (int index = 0; index < plot_->graphCount(); ++index) {
    const QCPGraph* graph = plot_->graph(index);
    if (!graph->visible()) continue;
    const auto& points = *graph->data();
    for (int i = 1; i < points.size(); ++i) {
      const QCPGraphData &first = *points.at(i - 1), &second = *points.at(i);
      const double start = plot_->xAxis->coordToPixel(first.key), end = plot_->xAxis->coordToPixel(second.key);
      const double left = std::max(start, area.left()), right = std::min(end, area.right());
      if (left > right || !std::isfinite(first.value) || !std::isfinite(second.value)) continue;
      const double low = plot_->yAxis->coordToPixel(first.value), high = plot_->yAxis->coordToPixel(second.value);
      const double slope = end > start ? (high - low) / (end - start) : 0;
      const double from = low + slope * (left - start), to = low + slope * (right - start);
      if (std::min(from, to) <= area.bottom() && std::max(from, to) >= area.top()) covered += 1 + right - left;
    }
  }
  return covered;
}

// The label of the best value: as near to its ring as it can be without a curve running through it, or where the least
// of them does.
void MetricPlot::placeBest() {
  if (!bestText_ || !bestText_->visible()) return;
  constexpr int kGaps[] = {8, 16, 24};  // pixels between ring and text
  constexpr Qt::Alignment kPlaces[] = {Qt::AlignHCenter | Qt::AlignBottom, Qt::AlignLeft | Qt::AlignBottom,
                                       Qt::AlignRight | Qt::AlignBottom,   Qt::AlignHCenter | Qt::AlignTop,
                                       Qt::AlignLeft | Qt::AlignTop,       Qt::AlignRight | Qt::AlignTop,
                                       Qt::AlignLeft | Qt::AlignVCenter,   Qt::AlignRight | Qt::AlignVCenter};
  const QPointF ring = bestRing_->position->pixelPosition();
  QRectF area = QFontMetrics(bestText_->font()).boundingRect(0, 0, 0, 0, Qt::TextDontClip, bestText_->text());
  double least = std::numeric_limits<double>::infinity();
  for (const int gap : kGaps)
    for (const Qt::Alignment place : kPlaces) {
      // As Qt's alignments have it: the text is above the ring where its bottom is there.
      area.moveCenter(ring);
      if (place & Qt::AlignLeft) area.moveLeft(ring.x() + gap);
      if (place & Qt::AlignRight) area.moveRight(ring.x() - gap);
      if (place & Qt::AlignTop) area.moveTop(ring.y() + gap);
      if (place & Qt::AlignBottom) area.moveBottom(ring.y() - gap);
      if (!plot_->axisRect()->rect().contains(area.toAlignedRect())) continue;
      const double covered = curvesWithin(area);
      if (covered >= least) continue;
      least = covered;
      bestText_->setPositionAlignment(place);
      bestText_->setPadding(QMargins(gap, gap, gap, gap));
      if (covered == 0) return;
    }
}

void MetricPlot::recolor(const Theme& theme) {
  applyPlotTheme(*plot_, theme);
  for (const auto& series : series_) {
    series->faint->setPen(penOf(theme, {series->look.colorIndex, Qt::SolidLine, false}, 1, 0.32));
    series->strong->setPen(penOf(theme, series->look, 2, 1));
  }
  for (const Marker& marker : markers_) {
    marker.line->setPen(QPen(theme.color(Color::Warning), 1, Qt::DashLine));
    marker.text->setColor(theme.color(Color::WarningText));
  }
  if (!bestRing_) return;
  const int color = bestSeries_ >= 0 && bestSeries_ < seriesCount()
                        ? series_[static_cast<std::size_t>(bestSeries_)]->look.colorIndex
                        : 0;
  bestRing_->setPen(QPen(theme.series(color), 2));
  bestRing_->setBrush(theme.color(Color::Panel));
  bestText_->setColor(theme.color(Color::Muted));
}

}  // namespace fovea

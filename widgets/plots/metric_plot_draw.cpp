// Why: when a MetricPlot draws its series, over which ranges, and in which colours.
#include <QtCore/QScopedValueRollback>
#include <QtCore/QThread>
#include <QtGui/QFontMetrics>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/plots/curve_layer.h"
#include "widgets/plots/metric_plot.h"
#include "widgets/plots/plot_axes.h"
#include "widgets/plots/plot_header.h"

namespace fovea {
namespace {

constexpr int kRefreshMilliseconds = 33;
constexpr int kLiveMilliseconds = 100;          // shortest interval while values arrive and the user does nothing
constexpr int kLongestLiveMilliseconds = 1000;  // longest one, however slow the plots are to draw
constexpr double kLiveShare = 0.004;            // of the time of all cores, for repaints with new values
constexpr double kLabelPixels = 40;             // space for labels above and below the ticks
constexpr double kTickPixels = 48;              // preferred distance of ticks
constexpr int kMostTicks = 6;                   // beside the plot, where a person has chosen the range
constexpr int kMostMarkers = 100;               // maximum number of dots; more would look like a thick line

constexpr int kManyCurves = 6;    // from this number on lines are thinner, and values below averages are omitted
constexpr double kDimmed = 0.22;  // opacity of series other than the highlighted one

QColor colorOf(const Theme& theme, const CurveLook& look, double opacity) {
  QColor color = theme.series(look.colorIndex);
  color.setAlphaF(static_cast<float>(opacity));
  return color;
}

// Decides when plots are repainted with new values. All plots share it, so that together they take kLiveShare of the
// cores' time from training, or more if one repaint a second takes more. Main thread only.
class LivePace {
 public:
  LivePace() { clock_.start(); }
  // Milliseconds until the next repaint.
  qint64 wait() const { return std::max<qint64>(0, next_ - clock_.elapsed()); }
  // Accounts for a repaint.
  void spend(double milliseconds) {
    const qint64 now = clock_.elapsed();
    next_ = std::min(std::max(now, next_) + qRound64(milliseconds / share_), now + kLongestLiveMilliseconds);
  }

 private:
  QElapsedTimer clock_;
  double share_ = kLiveShare * std::clamp(QThread::idealThreadCount(), 1, 16);  // of this thread's time
  qint64 next_ = 0;
};

LivePace& livePace() {
  static LivePace pace;
  return pace;
}

}  // namespace

// A plot that is slow to draw is drawn less often, so that it uses at most a third of the thread's time.
void MetricPlot::scheduleRefresh() {
  refreshAfter(untilRefresh(std::max(kRefreshMilliseconds, static_cast<int>(3 * refreshTook_))));
}

// New values may be drawn later than user actions: each repaint takes time from training on the same cores.
void MetricPlot::scheduleLiveRefresh() {
  refreshAfter(std::max(untilRefresh(kLiveMilliseconds), livePace().wait()));
}

qint64 MetricPlot::untilRefresh(qint64 interval) const {
  return lastRefresh_.isValid() ? std::max<qint64>(0, interval - lastRefresh_.elapsed()) : 0;
}

void MetricPlot::refreshAfter(qint64 milliseconds) {
  if (!isVisible()) return;  // drawn when it is shown
  const int wait = static_cast<int>(milliseconds);
  if (!refreshTimer_.isActive() || refreshTimer_.remainingTime() > wait) refreshTimer_.start(wait);
}

void MetricPlot::flush() {
  refreshTimer_.stop();
  refresh();
}

void MetricPlot::refresh() {
  lastRefresh_.start();
  showLegend();
  layout()->activate();  // the legend can change the size of the plot
  plot_->xAxis->ticker()->setTickCount(tickCountOf(axis_, plot_->axisRect()->width()));
  plot_->yAxis->ticker()->setTickCount(std::min(kMostTicks, static_cast<int>(mostStepsInHeight())) - 1);
  fitX();
  thinSeries();
  fitY();
  fillLayer(currentTheme());
  placeItems();
  updateCrosshair();
  plot_->replot(QCustomPlot::rpQueuedRefresh);
  refreshTook_ = static_cast<double>(lastRefresh_.nsecsElapsed()) / 1e6;
  livePace().spend(refreshTook_);
}

// Series without values are not listed.
void MetricPlot::showLegend() {
  for (int i = 0; i < seriesCount(); ++i)
    header_->legend()->setListed(i, !series_[static_cast<std::size_t>(i)]->data.empty());
  header_->arrange();
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
  // A single point is centred, and has the only label.
  const bool single = right <= left;
  if (single) {
    const double beside = axis_ == PlotAxis::Duration || axis_ == PlotAxis::Time ? 30 : 0.5;
    left -= beside;
    right += beside;
  }
  if (auto* ticker = dynamic_cast<CompactTicker*>(plot_->xAxis->ticker().data()))
    ticker->setLeast(single || axis_ == PlotAxis::Step ? 1 : 0);
  const bool dots = std::any_of(series_.begin(), series_.end(), [](const auto& series) { return series->look.marker; });
  const double margin = dots ? (right - left) * 0.005 : 0;  // keeps the first and last dot from being cut in half
  const QScopedValueRollback guard(settingRanges_, true);
  plot_->xAxis->setRange(left - margin, right + margin);
}

// The distance of labels beside the plot is at least the height of a line.
double MetricPlot::mostStepsInHeight() const {
  constexpr double kFewest = 2;
  const QFontMetrics metrics(plot_->yAxis->tickLabelFont());
  return std::max(kFewest, (plot_->height() - kLabelPixels) / metrics.height());
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
    // Uses the average if there is one: single peaks must not flatten the curve.
    for (const auto* points : {&series->strong, &series->lower, &series->upper})
      for (const QPointF& point : *points) {
        if (!std::isfinite(point.y()) || !x.contains(point.x())) continue;
        low = std::min(low, point.y());
        high = std::max(high, point.y());
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
  // Both limits are round numbers: the range then changes in steps, and not with every new value.
  const double size = std::max(std::abs(low), std::abs(high));
  // A difference caused by rounding, such as for an average of equal values, counts as zero: it cannot define a range.
  const double span = high - low > 1e-9 * size ? high - low : std::max(size * 0.2, 1e-9);
  // As many ticks as there is room for their labels.
  double step = roundStep(span / std::clamp((plot_->height() - kLabelPixels) / kTickPixels, 2.0, 4.0));
  // If the values are close to zero anyway, the axis starts at zero.
  const bool onZero = low >= 0 && low < span * 0.35;
  double bottom = 0, top = 0;
  const auto toRoundNumbers = [&] {
    bottom = onZero ? 0 : std::floor((low - 0.02 * span) / step) * step;
    top = std::ceil((high + 0.02 * span) / step) * step;
  };
  toRoundNumbers();
  // Round limits can add two steps: in a low plot their labels would touch.
  while (top - bottom > step * mostStepsInHeight()) {
    step = roundStep(2.5 * step);
    toRoundNumbers();
  }
  if (ticker) ticker->setStep(step);
  if (shares_) {
    // A small margin, so that a curve at the limit is not cut in half.
    const double beyond = 0.02 * (top - bottom);
    if (bottom < 0) bottom = low < beyond ? -beyond : 0;
    if (top > 1) top = 1 + beyond;
  }
  plot_->yAxis->setRange(bottom, top);
}

void MetricPlot::thinSeries() {
  const PlotRange x = xRange();
  const int buckets = std::max(64, plot_->axisRect()->width());
  const bool same = x.low == thinnedRange_.low && x.high == thinnedRange_.high && buckets == thinnedBuckets_;
  const bool few = visibleSeries() < kManyCurves;
  const Series* emphasised =
      emphasis_ >= 0 && emphasis_ < seriesCount() ? series_[std::size_t(emphasis_)].get() : nullptr;
  thinnedRange_ = x;
  thinnedBuckets_ = buckets;
  for (const auto& series : series_) {
    series->thinned = series->thinned && same;
    if (series->thinned || !series->visible) continue;
    series->thinned = true;
    series->strong = series->data.thinned(x.low, x.high, buckets);
    series->faint.clear();
    if (series->data.smoothing() > 0 && (few || series.get() == emphasised))
      series->faint = series->data.thinnedRaw(x.low, x.high, buckets);
    series->lower = series->low.thinned(x.low, x.high, buckets);
    series->upper = series->high.thinned(x.low, x.high, buckets);
    if (!logarithmic_) continue;
    for (auto* points : {&series->strong, &series->faint, &series->lower, &series->upper})
      for (QPointF& point : *points)
        if (!(point.y() > 0)) point.setY(kNoValue);
  }
}

void MetricPlot::fillLayer(const Theme& theme) {
  layer_->bands.clear();
  layer_->strokes.clear();
  layer_->ground = theme.color(Color::Panel);
  const int count = visibleSeries();
  const bool one = emphasis_ >= 0 && emphasis_ < seriesCount() && series_[std::size_t(emphasis_)]->visible;
  const double width = count >= kManyCurves ? 1.5 : 2;
  for (int i = 0; i < seriesCount(); ++i)
    if (!one || i != emphasis_)
      addToLayer(*series_[std::size_t(i)], theme, one ? kDimmed : 1, width, count < kManyCurves && !one);
  if (one) addToLayer(*series_[std::size_t(emphasis_)], theme, 1, 2.5, true);
}

void MetricPlot::addToLayer(const Series& series, const Theme& theme, double opacity, double width, bool few) {
  if (!series.visible) return;
  if (!series.upper.empty())
    layer_->bands.push_back({series.upper, series.lower, colorOf(theme, series.look, 0.18 * opacity)});
  if (few && !series.faint.empty())
    layer_->strokes.push_back({series.faint, colorOf(theme, series.look, 0.32 * opacity), 1, Qt::SolidLine, {}, {}});
  // A line needs two points: a single one is drawn as a dot.
  const bool dots =
      series.strong.size() == 1 || (few && series.look.marker && std::ssize(series.strong) <= kMostMarkers);
  layer_->strokes.push_back(
      {series.strong, colorOf(theme, series.look, opacity), width, series.look.dash, dots, series.ring});
}

void MetricPlot::placeItems() {
  const QCPRange x = plot_->xAxis->range();
  const auto nearRight = [&](double at) { return at > x.lower + 0.75 * x.size(); };
  for (const Marker& marker : markers_) {
    // Markers before the first point are shown at the left end, unless the user has zoomed in.
    const double at = followX_ ? std::clamp(marker.x, x.lower, x.upper) : marker.x;
    marker.line->point1->setCoords(at, 0);
    marker.line->point1->setTypeY(QCPItemPosition::ptAxisRectRatio);
    marker.line->point2->setTypeY(QCPItemPosition::ptAxisRectRatio);
    marker.line->point2->setCoords(at, 1);
    marker.text->position->setCoords(at, 0);
    marker.text->setPositionAlignment((nearRight(at) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
  }
  if (!bestRing_) return;
  const bool shown = bestSeries_ >= 0 && bestSeries_ < seriesCount() &&
                     series_[static_cast<std::size_t>(bestSeries_)]->visible &&
                     x.contains(bestRing_->position->coords().x());
  bestRing_->setVisible(shown);
  bestText_->setVisible(shown);
}

// Returns the horizontal extent in pixels of curves inside `area`.
double MetricPlot::curvesWithin(const QRectF& area) const {
  double covered = 0;
  for (const CurveStroke& stroke : layer_->strokes) {
    for (std::size_t i = 1; i < stroke.points.size(); ++i) {
      const QPointF &first = stroke.points[i - 1], &second = stroke.points[i];
      const double start = plot_->xAxis->coordToPixel(first.x()), end = plot_->xAxis->coordToPixel(second.x());
      const double left = std::max(start, area.left()), right = std::min(end, area.right());
      if (left > right || !std::isfinite(first.y()) || !std::isfinite(second.y())) continue;
      const double low = plot_->yAxis->coordToPixel(first.y()), high = plot_->yAxis->coordToPixel(second.y());
      const double slope = end > start ? (high - low) / (end - start) : 0;
      const double from = low + slope * (left - start), to = low + slope * (right - start);
      if (std::min(from, to) <= area.bottom() && std::max(from, to) >= area.top()) covered += 1 + right - left;
    }
  }
  return covered;
}

// Places the label of the best value as near to its ring as possible without a curve through it. If there is no such
// place, shortens it to its last words, then to the value; finally uses the place with the least overlap.
void MetricPlot::placeBest() {
  if (!bestText_ || !bestText_->visible()) return;
  constexpr int kGaps[] = {8, 16, 24};  // pixels between ring and text
  constexpr Qt::Alignment kPlaces[] = {Qt::AlignHCenter | Qt::AlignBottom, Qt::AlignLeft | Qt::AlignBottom,
                                       Qt::AlignRight | Qt::AlignBottom,   Qt::AlignHCenter | Qt::AlignTop,
                                       Qt::AlignLeft | Qt::AlignTop,       Qt::AlignRight | Qt::AlignTop,
                                       Qt::AlignLeft | Qt::AlignVCenter,   Qt::AlignRight | Qt::AlignVCenter};
  const QPointF ring = bestRing_->position->pixelPosition();
  static const QString kBetween = QStringLiteral(" · ");
  double least = std::numeric_limits<double>::infinity();
  const qsizetype parts = bestWords_.count(kBetween) + 1;
  for (qsizetype part = 0; part < parts; ++part) {
    const QString words = bestWords_.section(kBetween, static_cast<int>(part));
    QRectF area = QFontMetrics(bestText_->font()).boundingRect(0, 0, 0, 0, Qt::TextDontClip, words);
    for (const int gap : kGaps)
      for (const Qt::Alignment place : kPlaces) {
        // As in Qt's alignments, the text is above the ring if its bottom is at the ring.
        area.moveCenter(ring);
        if (place & Qt::AlignLeft) area.moveLeft(ring.x() + gap);
        if (place & Qt::AlignRight) area.moveRight(ring.x() - gap);
        if (place & Qt::AlignTop) area.moveTop(ring.y() + gap);
        if (place & Qt::AlignBottom) area.moveBottom(ring.y() - gap);
        if (!plot_->axisRect()->rect().contains(area.toAlignedRect())) continue;
        const double covered = curvesWithin(area);
        if (covered >= least) continue;
        least = covered;
        bestText_->setText(words);
        bestText_->setPositionAlignment(place);
        bestText_->setPadding(QMargins(gap, gap, gap, gap));
        if (covered == 0) return;
      }
  }
}

void MetricPlot::recolor(const Theme& theme) {
  applyPlotTheme(*plot_, theme);
  fillLayer(theme);
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

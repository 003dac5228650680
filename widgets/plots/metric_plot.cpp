#include "widgets/plots/metric_plot.h"

#include <QtGui/QContextMenuEvent>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QSlider>
#include <QtWidgets/QVBoxLayout>
#include <QtWidgets/QWidgetAction>
#include <cmath>
#include <limits>

#include "widgets/plots/plot_axes.h"
#include "widgets/theme/curve.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/pill_button.h"

namespace fovea {
namespace {

constexpr int kRefreshMilliseconds = 33;
constexpr int kMostMarkers = 100;  // dots at measured values, more would be a thick line
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

CurveLook lookOf(SeriesRole role, int count) {
  switch (role) {
    case SeriesRole::Train:
      return {0, Qt::SolidLine, false};
    case SeriesRole::Validation:
      return {1, Qt::DashLine, true};
    case SeriesRole::Other:
      break;
  }
  constexpr Qt::PenStyle kDashes[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
  return {count, kDashes[count % 4], false};
}

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

MetricPlot::MetricPlot(const QString& title, QWidget* parent)
    : QFrame(parent), title_(title), xName_(tr("step")), crosshair_(kNone) {
  setProperty("kind", QStringLiteral("card"));
  setAccessibleName(title);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kCardMargin + 4, size::kCardMargin - 2, size::kCardMargin, size::kGrid);
  column->setSpacing(4);
  buildHeader(title);
  buildPlot();
  column->addWidget(header_);
  column->addWidget(plot_, 1);
  refreshTimer_.setSingleShot(true);
  connect(&refreshTimer_, &QTimer::timeout, this, &MetricPlot::refresh);
  recolor(currentTheme());
}

MetricPlot::~MetricPlot() = default;

void MetricPlot::buildHeader(const QString& title) {
  header_ = new QWidget(this);
  auto* row = new QHBoxLayout(header_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(size::kGrid);
  auto* name = new QLabel(title, header_);
  name->setProperty("kind", QStringLiteral("strong"));
  legend_ = new PlotLegend(header_);
  connect(legend_, &PlotLegend::entryToggled, this,
          [this](int index) { setSeriesVisible(index, !series_[static_cast<std::size_t>(index)]->visible); });
  smoothingButton_ = new PillButton(tr("smoothing off"), header_);
  smoothingButton_->setToolTip(tr("Draw a moving average of the values"));
  auto* menu = new QMenu(smoothingButton_);
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setRange(0, 99);
  slider->setFixedWidth(180);
  slider->setAccessibleName(tr("Smoothing"));
  connect(slider, &QSlider::valueChanged, this, [this](int value) { setSmoothing(value / 100.0); });
  connect(this, &MetricPlot::smoothingChanged, slider,
          [slider](double weight) { slider->setValue(qRound(weight * 100)); });
  auto* action = new QWidgetAction(menu);
  action->setDefaultWidget(slider);
  menu->addAction(action);
  smoothingButton_->setMenu(menu);
  logButton_ = new PillButton(tr("log"), header_);
  logButton_->setCheckable(true);
  logButton_->setToolTip(tr("Logarithmic values"));
  connect(logButton_, &QAbstractButton::toggled, this, &MetricPlot::setLogarithmic);
  auto* more = new PillButton(tr("export"), header_);
  more->setToolTip(tr("Save this plot as PNG, PDF or CSV"));
  connect(more, &QAbstractButton::clicked, this, &MetricPlot::chooseExport);
  row->addWidget(name);
  row->addSpacing(4);
  row->addWidget(legend_);
  row->addStretch(1);
  for (QWidget* tool :
       {static_cast<QWidget*>(smoothingButton_), static_cast<QWidget*>(logButton_), static_cast<QWidget*>(more)})
    row->addWidget(tool);
}

void MetricPlot::buildPlot() {
  plot_ = new QCustomPlot(this);
  plot_->setMinimumHeight(120);
  plot_->setInteractions(QCP::iRangeDrag);
  plot_->axisRect()->setRangeDrag(Qt::Horizontal);
  plot_->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
  plot_->axisRect()->setMargins(QMargins(0, 6, 6, 0));
  plot_->axisRect()->setMinimumMargins(QMargins(34, 0, 0, 0));
  // Qt's raster engine takes seconds for wide joined lines of thousands of corners.
  plot_->setPlottingHints(QCP::phFastPolylines);
  plot_->xAxis->setTicker(QSharedPointer<CompactTicker>::create());
  plot_->yAxis->setTicker(QSharedPointer<CompactTicker>::create());
  plot_->xAxis->ticker()->setTickCount(6);
  overlay_ = new CrosshairOverlay(plot_);
  plot_->installEventFilter(this);
  connect(plot_, &QCustomPlot::mouseDoubleClick, this, &MetricPlot::resetView);
  connect(plot_->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] {
    if (settingRanges_) return;
    followX_ = false;  // dragged by hand
    scheduleRefresh();
  });
}

void MetricPlot::setXName(const QString& name) {
  xName_ = name;
}

int MetricPlot::addSeries(const QString& name, SeriesRole role) {
  return addSeries(name, lookOf(role, seriesCount()));
}

int MetricPlot::addSeries(const QString& name, const CurveLook& look) {
  auto series = std::make_unique<Series>();
  series->name = name;
  series->look = look;
  if (!look.marker) series->data.setSmoothing(smoothing_);
  series->faint = plot_->addGraph();
  series->strong = plot_->addGraph();
  for (QCPGraph* graph : {series->faint, series->strong}) graph->setAdaptiveSampling(false);  // thinned before
  series_.push_back(std::move(series));
  legend_->addEntry(name, look);
  recolor(currentTheme());
  scheduleRefresh();
  return seriesCount() - 1;
}

void MetricPlot::append(int series, std::span<const double> xs, std::span<const double> ys) {
  series_[static_cast<std::size_t>(series)]->data.append(xs, ys);
  scheduleRefresh();
}

void MetricPlot::clearData() {
  for (auto& series : series_) series->data.clear();
  clearMarkers();
  bestSeries_ = -1;
  resetView();
}

void MetricPlot::clearSeries() {
  clearData();
  for (auto& series : series_) {
    plot_->removeGraph(series->faint);
    plot_->removeGraph(series->strong);
  }
  series_.clear();
  legend_->clear();
  scheduleRefresh();
}

const SeriesData& MetricPlot::data(int series) const {
  return series_[static_cast<std::size_t>(series)]->data;
}

void MetricPlot::setSeriesVisible(int series, bool visible) {
  series_[static_cast<std::size_t>(series)]->visible = visible;
  legend_->setShown(series, visible);
  scheduleRefresh();
}

void MetricPlot::addMarker(double x, const QString& text) {
  Marker marker{x, new QCPItemStraightLine(plot_), new QCPItemText(plot_)};
  marker.text->setText(text);
  marker.text->setFont(themeFont(FontRole::Caption));
  marker.text->setPadding(QMargins(5, 2, 5, 2));
  marker.text->position->setTypeX(QCPItemPosition::ptPlotCoords);
  marker.text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
  marker.text->position->setCoords(x, 0);
  markers_.push_back(marker);
  recolor(currentTheme());
  scheduleRefresh();
}

void MetricPlot::clearMarkers() {
  for (const Marker& marker : markers_) {
    plot_->removeItem(marker.line);
    plot_->removeItem(marker.text);
  }
  markers_.clear();
  scheduleRefresh();
}

void MetricPlot::setBest(int series, double x, double y, const QString& text) {
  if (!bestRing_) {
    bestRing_ = new QCPItemTracer(plot_);
    bestRing_->setStyle(QCPItemTracer::tsCircle);
    bestRing_->setSize(10);
    bestText_ = new QCPItemText(plot_);
    bestText_->setFont(themeFont(FontRole::Caption));
    bestText_->setPadding(QMargins(2, 2, 2, 8));
  }
  bestSeries_ = series;
  bestRing_->position->setCoords(x, y);
  bestText_->position->setCoords(x, y);
  bestText_->setText(text);
  recolor(currentTheme());
  scheduleRefresh();
}

PlotRange MetricPlot::xRange() const {
  return {plot_->xAxis->range().lower, plot_->xAxis->range().upper};
}
PlotRange MetricPlot::yRange() const {
  return {plot_->yAxis->range().lower, plot_->yAxis->range().upper};
}

int MetricPlot::drawnPoints(int series) const {
  const Series& found = *series_[static_cast<std::size_t>(series)];
  return found.strong->data()->size();
}

void MetricPlot::setSmoothing(double weight) {
  weight = std::clamp(weight, 0.0, 0.99);
  if (weight == smoothing_) return;
  smoothing_ = weight;
  for (auto& series : series_)
    if (!series->look.marker) series->data.setSmoothing(weight);
  smoothingButton_->setText(weight > 0 ? tr("smoothing %1").arg(weight, 0, 'g', 2) : tr("smoothing off"));
  smoothingButton_->updateGeometry();
  recolor(currentTheme());
  scheduleRefresh();
  Q_EMIT smoothingChanged(weight);
}

void MetricPlot::setLogarithmic(bool logarithmic) {
  if (logarithmic == logarithmic_) return;
  logarithmic_ = logarithmic;
  logButton_->setChecked(logarithmic);
  plot_->yAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  if (logarithmic)
    plot_->yAxis->setTicker(QSharedPointer<CompactLogTicker>::create());
  else
    plot_->yAxis->setTicker(QSharedPointer<CompactTicker>::create());
  followY_ = true;
  scheduleRefresh();
}

void MetricPlot::resetView() {
  followX_ = followY_ = true;
  scheduleRefresh();
}

// Drawing

void MetricPlot::scheduleRefresh() {
  if (refreshTimer_.isActive() || !isVisible()) return;  // showEvent catches up
  // A plot that takes long to draw is drawn less often, so that it never has more than a third of the thread.
  const qint64 interval = std::max<qint64>(kRefreshMilliseconds, 3 * refreshTook_);
  const qint64 since = lastRefresh_.isValid() ? lastRefresh_.elapsed() : interval;
  refreshTimer_.start(static_cast<int>(std::max<qint64>(0, interval - since)));
}

void MetricPlot::flush() {
  if (!isVisible()) layout()->activate();  // before the first show nothing has its size yet
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
  if (right <= left) right = left + 1;
  const bool dots = std::any_of(series_.begin(), series_.end(), [](const auto& series) { return series->look.marker; });
  const double margin = dots ? (right - left) * 0.005 : 0;  // or the first and the last would be cut in half
  const QScopedValueRollback guard(settingRanges_, true);
  plot_->xAxis->setRange(left - margin, right + margin);
}

void MetricPlot::fitY() {
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
  const double step = roundStep(span / 4);
  // A measure that is near to zero anyway stands on it.
  const bool onZero = low >= 0 && low < span * 0.35;
  plot_->yAxis->setRange(onZero ? 0 : std::floor((low - 0.02 * span) / step) * step,
                         std::ceil((high + 0.02 * span) / step) * step);
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
    const bool dots = series->look.marker && series->strong->data()->size() <= kMostMarkers;
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
  if (!shown) return;
  const double at = bestRing_->position->coords().x();
  const bool nearLeft = at < x.lower + 0.2 * x.size();
  const auto side = nearRight(at) ? Qt::AlignRight : nearLeft ? Qt::AlignLeft : Qt::AlignHCenter;
  const bool nearTop =
      bestRing_->position->coords().y() > plot_->yAxis->range().upper - 0.12 * plot_->yAxis->range().size();
  bestText_->setPositionAlignment(side | (nearTop ? Qt::AlignTop : Qt::AlignBottom));
  bestText_->setPadding(nearTop ? QMargins(2, 8, 2, 2) : QMargins(2, 2, 2, 8));
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

// Looking closer

void MetricPlot::setCrosshair(double x) {
  crosshair_ = x;
  updateCrosshair();
}

void MetricPlot::updateCrosshair() {
  CrosshairReading reading;
  const QRect area = plot_->axisRect()->rect();
  if (std::isfinite(crosshair_) && plot_->xAxis->range().contains(crosshair_)) {
    reading.area = area;
    for (const auto& series : series_) {
      const auto point = series->visible ? series->data.nearest(crosshair_) : std::nullopt;
      if (!point) continue;
      const QPointF at(plot_->xAxis->coordToPixel(point->x()), plot_->yAxis->coordToPixel(point->y()));
      const QString text = std::isfinite(point->y()) ? QString::number(point->y(), 'g', 4) : tr("not a number");
      reading.values.push_back({series->name, text, at, series->look});
      // The line stands on a measured point, not between two.
      if (!reading.shown) {
        reading.x = at.x();
        reading.title = QStringLiteral("%1 %2").arg(xName_, locale().toString(point->x(), 'g', 7));
      }
      reading.shown = true;
    }
  }
  overlay_->setGeometry(plot_->rect());
  overlay_->setReading(std::move(reading));
}

void MetricPlot::wheel(QWheelEvent* event) {
  const bool vertical = (event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)) != 0;
  const QPoint delta = event->angleDelta();
  const double factor = std::pow(0.999, delta.y() != 0 ? delta.y() : delta.x());
  QCPAxis* axis = vertical ? plot_->yAxis : plot_->xAxis;
  const double at = axis->pixelToCoord(vertical ? event->position().y() : event->position().x());
  {
    const QScopedValueRollback guard(settingRanges_, true);
    axis->scaleRange(factor, at);
  }
  (vertical ? followY_ : followX_) = false;
  scheduleRefresh();
  event->accept();
}

bool MetricPlot::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_) return QFrame::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::Wheel:
      wheel(static_cast<QWheelEvent*>(event));
      return true;
    case QEvent::MouseMove: {
      const double x = plot_->xAxis->pixelToCoord(static_cast<QMouseEvent*>(event)->position().x());
      setCrosshair(x);
      Q_EMIT crosshairMoved(x);
      break;
    }
    case QEvent::Leave:
      setCrosshair(kNone);
      Q_EMIT crosshairMoved(kNone);
      break;
    case QEvent::Resize:
      scheduleRefresh();
      break;
    default:
      break;
  }
  return QFrame::eventFilter(watched, event);
}

void MetricPlot::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (!plot_ || !isThemeChange(event)) return;
  recolor(currentTheme());
  scheduleRefresh();
}

void MetricPlot::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  scheduleRefresh();
}

void MetricPlot::showEvent(QShowEvent* event) {
  QFrame::showEvent(event);
  scheduleRefresh();
}

void MetricPlot::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(tr("Show everything"), this, &MetricPlot::resetView);
  menu.addAction(tr("Export…"), this, &MetricPlot::chooseExport);
  menu.exec(event->globalPos());
}

void MetricPlot::chooseExport() {
  const QString path = QFileDialog::getSaveFileName(this, tr("Export the plot"), title_ + QStringLiteral(".png"),
                                                    tr("Picture (*.png);;Document (*.pdf);;Table (*.csv)"));
  if (path.isEmpty()) return;
  if (const Status status = exportFile(path); !status.ok()) Q_EMIT exportFailed(status.error());
}

}  // namespace fovea

#include "widgets/plots/metric_plot.h"

#include <QtGui/QClipboard>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QGuiApplication>
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
#include "widgets/theme/icon.h"
#include "widgets/theme/pill_button.h"

namespace fovea {
namespace {

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
  plot_->axisRect()->setMargins(QMargins(0, 10, 6, 0));
  plot_->axisRect()->setMinimumMargins(QMargins(34, 0, 0, 0));
  // Qt's raster engine takes seconds for wide joined lines of thousands of corners.
  plot_->setPlottingHints(QCP::phFastPolylines);
  plot_->xAxis->setTicker(QSharedPointer<CompactTicker>::create());
  useTicker();
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
    bestRing_->setClipToAxisRect(false);
    bestText_ = new QCPItemText(plot_);
    bestText_->setFont(themeFont(FontRole::Caption));
    connect(plot_, &QCustomPlot::afterLayout, this, &MetricPlot::placeBest);
  }
  bestSeries_ = series;
  bestRing_->position->setCoords(x, y);
  bestText_->position->setCoords(x, y);
  bestText_->setText(text);
  recolor(currentTheme());
  scheduleRefresh();
}

QString MetricPlot::bestText() const {
  return bestSeries_ >= 0 ? bestText_->text() : QString();
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
  useTicker();
  followY_ = true;
  scheduleRefresh();
}

void MetricPlot::setShares(bool shares) {
  shares_ = shares;
  useTicker();
  scheduleRefresh();
}

void MetricPlot::useTicker() {
  const auto write = shares_ ? &percentNumber : &compactNumber;
  if (logarithmic_)
    plot_->yAxis->setTicker(QSharedPointer<CompactLogTicker>::create(write));
  else
    plot_->yAxis->setTicker(QSharedPointer<CompactTicker>::create(write));
}

QString MetricPlot::valueText(double value) const {
  if (!std::isfinite(value)) return tr("not a number");
  return shares_ ? tr("%1 %").arg(value * 100, 0, 'f', 2) : QString::number(value, 'g', 4);
}

void MetricPlot::resetView() {
  followX_ = followY_ = true;
  scheduleRefresh();
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
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("copyMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(icon(QStringLiteral("fit")), tr("Show everything"), this, &MetricPlot::resetView);
  menu->addSeparator();
  menu->addAction(icon(QStringLiteral("copy")), tr("Copy the picture"), this,
                  [this] { QGuiApplication::clipboard()->setImage(picture()); });
  menu->addAction(icon(QStringLiteral("copy")), tr("Copy the values as CSV"), this,
                  [this] { QGuiApplication::clipboard()->setText(csv()); });
  menu->addAction(icon(QStringLiteral("save")), tr("Export…"), this, &MetricPlot::chooseExport);
  menu->popup(event->globalPos());
}

void MetricPlot::chooseExport() {
  const QString path = QFileDialog::getSaveFileName(this, tr("Export the plot"), title_ + QStringLiteral(".png"),
                                                    tr("Picture (*.png);;Document (*.pdf);;Table (*.csv)"));
  if (path.isEmpty()) return;
  if (const Status status = exportFile(path); !status.ok()) Q_EMIT exportFailed(status.error());
}

}  // namespace fovea

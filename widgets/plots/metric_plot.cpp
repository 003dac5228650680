#include "widgets/plots/metric_plot.h"

#include <QtCore/QScopedValueRollback>
#include <QtGui/QClipboard>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QMenu>
#include <QtWidgets/QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/plots/curve_layer.h"
#include "widgets/plots/plot_axes.h"
#include "widgets/plots/plot_header.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

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

// Draws once before it is painted, however often it was resized or shown. QCustomPlot itself draws at each resize.
class PlotCanvas : public QCustomPlot {
 public:
  PlotCanvas(QWidget* parent, std::function<void()> draw) : QCustomPlot(parent), draw_(std::move(draw)) {
    connect(this, &QCustomPlot::afterReplot, this, [this] { drawn_ = true; });
  }

 protected:
  void resizeEvent(QResizeEvent*) override {
    setViewport(rect());
    drawn_ = false;
  }
  void showEvent(QShowEvent* event) override {
    QCustomPlot::showEvent(event);
    drawn_ = false;
  }
  void paintEvent(QPaintEvent* event) override {
    if (!drawn_) draw_();
    QCustomPlot::paintEvent(event);
  }

 private:
  std::function<void()> draw_;
  bool drawn_ = false;  // with this size, and everything that came while it was hidden
};

}  // namespace

MetricPlot::MetricPlot(const QString& title, QWidget* parent)
    : QFrame(parent), title_(title), header_(new PlotHeader(title, this)), crosshair_(kNoValue) {
  setProperty("kind", QStringLiteral("card"));
  setAccessibleName(title);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kCardMargin + 4, size::kCardMargin - 2, size::kCardMargin, size::kGrid);
  column->setSpacing(4);
  buildPlot();
  connectHeader();
  column->addWidget(header_);
  column->addWidget(plot_, 1);
  refreshTimer_.setSingleShot(true);
  connect(&refreshTimer_, &QTimer::timeout, this, &MetricPlot::refresh);
  recolor(currentTheme());
}

MetricPlot::~MetricPlot() = default;

void MetricPlot::connectHeader() {
  connect(header_->legend(), &PlotLegend::entryToggled, this,
          [this](int index) { setSeriesVisible(index, !series_[static_cast<std::size_t>(index)]->visible); });
  connect(header_, &PlotHeader::smoothingWanted, this, &MetricPlot::setSmoothing);
  connect(header_, &PlotHeader::logarithmWanted, this, &MetricPlot::setLogarithmic);
  connect(header_, &PlotHeader::exportWanted, this, &MetricPlot::chooseExport);
}

void MetricPlot::buildPlot() {
  plot_ = new PlotCanvas(this, [this] { flush(); });
  plot_->setMinimumSize(120, 80);
  plot_->setInteractions(QCP::iRangeDrag);
  plot_->axisRect()->setRangeDrag(Qt::Horizontal);
  plot_->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
  plot_->axisRect()->setMargins(QMargins(0, 10, 6, 0));
  plot_->axisRect()->setMinimumMargins(QMargins(34, 0, 0, 0));
  plot_->xAxis->setTicker(tickerOf(axis_));
  layer_ = new CurveLayer(plot_);
  useTicker();
  overlay_ = new CrosshairOverlay(plot_);
  plot_->installEventFilter(this);
  connect(plot_, &QCustomPlot::mouseDoubleClick, this, [this] {
    resetView();
    Q_EMIT viewReset();
  });
  connect(plot_->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this](const QCPRange& range) {
    if (settingRanges_) return;
    followX_ = false;  // the user dragged the axis
    scheduleRefresh();
    Q_EMIT xRangeChosen({range.lower, range.upper});
  });
}

void MetricPlot::setAxis(PlotAxis axis) {
  header_->setAxis(axis);
  if (axis == axis_) return;
  axis_ = axis;
  plot_->xAxis->setTicker(tickerOf(axis));
  followX_ = true;
  scheduleRefresh();
}

int MetricPlot::addSeries(const QString& name, SeriesRole role) {
  return addSeries(name, lookOf(role, seriesCount()));
}

int MetricPlot::addSeries(const QString& name, const CurveLook& look) {
  auto series = std::make_unique<Series>();
  series->name = name;
  series->look = look;
  if (!look.marker)
    for (SeriesData* data : {&series->data, &series->low, &series->high}) data->setSmoothing(smoothing_);
  series_.push_back(std::move(series));
  header_->legend()->addEntry(name, look);
  header_->arrange();
  scheduleRefresh();
  return seriesCount() - 1;
}

void MetricPlot::append(int series, std::span<const double> xs, std::span<const double> ys) {
  Series& found = *series_[static_cast<std::size_t>(series)];
  found.data.append(xs, ys);
  found.thinned = false;
  scheduleLiveRefresh();
}

void MetricPlot::setBand(int series, std::span<const double> xs, std::span<const double> low,
                         std::span<const double> high) {
  Series& found = *series_[static_cast<std::size_t>(series)];
  found.low.clear();
  found.high.clear();
  found.low.append(xs, low);
  found.high.append(xs, high);
  found.thinned = false;
  scheduleRefresh();
}

void MetricPlot::setEmphasis(int series) {
  if (series == emphasis_) return;
  emphasis_ = series;
  // If there are many series, only this one shows its values below the average.
  if (series >= 0 && series < seriesCount()) series_[static_cast<std::size_t>(series)]->thinned = false;
  scheduleRefresh();
}

void MetricPlot::setRing(int series, double x, double y) {
  series_[static_cast<std::size_t>(series)]->ring = QPointF(x, y);
  scheduleRefresh();
}

void MetricPlot::clearData() {
  for (auto& series : series_) {
    for (SeriesData* data : {&series->data, &series->low, &series->high}) data->clear();
    series->ring.reset();
    series->thinned = false;
  }
  clearMarkers();
  bestSeries_ = -1;
  scheduleRefresh();
}

void MetricPlot::clearSeries() {
  clearData();
  layer_->bands.clear();  // deleted before the points that they reference
  layer_->strokes.clear();
  series_.clear();
  emphasis_ = hovered_ = -1;
  header_->legend()->clear();
  header_->arrange();
  scheduleRefresh();
}

const SeriesData& MetricPlot::data(int series) const {
  return series_[static_cast<std::size_t>(series)]->data;
}

void MetricPlot::setSeriesVisible(int series, bool visible) {
  series_[static_cast<std::size_t>(series)]->visible = visible;
  header_->legend()->setShown(series, visible);
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
  bestWords_ = text;
  bestText_->setText(text);
  recolor(currentTheme());
  scheduleRefresh();
}

QString MetricPlot::bestText() const {
  return bestSeries_ >= 0 ? bestWords_ : QString();
}

void MetricPlot::setXRange(const PlotRange& range) {
  const QScopedValueRollback guard(settingRanges_, true);
  followX_ = false;
  plot_->xAxis->setRange(range.low, range.high);
  scheduleRefresh();
}

PlotRange MetricPlot::xRange() const {
  return {plot_->xAxis->range().lower, plot_->xAxis->range().upper};
}
PlotRange MetricPlot::yRange() const {
  return {plot_->yAxis->range().lower, plot_->yAxis->range().upper};
}

int MetricPlot::drawnPoints(int series) const {
  return static_cast<int>(series_[static_cast<std::size_t>(series)]->strong.size());
}

void MetricPlot::setSmoothing(double weight) {
  weight = std::clamp(weight, 0.0, 0.99);
  if (weight == smoothing_) return;
  smoothing_ = weight;
  for (auto& series : series_) {
    if (series->look.marker) continue;
    for (SeriesData* data : {&series->data, &series->low, &series->high}) data->setSmoothing(weight);
    series->thinned = false;
  }
  header_->setSmoothing(weight);
  scheduleRefresh();
  Q_EMIT smoothingChanged(weight);
}

void MetricPlot::setLogarithmic(bool logarithmic) {
  if (logarithmic == logarithmic_) return;
  logarithmic_ = logarithmic;
  for (auto& series : series_) series->thinned = false;
  header_->setLogarithmic(logarithmic);
  plot_->yAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  useTicker();
  followY_ = true;
  scheduleRefresh();
  Q_EMIT logarithmicChanged(logarithmic);
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
  return shares_ ? tr("%1 %").arg(numberText(value * 100, 'f', 2)) : numberText(value, 'g', 4);
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

void MetricPlot::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("copyMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(icon(QStringLiteral("fit")), tr("Show everything"), this, [this] {
    resetView();
    Q_EMIT viewReset();
  });
  header_->addTo(*menu);
  menu->addSeparator();
  menu->addAction(icon(QStringLiteral("copy")), tr("Copy the picture"), this,
                  [this] { QGuiApplication::clipboard()->setImage(picture()); });
  menu->addAction(icon(QStringLiteral("copy")), tr("Copy the values as CSV"), this,
                  [this] { QGuiApplication::clipboard()->setText(csv()); });
  menu->addAction(icon(QStringLiteral("save")), tr("Export…"), this, &MetricPlot::chooseExport);
  Q_EMIT menuAboutToShow(menu);
  menu->popup(event->globalPos());
}

const CrosshairReading& MetricPlot::reading() const {
  return overlay_->reading();
}

int MetricPlot::visibleSeries() const {
  return static_cast<int>(std::count_if(series_.begin(), series_.end(),
                                        [](const auto& series) { return series->visible && !series->data.empty(); }));
}

void MetricPlot::chooseExport() {
  const QString path = QFileDialog::getSaveFileName(this, tr("Export the plot"), title_ + QStringLiteral(".png"),
                                                    tr("Picture (*.png);;Document (*.pdf);;Table (*.csv)"));
  if (path.isEmpty()) return;
  if (const Status status = exportFile(path); !status.ok()) Q_EMIT exportFailed(status.error());
}

}  // namespace fovea

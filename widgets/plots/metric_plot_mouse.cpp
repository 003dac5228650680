// Why: mouse handling of MetricPlot: the crosshair with its readings, and zooming around the cursor.
#include <QtCore/QScopedValueRollback>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/plots/metric_plot.h"
#include "widgets/plots/plot_axes.h"

namespace fovea {
namespace {

constexpr double kReach = 12;           // maximum distance in pixels between pointer and curve
constexpr std::size_t kKeepsOrder = 3;  // up to this number, curves are listed in the order in which they were added

// Returns the measured point nearest to x; nullopt if the series ended long before x or begins long after it.
std::optional<QPointF> readAt(const SeriesData& data, double x) {
  if (data.size() > 1) {
    const double spacing = (data.xs().back() - data.xs().front()) / static_cast<double>(data.size() - 1);
    if (x < data.xs().front() - spacing || x > data.xs().back() + spacing) return std::nullopt;
  }
  return data.nearest(x);
}

}  // namespace

void MetricPlot::setCrosshair(double x) {
  crosshair_ = x;
  updateCrosshair();
}

void MetricPlot::updateCrosshair() {
  CrosshairReading reading;
  const QRect area = plot_->axisRect()->rect();
  if (std::isfinite(crosshair_) && plot_->xAxis->range().contains(crosshair_)) {
    reading.area = area;
    double nearest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < seriesCount(); ++i) {
      const Series& series = *series_[static_cast<std::size_t>(i)];
      const auto point = series.visible ? readAt(series.data, crosshair_) : std::nullopt;
      if (!point) continue;
      const QPointF at(plot_->xAxis->coordToPixel(point->x()), plot_->yAxis->coordToPixel(point->y()));
      QString text = valueText(point->y());
      if (const auto high = series.high.valueAt(point->x())) text += tr(" ± %1").arg(valueText(*high - point->y()));
      reading.values.push_back({series.name, text, at, series.look, i == emphasis_});
      reading.shown = true;
      // The line snaps to a measured point.
      if (const double distance = std::abs(point->x() - crosshair_); distance < nearest) {
        nearest = distance;
        reading.x = at.x();
        reading.title = axisReading(axis_, point->x());
      }
    }
    // With many curves the list has the same order as the plot.
    if (reading.values.size() > kKeepsOrder)
      std::stable_sort(reading.values.begin(), reading.values.end(),
                       [](const auto& a, const auto& b) { return a.position.y() < b.position.y(); });
  }
  overlay_->setGeometry(plot_->rect());
  const bool empty =
      std::all_of(series_.begin(), series_.end(), [](const auto& series) { return series->data.empty(); });
  overlay_->setNote(empty ? tr("The first values appear here when a run starts") : QString());
  overlay_->setReading(std::move(reading));
}

// Finds the curve under the mouse.
void MetricPlot::hover(QPointF position) {
  int found = -1;
  double least = kReach;
  if (visibleSeries() > 1 && plot_->axisRect()->rect().contains(position.toPoint())) {
    const double x = plot_->xAxis->pixelToCoord(position.x());
    for (int i = 0; i < seriesCount(); ++i) {
      const Series& series = *series_[static_cast<std::size_t>(i)];
      const auto value = series.visible ? series.data.valueAt(x) : std::nullopt;
      if (!value) continue;
      const double distance = std::abs(plot_->yAxis->coordToPixel(*value) - position.y());
      if (!(distance < least)) continue;
      least = distance;
      found = i;
    }
  }
  if (found == hovered_) return;
  hovered_ = found;
  Q_EMIT seriesHovered(found);
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
  if (!vertical) Q_EMIT xRangeChosen(xRange());
  event->accept();
}

void MetricPlot::endHover() {
  hover({-1, -1});
  setCrosshair(kNoValue);
  Q_EMIT crosshairMoved(kNoValue);
}

bool MetricPlot::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_) return QFrame::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::Wheel:
      wheel(static_cast<QWheelEvent*>(event));
      return true;
    case QEvent::MouseMove: {
      const double x = plot_->xAxis->pixelToCoord(static_cast<QMouseEvent*>(event)->position().x());
      hover(static_cast<QMouseEvent*>(event)->position());
      setCrosshair(x);
      Q_EMIT crosshairMoved(x);
      break;
    }
    case QEvent::Leave:
      endHover();
      break;
    case QEvent::ContextMenu:  // QCustomPlot keeps mouse events from its parent
      endHover();              // no Leave event follows when the menu takes the mouse
      contextMenuEvent(static_cast<QContextMenuEvent*>(event));
      return true;
    case QEvent::Resize:
      scheduleRefresh();
      break;
    default:
      break;
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace fovea

// Why: looking closer at a MetricPlot: the crosshair with its readings, and zooming around the cursor.
#include <QtCore/QScopedValueRollback>
#include <QtGui/QWheelEvent>
#include <cmath>
#include <limits>

#include "widgets/plots/metric_plot.h"
#include "widgets/plots/plot_axes.h"

namespace fovea {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

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
    for (const auto& series : series_) {
      const auto point = series->visible ? series->data.nearest(crosshair_) : std::nullopt;
      if (!point) continue;
      const QPointF at(plot_->xAxis->coordToPixel(point->x()), plot_->yAxis->coordToPixel(point->y()));
      reading.values.push_back({series->name, valueText(point->y()), at, series->look});
      // The line stands on a measured point, not between two.
      if (!reading.shown) {
        reading.x = at.x();
        reading.title = QStringLiteral("%1 %2").arg(xName_, locale().toString(point->x(), 'g', 7));
      }
      reading.shown = true;
    }
  }
  overlay_->setGeometry(plot_->rect());
  const bool empty =
      std::all_of(series_.begin(), series_.end(), [](const auto& series) { return series->data.empty(); });
  overlay_->setNote(empty ? tr("The first values appear here when a run starts") : QString());
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

}  // namespace fovea

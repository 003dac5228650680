#include "widgets/plots/plot_axes.h"

#include <algorithm>
#include <cmath>

#include "widgets/theme/fonts.h"

namespace fovea {

QString CompactTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
  return write_(tick);
}
QString CompactLogTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
  return write_(tick);
}

double DurationTicker::getTickStep(const QCPRange& range) {
  const double wanted = range.size() / std::max(3, tickCount() - 1);
  for (const double step : {1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0,
                            14400.0, 21600.0, 43200.0})
    if (step >= wanted && wanted > 0.5) return step;
  if (wanted <= 0.5) return QCPAxisTicker::getTickStep(range);
  return std::ceil(wanted / 86400) * 86400;
}
QString DurationTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
  return durationNumber(tick);
}

QSharedPointer<QCPAxisTicker> tickerOf(PlotAxis axis) {
  QSharedPointer<QCPAxisTicker> ticker;
  if (axis == PlotAxis::Duration) {
    ticker = QSharedPointer<DurationTicker>::create();
  } else if (axis == PlotAxis::Time) {
    auto times = QSharedPointer<QCPAxisTickerDateTime>::create();
    times->setDateTimeFormat(QStringLiteral("d MMM\nhh:mm"));
    ticker = times;
  } else {
    ticker = QSharedPointer<CompactTicker>::create();
  }
  return ticker;
}

int tickCountOf(PlotAxis axis, int pixels) {
  constexpr int kMost = 6;
  const bool wide = axis == PlotAxis::Duration || axis == PlotAxis::Time;
  return std::clamp(pixels / (wide ? 84 : 40), 2, kMost);
}

void applyPlotTheme(QCustomPlot& plot, const Theme& theme) {
  plot.setBackground(QBrush(theme.color(Color::Panel)));
  for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
    axis->setBasePen(Qt::NoPen);
    axis->setTickPen(Qt::NoPen);
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLabelFont(themeFont(FontRole::Caption));
    axis->setTickLabelColor(theme.color(Color::Muted));
    axis->setTickLabelPadding(6);
    axis->grid()->setPen(QPen(theme.color(Color::Line), 1));
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->grid()->setSubGridVisible(false);
  }
  plot.xAxis->grid()->setVisible(false);
}

}  // namespace fovea

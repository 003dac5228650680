#include "widgets/plots/plot_axes.h"

#include <algorithm>
#include <cmath>

#include "widgets/theme/fonts.h"

namespace fovea {
namespace {

constexpr int kMostDigits = 12;

// The significant digits that tell evenly spaced ticks apart, one more than the first digit of their distance, since
// that can be 2.5 times a power of ten.
int digitsOf(const QVector<double>& ticks) {
  if (ticks.size() < 2) return kFewestDigits;
  const double largest = std::max(std::abs(ticks.front()), std::abs(ticks.back()));
  const double step = ticks[1] - ticks[0];
  return std::clamp(static_cast<int>(std::floor(std::log10(largest)) - std::floor(std::log10(step))) + 2, kFewestDigits,
                    kMostDigits);
}

}  // namespace

double CompactTicker::getTickStep(const QCPRange& range) {
  if (step_ > 0) return step_;
  double step = std::max(least_, QCPAxisTicker::getTickStep(range));
  while (range.size() > step * (tickCount() + 1)) step = roundStep(2.5 * step);
  return step;
}

QVector<QString> CompactTicker::createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) {
  const int digits = digitsOf(ticks);
  QVector<QString> labels;
  for (const double tick : ticks) labels << write_(tick, digits);
  return labels;
}
QString CompactLogTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
  return write_(tick, kFewestDigits);
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

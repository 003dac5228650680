// Why: the axis style of our QCustomPlots.
#pragma once
#include "widgets/plots/plot_parts.h"
#include "widgets/plots/qcustomplot_header.h"
#include "widgets/theme/theme.h"

namespace fovea {

// Formats a tick label; compactNumber() by default.
using TickWriter = QString (*)(double value, int digits);

class CompactTicker : public QCPAxisTicker {
 public:
  explicit CompactTicker(TickWriter write = &compactNumber) : write_(write) {}
  // Distance of the ticks; 0: chosen from the range.
  void setStep(double step) { step_ = step; }
  // The smallest tick distance: 1 if only integers are meaningful.
  void setLeast(double least) { least_ = least; }

 protected:
  // A range has at most one step more than setTickCount() says; QCustomPlot itself takes that as a hint.
  double getTickStep(const QCPRange& range) override;
  // Writes as many digits as the distance of the ticks needs.
  QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar formatCharacter,
                                     int precision) override;

 private:
  TickWriter write_;
  double step_ = 0;
  double least_ = 0;
};

class CompactLogTicker : public QCPAxisTickerLog {
 public:
  explicit CompactLogTicker(TickWriter write = &compactNumber) : write_(write) {}

 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar formatCharacter, int precision) override;

 private:
  TickWriter write_;
};

// Seconds, with ticks at full seconds, minutes, hours and days.
class DurationTicker : public QCPAxisTicker {
 protected:
  double getTickStep(const QCPRange& range) override;
  QString getTickLabel(double tick, const QLocale& locale, QChar formatCharacter, int precision) override;
};

// The ticker of an x axis.
QSharedPointer<QCPAxisTicker> tickerOf(PlotAxis axis);
// The number of ticks with labels that fit on an x axis of that many pixels.
int tickCountOf(PlotAxis axis, int pixels);

// Applies the colours of `theme` to background, grid, ticks and labels: light horizontal lines only, no box.
void applyPlotTheme(QCustomPlot& plot, const Theme& theme);

}  // namespace fovea

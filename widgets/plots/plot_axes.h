// Why: how the axes of a QCustomPlot look here.
#pragma once
#include "widgets/plots/plot_parts.h"
#include "widgets/plots/qcustomplot_header.h"
#include "widgets/theme/theme.h"

namespace fovea {

// How a tick is labelled: compactNumber() unless told.
using TickWriter = QString (*)(double);

class CompactTicker : public QCPAxisTicker {
 public:
  explicit CompactTicker(TickWriter write = &compactNumber) : write_(write) {}
  // Distance of the ticks; 0 leaves it to the range.
  void setStep(double step) { step_ = step; }

 protected:
  double getTickStep(const QCPRange& range) override { return step_ > 0 ? step_ : QCPAxisTicker::getTickStep(range); }
  QString getTickLabel(double tick, const QLocale& locale, QChar formatCharacter, int precision) override;

 private:
  TickWriter write_;
  double step_ = 0;
};

class CompactLogTicker : public QCPAxisTickerLog {
 public:
  explicit CompactLogTicker(TickWriter write = &compactNumber) : write_(write) {}

 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar formatCharacter, int precision) override;

 private:
  TickWriter write_;
};

// Ground, grid, ticks and labels in the colours of `theme`: light horizontal lines only, no box.
void applyPlotTheme(QCustomPlot& plot, const Theme& theme);

}  // namespace fovea

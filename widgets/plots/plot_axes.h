// Why: how the axes of a QCustomPlot look here.
#pragma once
#include "widgets/plots/qcustomplot_header.h"
#include "widgets/theme/theme.h"

namespace fovea {

// Ticks labelled by compactNumber().
class CompactTicker : public QCPAxisTicker {
 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar formatCharacter, int precision) override;
};

class CompactLogTicker : public QCPAxisTickerLog {
 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar formatCharacter, int precision) override;
};

// Ground, grid, ticks and labels in the colours of `theme`: light horizontal lines only, no box.
void applyPlotTheme(QCustomPlot& plot, const Theme& theme);

}  // namespace fovea

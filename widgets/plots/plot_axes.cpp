#include "widgets/plots/plot_axes.h"

#include "widgets/theme/fonts.h"

namespace fovea {

QString CompactTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
  return write_(tick);
}
QString CompactLogTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
  return write_(tick);
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

#include "widgets/plots/ridge_plot.h"

#include <QtCore/QLocale>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/theme/fonts.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kRidgeFoot = 18;  // space for the labels below
constexpr double kPeak = 0.42;  // height of the highest ridge as a fraction of the plot

// Density per unit of value, so that histograms with other bins can be compared.
double densityOf(const Histogram& histogram, std::size_t bin, std::int64_t total) {
  const double width = (histogram.maximum - histogram.minimum) / double(histogram.counts.size());
  return width > 0 && total > 0 ? double(histogram.counts[bin]) / double(total) / width : 0;
}

std::int64_t totalOf(const Histogram& histogram) {
  std::int64_t total = 0;
  for (const std::int64_t count : histogram.counts) total += count;
  return total;
}

}  // namespace

RidgePlot::RidgePlot(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RidgePlot::setRidges(std::vector<Ridge> ridges) {
  ridges_ = std::move(ridges);
  std::erase_if(ridges_, [](const Ridge& ridge) { return ridge.histogram.counts.empty(); });
  if (!ridges_.empty())
    setAccessibleDescription(tr("From %1 to %2 at step %3")
                                 .arg(numberText(ridges_.back().histogram.minimum, 'g', 3))
                                 .arg(numberText(ridges_.back().histogram.maximum, 'g', 3))
                                 .arg(ridges_.back().step));
  update();
}

void RidgePlot::paintEvent(QPaintEvent*) {
  if (ridges_.empty()) return;
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  double low = std::numeric_limits<double>::infinity(), high = -low, most = 0;
  for (const Ridge& ridge : ridges_) {
    low = std::min(low, ridge.histogram.minimum);
    high = std::max(high, ridge.histogram.maximum);
    const std::int64_t total = totalOf(ridge.histogram);
    for (std::size_t i = 0; i < ridge.histogram.counts.size(); ++i)
      most = std::max(most, std::sqrt(densityOf(ridge.histogram, i, total)));
  }
  if (!(high > low) || most <= 0) return;
  const double plotHeight = height() - kRidgeFoot, rise = plotHeight * kPeak;
  const auto xOf = [&](double value) { return 1 + (value - low) / (high - low) * (width() - 2); };
  const double pitch = ridges_.size() > 1 ? (plotHeight - rise - 3) / double(ridges_.size() - 1) : 0;
  for (std::size_t number = 0; number < ridges_.size(); ++number) {
    const Histogram& histogram = ridges_[number].histogram;
    const std::int64_t total = totalOf(histogram);
    const double base = ridges_.size() > 1 ? rise + pitch * double(number) : plotHeight - 2;
    const double bin = (histogram.maximum - histogram.minimum) / double(histogram.counts.size());
    QPainterPath line(QPointF(0, base));
    line.lineTo(xOf(histogram.minimum), base);
    for (std::size_t i = 0; i < histogram.counts.size(); ++i)
      // Draws the root of the density, so that a peak at zero does not hide the rest.
      line.lineTo(xOf(histogram.minimum + (double(i) + 0.5) * bin),
                  base - rise * std::sqrt(densityOf(histogram, i, total)) / most);
    line.lineTo(xOf(histogram.maximum), base);
    line.lineTo(width(), base);
    QColor color = theme.color(Color::Accent);
    color.setAlphaF(float(0.3 + 0.7 * double(number + 1) / double(ridges_.size())));
    // A ridge hides those after it.
    painter.fillPath(line, theme.color(Color::Panel));
    painter.setPen(QPen(color, 1.25));
    painter.drawPath(line);
  }
  painter.setPen(theme.color(Color::Muted));
  painter.setFont(themeFont(FontRole::Caption));
  const QRectF foot(0, height() - kRidgeFoot, width(), kRidgeFoot);
  painter.drawText(foot, Qt::AlignLeft | Qt::AlignBottom, numberText(low, 'g', 3));
  painter.drawText(foot, Qt::AlignRight | Qt::AlignBottom, numberText(high, 'g', 3));
  painter.drawText(foot, Qt::AlignHCenter | Qt::AlignBottom,
                   tr("steps %1 to %2")
                       .arg(QLocale().toString(qlonglong(ridges_.front().step)),
                            QLocale().toString(qlonglong(ridges_.back().step))));
}

}  // namespace fovea

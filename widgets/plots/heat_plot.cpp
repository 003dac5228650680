#include "widgets/plots/heat_plot.h"

#include <QtCore/QLocale>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QHelpEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/images/color_map.h"
#include "widgets/theme/copy_menu.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kHeatFoot = 18;  // space for the step labels below
constexpr int kHeatRows = 64;  // number of rows of a distribution
constexpr int kHeatGap = 6;    // between names and cells
constexpr int kWidestNames = 140;
constexpr int kHeatScale = 12;  // width of the colour scale
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// Adds the fractions of a histogram that lie in equal rows from `low` to `high`, lowest row first.
void addShares(const Histogram& histogram, double low, double high, std::vector<double>& rows) {
  std::int64_t total = 0;
  for (const std::int64_t count : histogram.counts) total += count;
  if (total == 0) return;
  const double height = (high - low) / double(rows.size());
  const double bin = (histogram.maximum - histogram.minimum) / double(histogram.counts.size());
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    const double from = histogram.minimum + double(i) * bin, to = from + bin;
    const auto rowOf = [&](double value) {
      return std::min(rows.size() - 1, std::size_t(std::max(0.0, (value - low) / height)));
    };
    for (std::size_t row = rowOf(from); row <= rowOf(to); ++row) {
      const double inside = std::min(to, low + double(row + 1) * height) - std::max(from, low + double(row) * height);
      rows[row] += std::max(0.0, inside) / bin * double(histogram.counts[i]) / double(total);
    }
  }
}

}  // namespace

HeatPlot::HeatPlot(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setMouseTracking(true);
}

void HeatPlot::clear() {
  steps_.clear();
  values_.clear();
  names_.clear();
  image_ = QImage();
  update();
}

void HeatPlot::setDistributions(const std::vector<RidgePlot::Ridge>& distributions) {
  clear();
  low_ = std::numeric_limits<double>::infinity();
  high_ = -low_;
  for (const auto& each : distributions) {
    if (each.histogram.counts.empty()) continue;
    low_ = std::min(low_, each.histogram.minimum);
    high_ = std::max(high_, each.histogram.maximum);
    steps_.push_back(each.step);
  }
  if (!(high_ > low_)) return clear();
  format_ = [](double share) { return tr("%1 % of the numbers").arg(QLocale().toString(share * 100, 'g', 3)); };
  values_.assign(steps_.size() * kHeatRows, kNothing);
  std::size_t column = 0;
  for (const auto& each : distributions) {
    if (each.histogram.counts.empty()) continue;
    std::vector<double> rows(kHeatRows, 0.0);
    addShares(each.histogram, low_, high_, rows);
    for (std::size_t row = 0; row < rows.size(); ++row)
      values_[(rows.size() - 1 - row) * steps_.size() + column] = rows[row];
    ++column;
  }
  fill(kHeatRows);
  setAccessibleDescription(tr("From %1 to %2 over %n steps", nullptr, int(steps_.size()))
                               .arg(numberText(low_, 'g', 3))
                               .arg(numberText(high_, 'g', 3)));
}

void HeatPlot::setRows(const QStringList& names, const std::vector<std::int64_t>& steps,
                       const std::vector<double>& values, std::function<QString(double)> format) {
  clear();
  if (names.isEmpty() || steps.empty() || values.size() != steps.size() * std::size_t(names.size())) return;
  names_ = names;
  steps_ = steps;
  values_ = values;
  format_ = std::move(format);
  fill(int(names.size()));
  setAccessibleDescription(tr("%n layers", nullptr, int(names.size())));
}

// Fractions are scaled by their root, so that a peak does not hide the rest; values of named rows by their logarithm.
void HeatPlot::fill(int rows) {
  const bool logarithmic = !names_.isEmpty();
  const auto scaled = [logarithmic](double value) {
    if (!logarithmic) return std::sqrt(value);
    return value > 0 ? std::log10(value) : kNothing;
  };
  least_ = std::numeric_limits<double>::infinity();
  most_ = -least_;
  for (const double value : values_) {
    const double at = scaled(value);
    if (!std::isfinite(at)) continue;
    least_ = std::min(least_, at);
    most_ = std::max(most_, at);
  }
  if (!(most_ >= least_)) return;
  const ColorMap map(ColorMapKind::Viridis);
  image_ = QImage(int(steps_.size()), rows, QImage::Format_ARGB32);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < image_.width(); ++column) {
      const double at = scaled(values_[std::size_t(row) * steps_.size() + std::size_t(column)]);
      const bool blank = !std::isfinite(at) || (!logarithmic && at <= 0);
      image_.setPixel(column, row, blank ? 0u : map.at(most_ > least_ ? (at - least_) / (most_ - least_) : 0.5));
    }
  update();
}

QRect HeatPlot::plotArea() const {
  const QFontMetrics metrics(themeFont(FontRole::Caption));
  int left = 0;
  for (const QString& name : names_) left = std::max(left, metrics.horizontalAdvance(name));
  if (names_.isEmpty()) left = std::max(metrics.horizontalAdvance(lowText()), metrics.horizontalAdvance(highText()));
  left = std::min(left, kWidestNames) + kHeatGap;
  return rect().adjusted(left, 4, -kHeatScale - 2 * kHeatGap, -kHeatFoot);
}

QString HeatPlot::lowText() const {
  return numberText(low_, 'g', 3);
}

QString HeatPlot::highText() const {
  return numberText(high_, 'g', 3);
}

void HeatPlot::paintEvent(QPaintEvent*) {
  if (image_.isNull()) return;
  const Theme theme = currentTheme();
  const QRect area = plotArea();
  if (area.width() < 8 || area.height() < 8) return;
  QPainter painter(this);
  painter.setFont(themeFont(FontRole::Caption));
  painter.fillRect(area, theme.color(Color::Window));
  painter.drawImage(area, image_);
  painter.setPen(theme.color(Color::Muted));
  const QRect names(0, area.top(), area.left() - kHeatGap, area.height());
  const QFontMetrics metrics(painter.font());
  if (names_.isEmpty()) {
    painter.drawText(names, Qt::AlignRight | Qt::AlignTop, highText());
    painter.drawText(names, Qt::AlignRight | Qt::AlignBottom, lowText());
  }
  // Names that would overlap are omitted; the tooltip shows the name of every row.
  const double height = double(area.height()) / std::max(1, int(names_.size()));
  const int every = std::max(1, int(std::ceil(metrics.height() / height)));
  for (int row = 0; row < names_.size(); row += every) {
    const double middle = area.top() + (row + 0.5) * height;
    painter.drawText(QRectF(0, middle - metrics.height() / 2.0, names.width(), metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(names_[row], Qt::ElideMiddle, names.width()));
  }
  const QRect foot(area.left(), area.bottom() + 3, area.width(), kHeatFoot - 3);
  painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter, QLocale().toString(qlonglong(steps_.front())));
  painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter,
                   tr("step %1").arg(QLocale().toString(qlonglong(steps_.back()))));
  const ColorMap map(ColorMapKind::Viridis);
  const QRect scale(area.right() + kHeatGap, area.top(), kHeatScale, area.height());
  for (int y = 0; y < scale.height(); ++y)
    painter.fillRect(scale.left(), scale.bottom() - y, scale.width(), 1,
                     QColor(map.at(double(y) / std::max(1, scale.height() - 1))));
}

QString HeatPlot::rowText(int row) const {
  if (!names_.isEmpty()) return names_[row];
  const double height = (high_ - low_) / image_.height();
  return tr("%1 to %2")
      .arg(numberText(high_ - (row + 1) * height, 'g', 3))
      .arg(numberText(high_ - row * height, 'g', 3));
}

QString HeatPlot::textAt(const QPoint& place) const {
  const QRect area = plotArea();
  if (image_.isNull() || !area.contains(place)) return {};
  const int column = std::min(image_.width() - 1, (place.x() - area.left()) * image_.width() / area.width());
  const int row = std::min(image_.height() - 1, (place.y() - area.top()) * image_.height() / area.height());
  const double value = values_[std::size_t(row) * steps_.size() + std::size_t(column)];
  return tr("step %1 · %2: %3")
      .arg(QLocale().toString(qlonglong(steps_[std::size_t(column)])), rowText(row),
           std::isnan(value) ? tr("not measured") : format_(value));
}

bool HeatPlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = textAt(help->pos());
  text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void HeatPlot::contextMenuEvent(QContextMenuEvent* event) {
  if (!image_.isNull())
    showCopyMenu(*this, event->globalPos(), {accessibleName(), [this] { return grab().toImage(); }});
}

}  // namespace fovea

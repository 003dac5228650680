#include "app/workspaces/inspect/evidence_view.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/workspaces/inspect/doctor_words.h"
#include "widgets/plots/plot_parts.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kEvidenceHeader = 20;
constexpr int kBarNames = 16;     // height of the line of names below the bars
constexpr double kDecades = 100;  // ratio of values from which the scale is logarithmic
constexpr double kMostBarWidth = 36;
constexpr double kSmallestBar = 2;  // keeps the bar of a value near zero visible

}  // namespace

EvidenceView::EvidenceView(Evidence evidence, QWidget* parent) : QWidget(parent), evidence_(std::move(evidence)) {
  double low = INFINITY, high = -INFINITY, positive = INFINITY;
  const auto take = [&](double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
    if (value > 0) positive = std::min(positive, value);
  };
  for (const EvidenceCurve& curve : evidence_.curves) std::ranges::for_each(curve.values, take);
  for (const EvidenceBar& bar : evidence_.bars) take(bar.value);
  const bool shares = evidence_.measure == "dead" || evidence_.measure == "saturated";
  logarithmic_ = evidence_.measure == "gradient" || (evidence_.bars.empty() && low > 0 && high > kDecades * low);
  if (logarithmic_) {
    low_ = std::log10(std::isfinite(positive) ? positive : 1e-12);
    high_ = std::log10(std::max(high, 1e-12));
    if (!evidence_.bars.empty()) low_ -= 0.5;  // leaves a visible bar for the smallest value
  } else {
    low_ = evidence_.bars.empty() ? low : std::min(0.0, low);
    high_ = shares ? 1 : std::max(high, low_);
  }
  if (!(high_ > low_)) high_ = low_ + 1;
  setAccessibleName(title());
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QString EvidenceView::title() const {
  if (!evidence_.bars.empty()) return measureWords(evidence_.measure);
  if (evidence_.curves.size() > 1) return tr("Training and validation loss");
  return logarithmic_ ? tr("Training loss, logarithmic") : tr("Training loss");
}

QRectF EvidenceView::chart() const {
  return QRectF(rect()).adjusted(0, kEvidenceHeader, 0, 0);
}

double EvidenceView::barShare(double value) const {
  if (logarithmic_) value = value > 0 ? std::log10(value) : low_;
  return std::isfinite(value) ? std::clamp((value - low_) / (high_ - low_), 0.0, 1.0) : 1;
}

void EvidenceView::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(themeFont(FontRole::Caption));
  painter.setPen(theme.color(Color::Muted));
  painter.drawText(QRectF(0, 0, width(), kEvidenceHeader - 4), Qt::AlignLeft | Qt::AlignVCenter, title());
  evidence_.bars.empty() ? paintCurves(painter, chart()) : paintBars(painter, chart());
}

void EvidenceView::paintCurves(QPainter& painter, const QRectF& room) {
  const Theme theme = currentTheme();
  double first = INFINITY, last = -INFINITY;
  for (const EvidenceCurve& curve : evidence_.curves)
    for (const double step : curve.steps) {
      first = std::min(first, step);
      last = std::max(last, step);
    }
  if (!(first <= last)) return;
  last = std::max(last, static_cast<double>(evidence_.step));
  const auto text = [&](double value) { return compactNumber(logarithmic_ ? std::pow(10, value) : value); };
  const ChartAxes axes{text(low_), text(high_), compactNumber(first), tr("step %1").arg(compactNumber(last))};
  axes.paint(painter, room, theme);
  const QRectF area = axes.area(room);
  const auto at = [&](double step, double value) {
    const double x = last > first ? (step - first) / (last - first) : 0;
    return QPointF(area.left() + x * area.width(), area.bottom() - barShare(value) * area.height());
  };
  if (evidence_.step >= 0) {
    painter.setPen(QPen(theme.color(Color::Warning), 1, Qt::DashLine));
    const double x = at(static_cast<double>(evidence_.step), 0).x();
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  }
  int series = 0;
  for (const EvidenceCurve& curve : evidence_.curves) {
    QPolygonF line;
    for (std::size_t i = 0; i < curve.values.size(); ++i)
      if (std::isfinite(curve.values[i])) line << at(curve.steps[i], curve.values[i]);
    painter.setPen(
        QPen(theme.series(series), 2, series == 0 ? Qt::SolidLine : Qt::DashLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(line);
    if (evidence_.curves.size() > 1 && !line.isEmpty()) {
      const QString name = series == 0 ? tr("training") : tr("validation");
      painter.setPen(theme.color(Color::Muted));
      const bool below = line.last().y() < area.top() + 16;
      painter.drawText(QRectF(area.left(), line.last().y() + (below ? 3 : -17), area.width() - 4, 14),
                       Qt::AlignRight | Qt::AlignVCenter, name);
    }
    ++series;
  }
}

void EvidenceView::paintBars(QPainter& painter, const QRectF& room) {
  const Theme theme = currentTheme();
  const auto count = static_cast<double>(evidence_.bars.size());
  const QRectF area = room.adjusted(0, kBarNames, 0, -kBarNames);
  painter.setPen(QPen(theme.color(Color::Line), 1));
  painter.drawLine(area.bottomLeft(), area.bottomRight());
  const double pitch = std::min(area.width() / count, 2 * kMostBarWidth);
  const double gap = pitch > 6 ? std::min(6.0, pitch / 4) : 0;
  const QFontMetricsF metrics(painter.font());
  double free = area.left();  // left limit of the next name
  for (std::size_t i = 0; i < evidence_.bars.size(); ++i) {
    const EvidenceBar& bar = evidence_.bars[i];
    const double height = std::max(kSmallestBar, barShare(bar.value) * (area.height() - 2));
    const QRectF box(area.left() + static_cast<double>(i) * pitch, area.bottom() - height, pitch - gap, height);
    painter.fillRect(box, theme.color(bar.striking ? Color::Warning : Color::Accent, bar.striking ? 1 : 0.55));
    const QString value = valueText(bar.value);
    if (const double needed = metrics.horizontalAdvance(value); needed < pitch) {
      painter.setPen(theme.color(Color::Text));
      painter.drawText(QRectF(box.center().x() - needed / 2, box.top() - kBarNames, needed + 1, kBarNames - 2),
                       Qt::AlignCenter, value);
    }
    const QString name = metrics.elidedText(QString::fromStdString(bar.name), Qt::ElideRight, 90);
    const double width = metrics.horizontalAdvance(name);
    const double left = std::clamp(box.center().x() - width / 2, area.left(), area.right() - width);
    if (left < free) continue;
    painter.setPen(theme.color(Color::Muted));
    painter.drawText(QRectF(left, area.bottom() + 2, width + 1, kBarNames - 2), Qt::AlignLeft | Qt::AlignVCenter, name);
    free = left + width + 8;
  }
}

int EvidenceView::barAt(const QPoint& position) const {
  if (evidence_.bars.empty() || !chart().contains(position)) return -1;
  const double pitch = std::min(chart().width() / static_cast<double>(evidence_.bars.size()), 2 * kMostBarWidth);
  const int bar = static_cast<int>((position.x() - chart().left()) / pitch);
  return bar < static_cast<int>(evidence_.bars.size()) ? bar : -1;
}

QString EvidenceView::barText(int bar) const {
  const EvidenceBar& of = evidence_.bars[static_cast<std::size_t>(bar)];
  return tr("%1: %2").arg(QString::fromStdString(of.name), valueText(of.value));
}

QString EvidenceView::valueText(double value) const {
  if (evidence_.measure == "dead" || evidence_.measure == "saturated") return percentNumber(value);
  return QLocale().toString(value, 'g', evidence_.measure == "samples" ? 9 : 3);
}

bool EvidenceView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int bar = barAt(help->pos());
  bar < 0 ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), barText(bar), this);
  return true;
}

}  // namespace fovea

#include "widgets/plots/rate_plot.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/plots/plot_parts.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kLossWidth = 44, kRateHeight = 38, kUpperEdge = 10, kRightEdge = 14;
constexpr int kLossLines = 4;
constexpr double kMargin = 0.06;  // margin above and below the curve, relative to its height

}  // namespace

RatePlot::RatePlot(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Loss by learning rate"));
}

void RatePlot::setPoints(std::vector<Point> points, double rate) {
  points_ = std::move(points);
  rate_ = rate;
  low_ = 0;
  high_ = 1;
  if (!points_.empty()) {
    // A loss that explodes at the end would flatten the rest of the curve.
    const double first = points_.front().smoothed;
    low_ = high_ = first;
    for (const Point& point : points_) {
      low_ = std::min({low_, point.smoothed, point.loss});
      high_ = std::max(high_, std::min(std::max(point.smoothed, point.loss), 1.5 * first));
    }
    const double margin = std::max(kMargin * (high_ - low_), 1e-9);
    low_ -= margin;
    high_ += margin;
  }
  setRate(rate);
}

void RatePlot::setRate(double rate) {
  rate_ = rate;
  setAccessibleDescription(rate > 0 ? tr("Learning rate %1").arg(numberText(rate)) : QString());
  update();
}

QRectF RatePlot::area() const {
  return QRectF(rect()).adjusted(kLossWidth, kUpperEdge, -kRightEdge, -kRateHeight);
}

QPointF RatePlot::toScreen(double rate, double loss) const {
  const QRectF room = area();
  const double first = std::log10(points_.front().rate), last = std::log10(points_.back().rate);
  const double share = last > first ? (std::log10(rate) - first) / (last - first) : 0.5;
  const double height = std::clamp((loss - low_) / (high_ - low_), 0.0, 1.0);
  return {room.left() + share * room.width(), room.bottom() - height * room.height()};
}

std::size_t RatePlot::nearest(double rate) const {
  const auto after = std::lower_bound(points_.begin(), points_.end(), rate,
                                      [](const Point& point, double value) { return point.rate < value; });
  if (after == points_.begin()) return 0;
  if (after == points_.end()) return points_.size() - 1;
  const auto index = static_cast<std::size_t>(after - points_.begin());
  return rate / points_[index - 1].rate < points_[index].rate / rate ? index - 1 : index;
}

void RatePlot::paintGrid(QPainter& painter) const {
  const Theme theme = currentTheme();
  const QRectF room = area();
  painter.setFont(themeFont(FontRole::Caption));
  const double step = roundStep((high_ - low_) / kLossLines);
  for (double loss = std::ceil(low_ / step) * step; loss <= high_; loss += step) {
    const double y = toScreen(points_.front().rate, loss).y();
    painter.setPen(QPen(theme.color(Color::Line), 1));
    painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
    painter.setPen(theme.color(Color::Muted));
    drawTabular(painter, QRectF(0, y - 8, kLossWidth - 8, 16), Qt::AlignRight, numberText(loss, 'g', 3));
  }
  const int first = static_cast<int>(std::ceil(std::log10(points_.front().rate) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(points_.back().rate) + 1e-9));
  for (int power = first; power <= last; ++power) {
    const double x = toScreen(std::pow(10, power), low_).x();
    painter.setPen(QPen(theme.color(Color::Line), 1));
    painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()));
    painter.setPen(theme.color(Color::Muted));
    drawTabular(painter, QRectF(x - 30, room.bottom() + 4, 60, 14), Qt::AlignHCenter,
                numberText(std::pow(10, power), 'g', 2));
  }
  painter.drawText(QRectF(room.left(), room.bottom() + 20, room.width(), 16), Qt::AlignCenter,
                   tr("Learning rate → loss"));
}

void RatePlot::paintEvent(QPaintEvent*) {
  if (points_.size() < 2) return;
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintGrid(painter);
  QPolygonF raw, smoothed;
  for (const Point& point : points_) {
    raw << toScreen(point.rate, point.loss);
    smoothed << toScreen(point.rate, point.smoothed);
  }
  painter.setPen(QPen(QColor(theme.color(Color::Accent, 0.35)), 1));
  painter.drawPolyline(raw);
  painter.setPen(QPen(theme.color(Color::Accent), 2));
  painter.drawPolyline(smoothed);
  if (rate_ > 0) {
    const Point& chosen = points_[nearest(rate_)];
    const QPointF at = toScreen(std::clamp(rate_, points_.front().rate, points_.back().rate), chosen.smoothed);
    painter.setPen(QPen(theme.color(Color::Text), 1, Qt::DashLine));
    painter.drawLine(QPointF(at.x(), area().top()), QPointF(at.x(), area().bottom()));
    painter.setPen(QPen(theme.color(Color::Panel), 1.5));
    painter.setBrush(theme.color(Color::Text));
    painter.drawEllipse(at, 5, 5);
  }
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(Color::Accent), 1));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

void RatePlot::choose(double rate) {
  const double unit = std::pow(10, std::floor(std::log10(rate)) - 1);
  setRate(std::round(rate / unit) * unit);
  Q_EMIT rateChosen(rate_);
}

void RatePlot::chooseAt(double x) {
  if (points_.size() < 2) return;
  const double share = std::clamp((x - area().left()) / area().width(), 0.0, 1.0);
  choose(points_.front().rate * std::pow(points_.back().rate / points_.front().rate, share));
}

void RatePlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) chooseAt(event->position().x());
}

void RatePlot::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) chooseAt(event->position().x());
}

void RatePlot::keyPressEvent(QKeyEvent* event) {
  const bool on = event->key() == Qt::Key_Right, back = event->key() == Qt::Key_Left;
  if (points_.size() < 2 || (!on && !back)) return QWidget::keyPressEvent(event);
  const std::size_t now = rate_ > 0 ? nearest(rate_) : points_.size() / 2;
  choose(points_[on ? std::min(now + 1, points_.size() - 1) : now - std::min<std::size_t>(1, now)].rate);
}

}  // namespace fovea

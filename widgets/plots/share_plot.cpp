#include "widgets/plots/share_plot.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/theme/copy_menu.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kLeft = 34, kBottom = 34, kTop = 8, kRight = 10;
constexpr double kPointerReach = 24;  // reach of the pointer, in pixels

}  // namespace

SharePlot::SharePlot(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setFocusPolicy(Qt::TabFocus);
}

void SharePlot::setAxes(const QString& x, const QString& y) {
  x_ = x;
  y_ = y;
  update();
}

void SharePlot::setCurves(QList<Curve> curves, bool diagonal) {
  curves_ = std::move(curves);
  dots_.clear();
  diagonal_ = diagonal;
  low_ = 0;
  high_ = 1;
  mark_ = -1;
  update();
}

void SharePlot::setDots(QList<QPointF> dots) {
  dots_ = std::move(dots);
  curves_.clear();
  diagonal_ = true;
  mark_ = -1;
  low_ = 0;
  high_ = 1;
  if (!dots_.isEmpty()) {
    low_ = high_ = dots_.front().x();
    for (const QPointF& dot : dots_) {
      low_ = std::min({low_, dot.x(), dot.y()});
      high_ = std::max({high_, dot.x(), dot.y()});
    }
    if (high_ <= low_) high_ = low_ + 1;
  }
  update();
}

void SharePlot::setMark(int index) {
  mark_ = index;
  update();
}

void SharePlot::setNote(const QString& note) {
  note_ = note;
  update();
}

QRectF SharePlot::area() const {
  return QRectF(rect()).adjusted(kLeft, kTop, -kRight, -kBottom);
}

QPointF SharePlot::toScreen(const QPointF& value) const {
  const QRectF room = area();
  const double range = high_ - low_;
  return {room.left() + (value.x() - low_) / range * room.width(),
          room.bottom() - (value.y() - low_) / range * room.height()};
}

void SharePlot::paintGrid(QPainter& painter) const {
  const Theme theme = currentTheme();
  const QRectF room = area();
  painter.setFont(themeFont(FontRole::Caption));
  for (const double share : {0.0, 0.5, 1.0}) {
    const double value = low_ + share * (high_ - low_);
    const QString text = low_ == 0 && high_ == 1 ? numberText(share) : numberText(value, 'g', 2);
    const double y = room.bottom() - share * room.height(), x = room.left() + share * room.width();
    painter.setPen(QPen(theme.color(Color::Line), 1));
    painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
    painter.setPen(theme.color(Color::Muted));
    drawTabular(painter, QRectF(0, y - 8, kLeft - 6, 16), Qt::AlignRight, text);
    drawTabular(painter, QRectF(x - 30, room.bottom() + 3, 60, 14), Qt::AlignHCenter, text);
  }
  painter.drawText(QRectF(room.left(), room.bottom() + 17, room.width(), 15), Qt::AlignHCenter | Qt::AlignVCenter,
                   QFontMetrics(painter.font())
                       .elidedText(x_ + QStringLiteral(" → ") + y_, Qt::ElideRight, static_cast<int>(room.width())));
  if (!diagonal_) return;
  painter.setPen(QPen(theme.color(Color::Faint), 1, Qt::DotLine));
  painter.drawLine(room.bottomLeft(), room.topRight());
}

void SharePlot::paintCurve(QPainter& painter, const Curve& curve) const {
  const QColor color = currentTheme().series(curve.look.colorIndex);
  QPolygonF line;
  for (const QPointF& value : curve.points) line << toScreen(value);
  painter.setPen(QPen(color, 1.7, curve.look.dash));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(line);
  if (!curve.look.marker) return;
  painter.setBrush(color);
  painter.setPen(Qt::NoPen);
  for (const QPointF& at : line) painter.drawEllipse(at, 2.6, 2.6);
}

void SharePlot::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (curves_.isEmpty() && dots_.isEmpty()) {
    painter.setFont(themeFont(FontRole::Caption));
    painter.setPen(theme.color(Color::Muted));
    painter.drawText(QRectF(rect()).adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap, note_);
    return;
  }
  paintGrid(painter);
  for (qsizetype i = curves_.size() - 1; i >= 0; --i) paintCurve(painter, curves_[i]);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(theme.color(Color::Accent, dots_.size() > 2000 ? 0.3 : 0.6)));
  for (const QPointF& dot : dots_) painter.drawEllipse(toScreen(dot), 2.2, 2.2);
  const QList<QPointF>& marked = dots_.isEmpty() ? curves_.front().points : dots_;
  if (mark_ >= 0 && mark_ < marked.size()) {
    painter.setPen(QPen(theme.color(Color::Panel), 1.5));
    painter.setBrush(theme.color(Color::Accent));
    painter.drawEllipse(toScreen(marked[mark_]), 5, 5);
  }
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(Color::Accent), 1));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

int SharePlot::nearest(const QPointF& position) const {
  const QList<QPointF>& points = dots_.isEmpty() && !curves_.isEmpty() ? curves_.front().points : dots_;
  int found = -1;
  double least = kPointerReach * kPointerReach;
  for (int i = 0; i < points.size(); ++i) {
    const QPointF away = toScreen(points[i]) - position;
    if (const double distance = QPointF::dotProduct(away, away); distance < least) {
      least = distance;
      found = i;
    }
  }
  return found;
}

void SharePlot::point(const QPointF& position) {
  if (const int found = nearest(position); found >= 0) {
    setMark(found);
    Q_EMIT pointChosen(found);
  }
}

void SharePlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) point(event->position());
}

void SharePlot::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) point(event->position());
}

void SharePlot::keyPressEvent(QKeyEvent* event) {
  const qsizetype count = !dots_.isEmpty() ? dots_.size() : curves_.isEmpty() ? 0 : curves_.front().points.size();
  const bool on = event->key() == Qt::Key_Right, back = event->key() == Qt::Key_Left;
  if (count == 0 || (!on && !back)) return QWidget::keyPressEvent(event);
  setMark(std::clamp(mark_ + (on ? 1 : -1), 0, static_cast<int>(count) - 1));
  Q_EMIT pointChosen(mark_);
}

QString SharePlot::toText() const {
  QString text;
  for (const Curve& curve : curves_)
    for (const QPointF& value : curve.points)
      text += QStringLiteral("%1\t%2\t%3\n").arg(curve.name).arg(value.x()).arg(value.y());
  for (const QPointF& dot : dots_) text += QStringLiteral("%1\t%2\n").arg(dot.x()).arg(dot.y());
  return text;
}

void SharePlot::contextMenuEvent(QContextMenuEvent* event) {
  showCopyMenu(*this, event->globalPos(),
               {QStringLiteral("plot"), [this] { return grab().toImage(); }, [this] { return toText(); },
                tr("Copy the values")});
}

}  // namespace fovea

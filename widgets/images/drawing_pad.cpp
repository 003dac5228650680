#include "widgets/images/drawing_pad.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kCanvasSide = 224;
constexpr double kPenStep = 0.03;  // step of the pen per key press
constexpr qsizetype kMostUndo = 50;

}  // namespace

DrawingPad::DrawingPad(QWidget* parent)
    : QWidget(parent), canvas_(kCanvasSide, kCanvasSide, QImage::Format_Grayscale8) {
  canvas_.fill(Qt::black);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::CrossCursor);
  setAccessibleName(tr("Drawing pad"));
  setAccessibleDescription(tr("Arrow keys move the pen, the space bar lowers and lifts it, Delete clears"));
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

QRectF DrawingPad::area() const {
  const double side = std::min(width(), height()) - 2;
  return {(width() - side) / 2, (height() - side) / 2, side, side};
}

QPointF DrawingPad::shareAt(const QPointF& point) const {
  const QRectF place = area();
  return {std::clamp((point.x() - place.left()) / place.width(), 0.0, 1.0),
          std::clamp((point.y() - place.top()) / place.height(), 0.0, 1.0)};
}

void DrawingPad::setPen(double share) {
  pen_ = std::clamp(share, 0.01, 0.5);
}

void DrawingPad::setInverted(bool inverted) {
  if (inverted_ == inverted) return;
  inverted_ = inverted;
  canvas_.invertPixels();
  for (QImage& image : before_) image.invertPixels();
  update();
  if (!empty_) Q_EMIT changed();
}

void DrawingPad::clear() {
  if (empty_) return;
  beginStroke();
  canvas_.fill(inverted_ ? Qt::white : Qt::black);
  empty_ = true;
  update();
  Q_EMIT changed();
}

void DrawingPad::beginStroke() {
  if (before_.size() >= kMostUndo) before_.removeFirst();
  before_ << canvas_.copy();
}

void DrawingPad::undo() {
  if (before_.isEmpty()) return;
  canvas_ = before_.takeLast();
  const QRgb ground = inverted_ ? qRgb(255, 255, 255) : qRgb(0, 0, 0);
  empty_ = true;
  for (int y = 0; empty_ && y < kCanvasSide; ++y)
    for (int x = 0; empty_ && x < kCanvasSide; ++x) empty_ = canvas_.pixel(x, y) == ground;
  update();
  Q_EMIT changed();
}

void DrawingPad::draw(const QPointF& from, const QPointF& to) {
  QPainter painter(&canvas_);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(
      QPen(inverted_ ? Qt::black : Qt::white, pen_ * kCanvasSide, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  if (from == to)
    painter.drawPoint(from * kCanvasSide);
  else
    painter.drawLine(from * kCanvasSide, to * kCanvasSide);
  painter.end();
  empty_ = false;
  update();
  Q_EMIT changed();
}

void DrawingPad::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  beginStroke();
  last_ = shareAt(event->position());
  draw(last_, last_);
}

void DrawingPad::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton)) return;
  const QPointF next = shareAt(event->position());
  draw(last_, next);
  last_ = next;
}

void DrawingPad::keyPressEvent(QKeyEvent* event) {
  QPointF next = last_;
  if (event->matches(QKeySequence::Undo)) return undo();
  switch (event->key()) {
    case Qt::Key_Left:
      next.rx() -= kPenStep;
      break;
    case Qt::Key_Right:
      next.rx() += kPenStep;
      break;
    case Qt::Key_Up:
      next.ry() -= kPenStep;
      break;
    case Qt::Key_Down:
      next.ry() += kPenStep;
      break;
    case Qt::Key_Space:
      penDown_ = !penDown_;
      if (penDown_) {
        beginStroke();
        draw(last_, last_);
      }
      return update();
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
      return clear();
    default:
      return QWidget::keyPressEvent(event);
  }
  next = {std::clamp(next.x(), 0.0, 1.0), std::clamp(next.y(), 0.0, 1.0)};
  if (penDown_) draw(last_, next);
  last_ = next;
  update();
}

void DrawingPad::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
  const QRectF place = area();
  painter.drawImage(place, canvas_);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(hasFocus() ? Color::Accent : Color::Line), hasFocus() ? 1.5 : 1));
  painter.drawRect(place);
  if (!hasFocus()) return;
  const QPointF pen(place.left() + last_.x() * place.width(), place.top() + last_.y() * place.height());
  painter.setPen(QPen(theme.color(penDown_ ? Color::Accent : Color::Faint), 1.5));
  painter.drawEllipse(pen, pen_ * place.width() / 2, pen_ * place.width() / 2);
}

}  // namespace fovea

// Why: mouse and keyboard of a PointCloud: lasso, panning, zooming, and moving from point to point.
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>
#include <cmath>
#include <limits>
#include <utility>

#include "widgets/images/point_cloud.h"

namespace fovea {
namespace {

constexpr double kKeyZoom = 1.25;
constexpr double kKeyPan = 48;

}  // namespace

void PointCloud::mousePressEvent(QMouseEvent* event) {
  pressed_ = last_ = event->position();
  if (event->button() == Qt::LeftButton) drag_ = space_ ? Drag::Pan : Drag::Press;
  if (event->button() == Qt::MiddleButton) drag_ = Drag::Pan;
  if (drag_ == Drag::Pan) space_ = false;
}

void PointCloud::mouseMoveEvent(QMouseEvent* event) {
  const QPointF place = event->position();
  if (drag_ == Drag::Press && (place - pressed_).manhattanLength() >= QApplication::startDragDistance()) {
    drag_ = Drag::Lasso;
    lasso_ = QPolygonF{pressed_};
  }
  if (drag_ == Drag::Lasso) {
    lasso_ << place;
    update();
  } else if (drag_ == Drag::Pan) {
    center_ -= QPointF(place.x() - last_.x(), last_.y() - place.y()) / scale_;
    follows_ = false;
    setCursor(Qt::ClosedHandCursor);
    repaintCloud();
  } else if (const int point = pointAt(place); drag_ == Drag::None && point != hovered_) {
    hovered_ = point;
    update();
  }
  last_ = place;
}

void PointCloud::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = std::exchange(drag_, Drag::None);
  if (drag == Drag::Lasso) applyLasso(event->modifiers());
  if (drag == Drag::Pan) unsetCursor();
  if (drag != Drag::Press) return;
  const int point = pointAt(event->position());
  setCurrent(point);
  if (point >= 0 && (event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)))
    toggle(point);
  else if (point >= 0)
    setSelection({point});
  else if (!(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)))
    setSelection({});
}

void PointCloud::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (const int point = pointAt(event->position()); point >= 0)
    Q_EMIT activated(point);
  else
    fit();
}

// Paints the closed line as a filled area, so that each point needs only one lookup.
void PointCloud::applyLasso(Qt::KeyboardModifiers modifiers) {
  QImage area(size(), QImage::Format_Grayscale8);
  area.fill(0);
  QPainter painter(&area);
  painter.setPen(Qt::NoPen);
  painter.setBrush(Qt::white);
  painter.drawPolygon(lasso_, Qt::OddEvenFill);
  painter.end();
  lasso_.clear();
  std::vector<int> inside;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (emphasis_ >= 0 && groups_[i] != emphasis_) continue;
    const QPoint place = toScreen(static_cast<int>(i)).toPoint();
    if (area.rect().contains(place) && area.constScanLine(place.y())[place.x()] != 0)
      inside.push_back(static_cast<int>(i));
  }
  select(std::move(inside), modifiers);
}

void PointCloud::wheelEvent(QWheelEvent* event) {
  zoomBy(std::pow(1.0015, event->angleDelta().y()), event->position());
  event->accept();
}

void PointCloud::leaveEvent(QEvent*) {
  hovered_ = -1;
  update();
}

// Goes to the nearest point within 45° of the direction.
void PointCloud::step(int dx, int dy) {
  int found = -1;
  double least = std::numeric_limits<double>::infinity();
  const QPointF from = current_ >= 0 ? toScreen(current_) : QPointF(width() / 2.0, height() / 2.0);
  for (int point = 0; point < count(); ++point) {
    if (point == current_ || (emphasis_ >= 0 && groups_[static_cast<std::size_t>(point)] != emphasis_)) continue;
    const QPointF away = toScreen(point) - from;
    const double along = away.x() * dx + away.y() * dy, across = std::abs(away.x() * dy) + std::abs(away.y() * dx);
    const bool ahead = current_ < 0 || (along > 0 && along >= across);
    if (const double distance = std::hypot(along, 2 * across); ahead && distance < least) {
      least = distance;
      found = point;
    }
  }
  if (found < 0) return;
  setCurrent(found);
  // Keeps the point visible.
  const QPointF at = toScreen(found);
  if (!QRectF(rect()).contains(at)) {
    center_ = points_[static_cast<std::size_t>(found)];
    follows_ = false;
    repaintCloud();
  }
}

void PointCloud::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::SelectAll)) return selectAll();
  const auto move = [&](int dx, int dy) {
    if (!(event->modifiers() & Qt::ShiftModifier)) return step(dx, dy);
    center_ += QPointF(dx, -dy) * kKeyPan / scale_;
    follows_ = false;
    repaintCloud();
  };
  const QPointF middle(width() / 2.0, height() / 2.0);
  switch (event->key()) {
    case Qt::Key_Left:
      return move(-1, 0);
    case Qt::Key_Right:
      return move(1, 0);
    case Qt::Key_Up:
      return move(0, -1);
    case Qt::Key_Down:
      return move(0, 1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoomBy(kKeyZoom, middle);
    case Qt::Key_Minus:
      return zoomBy(1 / kKeyZoom, middle);
    case Qt::Key_0:
    case Qt::Key_Home:
      return fit();
    case Qt::Key_Space:
      if (!event->isAutoRepeat()) space_ = true;
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (current_ >= 0) Q_EMIT activated(current_);
      return;
    case Qt::Key_Escape:
      if (!selection_.empty()) return setSelection({});
      break;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

// If there was a drag meanwhile, the key was for panning.
void PointCloud::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Space || event->isAutoRepeat()) return QWidget::keyReleaseEvent(event);
  if (std::exchange(space_, false) && current_ >= 0) toggle(current_);
}

}  // namespace fovea

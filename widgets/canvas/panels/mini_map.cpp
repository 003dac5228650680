#include "widgets/canvas/panels/mini_map.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <algorithm>

namespace fovea {
namespace {

constexpr double kMapMargin = 8;
constexpr double kKeyStep = 60;           // pixels of the main view
constexpr double kLeastScale = 1.0 / 40;  // below this scale nodes are invisible: shows only a part
constexpr int kHighMap = 320;
constexpr double kHighFrom = 2400;  // a network this high would be a thin line on a small map

// The start of the map along one side: centred if all of it fits, otherwise around the view.
double mapStart(double room, double first, double length, double scale, double shown, double shownLength) {
  if (length * scale <= room) return (room - length * scale) / 2 - first * scale;
  const double part = length > shownLength ? std::clamp((shown - first) / (length - shownLength), 0.0, 1.0) : 0.5;
  return part * (room - length * scale) - first * scale;
}

}  // namespace

MiniMap::MiniMap(CanvasView& view, CanvasScene& scene, QWidget* parent) : QWidget(parent), view_(view), scene_(scene) {
  setObjectName(QStringLiteral("miniMap"));
  setAccessibleName(tr("Overview of the network"));
  setToolTip(tr("Click or drag to move the view."));
  setFocusPolicy(Qt::TabFocus);
  resize(sizeHint());
  connect(&scene, &CanvasScene::drawingChanged, this, &MiniMap::collect);
  connect(&view, &CanvasView::cameraChanged, this, QOverload<>::of(&QWidget::update));
  collect();
}

void MiniMap::collect() {
  const CanvasStyle& style = scene_.style();
  marks_.clear();
  const bool wasHigh = isHigh();
  bounds_ = scene_.networkRectangle();
  for (const auto& [id, item] : scene_.nodes()) {
    const bool bad = !item->content().message.isEmpty();
    const QColor& kind = item->isBlock() ? style.accent : style.families[std::size_t(item->content().family)];
    marks_.push_back({scene_.nodeRectangle(id), bad ? style.bad : kind});
  }
  update();
  if (isHigh() != wasHigh) Q_EMIT shapeChanged();
}

bool MiniMap::isHigh() const {
  return bounds_.height() > kHighFrom && bounds_.height() > 3 * bounds_.width();
}

QSize MiniMap::sizeFor(int most) const {
  if (!isHigh()) return sizeHint();
  return {sizeHint().width(), std::clamp(most, sizeHint().height(), kHighMap)};
}

// The network and the visible area around it, as large as possible.
QTransform MiniMap::toMap() const {
  if (held_) return *held_;
  const QRectF seen = view_.visibleRectangle();
  const QRectF all = bounds_.isNull() ? seen : bounds_ | seen;
  const QRectF room = QRectF(rect()).adjusted(kMapMargin, kMapMargin, -kMapMargin, -kMapMargin);
  if (all.isEmpty() || room.isEmpty()) return {};
  const double fit = std::min(room.width() / all.width(), room.height() / all.height());
  const double scale = std::max(fit, std::min(kLeastScale, room.width() / all.width()));
  QTransform transform;
  transform.translate(room.left() + mapStart(room.width(), all.left(), all.width(), scale, seen.left(), seen.width()),
                      room.top() + mapStart(room.height(), all.top(), all.height(), scale, seen.top(), seen.height()));
  transform.scale(scale, scale);
  return transform;
}

QPointF MiniMap::scenePoint(const QPointF& point) const {
  return toMap().inverted().map(point);
}

void MiniMap::paintEvent(QPaintEvent*) {
  const CanvasStyle& style = scene_.style();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(hasFocus() ? style.accent : style.line, 1));
  painter.setBrush(style.panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), canvas::kCorner, canvas::kCorner);
  const QTransform map = toMap();
  painter.setPen(Qt::NoPen);
  const bool many = marks_.size() > 200;
  painter.setRenderHint(QPainter::Antialiasing, !many);
  for (const Mark& mark : marks_) {
    QRectF box = map.mapRect(mark.rectangle);
    box.setWidth(std::max(box.width(), 2.0));
    box.setHeight(std::max(box.height(), 1.5));
    if (many) {
      painter.fillRect(box, mark.color);
    } else {
      painter.setBrush(mark.color);
      painter.drawRoundedRect(box, 1, 1);
    }
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(style.accent, 1));
  painter.setBrush(Qt::NoBrush);
  const QRectF inside = QRectF(rect()).adjusted(3, 3, -4, -4);
  painter.drawRect((map.mapRect(view_.visibleRectangle()) & inside).toAlignedRect());
}

void MiniMap::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  held_ = toMap();
  view_.centerOnScene(scenePoint(event->position()));
}

void MiniMap::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton))
    held_.reset();
  else if (held_)
    view_.centerOnScene(scenePoint(event->position()));
}

void MiniMap::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) held_.reset();
  update();
}

void MiniMap::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return view_.panBy(QPoint(int(kKeyStep), 0));
    case Qt::Key_Right:
      return view_.panBy(QPoint(-int(kKeyStep), 0));
    case Qt::Key_Up:
      return view_.panBy(QPoint(0, int(kKeyStep)));
    case Qt::Key_Down:
      return view_.panBy(QPoint(0, -int(kKeyStep)));
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace fovea

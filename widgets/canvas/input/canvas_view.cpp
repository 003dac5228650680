#include "widgets/canvas/input/canvas_view.h"

#include <QtGui/QFocusEvent>
#include <QtGui/QPainter>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QScrollBar>
#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

constexpr double kWorld = 100000;      // least half the side of the area that can be scrolled to
constexpr double kWorldBeside = 8;     // how far that area reaches, as a multiple of how far the network reaches
constexpr double kWheelStep = 1.0015;  // per eighth of a degree
constexpr double kReadable = 0.7;      // zoom
constexpr double kSmoothFrom = 0.95;
constexpr double kFitMargin = 28;
constexpr double kLeastBeside = 240;   // minimum width beside a panel for fitting there instead of in the whole view
constexpr double kLeastDotPitch = 14;  // on the screen

}  // namespace

CanvasView::CanvasView(CanvasScene& scene, QWidget* parent) : QGraphicsView(&scene, parent), scene_(scene) {
  setObjectName(QStringLiteral("canvasView"));
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setTransformationAnchor(QGraphicsView::NoAnchor);
  setResizeAnchor(QGraphicsView::NoAnchor);
  setViewportUpdateMode(QGraphicsView::SmartViewportUpdate);
  setOptimizationFlags(QGraphicsView::DontSavePainterState | QGraphicsView::DontAdjustForAntialiasing);
  setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
  setSceneRect(-kWorld, -kWorld, 2 * kWorld, 2 * kWorld);
  connect(&scene, &CanvasScene::sheetChanged, this, &CanvasView::widenWorld);
  connect(&scene, &CanvasScene::drawingChanged, this, &CanvasView::widenWorld);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  viewport()->setAcceptDrops(true);
  centerOnScene({0, 0});
}

// The area never shrinks, so that no camera is moved.
void CanvasView::widenWorld() {
  const QRectF network = scene_.networkRectangle();
  const double reach = kWorldBeside * std::max({-network.left(), -network.top(), network.right(), network.bottom()});
  if (reach > sceneRect().right()) setSceneRect(-reach, -reach, 2 * reach, 2 * reach);
}

void CanvasView::zoomAt(const QPointF& anchor, double factor) {
  // A very large network is fitted at less than the minimum.
  const double target = std::clamp(zoom() * factor, std::min(kMinimumZoom, zoom()), kMaximumZoom);
  if (target == zoom()) return;
  const QPointF fixed = viewportTransform().inverted().map(anchor);
  setTransform(QTransform::fromScale(target, target));
  const QPointF drift = viewportTransform().map(fixed) - anchor;
  shift(-drift.toPoint());
  framing_ = Framing::Free;
  Q_EMIT cameraChanged();
}

void CanvasView::setZoom(double zoom) {
  zoomAt(QRectF(freeViewport()).center(), zoom / this->zoom());
}

void CanvasView::setCovered(const QMargins& margins) {
  if (margins == covered_) return;
  covered_ = margins;
  if (framing_ != Framing::Free)
    frame(framing_);
  else
    keepCenter();
}

void CanvasView::setCorner(const QRect& corner) {
  if (corner == corner_) return;
  corner_ = corner;
  if (framing_ != Framing::Free) frame(framing_);
}

void CanvasView::keepCenter() {
  const QPointF center = center_;
  centerOnScene(center);
  center_ = center;  // the exact centre, without rounding to whole pixels
}

void CanvasView::panBy(const QPoint& pixels) {
  framing_ = Framing::Free;
  shift(pixels);
}

void CanvasView::shift(const QPoint& pixels) {
  horizontalScrollBar()->setValue(horizontalScrollBar()->value() - pixels.x());
  verticalScrollBar()->setValue(verticalScrollBar()->value() - pixels.y());
  center_ = freeCenter();
}

QRectF CanvasView::visibleRectangle() const {
  return viewportTransform().inverted().mapRect(QRectF(viewport()->rect()));
}

QPointF CanvasView::freeCenter() const {
  return viewportTransform().inverted().map(QRectF(freeViewport()).center());
}

QRect CanvasView::freeViewport() const {
  const QRect free = viewport()->rect().marginsRemoved(covered_);
  return free.width() > 120 && free.height() > 120 ? free : viewport()->rect();
}

void CanvasView::reveal(const QRectF& rectangle) {
  const QRect shown = viewportTransform().mapRect(rectangle).toAlignedRect().adjusted(-16, -16, 16, 16);
  const QRect free = freeViewport();
  QPoint shift;
  if (shown.left() < free.left())
    shift.setX(free.left() - shown.left());
  else if (shown.right() > free.right())
    shift.setX(std::max(free.right() - shown.right(), free.left() - shown.left()));
  if (shown.top() < free.top())
    shift.setY(free.top() - shown.top());
  else if (shown.bottom() > free.bottom())
    shift.setY(std::max(free.bottom() - shown.bottom(), free.top() - shown.top()));
  for (const QRect& panel : {corner_, panel_}) shift += beside(shown.translated(shift), panel, free);
  if (!shift.isNull()) panBy(shift);
}

QPoint CanvasView::beside(const QRect& shown, const QRect& panel, const QRect& free) {
  if (!panel.intersects(shown)) return {};
  QPoint least;
  const auto consider = [&](const QPoint& way) {
    const bool fits = free.contains(shown.translated(way));
    if (fits && (least.isNull() || way.manhattanLength() < least.manhattanLength())) least = way;
  };
  consider({panel.left() - shown.right() - 1, 0});
  consider({panel.right() - shown.left() + 1, 0});
  consider({0, panel.bottom() - shown.top() + 1});
  consider({0, panel.top() - shown.bottom() - 1});
  return least;
}

void CanvasView::centerOnScene(const QPointF& point) {
  framing_ = Framing::Free;
  const QPointF now = viewportTransform().map(point);
  shift((QRectF(freeViewport()).center() - now).toPoint());
}

void CanvasView::setCamera(const Camera& camera) {
  if (camera.framing != Framing::Free) return frame(camera.framing);
  setTransform(QTransform::fromScale(camera.zoom, camera.zoom));
  centerOnScene(camera.center);
  Q_EMIT cameraChanged();
}

CanvasView::Camera CanvasView::framed(Framing framing, const QRectF& free) const {
  const QRectF bounds = scene_.networkRectangle();
  const QSizeF room = free.adjusted(kFitMargin, kFitMargin, -kFitMargin, -kFitMargin).size();
  Camera camera{1, bounds.center()};
  if (!bounds.isEmpty())  // a view that is not laid out yet may have no room
    camera.zoom =
        room.isEmpty() ? kMinimumZoom : std::min({room.width() / bounds.width(), room.height() / bounds.height(), 1.0});
  if (framing == Framing::Beginning && camera.zoom < kReadable) {
    camera.zoom = kReadable;
    // Shows the start of the network at the top, or at the left if it is wide; `half` is half of the visible area.
    const QSizeF half = room / 2 / camera.zoom;
    if (bounds.width() / 2 > half.width()) camera.center.setX(bounds.left() + half.width());
    if (bounds.height() / 2 > half.height()) camera.center.setY(bounds.top() + half.height());
  }
  return camera;
}

void CanvasView::look(const Camera& camera, const QRectF& free) {
  setTransform(QTransform::fromScale(camera.zoom, camera.zoom));
  shift((free.center() - viewportTransform().map(camera.center)).toPoint());
}

bool CanvasView::anyNodeUnder(const QRectF& rectangle) const {
  const QRectF part = viewportTransform().inverted().mapRect(rectangle);
  return std::any_of(scene_.nodes().begin(), scene_.nodes().end(),
                     [&](const auto& entry) { return scene_.nodeRectangle(entry.first).intersects(part); });
}

void CanvasView::frame(Framing framing) {
  framing_ = framing;
  QRectF free = freeViewport();
  look(framed(framing, free), free);
  const double beside = corner_.left() - free.left();
  if (!corner_.isEmpty() && beside >= kLeastBeside && anyNodeUnder(corner_)) {
    free.setWidth(beside);
    look(framed(framing, free), free);
  }
  Q_EMIT cameraChanged();
}

void CanvasView::zoomIn() {
  setZoom(zoom() * 1.25);
}
void CanvasView::zoomOut() {
  setZoom(zoom() / 1.25);
}

// Draws dots on whole pixels, so that they are crisp at every
// zoom; omits every second one if they would be too dense.
void CanvasView::drawBackground(QPainter* painter, const QRectF&) {
  const CanvasStyle& style = scene_.style();
  const QRect area =
      painter->clipBoundingRect().isEmpty()
          ? viewport()->rect()
          : painter->worldTransform().mapRect(painter->clipBoundingRect()).toAlignedRect() & viewport()->rect();
  double pitch = canvas::kDotPitch * zoom();
  while (pitch < kLeastDotPitch) pitch *= 2;
  const QPointF origin = viewportTransform().map(QPointF(0, 0));
  std::vector<QRect> dots;
  const int side = zoom() > 0.6 ? 2 : 1;
  for (double y = origin.y() + std::ceil((area.top() - 2 - origin.y()) / pitch) * pitch; y <= area.bottom(); y += pitch)
    for (double x = origin.x() + std::ceil((area.left() - 2 - origin.x()) / pitch) * pitch; x <= area.right();
         x += pitch)
      dots.emplace_back(int(std::floor(x)), int(std::floor(y)), side, side);
  painter->save();
  painter->setWorldMatrixEnabled(false);
  painter->setRenderHint(QPainter::Antialiasing, false);
  painter->fillRect(area, style.window);
  painter->setPen(Qt::NoPen);
  painter->setBrush(style.line);
  painter->drawRects(dots.data(), int(dots.size()));
  painter->restore();
  // Only shadows are pixmaps; small ones need no smoothing, which would cost more than all other painting.
  painter->setRenderHint(QPainter::SmoothPixmapTransform, zoom() > kSmoothFrom);
}

void CanvasView::drawForeground(QPainter* painter, const QRectF&) {
  if (!keyboardFocus_ || !scene_.selection().isEmpty()) return;
  painter->save();
  painter->setWorldMatrixEnabled(false);
  painter->setPen(QPen(scene_.style().accent, 2));
  painter->setBrush(Qt::NoBrush);
  painter->drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
  painter->restore();
}

void CanvasView::wheelEvent(QWheelEvent* event) {
  const QPoint delta = event->angleDelta();
  if (event->modifiers() & Qt::ShiftModifier) {
    panBy(QPoint(delta.y() ? delta.y() : delta.x(), 0) / 2);
  } else if (delta.y() != 0) {
    zoomAt(event->position(), std::pow(kWheelStep, delta.y()));
  } else {
    panBy(QPoint(delta.x(), 0) / 2);
  }
  event->accept();
}

void CanvasView::scrollContentsBy(int dx, int dy) {
  QGraphicsView::scrollContentsBy(dx, dy);
  Q_EMIT cameraChanged();
}

void CanvasView::resizeEvent(QResizeEvent* event) {
  QGraphicsView::resizeEvent(event);
  if (framing_ != Framing::Free)
    frame(framing_);
  else
    keepCenter();
  Q_EMIT cameraChanged();
}

void CanvasView::changeEvent(QEvent* event) {
  QGraphicsView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) scene_.refreshStyle();
}

void CanvasView::focusInEvent(QFocusEvent* event) {
  QGraphicsView::focusInEvent(event);
  keyboardFocus_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                   event->reason() == Qt::ShortcutFocusReason;
  viewport()->update();
}

void CanvasView::focusOutEvent(QFocusEvent* event) {
  QGraphicsView::focusOutEvent(event);
  keyboardFocus_ = false;
  viewport()->update();
}

}  // namespace fovea

#include "widgets/canvas/input/canvas_input.h"

#include <QtGui/QContextMenuEvent>
#include <QtGui/QDropEvent>
#include <QtWidgets/QApplication>
#include <algorithm>

namespace fovea {
namespace {

constexpr double kPortReach = 11;    // in screen pixels
constexpr int kAutoScrollBand = 20;  // distance from the edge of the viewport
constexpr int kAutoScrollStep = 12;

}  // namespace

CanvasInput::CanvasInput(CanvasView& view, CanvasController& controller, QObject* parent)
    : QObject(parent), view_(view), controller_(controller) {
  view.installEventFilter(this);
  view.viewport()->installEventFilter(this);
  connect(&view, &CanvasView::cameraChanged, this, &CanvasInput::followCamera);
  // The dragged objects are on a sheet that is no longer shown.
  connect(&controller.scene(), &CanvasScene::sheetChanged, this, &CanvasInput::cancelGesture);
}

CanvasInput::~CanvasInput() = default;

std::optional<QPointF> CanvasInput::freshPointer() const {
  if (!pointerFresh_ || !view_.viewport()->rect().contains(lastPointer_)) return {};
  return scenePoint(lastPointer_);
}

void CanvasInput::requestSearch() {
  const auto pointer = freshPointer();
  if (pointer && !controller_.scene().hitAt(*pointer, reach()).node) {
    requestSearchAt(lastPointer_);
    return;
  }
  if (const std::vector<Edge> edges = controller_.scene().selectedEdges(); edges.size() == 1)
    return requestSearchAt(
        view_.mapFromScene(controller_.scene().portPosition({edges.front().target, false, edges.front().input})));
  const AddPlace place = controller_.placeForNew(view_.freeCenter());
  view_.reveal(QRectF(place.position, QSizeF(canvas::kNodeWidth, canvas::kNodeHeight)));
  Q_EMIT searchRequested(view_.mapFromScene(place.position), place);
}

void CanvasInput::requestSearchAt(const QPoint& at) {
  const QPointF corner = scenePoint(at) - QPointF(canvas::kNodeWidth, canvas::kNodeHeight) / 2;
  const std::vector<Edge> edges = controller_.scene().selectedEdges();
  const auto edge = edges.size() == 1 ? std::optional(edges.front()) : std::nullopt;
  Q_EMIT searchRequested(at, {corner, controller_.selectedPeer(), edge});
}

bool CanvasInput::eventFilter(QObject* watched, QEvent* event) {
  if (watched == view_.viewport()) return viewportEvent(event);
  switch (event->type()) {
    case QEvent::ShortcutOverride:
      // The canvas has the focus: its keys come before the program's.
      if (isOurs(*static_cast<QKeyEvent*>(event))) event->accept();
      return event->isAccepted() && isOurs(*static_cast<QKeyEvent*>(event));
    case QEvent::KeyPress:
      return keyPress(static_cast<QKeyEvent*>(event));
    case QEvent::KeyRelease:
      if (static_cast<QKeyEvent*>(event)->key() != Qt::Key_Space || static_cast<QKeyEvent*>(event)->isAutoRepeat())
        return false;
      spaceDown_ = false;
      if (!panning_) view_.viewport()->unsetCursor();
      return true;
    case QEvent::FocusOut:
    case QEvent::Hide:
      spaceDown_ = false;
      cancelGesture();
      return false;
    default:
      return false;
  }
}

bool CanvasInput::viewportEvent(QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      return press(static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
      return moveMouse(static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease:
      return release(static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick:
      return doubleClick(static_cast<QMouseEvent*>(event));
    case QEvent::ContextMenu:
      return contextMenu(static_cast<QContextMenuEvent*>(event));
    case QEvent::Leave:
      pointerFresh_ = false;
      hover({});
      return false;
    case QEvent::DragEnter:
    case QEvent::DragMove:
      drag(static_cast<QDropEvent*>(event), false);
      return true;
    case QEvent::Drop:
      drag(static_cast<QDropEvent*>(event), true);
      return true;
    case QEvent::DragLeave:
      endDrag();
      return true;
    default:
      return false;
  }
}

QPointF CanvasInput::scenePoint(const QPointF& viewportPoint) const {
  return view_.viewportTransform().inverted().map(viewportPoint);
}

double CanvasInput::reach() const {
  return std::min(kPortReach / view_.zoom(), 2 * canvas::kPadding);
}

void CanvasInput::startPan(const QPoint& at) {
  panning_ = true;
  lastPointer_ = at;
  view_.viewport()->setCursor(Qt::ClosedHandCursor);
}

void CanvasInput::endPan() {
  if (!std::exchange(panning_, false)) return;
  if (spaceDown_)
    view_.viewport()->setCursor(Qt::OpenHandCursor);
  else
    view_.viewport()->unsetCursor();
}

void CanvasInput::dropStale(Qt::MouseButtons pressed) {
  if (held_ != Qt::NoButton && !(pressed & held_)) cancelGesture();
}

void CanvasInput::followCamera() {
  if (gesture_ && gestureMoving_) gesture_->move(scenePoint(lastPointer_), view_.zoom());
}

bool CanvasInput::press(QMouseEvent* event) {
  dropStale(event->buttons() & ~event->button());
  if (held_ != Qt::NoButton) return true;
  view_.setFocus(Qt::MouseFocusReason);
  held_ = event->button();
  pointerFresh_ = true;
  lastPointer_ = pressedAt_ = event->position().toPoint();
  if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && spaceDown_)) {
    startPan(lastPointer_);
  } else if (event->button() == Qt::LeftButton) {
    pressLeft(scenePoint(event->position()), event->modifiers());
  } else if (event->button() == Qt::RightButton) {
    const CanvasHit hit = controller_.scene().hitAt(scenePoint(event->position()), reach());
    if (hit.node && !hit.node->chosen()) controller_.scene().select({hit.node->id()});
    if (hit.edge && !hit.edge->chosen()) controller_.scene().select({}, {hit.edge->edge()});
    if (hit.note && !hit.note->chosen()) controller_.scene().select({}, {}, {hit.note->id()});
  }
  return true;
}

void CanvasInput::pressLeft(const QPointF& point, Qt::KeyboardModifiers modifiers) {
  CanvasScene& scene = controller_.scene();
  scene.finishGlide();
  const CanvasHit hit = scene.hitAt(point, reach());
  const bool extend = modifiers & (Qt::ShiftModifier | Qt::ControlModifier);
  if (hit.node) {
    pressNode(hit, point, extend);
  } else if (hit.edge) {
    std::vector<Edge> edges;
    if (extend) edges = scene.selectedEdges();
    edges.push_back(hit.edge->edge());
    scene.select(extend ? scene.selection() : QList<LayerId>(), edges);
  } else if (hit.note) {
    pressNote(hit, point, extend);
  } else {
    if (!extend) scene.select({});
    gesture_ = std::make_unique<BandGesture>(controller_, point, extend);
  }
}

void CanvasInput::pressNode(const CanvasHit& hit, const QPointF& point, bool extend) {
  CanvasScene& scene = controller_.scene();
  const LayerId id = hit.node->id();
  if (hit.part.kind == NodePart::Open) {
    pressedOpen_ = id;
    return;
  }
  if (hit.part.kind == NodePart::Fix) {
    pressedFix_ = PortRef{id, false, hit.part.index};
    return;
  }
  if (hit.part.kind == NodePart::Input || hit.part.kind == NodePart::Output) {
    const auto searchAt = [this](const QPointF& at, const PortRef& peer) {
      const QPointF corner =
          controller_.scene().style().sideways
              ? QPointF(peer.output ? at.x() : at.x() - canvas::kNodeWidth, at.y() - canvas::kNodeHeight / 2)
              : QPointF(at.x() - canvas::kNodeWidth / 2, peer.output ? at.y() : at.y() - canvas::kNodeHeight);
      Q_EMIT searchRequested(view_.mapFromScene(at), {corner, peer});
    };
    gesture_ = std::make_unique<ConnectGesture>(controller_, scene.portOf(*hit.node, hit.part), point, searchAt);
    return;
  }
  QList<LayerId> selection = scene.selection();
  if (extend) {
    if (!selection.removeOne(id)) selection << id;
    scene.select(selection, scene.selectedEdges(), scene.selectedNotes());
    if (!selection.contains(id)) return;
  } else if (!selection.contains(id)) {
    scene.select({id});
  } else {
    narrowTo_ = id;
  }
  gesture_ = std::make_unique<MoveGesture>(controller_, scene.nodeRectangle(id).topLeft(), point);
}

void CanvasInput::pressNote(const CanvasHit& hit, const QPointF& point, bool extend) {
  CanvasScene& scene = controller_.scene();
  const NoteId id = hit.note->id();
  if (extend) {
    QList<NoteId> notes = scene.selectedNotes();
    if (!notes.removeOne(id)) notes << id;
    scene.select(scene.selection(), scene.selectedEdges(), notes);
    if (!notes.contains(id)) return;
  } else if (!hit.note->chosen()) {
    scene.select({}, {}, {id});
  }
  if (hit.notePart == NoteItem::Part::Corner)
    gesture_ = std::make_unique<ResizeGesture>(controller_, id, point);
  else
    gesture_ = std::make_unique<MoveGesture>(controller_, hit.note->geometry().topLeft(), point);
}

bool CanvasInput::moveMouse(QMouseEvent* event) {
  const QPoint at = event->position().toPoint();
  pointerFresh_ = true;
  dropStale(event->buttons());
  if (panning_) {
    view_.panBy(at - lastPointer_);
    lastPointer_ = at;
    return true;
  }
  lastPointer_ = at;
  const QPointF point = scenePoint(event->position());
  if (!gesture_) {
    hover(controller_.scene().hitAt(point, reach()));
    return true;
  }
  if (!gestureMoving_ && (at - pressedAt_).manhattanLength() < QApplication::startDragDistance() / 2) return true;
  gestureMoving_ = true;
  gesture_->move(point, view_.zoom());
  const QRect inside =
      view_.viewport()->rect().adjusted(kAutoScrollBand, kAutoScrollBand, -kAutoScrollBand, -kAutoScrollBand);
  if (inside.contains(at))
    autoScroll_.stop();
  else if (!autoScroll_.isActive())
    autoScroll_.start(16, this);
  return true;
}

// While a drag is held at the edge of the view, the drawing scrolls.
void CanvasInput::timerEvent(QTimerEvent* event) {
  if (event->timerId() != autoScroll_.timerId()) return;
  if (!gesture_) return autoScroll_.stop();
  const QRect inside =
      view_.viewport()->rect().adjusted(kAutoScrollBand, kAutoScrollBand, -kAutoScrollBand, -kAutoScrollBand);
  QPoint step;
  if (lastPointer_.x() < inside.left()) step.setX(kAutoScrollStep);
  if (lastPointer_.x() > inside.right()) step.setX(-kAutoScrollStep);
  if (lastPointer_.y() < inside.top()) step.setY(kAutoScrollStep);
  if (lastPointer_.y() > inside.bottom()) step.setY(-kAutoScrollStep);
  view_.panBy(step);  // the dragged objects follow
}

void CanvasInput::cancelGesture() {
  held_ = Qt::NoButton;
  pressedFix_.reset();
  pressedOpen_ = {};
  narrowTo_.reset();
  endPan();
  endGesture(false, {});
}

void CanvasInput::endGesture(bool finish, const QPointF& point) {
  autoScroll_.stop();
  gestureMoving_ = false;
  // Moves it out first: finishing may show a new network, which calls this function again.
  const std::unique_ptr<Gesture> gesture = std::move(gesture_);
  if (!gesture) return;
  if (finish)
    gesture->finish(point);
  else
    gesture->cancel();
}

bool CanvasInput::release(QMouseEvent* event) {
  const QPointF point = scenePoint(event->position());
  if (event->button() != held_) return true;
  held_ = Qt::NoButton;
  endPan();
  if (const auto fix = std::exchange(pressedFix_, std::nullopt)) {
    const CanvasHit hit = controller_.scene().hitAt(point, reach());
    if (hit.node && hit.node->id() == fix->layer && hit.part == NodePart{NodePart::Fix, fix->index})
      controller_.applyFix(fix->layer, fix->index);
    return true;
  }
  if (const LayerId use = std::exchange(pressedOpen_, {}); use.valid()) {
    const CanvasHit hit = controller_.scene().hitAt(point, reach());
    if (hit.node && hit.node->id() == use && hit.part.kind == NodePart::Open && controller_.open(use))
      sinceOpened_.start();
    return true;
  }
  const auto alone = std::exchange(narrowTo_, std::nullopt);
  if (alone && !gestureMoving_) controller_.scene().select({*alone});
  endGesture(true, point);
  return true;
}

void CanvasInput::activate(LayerId layer) {
  if (!controller_.open(layer)) Q_EMIT layerActivated(layer);
}

bool CanvasInput::doubleClick(QMouseEvent* event) {
  dropStale(event->buttons() & ~event->button());
  if (event->button() != Qt::LeftButton || held_ != Qt::NoButton) return true;
  if (sinceOpened_.isValid() && sinceOpened_.elapsed() < QApplication::doubleClickInterval()) return true;
  const QPointF point = scenePoint(event->position());
  const CanvasHit hit = controller_.scene().hitAt(point, reach());
  if (hit.node) {
    if (hit.part.kind == NodePart::Body) activate(hit.node->id());
    return true;
  }
  if (hit.note) {
    Q_EMIT noteActivated(hit.note->id());
    return true;
  }
  if (hit.edge) {
    controller_.addPoint(hit.edge->edge(), point);
    return true;
  }
  lastPointer_ = event->position().toPoint();
  pointerFresh_ = true;
  requestSearch();
  return true;
}

bool CanvasInput::contextMenu(QContextMenuEvent* event) {
  if (event->reason() == QContextMenuEvent::Mouse) {
    if (held_ != Qt::NoButton && held_ != Qt::RightButton) return true;
    Q_EMIT menuRequested(event->pos(), controller_.scene().hitAt(scenePoint(event->pos()), reach()));
    return true;
  }
  CanvasHit hit;
  QPoint at = view_.viewport()->rect().center();
  const CanvasScene& scene = controller_.scene();
  if (!scene.selection().isEmpty()) {
    hit.node = scene.node(scene.selection().back());
    at = view_.mapFromScene(hit.node->pos() + hit.node->card().center());
  } else if (const std::vector<Edge> edges = scene.selectedEdges(); !edges.empty()) {
    hit.edge = scene.edgeItem(edges.back());
    at = view_.mapFromScene(hit.edge->path().pointAtPercent(0.5));
  } else if (const QList<NoteId> notes = scene.selectedNotes(); !notes.isEmpty()) {
    hit.note = scene.note(notes.back());
    at = view_.mapFromScene(hit.note->geometry().center());
  }
  Q_EMIT menuRequested(at, hit);
  return true;
}

}  // namespace fovea

// Why: handles the keys of the canvas, separately from the mouse: those of its actions, and those without an action
// (arrows, Space, Escape).
#include <QtGui/QKeyEvent>

#include "widgets/canvas/input/canvas_actions.h"
#include "widgets/canvas/input/canvas_input.h"

namespace fovea {
namespace {

constexpr double kBigStep = 6;  // grid steps per key press with Shift
constexpr const char* kAddLayer = "network.addLayer";
constexpr const char* kPaste = "network.paste";

bool isArrow(int key) {
  return key >= Qt::Key_Left && key <= Qt::Key_Down;
}

QPointF directionOf(int key) {
  switch (key) {
    case Qt::Key_Left:
      return {-1, 0};
    case Qt::Key_Right:
      return {1, 0};
    case Qt::Key_Up:
      return {0, -1};
    default:
      return {0, 1};
  }
}

}  // namespace

bool CanvasInput::isOurs(const QKeyEvent& event) const {
  if (actions_ && actions_->of(event)) return true;
  const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
  if (isArrow(event.key())) return !(modifiers & Qt::AltModifier);
  return modifiers == Qt::NoModifier && (event.key() == Qt::Key_Escape || event.key() == Qt::Key_Space);
}

bool CanvasInput::keyPress(QKeyEvent* event) {
  if (!isOurs(*event)) return false;
  Action* action = actions_ ? actions_->of(*event) : nullptr;
  // Adding and pasting go to the pointer, if that was used last.
  const bool toPointer = action && (action->id() == kAddLayer || action->id() == kPaste);
  if (!toPointer) pointerFresh_ = false;
  if (action)
    action->trigger();
  else if (isArrow(event->key()))
    arrowKey(event);
  else
    plainKey(event);
  return true;
}

void CanvasInput::plainKey(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    if (held_ != Qt::NoButton)
      cancelGesture();
    else
      controller_.clearSelection();
  } else if (!event->isAutoRepeat()) {
    spaceDown_ = true;
    view_.viewport()->setCursor(Qt::OpenHandCursor);
  }
}

void CanvasInput::renameSelected() {
  if (!controller_.scene().selection().isEmpty()) Q_EMIT renameRequested(controller_.scene().selection().back());
}

void CanvasInput::activateSelected() {
  if (!controller_.scene().selection().isEmpty())
    activate(controller_.scene().selection().back());
  else if (const auto notes = controller_.scene().selectedNotes(); !notes.isEmpty())
    Q_EMIT noteActivated(notes.back());
}

// Applies the first fix of the selected node, like a quick fix in a code editor.
void CanvasInput::fixSelected() {
  if (!controller_.scene().selection().isEmpty()) controller_.applyFix(controller_.scene().selection().back(), 0);
}

void CanvasInput::arrowKey(QKeyEvent* event) {
  const QPointF direction = directionOf(event->key());
  const bool shift = event->modifiers() & Qt::ShiftModifier;
  if ((event->modifiers() & Qt::ControlModifier) || controller_.scene().load().empty())
    return controller_.selectNext(direction, shift);
  controller_.nudge(direction * canvas::kGrid * (shift ? kBigStep : 1));
}

}  // namespace fovea

// Why: handles all keys of the canvas, separately from the mouse.
#include <QtGui/QKeyEvent>

#include "widgets/canvas/canvas_input.h"

namespace fovea {
namespace {

constexpr double kBigStep = 6;  // grid steps with Shift

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

bool CanvasInput::isOurs(const QKeyEvent& event) {
  const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
  const int key = event.key();
  if (modifiers == Qt::AltModifier) return key == Qt::Key_Up || key == Qt::Key_Down;
  if (modifiers == (Qt::AltModifier | Qt::ShiftModifier)) return key == Qt::Key_Up || key == Qt::Key_Down;
  if (isArrow(key)) return !(modifiers & Qt::AltModifier);
  if (modifiers == Qt::NoModifier) {
    static constexpr int kPlain[] = {Qt::Key_Tab,    Qt::Key_Delete, Qt::Key_Backspace, Qt::Key_Escape, Qt::Key_F,
                                     Qt::Key_C,      Qt::Key_G,      Qt::Key_L,         Qt::Key_R,      Qt::Key_Space,
                                     Qt::Key_Return, Qt::Key_Enter,  Qt::Key_F2};
    return std::find(std::begin(kPlain), std::end(kPlain), key) != std::end(kPlain);
  }
  if (!(modifiers & Qt::ControlModifier) || (modifiers & Qt::AltModifier)) return false;
  static constexpr int kCommands[] = {Qt::Key_A,    Qt::Key_D,     Qt::Key_C,     Qt::Key_V,      Qt::Key_X, Qt::Key_0,
                                      Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus, Qt::Key_Period, Qt::Key_G};
  const bool listed = std::find(std::begin(kCommands), std::end(kCommands), key) != std::end(kCommands);
  // Ctrl+Shift with a letter belongs to the program, but for unfolding; Shift is needed to type "+".
  return listed && (!(modifiers & Qt::ShiftModifier) || key == Qt::Key_Plus || key == Qt::Key_G);
}

bool CanvasInput::keyPress(QKeyEvent* event) {
  if (!isOurs(*event)) return false;
  if (event->key() != Qt::Key_Tab && event->key() != Qt::Key_V && event->key() != Qt::Key_Control)
    pointerFresh_ = false;
  if (isArrow(event->key())) {
    arrowKey(event);
    return true;
  }
  return event->modifiers() & Qt::ControlModifier ? commandKey(event) : plainKey(event);
}

bool CanvasInput::plainKey(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Tab:
      requestSearch();
      return true;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
      controller_.deleteSelection();
      return true;
    case Qt::Key_F:
      view_.zoomToFit();
      return true;
    case Qt::Key_C:
      controller_.connectSelection();
      return true;
    case Qt::Key_G:
      controller_.frameSelection();
      return true;
    case Qt::Key_F2:
      if (controller_.scene().selection().isEmpty()) return false;
      Q_EMIT renameRequested(controller_.scene().selection().back());
      return true;
    case Qt::Key_R:
      controller_.rerouteSelection();
      return true;
    case Qt::Key_L:
      controller_.arrange();
      return true;
    case Qt::Key_Escape:
      if (held_ != Qt::NoButton)
        cancelGesture();
      else
        controller_.clearSelection();
      return true;
    case Qt::Key_Space:
      if (!event->isAutoRepeat()) {
        spaceDown_ = true;
        view_.viewport()->setCursor(Qt::OpenHandCursor);
      }
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!controller_.scene().selection().isEmpty())
        activate(controller_.scene().selection().back());
      else if (const auto notes = controller_.scene().selectedNotes(); !notes.isEmpty())
        Q_EMIT noteActivated(notes.back());
      else
        return false;
      return true;
    default:
      return false;
  }
}

bool CanvasInput::commandKey(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_A:
      controller_.selectAll();
      return true;
    case Qt::Key_G:
      if (event->modifiers() & Qt::ShiftModifier)
        controller_.unfoldSelection();
      else
        controller_.foldSelection();
      return true;
    case Qt::Key_D:
      controller_.duplicateSelection();
      return true;
    case Qt::Key_C:
      controller_.copySelection();
      return true;
    case Qt::Key_X:
      controller_.cutSelection();
      return true;
    case Qt::Key_V:
      controller_.paste(freshPointer());
      return true;
    case Qt::Key_0:
      view_.resetZoom();
      return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      view_.zoomIn();
      return true;
    case Qt::Key_Minus:
      view_.zoomOut();
      return true;
    case Qt::Key_Period:
      // The first fix of the selected node, as a code editor's quick fix.
      if (controller_.scene().selection().isEmpty()) return false;
      controller_.applyFix(controller_.scene().selection().back(), 0);
      return true;
    default:
      return false;
  }
}

void CanvasInput::arrowKey(QKeyEvent* event) {
  const QPointF direction = directionOf(event->key());
  const bool shift = event->modifiers() & Qt::ShiftModifier;
  if (shift && (event->modifiers() & Qt::AltModifier)) {
    if (event->key() == Qt::Key_Up) return controller_.moveOut();
    return controller_.moveInto(controller_.selectedContainer());
  }
  if (event->modifiers() & Qt::AltModifier) {
    if (event->key() == Qt::Key_Up) return controller_.leave();
    controller_.open(controller_.selectedUse());
    return;
  }
  if ((event->modifiers() & Qt::ControlModifier) || controller_.scene().load().empty())
    return controller_.selectNext(direction, shift);
  controller_.nudge(direction * canvas::kGrid * (shift ? kBigStep : 1));
}

}  // namespace fovea

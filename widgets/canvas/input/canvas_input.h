// Why: turns mouse, keyboard and drag-and-drop events of the view into gestures and commands. It is an event filter, so
// that the view remains a plain camera. GUI thread only.
#pragma once
#include <QtCore/QBasicTimer>
#include <QtCore/QElapsedTimer>
#include <QtCore/QObject>
#include <memory>

#include "widgets/canvas/input/canvas_view.h"
#include "widgets/canvas/input/gestures.h"

class QContextMenuEvent;
class QDropEvent;
class QKeyEvent;
class QMouseEvent;

namespace fovea {

class CanvasActions;

class CanvasInput : public QObject {
  Q_OBJECT
 public:
  // Both must outlive the input.
  CanvasInput(CanvasView& view, CanvasController& controller, QObject* parent = nullptr);
  ~CanvasInput() override;

  // The pointer's position in the scene, if it was used more recently than the keyboard.
  std::optional<QPointF> freshPointer() const;
  // Cancels the gesture in progress: for another network, Escape, or lost focus.
  void cancelGesture();
  // Whether no gesture or button press is in progress.
  bool idle() const { return held_ == Qt::NoButton && !gesture_ && !panning_ && !autoScroll_.isActive(); }
  // Requests the search at the pointer, or under the selected node if the keyboard was used last.
  void requestSearch();
  // The same at `at` (viewport pixels), regardless of the pointer.
  void requestSearchAt(const QPoint& at);
  // The actions whose keys are handled; null: none. They must outlive the input, or be taken away before.
  void setActions(const CanvasActions* actions) { actions_ = actions; }
  // For the selected layer, or the note if no layer is selected; nothing happens without a selection.
  void renameSelected();
  void activateSelected();
  void fixSelected();

 Q_SIGNALS:
  // Requests the search with its top left at `at` (viewport pixels); the new layer goes to `place`.
  void searchRequested(const QPoint& at, const fovea::AddPlace& place);
  // Double click or Enter on a node other than a block.
  void layerActivated(fovea::LayerId layer);
  // F2: rename the layer, or the block that it uses.
  void renameRequested(fovea::LayerId layer);
  // Double click or Enter on a note.
  void noteActivated(fovea::NoteId note);
  void menuRequested(const QPoint& at, const fovea::CanvasHit& hit);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void timerEvent(QTimerEvent* event) override;

 private:
  bool viewportEvent(QEvent* event);
  // Opens a block; for other layers requests the parameter form.
  void activate(LayerId layer);
  bool press(QMouseEvent* event);
  void pressLeft(const QPointF& point, Qt::KeyboardModifiers modifiers);
  void pressNode(const CanvasHit& hit, const QPointF& point, bool extend);
  void pressNote(const CanvasHit& hit, const QPointF& point, bool extend);
  bool moveMouse(QMouseEvent* event);
  bool release(QMouseEvent* event);
  bool doubleClick(QMouseEvent* event);
  bool contextMenu(QContextMenuEvent* event);
  void drag(QDropEvent* event, bool drop);
  void endDrag();
  bool keyPress(QKeyEvent* event);
  void plainKey(QKeyEvent* event);
  void arrowKey(QKeyEvent* event);
  bool isOurs(const QKeyEvent& event) const;
  void startPan(const QPoint& at);
  void endPan();
  // Cancels what a button held if its release was missed (another window took the pointer).
  void dropStale(Qt::MouseButtons pressed);
  // Updates the gesture after the drawing scrolled under the pointer.
  void followCamera();
  void endGesture(bool finish, const QPointF& point);
  void hover(const CanvasHit& hit);
  void updateCursor(const CanvasHit& hit);
  QPointF scenePoint(const QPointF& viewportPoint) const;
  double reach() const;

  CanvasView& view_;
  CanvasController& controller_;
  const CanvasActions* actions_ = nullptr;
  // One gesture at a time: the button that started it; other buttons are ignored until its release.
  Qt::MouseButton held_ = Qt::NoButton;
  std::unique_ptr<Gesture> gesture_;
  bool gestureMoving_ = false;  // the pointer moved farther than a click allows
  QPoint pressedAt_;
  std::optional<PortRef> pressedFix_;  // the layer and index of the pressed fix
  LayerId pressedOpen_;                // the block whose open button was pressed
  QElapsedTimer sinceOpened_;          // since a click opened a block; a second click is ignored
  std::optional<LayerId> narrowTo_;    // a click on one of several selected nodes selects only it on release
  QPoint lastPointer_;
  bool panning_ = false, spaceDown_ = false, pointerFresh_ = false;
  LayerId hoveredNode_;
  std::optional<Edge> hoveredEdge_;
  std::unique_ptr<QGraphicsRectItem> ghost_;  // of a layer being dragged in
  QBasicTimer autoScroll_;
};

}  // namespace fovea

// Why: turns what a person does with mouse, keyboard and drag-and-drop over the view into gestures and commands. It
// watches the view as an event filter, so that the view stays a camera. GUI thread only.
#pragma once
#include <QtCore/QBasicTimer>
#include <QtCore/QElapsedTimer>
#include <QtCore/QObject>
#include <memory>

#include "widgets/canvas/canvas_view.h"
#include "widgets/canvas/gestures.h"

class QContextMenuEvent;
class QDropEvent;
class QKeyEvent;
class QMouseEvent;

namespace fovea {

class CanvasInput : public QObject {
  Q_OBJECT
 public:
  // Both outlive the input.
  CanvasInput(CanvasView& view, CanvasController& controller, QObject* parent = nullptr);
  ~CanvasInput() override;

  // Where the pointer is in the scene, if it was used after the last key.
  std::optional<QPointF> freshPointer() const;
  // What is held ends as if it had not begun: another network is about to be shown, Escape, the focus is gone.
  void cancelGesture();
  // Whether no button holds anything.
  bool idle() const { return held_ == Qt::NoButton && !gesture_ && !panning_ && !autoScroll_.isActive(); }
  // Asks for the search at the pointer, or under the selected node when the keyboard was used last.
  void requestSearch();
  // The same at `at` (viewport pixels), whatever the pointer did.
  void requestSearchAt(const QPoint& at);

 Q_SIGNALS:
  // Show the search with its top left at `at` (viewport pixels); the layer goes to `place`.
  void searchRequested(const QPoint& at, const fovea::AddPlace& place);
  // Double click or Enter on a node that is no block.
  void layerActivated(fovea::LayerId layer);
  // F2: another name for the layer, or for the block that it uses.
  void renameRequested(fovea::LayerId layer);
  // Double click or Enter on a note.
  void noteActivated(fovea::NoteId note);
  void menuRequested(const QPoint& at, const fovea::CanvasHit& hit);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void timerEvent(QTimerEvent* event) override;

 private:
  bool viewportEvent(QEvent* event);
  // A block is opened; of other layers the parameters are wanted.
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
  bool commandKey(QKeyEvent* event);
  bool plainKey(QKeyEvent* event);
  void arrowKey(QKeyEvent* event);
  static bool isOurs(const QKeyEvent& event);
  void startPan(const QPoint& at);
  void endPan();
  // A release that never came (another window took the pointer) ends what its button held.
  void dropStale(Qt::MouseButtons pressed);
  // The drawing moved under a pointer that holds something.
  void followCamera();
  void endGesture(bool finish, const QPointF& point);
  void hover(const CanvasHit& hit);
  void updateCursor(const CanvasHit& hit);
  QPointF scenePoint(const QPointF& viewportPoint) const;
  double reach() const;

  CanvasView& view_;
  CanvasController& controller_;
  // One thing at a time: the button that began it; other buttons do nothing until it is let go.
  Qt::MouseButton held_ = Qt::NoButton;
  std::unique_ptr<Gesture> gesture_;
  bool gestureMoving_ = false;  // the pointer went farther than a click does
  QPoint pressedAt_;
  std::optional<PortRef> pressedFix_;  // its layer, and the index of the fix
  LayerId pressedOpen_;                // a block whose way in was pressed
  QElapsedTimer sinceOpened_;          // by a click: a second one is not meant for what it reveals
  std::optional<LayerId> narrowTo_;    // a click on one of several selected nodes selects it alone when released
  QPoint lastPointer_;
  bool panning_ = false, spaceDown_ = false, pointerFresh_ = false;
  LayerId hoveredNode_;
  std::optional<Edge> hoveredEdge_;
  std::unique_ptr<QGraphicsRectItem> ghost_;  // of a layer that is dragged in
  QBasicTimer autoScroll_;
};

}  // namespace fovea

// Why: every command of the canvas is an action with a name and keys that can be changed, so that menus, the palette
// and the page of shortcuts show what the canvas does. The canvas handles the keys itself while it has the focus: most
// are single letters, which belong to whoever is typed into elsewhere. GUI thread only.
#pragma once
#include <QtCore/QObject>

#include "widgets/actions/action.h"

class QKeyEvent;

namespace fovea {

class CanvasController;
class CanvasInput;
class CanvasView;

class CanvasActions : public QObject {
  Q_OBJECT
 public:
  // All must outlive the actions.
  CanvasActions(CanvasController& controller, CanvasView& view, CanvasInput& input, QObject* parent);

  const QList<Action*>& all() const { return all_; }
  // The action with these keys now; null if there is none. Keys that the user has chosen win over standard ones, which
  // may have come later.
  Action* of(const QKeyEvent& event) const;
  // The keys of `id` ("cut") as menus show them; empty: none.
  QString keysOf(const QString& id) const;

 private:
  void add(ActionSpec spec, std::function<void()> work);
  void addEditing();
  void addDrawing();
  void addBlocks();
  void addViews();

  CanvasController& controller_;
  CanvasView& view_;
  CanvasInput& input_;
  QList<Action*> all_;
};

}  // namespace fovea

// Why: the registry of all window commands by id. Menus, the palette and the shortcuts page are made from it. It stores
// the user's changed shortcuts. GUI thread only.
#pragma once
#include <QObject>

#include "widgets/actions/action.h"

namespace fovea {

class ActionRegistry : public QObject {
  Q_OBJECT
 public:
  // Adds to `window` the actions whose keys work everywhere in it.
  explicit ActionRegistry(QWidget& window);

  // `place`: the action's workspace, null for program-wide actions. The user's keys are applied to it. Each id is
  // registered once (asserted).
  void add(Action* action, QWidget* place = nullptr);
  void add(const QList<Action*>& actions, QWidget* place = nullptr);

  // The actions, in registration order.
  QList<Action*> actions() const;
  // Null if there is none.
  Action* find(const QString& id) const;
  QWidget* placeOf(const Action& action) const;
  // The actions of a menu in order of their groups. For a menu that changes with the workspace ("edit", "view"): those
  // of `place` and the program-wide ones.
  QList<Action*> ofMenu(const QString& menu, const QWidget* place) const;

  // The other action with the same keys, or null.
  Action* takenBy(const Action& action, const QKeySequence& keys) const;
  // For every window, and stored for the next start. An empty sequence removes the keys.
  static void setKeys(const Action& action, const QKeySequence& keys);
  static void resetKeys(const Action& action);
  static bool hasStandardKeys(const Action& action);

 Q_SIGNALS:
  // Emitted before an action runs in a workspace that is not shown.
  void placeWanted(QWidget* place);
  // The user has changed keys, maybe in another window.
  void keysChanged();

 private:
  struct Entry {
    Action* action;
    QWidget* place;
  };

  QWidget& window_;
  QList<Entry> entries_;
};

}  // namespace fovea

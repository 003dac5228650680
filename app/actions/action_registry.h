// Why: every command of the window is found here by its id, whoever made it: the menus, the palette and the page of
// shortcuts are made from this list. It keeps the shortcuts that a person changed. GUI thread only.
#pragma once
#include <QObject>

#include "widgets/actions/action.h"

namespace fovea {

class ActionRegistry : public QObject {
  Q_OBJECT
 public:
  // Adds to `window` the actions whose keys work everywhere in it.
  explicit ActionRegistry(QWidget& window);

  // `place`: the workspace to which it belongs, null for those of the program. It gets the keys that a person gave it.
  // An id is registered once (asserted).
  void add(Action* action, QWidget* place = nullptr);
  void add(const QList<Action*>& actions, QWidget* place = nullptr);

  // The actions are in the order in which they were added.
  QList<Action*> actions() const;
  // Null if there is none.
  Action* find(const QString& id) const;
  QWidget* placeOf(const Action& action) const;
  // Those of a menu in order of their groups; of a menu that changes with the place ("edit", "view") those of `place`
  // and of the program.
  QList<Action*> ofMenu(const QString& menu, const QWidget* place) const;

  // The other action that the same keys would start; null if none.
  Action* takenBy(const Action& action, const QKeySequence& keys) const;
  // Kept for the next start. An empty sequence: none.
  void setKeys(Action& action, const QKeySequence& keys);
  void resetKeys(Action& action);
  static bool hasStandardKeys(const Action& action);

 Q_SIGNALS:
  // An action is about to do its work in a place that is not shown.
  void placeWanted(QWidget* place);

 private:
  struct Entry {
    Action* action;
    QWidget* place;
  };

  QWidget& window_;
  QList<Entry> entries_;
};

}  // namespace fovea

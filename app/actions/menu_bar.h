// Why: whatever can be done stands in a menu, made from the registry of actions: nothing is written here twice.
#pragma once
#include <QMenuBar>

namespace fovea {

class ActionRegistry;

class MenuBar : public QMenuBar {
  Q_OBJECT
 public:
  // `registry` outlives it, and has all its actions already.
  explicit MenuBar(const ActionRegistry& registry, QWidget* parent = nullptr);

  // Edit and View have the actions of this workspace from now on.
  void showPlace(const QWidget* place);
  // Finds a menu by its id, such as "file"; null if there is none.
  QMenu* menuOf(const QString& id) const;

 private:
  void fill(QMenu& menu);

  const ActionRegistry& registry_;
  const QWidget* place_ = nullptr;
};

}  // namespace fovea

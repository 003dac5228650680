// Why: builds the menus from the action registry, so that every command has a menu entry without duplication.
#pragma once
#include <QMenuBar>

namespace fovea {

class ActionRegistry;

class MenuBar : public QMenuBar {
  Q_OBJECT
 public:
  // `registry` must outlive it and already contain all actions.
  explicit MenuBar(const ActionRegistry& registry, QWidget* parent = nullptr);

  // Fills Edit and View with the actions of this workspace.
  void showPlace(const QWidget* place);
  // Finds a menu by its id, such as "file", or null.
  QMenu* menuOf(const QString& id) const;

 private:
  void fill(QMenu& menu);

  const ActionRegistry& registry_;
  const QWidget* place_ = nullptr;
};

}  // namespace fovea

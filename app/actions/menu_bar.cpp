#include "app/actions/menu_bar.h"

#include <QMenu>
#include <utility>

#include "app/actions/action_registry.h"

namespace fovea {

MenuBar::MenuBar(const ActionRegistry& registry, QWidget* parent) : QMenuBar(parent), registry_(registry) {
  const std::pair<const char*, QString> menus[] = {
      {"file", tr("&File")},       {"edit", tr("&Edit")},       {"view", tr("&View")},
      {"data", tr("&Data")},       {"network", tr("&Network")}, {"train", tr("&Train")},
      {"inspect", tr("&Inspect")}, {"window", tr("&Window")},   {"help", tr("&Help")}};
  for (const auto& [id, title] : menus) {
    QMenu* menu = addMenu(title);
    menu->setObjectName(QLatin1String(id));
    menu->setToolTipsVisible(true);
    fill(*menu);
  }
}

void MenuBar::showPlace(const QWidget* place) {
  if (std::exchange(place_, place) == place) return;
  for (const char* id : {"edit", "view"}) fill(*menuOf(QLatin1String(id)));
}

QMenu* MenuBar::menuOf(const QString& id) const {
  return findChild<QMenu*>(id, Qt::FindDirectChildrenOnly);
}

void MenuBar::fill(QMenu& menu) {
  // The actions are owned by their makers.
  menu.clear();
  const Action* before = nullptr;
  for (Action* action : registry_.ofMenu(menu.objectName(), place_)) {
    if (before && before->group() != action->group()) menu.addSeparator();
    menu.addAction(action);
    before = action;
  }
}

}  // namespace fovea

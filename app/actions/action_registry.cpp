#include "app/actions/action_registry.h"

#include <QWidget>
#include <algorithm>

#include "app/bridge/user_settings.h"

namespace fovea {
namespace {

const QString kShortcuts = QStringLiteral("shortcuts/");

QString keyOf(const Action& action) {
  return kShortcuts + action.id();
}

// Applies the keys that the user has chosen for it, or else its own.
void applyKeys(Action& action) {
  if (UserSettings::contains(keyOf(action)))
    action.setShortcut(QKeySequence(UserSettings::value(keyOf(action)).toString(), QKeySequence::PortableText));
  else
    action.setShortcuts(action.standardKeys());
}

bool changesWithPlace(const QString& menu) {
  return menu == QLatin1String("edit") || menu == QLatin1String("view");
}

// True if the keys of both could be active at the same time.
bool meet(const Action& a, const Action& b) {
  const QWidget *one = a.keysIn(), *other = b.keysIn();
  if (!one || !other) return true;
  return one == other || one->isAncestorOf(other) || other->isAncestorOf(one);
}

}  // namespace

ActionRegistry::ActionRegistry(QWidget& window) : QObject(&window), window_(window) {
  connect(&UserSettings::changes(), &UserSettingsChanges::changed, this, [this](const QString& key) {
    Action* action = key.startsWith(kShortcuts) ? find(key.mid(kShortcuts.size())) : nullptr;
    if (!action) return;
    applyKeys(*action);
    Q_EMIT keysChanged();
  });
}

void ActionRegistry::add(Action* action, QWidget* place) {
  Q_ASSERT(!find(action->id()));
  entries_ << Entry{action, place};
  if (!action->keysIn()) window_.addAction(action);
  if (place && !action->isRemote())
    connect(action, &Action::starting, this, [this, place] {
      if (!place->isVisible()) Q_EMIT placeWanted(place);
    });
  applyKeys(*action);
}

void ActionRegistry::add(const QList<Action*>& actions, QWidget* place) {
  for (Action* action : actions) add(action, place);
}

QList<Action*> ActionRegistry::actions() const {
  QList<Action*> all;
  for (const Entry& entry : entries_) all << entry.action;
  return all;
}

Action* ActionRegistry::find(const QString& id) const {
  for (const Entry& entry : entries_)
    if (entry.action->id() == id) return entry.action;
  return nullptr;
}

QWidget* ActionRegistry::placeOf(const Action& action) const {
  for (const Entry& entry : entries_)
    if (entry.action == &action) return entry.place;
  return nullptr;
}

QList<Action*> ActionRegistry::ofMenu(const QString& menu, const QWidget* place) const {
  QList<Action*> found;
  for (const Entry& entry : entries_)
    if (entry.action->menuId() == menu && (!changesWithPlace(menu) || !entry.place || entry.place == place))
      found << entry.action;
  std::stable_sort(found.begin(), found.end(),
                   [](const Action* a, const Action* b) { return a->group() < b->group(); });
  return found;
}

Action* ActionRegistry::takenBy(const Action& action, const QKeySequence& keys) const {
  if (keys.isEmpty()) return nullptr;
  for (const Entry& entry : entries_)
    if (entry.action != &action && entry.action->shortcuts().contains(keys) && meet(action, *entry.action))
      return entry.action;
  return nullptr;
}

void ActionRegistry::setKeys(const Action& action, const QKeySequence& keys) {
  UserSettings::setValue(keyOf(action), keys.toString(QKeySequence::PortableText));
}

void ActionRegistry::resetKeys(const Action& action) {
  UserSettings::remove(keyOf(action));
}

bool ActionRegistry::hasStandardKeys(const Action& action) {
  return action.shortcuts() == action.standardKeys();
}

}  // namespace fovea

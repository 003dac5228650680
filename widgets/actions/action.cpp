#include "widgets/actions/action.h"

#include <QtWidgets/QWidget>

#include "widgets/theme/icon.h"

namespace fovea {

Action::Action(const ActionSpec& spec, QObject* parent) : QAction(parent), spec_(spec) {
  setObjectName(spec.id);
  setText(spec.text);
  setIconText(spec.shortText.isEmpty() ? spec.text : spec.shortText);
  setToolTip(spec.help);
  if (!spec.icon.isEmpty()) setIcon(fovea::icon(spec.icon));
  setShortcuts(spec.keys);
  if (!spec.keysIn) return;
  // The action is added to no widget, so that its shortcut does nothing by itself, even in the menu bar.
  if (spec.handlesKeys) {
    setShortcutContext(Qt::WidgetShortcut);
    return;
  }
  setShortcutContext(Qt::WidgetWithChildrenShortcut);
  spec.keysIn->addAction(this);
}

QString Action::menuId() const {
  if (spec_.menu == QLatin1String("-")) return {};
  return spec_.menu.isEmpty() ? spec_.id.section(QLatin1Char('.'), 0, 0) : spec_.menu;
}

void Action::setWords(const QString& text, const QString& shortText, const QString& help) {
  spec_.help = help;
  setText(text);
  setIconText(shortText);
  setToolTip(help);
}

QString Action::buttonToolTip() const {
  const QString words = spec_.help.isEmpty() ? text() : spec_.help;
  const QString keys = shortcut().toString(QKeySequence::NativeText);
  return keys.isEmpty() ? words : QStringLiteral("%1 (%2)").arg(words, keys);
}

Action* makeAction(QObject* parent, const ActionSpec& spec, std::function<void()> work) {
  auto* action = new Action(spec, parent);
  QObject::connect(action, &QAction::triggered, parent, [action, work = std::move(work)] {
    Q_EMIT action->starting();
    work();
  });
  return action;
}

}  // namespace fovea

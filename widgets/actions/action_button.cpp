#include "widgets/actions/action_button.h"

#include <QtWidgets/QMenu>

#include "widgets/theme/icon.h"

namespace fovea {

ActionButton::ActionButton(Action* action, ButtonLook look, QWidget* parent) : QPushButton(parent), look_(look) {
  if (look == ButtonLook::Primary) setProperty("kind", "primary");
  if (look == ButtonLook::Flat || look == ButtonLook::IconOnly) setProperty("kind", "flat");
  connect(this, &QPushButton::clicked, this, [this] {
    if (action_ && !action_->menu()) action_->trigger();
  });
  if (action)
    setAction(action);
  else
    hide();
}

void ActionButton::setAction(Action* action) {
  if (action_) action_->disconnect(this);
  const bool first = !action_;
  action_ = action;
  if (!action) return hide();
  if (first && isHidden()) show();
  connect(action, &QAction::changed, this, &ActionButton::follow);
  if (action->menu()) setMenu(action->menu());
  follow();
}

void ActionButton::follow() {
  const IconRole role = look_ == ButtonLook::Primary    ? IconRole::OnAccent
                        : look_ == ButtonLook::IconOnly ? IconRole::Muted
                                                        : IconRole::Text;
  // With an icon, a toolbar can hide the text if there is little room.
  setIcon(fovea::icon(action_->icon().name(), role));
  setText(look_ == ButtonLook::IconOnly ? QString() : action_->iconText());
  setAccessibleName(action_->iconText());
  setToolTip(action_->buttonToolTip());
  setEnabled(action_->isEnabled());
  // A button that its parent hides for other reasons stays hidden.
  if (action_->isVisible() != shown_) {
    shown_ = action_->isVisible();
    setVisible(shown_);
  }
}

}  // namespace fovea

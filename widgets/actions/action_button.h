// Why: a toolbar button displays an action's short text, icon, tooltip with keys, and enabled state, and follows its
// changes. A button never has a text or function of its own. GUI thread only.
#pragma once
#include <QtCore/QPointer>
#include <QtWidgets/QPushButton>

#include "widgets/actions/action.h"

namespace fovea {

enum class ButtonLook { Normal, Flat, Primary, IconOnly };

class ActionButton : public QPushButton {
  Q_OBJECT
 public:
  // Without an action the button is hidden.
  explicit ActionButton(Action* action = nullptr, ButtonLook look = ButtonLook::Normal, QWidget* parent = nullptr);

  Action* action() const { return action_; }
  // Not owned.
  void setAction(Action* action);

 private:
  void follow();

  QPointer<Action> action_;
  ButtonLook look_;
  bool shown_ = true;  // the action's last visibility
};

}  // namespace fovea

// Why: a button of a toolbar shows an action and follows it: its short words, icon, help with keys, and whether it can
// be pressed now. A button never has words or work of its own. GUI thread only.
#pragma once
#include <QtCore/QPointer>
#include <QtWidgets/QPushButton>

#include "widgets/actions/action.h"

namespace fovea {

enum class ButtonLook { Normal, Flat, Primary, IconOnly };

class ActionButton : public QPushButton {
  Q_OBJECT
 public:
  // Without an action it is hidden until it gets one.
  explicit ActionButton(Action* action = nullptr, ButtonLook look = ButtonLook::Normal, QWidget* parent = nullptr);

  Action* action() const { return action_; }
  // Not owned.
  void setAction(Action* action);

 private:
  void follow();

  QPointer<Action> action_;
  ButtonLook look_;
  bool shown_ = true;  // as the action last said
};

}  // namespace fovea

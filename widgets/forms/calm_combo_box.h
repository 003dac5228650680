// Why: a wheel turned over a form scrolls the form and must not change the box that happens to be under the pointer.
#pragma once
#include <QtGui/QWheelEvent>
#include <QtWidgets/QComboBox>

namespace fovea {

// A box that follows the wheel only while it has the focus, which the wheel does not give to it.
class CalmComboBox : public QComboBox {
 public:
  explicit CalmComboBox(QWidget* parent = nullptr) : QComboBox(parent) { setFocusPolicy(Qt::StrongFocus); }

 protected:
  void wheelEvent(QWheelEvent* event) override {
    if (hasFocus())
      QComboBox::wheelEvent(event);
    else
      event->ignore();
  }
};

}  // namespace fovea

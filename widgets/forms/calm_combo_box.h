// Why: a wheel turned over a form scrolls the form and must not change the box that happens to be under the pointer.
#pragma once
#include <QtGui/QWheelEvent>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QComboBox>
#include <algorithm>

namespace fovea {

// A box that follows the wheel only while it has the focus, which the wheel does not give to it.
class CalmComboBox : public QComboBox {
 public:
  explicit CalmComboBox(QWidget* parent = nullptr) : QComboBox(parent) { setFocusPolicy(Qt::StrongFocus); }

  // A list is as wide as its longest entry, however narrow the box is.
  void showPopup() override {
    view()->setMinimumWidth(std::max(width(), view()->sizeHintForColumn(0) + kRoomBeside));
    QComboBox::showPopup();
  }

 protected:
  void wheelEvent(QWheelEvent* event) override {
    if (hasFocus())
      QComboBox::wheelEvent(event);
    else
      event->ignore();
  }

 private:
  static constexpr int kRoomBeside = 40;  // margins and a scroll bar
};

}  // namespace fovea

// Why: a wheel turned over a form scrolls the form and must not change the box that happens to be under the pointer.
#pragma once
#include <QtGui/QWheelEvent>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QStylePainter>
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
  // A text that does not fit ends with an ellipsis.
  void paintEvent(QPaintEvent* event) override {
    if (isEditable()) return QComboBox::paintEvent(event);
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, room.width() - kTextMargins);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
  }
  void wheelEvent(QWheelEvent* event) override {
    if (hasFocus())
      QComboBox::wheelEvent(event);
    else
      event->ignore();
  }

 private:
  static constexpr int kRoomBeside = 40;  // margins and a scroll bar
  static constexpr int kTextMargins = 4;
};

}  // namespace fovea

// Why: children that are added to a visible widget one by one are all laid out for each of them: 500 children took
// 126,429 placements. A test of such a list counts how often its buttons are placed.
#pragma once
#include <QtCore/QEvent>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QApplication>

namespace fovea::test {

// Counts how often buttons anywhere in the program get another place or size.
class PlacementCounter : public QObject {
 public:
  PlacementCounter() { qApp->installEventFilter(this); }
  int placed = 0;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    placed +=
        qobject_cast<QAbstractButton*>(watched) && (event->type() == QEvent::Move || event->type() == QEvent::Resize);
    return false;
  }
};

}  // namespace fovea::test

// Why: the header of a panel says its name and holds what can be done with it; it is also where it is dragged.
#pragma once
#include <QFrame>

class QDockWidget;

namespace fovea {

class PanelHeader : public QFrame {
  Q_OBJECT
 public:
  PanelHeader(QDockWidget& dock, const QString& title);

 Q_SIGNALS:
  void closed();
};

}  // namespace fovea

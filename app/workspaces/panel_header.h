// Why: the header of a panel shows its name and its actions, and is the handle for dragging it.
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

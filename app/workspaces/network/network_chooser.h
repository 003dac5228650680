// Why: selects one of the project's networks and offers actions on it as a whole, at the head of the workspace. It
// requests; the network service acts.
#pragma once
#include <QPushButton>

#include "app/bridge/session.h"
#include "widgets/actions/action.h"

class QMenu;

namespace fovea {

class HistoryDialog;

class NetworkChooser : public QPushButton {
  Q_OBJECT
 public:
  // `place` is the parent of dialogs.
  NetworkChooser(Session& session, QWidget* place);

  // The actions on the shown network as a whole.
  const QList<Action*>& actions() const { return actions_; }
  QMenu* list() const { return menu_; }

 public Q_SLOTS:
  void rename();
  void duplicate();
  void remove();
  // Shows earlier states of the network, one of which can be restored.
  void showEarlier();

 Q_SIGNALS:
  void failed(const fovea::Error& error);
  // It can be restored with NetworkService::restore().
  void removed(const QString& name, const std::filesystem::path& kept);

 private:
  void makeActions();
  void fill();
  void fillBin();
  void showName();
  NetworkService::Done telling();

  Session& session_;
  QWidget* place_;
  QMenu* menu_;
  QMenu* bin_;
  QList<Action*> actions_;
  Action* putBack_ = nullptr;
};

}  // namespace fovea

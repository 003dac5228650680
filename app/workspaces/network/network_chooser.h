// Why: a project keeps several networks; which one is shown, and what can be done with it as a whole, stands at the
// head of the place. It asks; the network service does.
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

  // Makes the actions for the shown network as a whole.
  const QList<Action*>& actions() const { return actions_; }
  QMenu* list() const { return menu_; }

 public Q_SLOTS:
  void rename();
  void duplicate();
  void remove();
  // The earlier states of the shown network; one of them can be taken.
  void showEarlier();

 Q_SIGNALS:
  void failed(const fovea::Error& error);
  // It can be put back with NetworkService::restore().
  void removed(const QString& name, const std::filesystem::path& kept);

 private:
  void makeActions();
  void fill();
  void fillBin();
  void showName();
  void tell(const Status& status);

  Session& session_;
  QWidget* place_;
  QMenu* menu_;
  QMenu* bin_;
  QList<Action*> actions_;
  Action* putBack_ = nullptr;
};

}  // namespace fovea

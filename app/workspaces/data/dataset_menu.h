// Why: what can be done with a data set as a whole stands beside its name: training on it, its name and folder, and
// taking it out of the project, from which there is a way back.
#pragma once
#include <QPushButton>

#include "app/bridge/session.h"
#include "widgets/actions/action.h"

class QMenu;

namespace fovea {

class DatasetMenu : public QPushButton {
  Q_OBJECT
 public:
  // `place` is the parent of dialogs.
  DatasetMenu(Session& session, QWidget* place);

  const QList<Action*>& actions() const { return actions_; }
  QMenu* list() const { return menu_; }
  // Whether there is anything to do with it: a data set, or one to put back.
  bool useful() const;
  // Enables the actions that can be done now.
  void refresh();

 public Q_SLOTS:
  // Each of the selected data set.
  void trainOnIt();
  void showFolder();
  void askForName();
  void rename(const QString& name);
  void remove();
  // Asks before.
  void askToEmptyTrash();

 Q_SIGNALS:
  void renamed(const QString& before, const QString& name);
  // What Session::restoreDataset() takes; `used`: runs were trained on it.
  void removed(const fovea::RemovedDataset& removed, bool used);
  void trashEmptied();
  void failed(const fovea::Error& error);

 private:
  std::string selected() const;
  void tell(const Status& status);
  void makeActions();
  void fillBin();
  void emptyTrash();

  Session& session_;
  QWidget* place_;
  QMenu* menu_;
  QMenu* bin_;
  Action* train_ = nullptr;
  Action* putBack_ = nullptr;
  Action* empty_ = nullptr;
  QList<Action*> actions_;
};

}  // namespace fovea

// Why: the menu of actions on a whole data set, beside its name: train on it, rename it, open its folder, and remove it
// from the project, which can be undone.
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
  // Whether the menu has any action: there is a data set, or one to restore.
  bool useful() const;
  // Enables the currently possible actions. Reads the trash from the disk, so it is not for each choice of samples.
  void refresh();

 public Q_SLOTS:
  // All act on the selected data set.
  void trainOnIt();
  void showFolder();
  void askForName();
  void rename(const QString& name);
  void remove();
  // Asks for confirmation.
  void askToEmptyTrash();

 Q_SIGNALS:
  void renamed(const QString& before, const QString& name);
  // The argument for DatasetService::restore(); `used`: runs were trained on it.
  void removed(const fovea::RemovedDataset& removed, bool used);
  void trashEmptied();
  void failed(const fovea::Error& error);

 private:
  std::string selected() const;
  DatasetService::Done telling();
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

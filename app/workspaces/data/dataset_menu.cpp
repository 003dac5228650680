#include "app/workspaces/data/dataset_menu.h"

#include <QDesktopServices>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QUrl>
#include <algorithm>

#include "app/unless_gone.h"
#include "widgets/theme/icon.h"

namespace fovea {

DatasetMenu::DatasetMenu(Session& session, QWidget* place)
    : session_(session), place_(place), menu_(new QMenu(this)), bin_(new QMenu(this)) {
  setIcon(fovea::icon("more"));
  setProperty("kind", "flat");
  setAccessibleName(tr("More about the data set"));
  setToolTip(tr("Train on this data set, rename it, show its folder, remove it or put one back"));
  menu_->setToolTipsVisible(true);
  makeActions();
  for (Action* action : actions_) {
    if (action == putBack_) menu_->addSeparator();
    menu_->addAction(action);
  }
  setMenu(menu_);
  connect(menu_, &QMenu::aboutToShow, this, &DatasetMenu::refresh);
  for (QMenu* menu : {menu_, bin_}) connect(menu, &QMenu::aboutToShow, this, &DatasetMenu::fillBin);
  refresh();
}

void DatasetMenu::makeActions() {
  const auto add = [this](const char* id, const char* iconName, const QString& text, const QString& help,
                          std::function<void()> work) {
    const ActionSpec spec{.id = id, .text = text, .icon = iconName, .help = help, .group = 1};
    actions_ << makeAction(this, spec, std::move(work));
    return actions_.back();
  };
  train_ = add("data.train", "train", tr("Train on this data set"),
               tr("The next run trains on it; Train can choose another"), [this] { trainOnIt(); });
  add("data.rename", "edit", tr("Rename the data set…"),
      tr("Another name in the project; runs that were trained on it follow"), [this] { askForName(); });
  add("data.folder", "folder", tr("Show the folder of the data set"), tr("Where its files lie"),
      [this] { showFolder(); });
  add("data.remove", "delete", tr("Remove the data set"), tr("It can be put back"), [this] { remove(); });
  putBack_ = add("data.putBack", "undo", tr("Put back a removed data set"), tr("The latest of each name"), [] {});
  putBack_->setMenu(bin_);
  empty_ = add("data.emptyTrash", "delete", tr("Delete removed data sets for good…"), tr("Asks before"),
               [this] { askToEmptyTrash(); });
}

std::string DatasetMenu::selected() const {
  return session_.project() ? session_.project()->manifest().selectedDataset : std::string();
}

bool DatasetMenu::useful() const {
  return session_.project() && (!selected().empty() || !session_.project()->trashedDatasets().empty());
}

DatasetService::Done DatasetMenu::telling() {
  return unlessGone(this, [this](const Status& status) {
    if (!status.ok()) Q_EMIT failed(status.error());
  });
}

void DatasetMenu::refresh() {
  const bool any = !selected().empty();
  const bool trained = any && selected() == session_.trainingDatasetName();
  train_->setText(trained ? tr("The next run trains on it") : tr("Train on this data set"));
  const bool trash = session_.project() && !session_.project()->trashedDatasets().empty();
  for (Action* each : actions_) each->setEnabled(any && (each != train_ || !trained));
  for (Action* each : {putBack_, empty_}) each->setEnabled(trash);
}

void DatasetMenu::fillBin() {
  bin_->clear();
  if (!session_.project()) return;
  const auto trash = session_.project()->trashedDatasets();
  for (auto name = trash.rbegin(); name != trash.rend(); ++name) {
    // Restores the data set that was removed last among those with the same name.
    if (std::find(trash.rbegin(), name, *name) != name) continue;
    connect(bin_->addAction(QString::fromStdString(*name).replace('&', "&&")), &QAction::triggered, this,
            [this, wanted = *name] { session_.datasets()->restore(wanted, telling()); });
  }
}

void DatasetMenu::trainOnIt() {
  if (!selected().empty()) session_.datasets()->selectTraining(selected(), telling());
}

void DatasetMenu::showFolder() {
  if (!session_.project()) return;
  if (const auto folder = session_.project()->datasetFolder(selected()); folder.ok())
    QDesktopServices::openUrl(QUrl::fromLocalFile(QString::fromStdString(folder->string())));
  else
    Q_EMIT failed(folder.error());
}

void DatasetMenu::askForName() {
  if (selected().empty()) return;
  bool accepted = false;
  const QString name = QInputDialog::getText(place_, tr("Rename the data set"), tr("Name of the data set"),
                                             QLineEdit::Normal, QString::fromStdString(selected()), &accepted)
                           .trimmed();
  if (accepted) rename(name);
}

void DatasetMenu::rename(const QString& name) {
  const std::string before = selected();
  if (name.toStdString() == before) return;
  session_.datasets()->rename(before, name.toStdString(), unlessGone(this, [this, before, name](const Status& status) {
                                if (status.ok())
                                  Q_EMIT renamed(QString::fromStdString(before), name);
                                else
                                  Q_EMIT failed(status.error());
                              }));
}

void DatasetMenu::remove() {
  const std::string name = selected();
  if (name.empty()) return;
  const auto& runs = session_.runs()->entries();
  const bool used =
      std::any_of(runs.begin(), runs.end(), [&](const auto& each) { return each.second.record.dataset == name; });
  session_.datasets()->remove(name, [menu = QPointer(this), used](const Result<RemovedDataset>& gone) {
    if (!menu) return;
    if (gone.ok())
      Q_EMIT menu->removed(*gone, used);
    else
      Q_EMIT menu->failed(gone.error());
  });
}

void DatasetMenu::askToEmptyTrash() {
  if (!session_.project()) return;
  const auto trash = session_.project()->trashedDatasets();
  QStringList names;
  for (const std::string& name : trash) names << QStringLiteral("“%1”").arg(QString::fromStdString(name));
  QMessageBox question(
      QMessageBox::Question, tr("Delete removed data sets?"),
      tr("%1: the files are deleted for good. What they were imported from stays.").arg(names.join(", ")),
      QMessageBox::Yes | QMessageBox::Cancel, place_);
  question.setDefaultButton(QMessageBox::Cancel);
  question.button(QMessageBox::Yes)->setText(tr("Delete for good"));
  if (question.exec() == QMessageBox::Yes) emptyTrash();
}

void DatasetMenu::emptyTrash() {
  if (!session_.project()) return;
  Job* job = session_.datasets()->emptyTrash(*session_.jobs());
  connect(job, &Job::finished, this, [this](const Status& status) {
    if (status.ok())
      Q_EMIT trashEmptied();
    else if (status.error().code != ErrorCode::Cancelled)
      Q_EMIT failed(status.error());
  });
}

}  // namespace fovea

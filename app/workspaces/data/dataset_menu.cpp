#include "app/workspaces/data/dataset_menu.h"

#include <QDesktopServices>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QUrl>
#include <algorithm>

#include "widgets/theme/icon.h"

namespace fovea {

DatasetMenu::DatasetMenu(Session& session, QWidget* place) : session_(session), place_(place), menu_(new QMenu(this)) {
  setIcon(fovea::icon("more"));
  setProperty("kind", "flat");
  setAccessibleName(tr("More about the data set"));
  setToolTip(tr("Train on this data set, rename it, show its folder, remove it or put one back"));
  menu_->setToolTipsVisible(true);
  const auto action = [this](const char* iconName, const QString& text, const QString& help, auto work) {
    auto* made = new QAction(fovea::icon(iconName), text, this);
    made->setToolTip(help);
    connect(made, &QAction::triggered, this, work);
    actions_ << made;
    return made;
  };
  train_ = action("train", tr("Train on this data set"), tr("The next run trains on it; Train can choose another"),
                  &DatasetMenu::trainOnIt);
  action("edit", tr("Rename the data set…"), tr("Another name in the project; runs that were trained on it follow"),
         &DatasetMenu::askForName);
  action("folder", tr("Show the folder of the data set"), tr("Where its files lie"), &DatasetMenu::showFolder);
  action("delete", tr("Remove the data set"), tr("It can be put back"), &DatasetMenu::remove);
  setMenu(menu_);
  connect(menu_, &QMenu::aboutToShow, this, &DatasetMenu::fill);
}

std::string DatasetMenu::selected() const {
  return session_.project() ? session_.project()->manifest().selectedDataset : std::string();
}

bool DatasetMenu::useful() const {
  return session_.project() && (!selected().empty() || !session_.project()->trashedDatasets().empty());
}

void DatasetMenu::tell(const Status& status) {
  if (!status.ok()) Q_EMIT failed(status.error());
}

void DatasetMenu::fill() {
  menu_->clear();
  if (!session_.project()) return;
  const bool any = !selected().empty();
  const bool trained = any && selected() == session_.trainingDatasetName();
  train_->setText(trained ? tr("The next run trains on it") : tr("Train on this data set"));
  for (QAction* each : actions_) each->setEnabled(any && (each != train_ || !trained));
  menu_->addActions(actions_);
  const auto trash = session_.project()->trashedDatasets();
  if (trash.empty()) return;
  menu_->addSeparator();
  QMenu* bin = menu_->addMenu(fovea::icon("undo"), tr("Put back a removed data set"));
  for (auto name = trash.rbegin(); name != trash.rend(); ++name) {
    // The latest of a name is the one that comes back.
    if (std::find(trash.rbegin(), name, *name) != name) continue;
    connect(bin->addAction(QString::fromStdString(*name).replace('&', "&&")), &QAction::triggered, this,
            [this, wanted = *name] { tell(session_.restoreDataset(wanted)); });
  }
  connect(menu_->addAction(fovea::icon("delete"), tr("Delete removed data sets for good…")), &QAction::triggered, this,
          &DatasetMenu::askToEmptyTrash);
}

void DatasetMenu::trainOnIt() {
  if (!selected().empty()) tell(session_.selectTrainingDataset(selected()));
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
  const Status status = session_.renameDataset(before, name.toStdString());
  tell(status);
  if (status.ok()) Q_EMIT renamed(QString::fromStdString(before), name);
}

void DatasetMenu::remove() {
  const std::string name = selected();
  if (name.empty()) return;
  const auto runs = session_.project()->runs().runs();
  const bool used =
      runs.ok() && std::any_of(runs->begin(), runs->end(), [&](const RunRecord& run) { return run.dataset == name; });
  const auto gone = session_.removeDataset(name);
  if (gone.ok())
    Q_EMIT removed(*gone, used);
  else
    Q_EMIT failed(gone.error());
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
  Job* job = session_.emptyTrash();
  connect(job, &Job::finished, this, [this](const Status& status) {
    if (status.ok())
      Q_EMIT trashEmptied();
    else if (status.error().code != ErrorCode::Cancelled)
      Q_EMIT failed(status.error());
  });
}

}  // namespace fovea

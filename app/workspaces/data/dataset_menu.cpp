#include "app/workspaces/data/dataset_menu.h"

#include <QCheckBox>
#include <QDesktopServices>
#include <QMenu>
#include <QMessageBox>
#include <QUrl>
#include <algorithm>

#include "widgets/theme/icon.h"

namespace fovea {

DatasetMenu::DatasetMenu(Session& session, QWidget* parent)
    : QPushButton(fovea::icon("more"), QString(), parent), session_(session) {
  setProperty("kind", "flat");
  setAccessibleName(tr("More about the data set"));
  setToolTip(tr("Show the folder of this data set, or remove it"));
  auto* menu = new QMenu(this);
  connect(menu->addAction(fovea::icon("folder"), tr("Show its folder")), &QAction::triggered, this,
          &DatasetMenu::showFolder);
  connect(menu->addAction(fovea::icon("delete"), tr("Remove from the project…")), &QAction::triggered, this,
          &DatasetMenu::askToRemove);
  setMenu(menu);
}

std::string DatasetMenu::selected() const {
  return session_.project() ? session_.project()->manifest().selectedDataset : std::string();
}

void DatasetMenu::showFolder() {
  if (const auto folder = session_.project()->datasetFolder(selected()); folder.ok())
    QDesktopServices::openUrl(QUrl::fromLocalFile(QString::fromStdString(folder->string())));
  else
    Q_EMIT failed(folder.error());
}

void DatasetMenu::askToRemove() {
  const std::string name = selected();
  if (name.empty()) return;
  const auto runs = session_.project()->runs().runs();
  const bool used =
      runs.ok() && std::any_of(runs->begin(), runs->end(), [&](const RunRecord& run) { return run.dataset == name; });
  QString words = tr("\"%1\" is taken out of the project.").arg(QString::fromStdString(name));
  if (used) words += QLatin1Char(' ') + tr("Runs that were trained on it stay, but cannot be continued without it.");
  QMessageBox question(QMessageBox::Question, tr("Remove the data set?"), words, QMessageBox::Yes | QMessageBox::Cancel,
                       this);
  question.setDefaultButton(QMessageBox::Cancel);
  question.button(QMessageBox::Yes)->setText(tr("Remove"));
  // Only what an import made in the project is the project's to delete.
  if (session_.ownsDataset(name))
    question.setCheckBox(new QCheckBox(tr("Also delete its files from the project's folder")));
  if (question.exec() == QMessageBox::Yes) remove(question.checkBox() && question.checkBox()->isChecked());
}

void DatasetMenu::remove(bool withFiles) {
  const std::string name = selected();
  if (const Status status = session_.removeDataset(name, withFiles); !status.ok()) return Q_EMIT failed(status.error());
  Q_EMIT done(tr("\"%1\" is not in the project any more.").arg(QString::fromStdString(name)),
              withFiles ? QString() : tr("Its files are where they were."));
}

}  // namespace fovea

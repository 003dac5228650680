#include "app/workspaces/network/network_chooser.h"

#include <QActionGroup>
#include <QInputDialog>
#include <QMenu>

#include "app/unless_gone.h"
#include "app/workspaces/network/history_dialog.h"
#include "widgets/theme/icon.h"

namespace fovea {
namespace {

constexpr int kNameWidth = 170;

QString shownNameOf(const ProjectNetwork& network) {
  return QString::fromStdString(network.name).replace('&', "&&");
}

}  // namespace

NetworkChooser::NetworkChooser(Session& session, QWidget* place)
    : session_(session), place_(place), menu_(new QMenu(this)), bin_(new QMenu(this)) {
  setProperty("kind", "flat");
  setMenu(menu_);
  menu_->setToolTipsVisible(true);
  makeActions();
  connect(menu_, &QMenu::aboutToShow, this, &NetworkChooser::fill);
  for (QMenu* menu : {menu_, bin_}) connect(menu, &QMenu::aboutToShow, this, &NetworkChooser::fillBin);
  connect(session.networks(), &NetworkService::changed, this, &NetworkChooser::showName);
  connect(session.networks(), &NetworkService::listChanged, this, &NetworkChooser::showName);
  showName();
}

void NetworkChooser::makeActions() {
  const auto add = [this](const char* id, const char* iconName, const QString& text, const QString& help,
                          std::function<void()> work) {
    const ActionSpec spec{.id = id, .text = text, .icon = iconName, .help = help, .group = 3};
    actions_ << makeAction(this, spec, std::move(work));
    return actions_.back();
  };
  add("network.rename", "edit", tr("Rename the network…"), tr("Another name for the network that is shown"),
      [this] { rename(); });
  add("network.duplicate", "copy", tr("Duplicate the network"), tr("A copy beside it, to try something"),
      [this] { duplicate(); });
  add("network.earlier", "clock", tr("Earlier states of the network…"),
      tr("What it was after each change that was saved"), [this] { showEarlier(); });
  add("network.remove", "delete", tr("Remove the network"), tr("It can be put back; runs that trained it keep it"),
      [this] { remove(); });
  putBack_ = add("network.putBack", "undo", tr("Put back a removed network"), {}, [] {});
  putBack_->setMenu(bin_);
}

void NetworkChooser::showName() {
  const Project* const project = session_.project();
  const std::string& own = session_.network().name();
  // The name is the one that the project lists: undo may bring back a name that another network has.
  const QString name =
      QString::fromStdString(project ? project->freeNetworkName(own, project->manifest().networkFile) : own);
  setText(fontMetrics().elidedText(name, Qt::ElideMiddle, kNameWidth).replace('&', "&&"));
  const std::size_t count = project ? project->networks().size() : 1;
  setToolTip(count > 1 ? tr("%1: one of %2 networks of the project").arg(name).arg(count) : name);
  setAccessibleName(tr("Networks of the project; shown: %1").arg(name));
  for (Action* each : actions_) each->setEnabled(project != nullptr);
  putBack_->setEnabled(project && !project->removedNetworks().empty());
}

void NetworkChooser::fill() {
  menu_->clear();
  const Project* project = session_.project();
  auto* group = new QActionGroup(menu_);
  for (const ProjectNetwork& network : project ? project->networks() : std::vector<ProjectNetwork>()) {
    const bool current = network.file == project->manifest().networkFile;
    // The file of the current network is saved with a short delay, so its shown name is used.
    QAction* choose = menu_->addAction(current ? text() : shownNameOf(network));
    choose->setCheckable(true);
    choose->setChecked(current);
    choose->setToolTip(QString::fromStdString(network.file.string()));
    group->addAction(choose);
    connect(choose, &QAction::triggered, this,
            [this, file = network.file] { session_.networks()->select(file, telling()); });
  }
  menu_->addSeparator();
  for (Action* each : actions_) menu_->addAction(each);
}

void NetworkChooser::fillBin() {
  bin_->clear();
  if (!session_.project()) return;
  for (const ProjectNetwork& network : session_.project()->removedNetworks())
    connect(bin_->addAction(shownNameOf(network)), &QAction::triggered, this,
            [this, file = network.file] { session_.networks()->restore(file, telling()); });
}

NetworkService::Done NetworkChooser::telling() {
  return unlessGone(this, [this](const Status& status) {
    if (!status.ok()) Q_EMIT failed(status.error());
  });
}

void NetworkChooser::rename() {
  bool accepted = false;
  const QString name =
      QInputDialog::getText(place_, tr("Rename the network"), tr("Name of the network"), QLineEdit::Normal,
                            QString::fromStdString(session_.network().name()), &accepted)
          .trimmed();
  if (accepted) session_.networks()->rename(name.toStdString(), telling());
}

void NetworkChooser::duplicate() {
  session_.networks()->duplicate(telling());
}

void NetworkChooser::remove() {
  const QString name = QString::fromStdString(session_.network().name());
  session_.networks()->remove([chooser = QPointer(this), name](const Result<std::filesystem::path>& kept) {
    if (!chooser) return;
    if (kept.ok())
      Q_EMIT chooser->removed(name, *kept);
    else
      Q_EMIT chooser->failed(kept.error());
  });
}

void NetworkChooser::showEarlier() {
  auto* dialog = new HistoryDialog(*session_.networks(), place_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    session_.applyEdit({ReplaceNetwork{dialog->chosen()}, tr("Take an earlier state").toStdString()});
  });
  dialog->open();
}

}  // namespace fovea

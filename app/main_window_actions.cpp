// Why: actions of the whole program; those of a workspace are created there.
#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>

#include "app/actions/action_registry.h"
#include "app/actions/menu_bar.h"
#include "app/bridge/user_settings.h"
#include "app/command_palette.h"
#include "app/main_window.h"
#include "app/settings/settings_dialog.h"
#include "app/status_strip.h"
#include "app/unless_gone.h"
#include "app/workspaces/workspace.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

QString savingHelp(const Preferences& chosen) {
  return chosen.autosaveSeconds == Preferences::kNoAutosave
             ? MainWindow::tr(
                   "Save the network now; else it is saved when a run begins, and when the project or the "
                   "program is closed")
             : MainWindow::tr("Save the network now; it is also saved by itself after each change");
}

}  // namespace

void MainWindow::addCommand(const ActionSpec& spec, std::function<void()> work) {
  actions_->add(makeAction(this, spec, std::move(work)));
}

void MainWindow::makeActions() {
  makeFileActions();
  makeEditActions();
  makeViewActions();
  addCommand({.id = "help.find",
              .text = tr("Find an action, a layer, a run…"),
              .shortText = tr("Find anything"),
              .icon = "search",
              .keys = {QKeySequence(tr("Ctrl+K"))},
              .help = tr("By a part of its name")},
             [this] { openPalette(); });
  addCommand(
      {.id = "help.about", .text = tr("About Fovea"), .icon = "info", .help = tr("Version and licence"), .group = 1},
      [this] { showAbout(); });
}

void MainWindow::makeFileActions() {
  addCommand({.id = "file.new",
              .text = tr("New project…"),
              .icon = "add",
              .keys = {QKeySequence::New},
              .help = tr("In a folder of its own")},
             [this] { newProject(); });
  addCommand({.id = "file.open",
              .text = tr("Open project…"),
              .icon = "folder",
              .keys = {QKeySequence::Open},
              .help = tr("A folder that holds a project")},
             [this] { chooseProject(); });
  addCommand({.id = "file.newWindow",
              .text = tr("New window"),
              .icon = "float",
              .keys = {QKeySequence(tr("Ctrl+Alt+N"))},
              .help = tr("For another project beside this one")},
             [this] { Q_EMIT newWindowWanted(); });
  addCommand({.id = "file.recent", .text = tr("Recent projects"), .icon = "clock"}, [] {});
  auto* recent = new QMenu(this);
  recent->setToolTipsVisible(true);
  actions_->find("file.recent")->setMenu(recent);
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
  addCommand({.id = "file.save",
              .text = tr("Save"),
              .icon = "save",
              .keys = {QKeySequence::Save},
              .help = savingHelp(Preferences::load()),
              .group = 1},
             [this] { saveNow(); });
  addCommand({.id = "file.settings",
              .text = tr("Settings…"),
              .icon = "settings",
              .keys = {QKeySequence(tr("Ctrl+,"))},
              .help = tr("Theme, device, threads, saving, shortcuts"),
              .group = 2},
             [this] { openSettings(); });
  addCommand({.id = "file.closeWindow",
              .text = tr("Close window"),
              .icon = "close",
              .keys = {QKeySequence(tr("Ctrl+W"))},
              .help = tr("The last one ends the program"),
              .group = 9},
             [this] { close(); });
  addCommand({.id = "file.quit",
              .text = tr("Quit"),
              .icon = "close",
              .keys = {QKeySequence::Quit},
              .help = tr("Close all windows"),
              .group = 9},
             [] { QApplication::closeAllWindows(); });
}

void MainWindow::makeEditActions() {
  addCommand({.id = "edit.undo",
              .text = tr("Undo"),
              .icon = "undo",
              .keys = {QKeySequence::Undo},
              .help = tr("Take the last change back")},
             [this] { workspace(currentPlace())->undo(); });
  // Uses both shortcuts on every desktop; help shows the first one.
  addCommand({.id = "edit.redo",
              .text = tr("Redo"),
              .icon = "redo",
              .keys = {QKeySequence(tr("Ctrl+Shift+Z")), QKeySequence(tr("Ctrl+Y"))},
              .help = tr("Make the change again")},
             [this] { workspace(currentPlace())->redo(); });
  addCommand({.id = "edit.find",
              .text = tr("Find here"),
              .icon = "search",
              .keys = {QKeySequence::Find},
              .help = tr("In what is shown"),
              .group = 8},
             [this] { workspace(currentPlace())->find(); });
}

void MainWindow::makeViewActions() {
  addCommand({.id = "view.inspector",
              .text = tr("Show or hide the inspector"),
              .icon = "inspect",
              .keys = {QKeySequence(tr("Ctrl+I"))},
              .help = tr("The panel at the right, in all workspaces"),
              .group = 1},
             [this] { toggleInspector(); });
  addCommand({.id = "view.theme",
              .text = tr("Switch between dark and light"),
              .icon = "moon",
              .keys = {QKeySequence(tr("Ctrl+Shift+L"))},
              .help = tr("Kept for the next start"),
              .group = 7},
             [this] {
               themes_.toggle();
               UserSettings::setValue("theme", themes_.kind() == ThemeKind::Dark ? "dark" : "light");
             });
  addCommand({.id = "view.systemTheme",
              .text = tr("Colours as the system"),
              .icon = "sun",
              .help = tr("Dark or light, as the desktop is"),
              .group = 7},
             [this] {
               themes_.followSystem();
               UserSettings::setValue("theme", "system");
             });
  addCommand({.id = "view.resetLayout",
              .text = tr("Reset layout"),
              .icon = "refresh",
              .help = tr("Every panel of this place where it was at first"),
              .group = 2},
             [this] { workspace(currentPlace())->resetLayout(); });
  addCommand({.id = "view.fullScreen",
              .text = tr("Full screen"),
              .icon = "fit",
              .keys = {QKeySequence(Qt::Key_F11)},
              .help = tr("And back"),
              .menu = "window",
              .group = 2},
             [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::saveNow() {
  session_.saveNetwork(unlessGone(this, [this](const Status& status) {
    status_->showNotice(status.ok() ? tr("Saved") : coreMessage(status.error()));
  }));
}

void MainWindow::fillRecent(QMenu& menu) {
  menu.clear();
  for (const QString& folder : session_.recentProjects()) {
    if (!QFileInfo::exists(folder)) continue;
    QAction* open = menu.addAction(icon("folder"), QFileInfo(folder).fileName().replace('&', "&&"), this,
                                   [this, folder] { openProject(folder); });
    open->setToolTip(QDir::toNativeSeparators(folder));
  }
}

// Actions that make no sense at present are disabled.
void MainWindow::updateActions() {
  const Workspace* place = workspace(currentPlace());
  actions_->find("edit.undo")->setEnabled(place->canUndo());
  actions_->find("edit.redo")->setEnabled(place->canRedo());
  actions_->find("file.save")->setEnabled(session_.project() != nullptr);
  const QStringList recent = session_.recentProjects();
  actions_->find("file.recent")->setEnabled(std::any_of(recent.begin(), recent.end(), [](const QString& each) {
    return QFileInfo::exists(each);
  }));
}

void MainWindow::openPalette() {
  found_ = std::make_unique<QObject>();
  QList<QAction*> things;
  for (Workspace* place : workspaces_)
    for (const Findable& each : place->findables()) {
      things << new QAction(icon(each.iconName), each.text, found_.get());
      connect(things.back(), &QAction::triggered, this, [this, name = place->objectName(), show = each.show] {
        showPlace(name);
        show();
      });
    }
  // The actions of the shown workspace come first.
  const QWidget* shown = workspace(currentPlace());
  QList<QAction*> here, elsewhere;
  for (Action* action : actions_->actions()) {
    if (action->menu()) continue;
    (actions_->placeOf(*action) == shown ? here : elsewhere) << action;
  }
  palette_->open(here + elsewhere, things);
}

void MainWindow::applyPreferences() {
  const Preferences chosen = Preferences::load();
  applyToSession(session_, chosen);
  Action* save = actions_->find("file.save");
  save->setWords(save->text(), save->iconText(), savingHelp(chosen));
}

void MainWindow::openSettings() {
  if (!settings_) {
    settings_ = new SettingsDialog(session_, themes_, *actions_, this);
    settings_->setAttribute(Qt::WA_DeleteOnClose);
  }
  settings_->open();
}

void MainWindow::showAbout() {
  QMessageBox::about(this, tr("About Fovea"),
                     tr("<b>Fovea %1</b><p>A native workbench for deep learning.</p><p>Apache License 2.0</p>")
                         .arg(QCoreApplication::applicationVersion().toHtmlEscaped()));
}

}  // namespace fovea

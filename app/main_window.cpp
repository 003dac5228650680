#include "app/main_window.h"

#include <QAction>
#include <QButtonGroup>
#include <QCloseEvent>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QToolButton>
#include <QUrl>

#include "app/bridge/network_exchange.h"
#include "app/command_palette.h"
#include "app/status_strip.h"
#include "app/workspaces/data/data_workspace.h"
#include "app/workspaces/home/home_workspace.h"
#include "app/workspaces/inspect/inspect_workspace.h"
#include "app/workspaces/network/network_workspace.h"
#include "app/workspaces/train/train_workspace.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {

MainWindow::MainWindow(Session& session, ThemeManager& themes, QWidget* parent)
    : QMainWindow(parent), session_(session), themes_(themes) {
  auto* center = new QWidget;
  auto* rows = new QVBoxLayout(center);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(0);
  QVBoxLayout* rail = nullptr;
  columns->addWidget(makeRail(rail));
  stack_ = new QStackedWidget;
  columns->addWidget(stack_, 1);
  rows->addLayout(columns, 1);
  status_ = new StatusStrip(session_);
  rows->addWidget(status_);
  setCentralWidget(center);
  setMinimumSize(1024, 640);
  setAcceptDrops(true);

  auto* home = new HomeWorkspace(session_);
  connect(home, &HomeWorkspace::projectChosen, this, &MainWindow::openProject);
  connect(home, &HomeWorkspace::exampleChosen, this, &MainWindow::openExample);
  connect(home, &HomeWorkspace::openRequested, this, &MainWindow::chooseProject);
  connect(home, &HomeWorkspace::newRequested, this, &MainWindow::newProject);
  addPlace(home, "home", rail);
  addPlace(new DataWorkspace(session_), "data", rail);
  addPlace(new NetworkWorkspace(session_), "network", rail);
  addPlace(new TrainWorkspace(session_), "train", rail);
  addPlace(new InspectWorkspace(session_), "inspect", rail);
  rail->addStretch(1);
  palette_ = new CommandPalette(this);
  makeActions();
  connect(&session_, &Session::projectChanged, this, &MainWindow::updateTitle);
  connect(&session_, &Session::failed, this,
          [this](const Error& error) { status_->showNotice(QString::fromStdString(error.text())); });
  updateTitle();
  showPlace("home");
}

MainWindow::~MainWindow() = default;

QFrame* MainWindow::makeRail(QVBoxLayout*& column) {
  auto* rail = new QFrame;
  fovea::setKind(rail, "rail");
  rail->setFixedWidth(size::kRail);
  column = new QVBoxLayout(rail);
  column->setContentsMargins(7, 10, 7, 10);
  column->setSpacing(6);
  railButtons_ = new QButtonGroup(this);
  return rail;
}

void MainWindow::addPlace(Workspace* workspace, const QString& name, QVBoxLayout* rail) {
  workspace->setObjectName(name);
  workspaces_.append(workspace);
  stack_->addWidget(workspace);
  connect(workspace, &Workspace::placeRequested, this, &MainWindow::showPlace);

  const auto number = workspaces_.size();
  auto* button = new QToolButton;
  button->setCheckable(true);
  button->setAutoRaise(true);
  button->setIcon(icon(workspace->iconName()));
  button->setIconSize(QSize(size::kRailIcon, size::kRailIcon));
  button->setFixedSize(38, 38);
  button->setToolTip(tr("%1 (Ctrl+%2)").arg(workspace->title()).arg(number));
  button->setAccessibleName(workspace->title());
  railButtons_->addButton(button);
  rail->addWidget(button);
  connect(button, &QToolButton::clicked, this, [this, name] { showPlace(name); });
  addAction(tr("Go to %1").arg(workspace->title()), workspace->iconName(),
            QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number)), [this, name] { showPlace(name); });
}

QAction* MainWindow::addAction(const QString& text, const QString& iconName, const QKeySequence& shortcut,
                               std::function<void()> work) {
  auto* action = new QAction(icon(iconName), text, this);
  action->setShortcut(shortcut);
  connect(action, &QAction::triggered, this, [work = std::move(work)] { work(); });
  QWidget::addAction(action);
  return action;
}

void MainWindow::makeActions() {
  addAction(tr("New project…"), "add", QKeySequence::New, [this] { newProject(); });
  addAction(tr("Open project…"), "folder", QKeySequence::Open, [this] { chooseProject(); });
  addAction(tr("Undo"), "undo", QKeySequence::Undo, [this] { workspace(currentPlace())->undo(); });
  // Both wordings, whatever the desktop prefers: the tooltips name the first.
  addAction(tr("Redo"), "redo", QKeySequence(), [this] {
    workspace(currentPlace())->redo();
  })->setShortcuts({QKeySequence(tr("Ctrl+Shift+Z")), QKeySequence(tr("Ctrl+Y"))});
  addAction(tr("Save"), "save", QKeySequence::Save, [this] {
    const Status status = session_.saveNetwork();
    status_->showNotice(status.ok() ? tr("Saved") : QString::fromStdString(status.error().text()));
  });
  addAction(tr("Switch between dark and light"), "moon", QKeySequence(tr("Ctrl+Shift+L")), [this] {
    themes_.toggle();
    QSettings().setValue("theme", themes_.kind() == ThemeKind::Dark ? "dark" : "light");
  });
  addAction(tr("Colours as the system"), "sun", QKeySequence(), [this] {
    themes_.followSystem();
    QSettings().setValue("theme", "system");
  });
  addAction(tr("Show or hide the inspector"), "inspect", QKeySequence(tr("Ctrl+I")), [this] {
    for (Workspace* place : workspaces_) place->setInspectorVisible(!place->inspectorVisible());
  });
  addAction(tr("Pause or continue training"), "pause", QKeySequence(tr("Ctrl+P")), [this] {
    const bool paused = session_.training()->snapshot()->state == WorkerState::Paused;
    paused ? session_.training()->resume() : session_.training()->pause();
  });
  addAction(tr("Stop training"), "stop", QKeySequence(), [this] { session_.training()->stop(); });
  addAction(tr("Find an action, a layer, a run…"), "search", QKeySequence(), [this] {
    openPalette();
  })->setShortcuts({QKeySequence(tr("Ctrl+K")), QKeySequence(QKeySequence::Find)});
  addAction(tr("Quit"), "close", QKeySequence::Quit, [this] { close(); });
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
  palette_->open(actions() + workspace(currentPlace())->actions(), things);
}

void MainWindow::showPlace(const QString& name) {
  Workspace* wanted = workspace(name);
  if (!wanted) return;
  stack_->setCurrentWidget(wanted);
  railButtons_->buttons().at(workspaces_.indexOf(wanted))->setChecked(true);
  // On the place itself: a ring around its first button would say that a person chose it.
  wanted->setFocus(Qt::OtherFocusReason);
  wanted->activate();
}

QString MainWindow::currentPlace() const {
  return stack_->currentWidget()->objectName();
}

Workspace* MainWindow::workspace(const QString& name) const {
  for (Workspace* place : workspaces_)
    if (place->objectName() == name) return place;
  return nullptr;
}

void MainWindow::showHomeError(const Error& error) {
  showPlace("home");
  static_cast<HomeWorkspace*>(workspace("home"))->showProblem(error);
}

void MainWindow::openProject(const QString& folder) {
  if (const Status status = session_.openProject(folder.toStdString()); !status.ok()) {
    showHomeError(status.error());
    return;
  }
  static_cast<HomeWorkspace*>(workspace("home"))->clearProblem();
  showPlace(session_.network().layers().empty() ? "data" : "network");
}

void MainWindow::openExample(const QString& example, const QString& folder) {
  Job* job = session_.openExample(example.toStdString(), folder.toStdString());
  connect(job, &Job::finished, this, [this](const Status& status) {
    if (status.ok())
      showPlace("network");
    else if (status.error().code != ErrorCode::Cancelled)
      showHomeError(status.error());
  });
}

void MainWindow::chooseProject() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Open a project"), QDir::home().filePath("Fovea"));
  if (!folder.isEmpty()) openProject(folder);
}

void MainWindow::newProject() {
  bool accepted = false;
  const QString name = QInputDialog::getText(this, tr("New project"), tr("Name of the project"), QLineEdit::Normal,
                                             tr("My project"), &accepted)
                           .trimmed();
  if (!accepted || name.isEmpty()) return;
  QString folderName = name;
  folderName.replace('/', '-');
  const QString folder =
      QFileDialog::getSaveFileName(this, tr("Folder of the new project"), QDir::home().filePath("Fovea/" + folderName));
  if (folder.isEmpty()) return;
  if (const Status status = session_.createProject(folder.toStdString(), name.toStdString()); !status.ok())
    showHomeError(status.error());
  else
    showPlace("data");
}

void MainWindow::updateTitle() {
  setWindowTitle(session_.project() ? QString::fromStdString(session_.project()->name()) : tr("Fovea"));
}

void MainWindow::restorePlace() {
  resize(1440, 900);
  restoreGeometry(QSettings().value("geometry").toByteArray());
}

bool MainWindow::confirmClose() {
  if (!session_.training()->active()) return true;
  const auto answer = QMessageBox::question(
      this, tr("Stop training?"),
      tr("A run is under way. It will be stopped with a checkpoint, and can be continued from there."),
      QMessageBox::Ok | QMessageBox::Cancel);
  return answer == QMessageBox::Ok;
}

namespace {

// The one file that is being dropped, if it is a network.
QString droppedNetwork(const QMimeData& data) {
  const QList<QUrl> urls = data.urls();
  const QString file = urls.size() == 1 ? urls.first().toLocalFile() : QString();
  return canImportNetwork(file) && QFileInfo(file).isFile() ? file : QString();
}

}  // namespace

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedNetwork(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString file = droppedNetwork(*event->mimeData());
  if (file.isEmpty()) return;
  event->acceptProposedAction();
  showPlace("network");
  static_cast<NetworkWorkspace*>(workspace("network"))->openNetworkFile(file);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!confirmClose()) {
    event->ignore();
    return;
  }
  QSettings().setValue("geometry", saveGeometry());
  event->accept();
}

}  // namespace fovea

#include "app/main_window.h"

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
#include <QPushButton>
#include <QScreen>
#include <QToolButton>
#include <QUrl>

#include "app/actions/action_registry.h"
#include "app/actions/menu_bar.h"
#include "app/bridge/network_exchange.h"
#include "app/bridge/user_settings.h"
#include "app/command_palette.h"
#include "app/home_path.h"
#include "app/page_stack.h"
#include "app/settings/preferences.h"
#include "app/status_strip.h"
#include "app/unless_gone.h"
#include "app/workspaces/data/data_workspace.h"
#include "app/workspaces/home/home_workspace.h"
#include "app/workspaces/inspect/inspect_workspace.h"
#include "app/workspaces/network/network_workspace.h"
#include "app/workspaces/train/train_workspace.h"
#include "widgets/actions/action_button.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr const char* kInspectorKey = "inspector";
constexpr QSize kFirstSize(1440, 900);
constexpr QSize kWindowFrame(16, 48);  // size of the desktop's window frame

// Returns the dropped file or folder, if it is only one.
QString droppedPath(const QMimeData& data) {
  const QList<QUrl> urls = data.urls();
  return urls.size() == 1 ? urls.first().toLocalFile() : QString();
}

}  // namespace

MainWindow::MainWindow(Session& session, ThemeManager& themes, QWidget* parent)
    : QMainWindow(parent), session_(session), themes_(themes) {
  auto* center = new QWidget;
  auto* rows = new QVBoxLayout(center);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  heldBanner_ = new Banner;
  heldBanner_->setDismissible(false);
  heldBanner_->hide();
  rows->addWidget(heldBanner_);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(0);
  QVBoxLayout* rail = nullptr;
  columns->addWidget(makeRail(rail));
  stack_ = new PageStack;
  columns->addWidget(stack_, 1);
  rows->addLayout(columns, 1);
  status_ = new StatusStrip(session_);
  rows->addWidget(status_);
  setCentralWidget(center);
  setMinimumSize(1024, 640);
  setAcceptDrops(true);

  actions_ = new ActionRegistry(*this);
  connect(actions_, &ActionRegistry::placeWanted, this,
          [this](const QWidget* place) { showPlace(place->objectName()); });
  palette_ = new CommandPalette(this);
  makeActions();
  makePlaces(rail);
  menus_ = new MenuBar(*actions_);
  menus_->setCornerWidget(new ActionButton(actions_->find("help.find"), ButtonLook::Flat));
  setMenuBar(menus_);
  connect(&session_, &Session::projectChanged, this, &MainWindow::updateTitle);
  connect(&session_, &Session::projectChanged, this, &MainWindow::showHeld);
  connect(&session_, &Session::projectChanged, stack_, &PageStack::prepareSoon);
  connect(&session_, &Session::failed, this, [this](const Error& error) { status_->showNotice(coreMessage(error)); });
  for (const auto signal : {&Session::projectChanged, &Session::networkChanged, &Session::datasetChanged})
    connect(&session_, signal, this, &MainWindow::updateActions);
  connect(&UserSettings::changes(), &UserSettingsChanges::changed, this, [this](const QString& key) {
    if (Preferences::holds(key)) applyPreferences();
  });
  updateTitle();
  showPlace("home");
}

void MainWindow::makePlaces(QVBoxLayout* rail) {
  auto* home = new HomeWorkspace(session_);
  connect(home, &HomeWorkspace::projectChosen, this, &MainWindow::openProject);
  connect(home, &HomeWorkspace::exampleChosen, this, &MainWindow::openExample);
  addPlace(home, "home", rail);
  auto* samples = new DataWorkspace(session_);
  addPlace(samples, "data", rail);
  addPlace(new NetworkWorkspace(session_), "network", rail);
  auto* train = new TrainWorkspace(session_);
  addPlace(train, "train", rail);
  auto* inspect = new InspectWorkspace(session_);
  addPlace(inspect, "inspect", rail);
  connect(inspect, &InspectWorkspace::recordsWanted, this, [this, samples](const std::vector<std::uint32_t>& records) {
    showPlace("data");
    samples->showRecords(records);
  });
  connect(train, &TrainWorkspace::inspectionWanted, this, [this, inspect](const CheckpointRecord& checkpoint) {
    showPlace("inspect");
    inspect->showCheckpoint(checkpoint.run, checkpoint.step);
  });
  rail->addStretch(1);
}

MainWindow::~MainWindow() = default;

QFrame* MainWindow::makeRail(QVBoxLayout*& column) {
  auto* rail = new QFrame;
  fovea::setKind(rail, "rail");
  rail->setFixedWidth(size::kRail);
  column = new QVBoxLayout(rail);
  column->setContentsMargins((size::kRail - size::kRailButtonWidth) / 2, 8, 0, 8);
  column->setSpacing(2);
  railButtons_ = new QButtonGroup(this);
  return rail;
}

void MainWindow::addPlace(Workspace* workspace, const QString& name, QVBoxLayout* rail) {
  workspace->setObjectName(name);
  workspaces_.append(workspace);
  stack_->addWidget(workspace);
  connect(workspace, &Workspace::placeRequested, this, &MainWindow::showPlace);
  connect(workspace, &Workspace::findRequested, this, &MainWindow::openPalette);
  workspace->restoreLayout();
  workspace->setInspectorVisible(UserSettings::value(kInspectorKey, true).toBool());

  const auto number = workspaces_.size();
  auto* button = new QToolButton;
  button->setCheckable(true);
  button->setAutoRaise(true);
  button->setIcon(icon(workspace->iconName()));
  button->setIconSize(QSize(size::kRailIcon, size::kRailIcon));
  button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
  button->setText(workspace->title());
  QFont caption = font();
  caption.setPixelSize(size::kCaption);
  button->setFont(caption);
  button->setFixedSize(size::kRailButtonWidth, size::kRailButtonHeight);
  button->setAccessibleName(workspace->title());
  railButtons_->addButton(button);
  rail->addWidget(button);
  connect(button, &QToolButton::clicked, this, [this, name] { showPlace(name); });
  addCommand({.id = "window." + name,
              .text = tr("Go to %1").arg(workspace->title()),
              .icon = workspace->iconName(),
              .keys = {QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number))}},
             [this, name] { showPlace(name); });
  Action* go = actions_->find("window." + name);
  const auto follow = [button, go] { button->setToolTip(go->buttonToolTip()); };
  connect(go, &QAction::changed, button, follow);
  follow();
  actions_->add(workspace->commands(), workspace);
  workspace->addProgramButtons(*actions_);
  connect(workspace, &Workspace::undoChanged, this, &MainWindow::updateActions);
}

void MainWindow::showPlace(const QString& name) {
  Workspace* wanted = workspace(name);
  if (!wanted) return;
  stack_->setCurrentWidget(wanted);
  railButtons_->buttons().at(workspaces_.indexOf(wanted))->setChecked(true);
  // Focuses the workspace itself: a focus ring on its first button would look like a user's choice.
  wanted->setFocus(Qt::OtherFocusReason);
  wanted->activate();
  if (menus_) menus_->showPlace(wanted);
  updateActions();
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
  whenEnded(EndingDialog::Purpose::ChangeProject, [this, folder] {
    session_.openProject(pathFromText(folder), unlessGone(this, [this](const Status& status) {
                           if (!status.ok()) return showHomeError(status.error());
                           static_cast<HomeWorkspace*>(workspace("home"))->clearProblem();
                           const bool empty = session_.network().layers().empty() && !session_.networks()->damage();
                           showPlace(empty ? "data" : "network");
                         }));
  });
}

void MainWindow::openExample(const QString& example, const QString& folder) {
  whenEnded(EndingDialog::Purpose::ChangeProject, [this, example, folder] {
    Job* job = session_.openExample(example.toStdString(), pathFromText(folder));
    connect(job, &Job::finished, this, [this](const Status& status) {
      if (status.ok())
        showPlace("network");
      else if (status.error().code != ErrorCode::Cancelled)
        showHomeError(status.error());
    });
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
  whenEnded(EndingDialog::Purpose::ChangeProject, [this, folder, name] {
    session_.createProject(pathFromText(folder), name.toStdString(), unlessGone(this, [this](const Status& status) {
                             if (status.ok())
                               showPlace("data");
                             else
                               showHomeError(status.error());
                           }));
  });
}

void MainWindow::updateTitle() {
  const QString name = session_.project() ? QString::fromStdString(session_.project()->name()) : tr("Fovea");
  setWindowTitle(session_.readOnly() ? tr("%1 (read only)").arg(name) : name);
}

void MainWindow::showHeld() {
  if (!session_.readOnly()) return heldBanner_->dismiss();
  const auto& held = session_.heldElsewhere();
  heldBanner_->showMessage(Banner::Tone::Warning,
                           tr("This project can only be read here: nothing can be changed, trained or imported."),
                           held ? coreMessage(held->message) : QString());
  auto* again = heldBanner_->addAction(tr("Try again"));
  again->setToolTip(tr("Open it for changes, if it was closed there; else read it anew"));
  const QString folder = QString::fromStdString(session_.project()->folder().string());
  connect(again, &QPushButton::clicked, this, [this, folder] { openProject(folder); });
}

void MainWindow::restorePlace() {
  // Limits the size so that the window with its frame fits on the screen.
  resize(kFirstSize.boundedTo(screen()->availableSize() - kWindowFrame).expandedTo(minimumSize()));
  restoreGeometry(UserSettings::value("geometry").toByteArray());
}

void MainWindow::toggleInspector() {
  const Workspace* place = workspace(currentPlace());
  const bool shown =
      place->hasInspector() ? place->inspectorVisible() : UserSettings::value(kInspectorKey, true).toBool();
  UserSettings::setValue(kInspectorKey, !shown);
  for (Workspace* each : workspaces_) each->setInspectorVisible(!shown);
}

QStringList MainWindow::unsaved() const {
  QStringList lines;
  for (Workspace* place : workspaces_) lines << place->unsaved();
  return lines;
}

bool MainWindow::underWay(EndingDialog::Purpose purpose) const {
  return EndingDialog::wanted(session_, purpose, unsaved());
}

void MainWindow::whenEnded(EndingDialog::Purpose purpose, std::function<void()> then) {
  if (!underWay(purpose)) {
    then();
    return;
  }
  delete ending_;
  ending_ = new EndingDialog(session_, purpose, unsaved(), this);
  ending_->setAttribute(Qt::WA_DeleteOnClose);
  // Queued, as `then` may close the window.
  connect(
      ending_, &QDialog::accepted, this, [then = std::move(then)] { then(); }, Qt::QueuedConnection);
  ending_->open();
}

Workspace* MainWindow::placeFor(const QString& file) const {
  if (file.isEmpty() || !QFileInfo::exists(file)) return nullptr;
  // A project is opened wherever it is dropped, since nobody would import it as data.
  if (Workspace* home = workspace("home"); home->takesFile(file)) return home;
  if (Workspace* shown = workspace(currentPlace()); shown->takesFile(file)) return shown;
  // A picture may contain a network, but usually does not.
  return canImportNetwork(file) && !isPictureFile(file) ? workspace("network") : nullptr;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (placeFor(droppedPath(*event->mimeData()))) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString file = droppedPath(*event->mimeData());
  Workspace* place = placeFor(file);
  if (!place) return;
  event->acceptProposedAction();
  showPlace(place->objectName());
  place->openFile(file);
}

void MainWindow::saveAtEnd() {
  saving_ = true;
  session_.saveNetwork(unlessGone(this, [this](const Status& saved) {
    saving_ = false;
    saved_ = saved.ok() || QMessageBox::warning(this, tr("The network cannot be saved"), coreMessage(saved.error()),
                                                QMessageBox::Cancel | QMessageBox::Discard,
                                                QMessageBox::Cancel) == QMessageBox::Discard;
    ended_ = saved_;
    // Within closeEvent() this does nothing; closeEvent() checks `saved_` itself.
    if (saved_) close();
  }));
}

void MainWindow::closeEvent(QCloseEvent* event) {
  event->ignore();
  if (!std::exchange(ended_, false) && underWay(EndingDialog::Purpose::Close)) {
    whenEnded(EndingDialog::Purpose::Close, [this] {
      ended_ = true;
      close();
    });
    return;
  }
  // Saved on the project thread; the window closes when that is done.
  if (session_.project() && !saved_) {
    if (!saving_) saveAtEnd();
    if (!saved_) return;
  }
  saved_ = ended_ = false;
  for (const Workspace* place : workspaces_) place->saveLayout();
  UserSettings::setValue("geometry", saveGeometry());
  event->accept();
  Q_EMIT closed();
}

}  // namespace fovea

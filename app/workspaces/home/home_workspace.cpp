#include "app/workspaces/home/home_workspace.h"

#include <QDir>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QtConcurrent/QtConcurrentRun>

#include "app/actions/action_registry.h"
#include "app/start_options.h"
#include "app/workspaces/home/project_card.h"
#include "core/base/guarded.h"
#include "core/project/project_manifest.h"
#include "widgets/actions/action_button.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/flow_layout.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kColumnWidth = 960;

// Returns the folder of a project; empty if `file` is not one.
QString projectFolderOf(const QString& file) {
  const QFileInfo info(file);
  if (info.isDir()) return QFileInfo(QDir(file).filePath(kProjectFile)).isFile() ? file : QString();
  return info.isFile() && info.fileName() == QLatin1String(kProjectFile) ? info.absolutePath() : QString();
}

struct DeviceLine {
  QString icon;
  QString title;
  QString words;
};

// Lists the devices of the processor and CUDA backends. May load libraries, so not for the GUI thread.
std::vector<DeviceLine> findDeviceLines(const BackendRegistry& backends) {
  std::vector<DeviceLine> lines;
  for (const auto& backend : backends.backends()) {
    if (backend->name() != "cpu" && backend->name() != "cuda") continue;
    const QString iconName = backend->name() == "cpu" ? "cpu" : "gpu";
    const auto devices = backend->devices();
    if (!devices.ok()) {
      lines.push_back({iconName, HomeWorkspace::tr("No GPU"), coreMessage(devices.error())});
      continue;
    }
    for (const DeviceInfo& device : *devices) {
      const double gigabytes = static_cast<double>(device.memoryBytes) / 1e9;
      lines.push_back({iconName, coreMessage(device.name),
                       HomeWorkspace::tr("%1 · %2 GB of memory")
                           .arg(QString::fromStdString(device.id))
                           .arg(numberText(gigabytes, 'f', 1))});
    }
  }
  return lines;
}

}  // namespace

HomeWorkspace::HomeWorkspace(Session& session, QWidget* parent) : Workspace(session, tr("Home"), "home", parent) {
  auto* page = new QWidget;
  auto* middle = new QHBoxLayout(page);
  middle->setContentsMargins(size::kPageMargin, 24, size::kPageMargin, 24);
  auto* column = new QVBoxLayout;
  column->setSpacing(size::kGutter);
  middle->addStretch(1);
  auto* holder = new QWidget;
  holder->setMaximumWidth(kColumnWidth);
  holder->setMinimumWidth(640);
  holder->setLayout(column);
  middle->addWidget(holder, 100);
  middle->addStretch(1);
  buildExamples(column);
  column->addSpacing(size::kGrid);
  column->addWidget(new SectionLabel(tr("Projects")));
  projects_ = new QWidget;
  projectCards_ = new FlowLayout(projects_, size::kGutter);
  projectCards_->setContentsMargins(0, 0, 0, 0);
  column->addWidget(projects_);
  column->addSpacing(size::kGrid);
  buildDevices(column);
  column->addStretch(1);

  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(page);
  setContent(scroll);
  connect(&session, &Session::projectChanged, this, &HomeWorkspace::showProjects);
  connect(&session, &Session::projectChanged, this, &HomeWorkspace::clearProblem);
  for (const auto signal : {&RunLibrary::runAdded, &RunLibrary::runChanged, &RunLibrary::runRemoved})
    connect(session.runs(), signal, this, &HomeWorkspace::showRuns);
  showProjects();
  findDevices();
}

void HomeWorkspace::buildExamples(QVBoxLayout* column) {
  column->addWidget(new SectionLabel(tr("Start with an example")));
  for (const ExampleProject& example : exampleProjects()) {
    auto* card = new Card(coreMessage(example.title));
    auto* text = new QLabel(coreMessage(example.description));
    text->setWordWrap(true);
    setKind(text, "muted");
    card->body()->addWidget(text);
    auto* open = new QPushButton(icon("play", IconRole::OnAccent), tr("Open"));
    open->setProperty("kind", "primary");
    open->setAccessibleName(tr("Open the example %1").arg(coreMessage(example.title)));
    const QString name = QString::fromStdString(example.name);
    connect(open, &QPushButton::clicked, this, [this, name] { Q_EMIT exampleChosen(name, exampleFolder(name)); });
    card->addToHeader(open);
    column->addWidget(card);
  }
}

void HomeWorkspace::buildDevices(QVBoxLayout* column) {
  column->addWidget(new SectionLabel(tr("This machine")));
  devices_ = new Card;
  auto* asking = new QLabel(tr("Looking for devices…"));
  setKind(asking, "muted");
  devices_->body()->addWidget(asking);
  column->addWidget(devices_);
}

void HomeWorkspace::addProgramButtons(const ActionRegistry& program) {
  addToToolbarRight(new ActionButton(program.find("file.open")));
  addToToolbarRight(new ActionButton(program.find("file.new"), ButtonLook::Primary));
}

void HomeWorkspace::activate() {
  showProjects();
}

bool HomeWorkspace::takesFile(const QString& file) const {
  return !projectFolderOf(file).isEmpty();
}

void HomeWorkspace::openFile(const QString& file) {
  Q_EMIT projectChosen(projectFolderOf(file));
}

void HomeWorkspace::showProblem(const Error& error) {
  showError(error);
}

void HomeWorkspace::clearProblem() {
  banner()->dismiss();
}

void HomeWorkspace::showProjects() {
  while (QLayoutItem* item = projectCards_->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  for (const QString& folder : session().recentProjects()) {
    if (!QFileInfo::exists(folder)) continue;
    auto* card = new ProjectCard(folder, projects_);
    connect(card, &ProjectCard::chosen, this, [this, folder] { Q_EMIT projectChosen(folder); });
    // Queued: forgetting deletes the card, which is still emitting this signal.
    connect(
        card, &ProjectCard::forgotten, this, [this, folder] { forget(folder); }, Qt::QueuedConnection);
    projectCards_->addWidget(card);
    card->show();
  }
  if (projectCards_->count() == 0) {
    auto* none = new QLabel(tr("Projects you open are listed here."), projects_);
    setKind(none, "muted");
    projectCards_->addWidget(none);
    none->show();
  }
  projects_->updateGeometry();
}

// Keeps the cards, since a run that trains changes several times a second: one of them may have the focus or be
// pressed.
void HomeWorkspace::showRuns() {
  if (!isVisible() || !session().project()) return;
  const QString open = QString::fromStdString(session().project()->folder().string());
  for (ProjectCard* card : projects_->findChildren<ProjectCard*>())
    if (card->folder() == open) card->read();
}

void HomeWorkspace::forget(const QString& folder) {
  session().forgetProject(folder);
  showProjects();
  QString shown = folder;
  if (shown.startsWith(QDir::homePath() + '/')) shown = "~" + shown.mid(QDir::homePath().size());
  banner()->showMessage(Banner::Tone::Info, tr("The project is out of the list."),
                        tr("Its folder stays: %1").arg(shown));
  connect(banner()->addAction(tr("Undo")), &QPushButton::clicked, this, [this, folder] {
    session().rememberProject(folder);
    banner()->dismiss();
    showProjects();
  });
}

void HomeWorkspace::findDevices() {
  auto* watcher = new QFutureWatcher<std::vector<DeviceLine>>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
    while (QLayoutItem* item = devices_->body()->takeAt(0)) {
      if (item->widget()) item->widget()->deleteLater();
      delete item;
    }
    for (const DeviceLine& line : watcher->result()) {
      auto* row = new QHBoxLayout;
      row->setSpacing(12);
      auto* picture = new QLabel;
      picture->setPixmap(icon(line.icon).pixmap(QSize(size::kRailIcon, size::kRailIcon), devicePixelRatioF()));
      auto* words = new QVBoxLayout;
      words->setSpacing(2);
      auto* title = new QLabel(line.title);
      setKind(title, "strong");
      auto* text = new QLabel(line.words);
      text->setWordWrap(true);
      setKind(text, "muted");
      words->addWidget(title);
      words->addWidget(text);
      row->addWidget(picture, 0, Qt::AlignTop);
      row->addLayout(words, 1);
      devices_->body()->addLayout(row);
    }
    watcher->deleteLater();
  });
  watcher->setFuture(QtConcurrent::run([backends = session().backends()] {
    const auto lines = guarded([&] { return findDeviceLines(*backends); });
    return lines.ok() ? *lines : std::vector<DeviceLine>{{"cpu", tr("Unknown"), coreMessage(lines.error())}};
  }));
}

}  // namespace fovea

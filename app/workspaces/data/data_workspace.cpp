#include "app/workspaces/data/data_workspace.h"

#include <QComboBox>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "app/actions/action_registry.h"
#include "app/bridge/network_exchange.h"
#include "app/unless_gone.h"
#include "app/wizards/import_wizard.h"
#include "app/workspaces/data/data_panel.h"
#include "app/workspaces/data/data_words.h"
#include "app/workspaces/data/dataset_menu.h"
#include "app/workspaces/data/filter_bar.h"
#include "app/workspaces/data/sample_panel.h"
#include "app/workspaces/data/sample_thumbnails.h"
#include "app/workspaces/data/skipped_dialog.h"
#include "core/data/store/dataset_export.h"
#include "widgets/actions/action_button.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kTourMilliseconds = 600;
constexpr int kMostOfName = 320;  // pixels of a data set's name in the toolbar
enum Page { kNoData, kSamples, kNoSamples };

}  // namespace

DataWorkspace::DataWorkspace(Session& session, QWidget* parent)
    : Workspace(session, tr("Data"), "data", parent),
      browser_(new SampleBrowser(session, this)),
      dataset_(new QComboBox),
      filters_(new FilterBar(session, *browser_)),
      grid_(new ThumbnailGrid),
      pages_(new QStackedWidget),
      nothing_(new EmptyState("search", tr("No sample is like that"),
                              tr("Take a filter away to see more of the data set."))),
      dataPanel_(new DataPanel(*browser_)),
      samplePanel_(new SamplePanel) {
  buildToolbar();
  buildActions();
  auto* empty = new EmptyState("data", tr("No data yet"),
                               tr("Import a folder of samples: it is looked into first, and nothing is written before "
                                  "you have seen what was found."));
  connect(empty->addAction(tr("Import data…")), &QPushButton::clicked, this, &DataWorkspace::importData);
  pages_->addWidget(empty);
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(size::kPageMargin, size::kGutter, size::kPageMargin, size::kPageMargin);
  column->addWidget(grid_);
  pages_->addWidget(page);
  connect(nothing_->addAction(tr("Show all samples")), &QPushButton::clicked, this,
          [this] { browser_->setFilter({}); });
  pages_->addWidget(nothing_);
  auto* middle = new QWidget;
  auto* rows = new QVBoxLayout(middle);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(filters_);
  rows->addWidget(pages_, 1);
  setContent(middle);
  setInspector(buildInspector(), tr("Samples"));
  grid_->setAccessibleName(tr("Samples"));
  connectParts();
  showDatasets();
  showView(true, true);
}

void DataWorkspace::connectParts() {
  connect(browser_, &SampleBrowser::viewChanged, this, [this](SampleBrowser::Change change) {
    showView(change == SampleBrowser::Change::NewData, change != SampleBrowser::Change::Refresh);
    showActions();
  });
  connect(browser_, &SampleBrowser::failed, this, &DataWorkspace::showError);
  connect(browser_, &SampleBrowser::verified, this, &DataWorkspace::showVerified);
  connect(dataPanel_, &DataPanel::skippedWanted, this, &DataWorkspace::showSkipped);
  connect(grid_, &ThumbnailGrid::selectionChanged, this, &DataWorkspace::showSelection);
  connect(grid_, &ThumbnailGrid::activated, samplePanel_, &SamplePanel::showLarge);
  connect(grid_, &ThumbnailGrid::menuRequested, this, &DataWorkspace::showMenu);
  connect(samplePanel_, &SamplePanel::relabel, this, &DataWorkspace::relabelSelected);
  connect(samplePanel_, &SamplePanel::newClass, this, &DataWorkspace::askForClass);
  connect(samplePanel_, &SamplePanel::move, this, &DataWorkspace::moveSelected);
  connect(samplePanel_, &SamplePanel::exclude, this, &DataWorkspace::excludeSelected);
  connect(samplePanel_, &SamplePanel::include, this, &DataWorkspace::includeSelected);
  connect(&session(), &Session::datasetChanged, this, &DataWorkspace::showDatasets);
  connect(&session(), &Session::projectChanged, this, &DataWorkspace::showDatasets);
  connect(&session(), &Session::trainingDatasetChanged, more_, &DatasetMenu::refresh);
}

void DataWorkspace::buildToolbar() {
  dataset_->setAccessibleName(tr("Data set"));
  dataset_->setToolTip(tr("The data set that is shown here; Train chooses the one that it trains on"));
  dataset_->setMinimumWidth(180);
  dataset_->setMaximumWidth(kMostOfName);
  addToToolbarLeft(dataset_);
  more_ = new DatasetMenu(session(), this);
  connect(more_, &DatasetMenu::failed, this, &DataWorkspace::showError);
  connect(more_, &DatasetMenu::removed, this, &DataWorkspace::tellRemoved);
  connect(more_, &DatasetMenu::renamed, this, [this](const QString& before, const QString& name) {
    banner()->showMessage(Banner::Tone::Good, tr("“%1” is “%2” now.").arg(before, name), {});
  });
  connect(more_, &DatasetMenu::trashEmptied, this, [this] {
    more_->setVisible(more_->useful());
    more_->refresh();
    banner()->showMessage(Banner::Tone::Good, tr("The removed data sets are deleted."), {});
  });
  addToToolbarLeft(more_);
  undo_ = new ActionButton(nullptr, ButtonLook::IconOnly);
  redo_ = new ActionButton(nullptr, ButtonLook::IconOnly);
  addToToolbarLeft(undo_);
  addToToolbarLeft(redo_);
  connect(dataset_, &QComboBox::currentTextChanged, this, [this](const QString& name) {
    if (filling_ || name.isEmpty()) return;
    session().datasets()->select(name.toStdString(), unlessGone(this, [this](const Status& status) {
                                   if (status.ok()) return;
                                   showDatasets();  // the box names the data set that is shown
                                   showError(status.error());
                                 }));
  });
}

void DataWorkspace::buildActions() {
  Action* import = addCommand(
      {.id = "data.import", .text = tr("Import data…"), .icon = "import", .help = tr("Makes a data set from files")},
      [this] { importData(); });
  export_ = addCommand({.id = "data.export",
                        .text = tr("Export the view as a data set…"),
                        .shortText = tr("Export view…"),
                        .icon = "export",
                        .keys = {QKeySequence(tr("Ctrl+E"))},
                        .help = tr("Writes the samples that are shown as a data set of their own")},
                       [this] { exportView(); });
  addCommands(more_->actions());
  // These keys are letters, which belong to text fields elsewhere, so they work only in the grid.
  const auto add = [this](const char* id, const QString& text, const char* iconName, const QKeySequence& keys,
                          const QString& help, std::function<void()> work) {
    ofSelection_ << addCommand({.id = id,
                                .text = text,
                                .icon = iconName,
                                .keys = {keys},
                                .help = help,
                                .menu = "edit",
                                .group = 2,
                                .keysIn = grid_},
                               std::move(work));
  };
  add("data.relabel", tr("Relabel the selected samples…"), "edit", QKeySequence(tr("R")), tr("Chooses their class"),
      [this] { chooseClass(); });
  add("data.move", tr("Move the selected samples…"), "export", QKeySequence(tr("M")), tr("Chooses their split"),
      [this] { chooseSplit(); });
  add("data.tag", tr("Tag the selected samples…"), "tag", QKeySequence(tr("T")),
      tr("Words by which they are found again; networks do not see them"), [this] { chooseTags(); });
  add("data.exclude", tr("Leave out the selected samples"), "remove", QKeySequence(Qt::Key_Delete),
      tr("They stay in the data set, and no run trains on them"), [this] { excludeSelected(); });
  add("data.include", tr("Take back the selected samples"), "add", QKeySequence(Qt::SHIFT | Qt::Key_Delete),
      tr("Samples that were left out count again"), [this] { includeSelected(); });
  addToToolbarRight(new ActionButton(export_));
  addToToolbarRight(new ActionButton(import, ButtonLook::Primary));
}

void DataWorkspace::addProgramButtons(const ActionRegistry& program) {
  undo_->setAction(program.find("edit.undo"));
  redo_->setAction(program.find("edit.redo"));
  showDatasets();
}

void DataWorkspace::showActions() {
  export_->setEnabled(source_ && source_->count() > 0);
  for (Action* action : ofSelection_) action->setEnabled(source_ && grid_->selectionSize() > 0);
}

void DataWorkspace::find() {
  filters_->search()->setFocus(Qt::ShortcutFocusReason);
  filters_->search()->selectAll();
}

// Accepts any folder, and any file except one that can only be a network.
bool DataWorkspace::takesFile(const QString& file) const {
  return session().project() && (!canImportNetwork(file) || isPictureFile(file));
}

QWidget* DataWorkspace::buildInspector() {
  auto* inspector = new QWidget;
  auto* column = new QVBoxLayout(inspector);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(18);
  column->addWidget(samplePanel_);
  column->addWidget(dataPanel_);
  column->addStretch(1);
  return inspector;
}

QComboBox* DataWorkspace::splitFilter() const {
  return filters_->split();
}
QComboBox* DataWorkspace::classFilter() const {
  return filters_->classes();
}

void DataWorkspace::activate() {
  browser_->measure();
}

std::vector<Findable> DataWorkspace::findables() {
  std::vector<Findable> found;
  if (!session().project()) return found;
  for (const ProjectDataset& each : session().project()->manifest().datasets)
    found.push_back({tr("Data set %1").arg(QString::fromStdString(each.name)), "data",
                     [this, name = each.name] { session().datasets()->select(name, showingErrors()); }});
  return found;
}

void DataWorkspace::importData() {
  importFrom({});
}

void DataWorkspace::importFrom(const QString& path) {
  if (!session().project()) {
    banner()->showMessage(Banner::Tone::Warning, tr("No project is open."),
                          tr("Data belongs to a project: open or create one first."));
    connect(banner()->addAction(tr("Go to Home")), &QPushButton::clicked, this,
            [this] { Q_EMIT placeRequested("home"); });
    return;
  }
  if (session().readOnly()) return showError(projectIsReadOnly());
  banner()->dismiss();
  auto* wizard = new ImportWizard(session(), this);
  wizard->setAttribute(Qt::WA_DeleteOnClose);
  if (!path.isEmpty()) wizard->setSource(path);
  wizard->open();
}

void DataWorkspace::showDatasets() {
  filling_ = true;
  dataset_->clear();
  if (session().project()) {
    for (const ProjectDataset& each : session().project()->manifest().datasets)
      dataset_->addItem(QString::fromStdString(each.name));
    dataset_->setCurrentText(QString::fromStdString(session().project()->manifest().selectedDataset));
  }
  filling_ = false;
  const auto dataset = session().dataset();
  dataset_->setVisible(dataset_->count() > 0);
  more_->setVisible(more_->useful());
  more_->refresh();
  for (ActionButton* button : {undo_, redo_}) button->setVisible(dataset && button->action());
  filters_->setVisible(dataset != nullptr);
  showActions();
  setInspectorUseful(dataset != nullptr);
  if (session().datasetError())
    showError(*session().datasetError());
  else
    banner()->dismiss();
}

void DataWorkspace::showVerified(qint64 damaged, qint64 samples) {
  if (damaged == 0) {
    banner()->showMessage(Banner::Tone::Good, tr("No sample is damaged."),
                          tr("All %1 were read and are what was written.").arg(words::count(samples)));
    return;
  }
  banner()->showMessage(
      Banner::Tone::Warning,
      damaged == 1 ? tr("1 sample is damaged.") : tr("%1 samples are damaged.").arg(words::count(damaged)),
      tr("Of %1: they cannot be trained on. Leave them out, or import them again.").arg(words::count(samples)));
  connect(banner()->addAction(tr("Show them")), &QPushButton::clicked, this, [this] {
    CatalogueFilter filter;
    filter.qualities = bitOf(Quality::Corrupt);
    browser_->setFilter(filter);
  });
}

void DataWorkspace::tellRemoved(const RemovedDataset& removed, bool used) {
  QStringList words;
  if (!removed.inTrash)
    words << tr("Its files are where they were, in %1.").arg(QString::fromStdString(removed.folder.string()));
  if (used) words << tr("Runs that were trained on it stay, but cannot be continued without it.");
  if (removed.trained && !session().trainingDatasetName().empty())
    words << tr("The next run trains on “%1”.").arg(QString::fromStdString(session().trainingDatasetName()));
  banner()->showMessage(Banner::Tone::Info, tr("“%1” is removed.").arg(QString::fromStdString(removed.name)),
                        words.join(' '));
  connect(banner()->addAction(tr("Undo")), &QPushButton::clicked, this,
          [this, removed] { session().datasets()->restore(removed, showingErrors()); });
}

void DataWorkspace::showSkipped() {
  if (!session().dataset()) return;
  auto* dialog = new SkippedDialog(session(), session().dataset(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

void DataWorkspace::showRecords(std::vector<std::uint32_t> records) {
  std::sort(records.begin(), records.end());
  CatalogueFilter filter;
  filter.records = std::make_shared<const std::vector<std::uint32_t>>(std::move(records));
  const auto trained = session().trainingDataset();
  if (!trained) return;
  if (session().dataset() && session().dataset()->sharesStore(*trained)) return browser_->setFilter(filter);
  session().datasets()->select(session().trainingDatasetName(), unlessGone(this, [this, filter](const Status& shown) {
                                 shown.ok() ? browser_->setFilter(filter) : showError(shown.error());
                               }));
}

QColor DataWorkspace::ink() const {
  return currentTheme().color(Color::Accent);
}

void DataWorkspace::showView(bool newData, bool toTop) {
  const auto view = browser_->view();
  if (!view) {
    pages_->setCurrentIndex(session().dataset() ? kSamples : kNoData);
    source_.reset();
    grid_->setSource(nullptr);
    return;
  }
  const auto& dataset = view->catalogue.dataset();
  std::vector<bool> marked(view->catalogue.records());
  const auto before = source_ && !newData ? selectedRecords() : std::vector<std::uint32_t>();
  for (const std::uint32_t record : before) marked[record] = true;
  const qint64 at = grid_->current();
  const std::uint32_t current = source_ && at >= 0 && !newData ? source_->record(at) : UINT32_MAX;
  const qint64 place = before.empty() ? -1 : grid_->selection().constFirst();
  // The view owns the records and lives as long as its pictures.
  const auto records = std::shared_ptr<const std::vector<std::uint32_t>>(view, &view->found.records);
  source_ = std::make_shared<SampleThumbnails>(view->catalogue, records, ink());
  pages_->setCurrentIndex(records->empty() ? kNoSamples : kSamples);
  samplePanel_->setClasses(dataset->info());
  if (newData) {
    samplePanel_->show(nullptr, 0, 0, {});
    grid_->setSource(source_);
    if (isVisible()) browser_->measure();
    return;
  }
  QList<qint64> selection;
  qint64 now = -1;
  for (std::size_t i = 0; i < records->size() && (!before.empty() || current != UINT32_MAX); ++i) {
    if (marked[(*records)[i]]) selection.append(static_cast<qint64>(i));
    if ((*records)[i] == current) now = static_cast<qint64>(i);
  }
  // If the selected sample has disappeared, selects the one at its position.
  if (selection.isEmpty() && !toTop && place >= 0 && !records->empty()) {
    now = std::min(place, static_cast<qint64>(records->size()) - 1);
    selection = {now};
  }
  grid_->updateSource(source_, selection, now, toTop);
}

void DataWorkspace::showSelection() {
  const qint64 selected = grid_->selectionSize();
  const QList<qint64> items = grid_->selection();
  // The current picture may have been taken out of the selection, on which alone the panel's buttons act.
  const bool currentIsOne = std::binary_search(items.begin(), items.end(), grid_->current());
  const qint64 item = currentIsOne ? grid_->current() : items.value(0, -1);
  const bool any = source_ && item >= 0 && item < source_->count();
  samplePanel_->show(any ? browser_->view() : nullptr, any ? source_->record(item) : 0, any ? selected : 0, ink());
  showActions();
}

void DataWorkspace::exportView() {
  const auto view = browser_->view();
  if (!view || view->found.records.empty()) return;
  const Project& project = *session().project();
  const QString wish = tr("%1 part").arg(QString::fromStdString(project.manifest().selectedDataset));
  bool accepted = false;
  const QString name =
      QInputDialog::getText(this, tr("Export the view"),
                            tr("Name of the new data set with %1 samples")
                                .arg(words::count(static_cast<std::int64_t>(view->found.records.size()))),
                            QLineEdit::Normal, QString::fromStdString(project.freeDatasetName(wish.toStdString())),
                            &accepted)
          .trimmed();
  if (accepted && !name.isEmpty()) exportViewAs(name);
}

void DataWorkspace::exportViewAs(const QString& name) {
  const auto view = browser_->view();
  if (!view || !session().project()) return;
  const Project& project = *session().project();
  if (project.readOnly()) return showError(projectIsReadOnly());
  if (project.manifest().find(name.toStdString()))
    return showError(fail(ErrorCode::AlreadyExists,
                          "The project has a data set named \"" + name.toStdString() + "\" already.",
                          "Choose another name."));
  const std::filesystem::path target = project.newDatasetFolder(name.toStdString());
  auto damaged = std::make_shared<std::int64_t>(0);
  Job* job = session().jobs()->start(
      tr("Writing %1").arg(name),
      [view, target, name, damaged](const ProgressFunction& progress, const CancelToken& cancel) -> Status {
        FOVEA_TRY(const ExportSummary written, exportSamples(*view->catalogue.dataset(), view->found.records, target,
                                                             name.toStdString(), progress, cancel));
        *damaged = written.skipped;
        return {};
      });
  connect(job, &Job::finished, this, [this, name, target, damaged](const Status& status) {
    if (status.ok()) return finishExport(name, target, *damaged);
    if (status.error().code != ErrorCode::Cancelled) showError(status.error());
  });
}

void DataWorkspace::finishExport(const QString& name, const std::filesystem::path& target, std::int64_t damaged) {
  const QString leftOut = damaged == 0   ? QString()
                          : damaged == 1 ? tr("1 damaged sample is not in it.")
                                         : tr("%1 damaged samples are not in it.").arg(words::count(damaged));
  session().datasets()->keep(
      name.toStdString(), target, unlessGone(this, [this, name, leftOut](const Status& kept) {
        if (!kept.ok()) return showError(kept.error());
        banner()->showMessage(leftOut.isEmpty() ? Banner::Tone::Good : Banner::Tone::Warning,
                              tr("The data set %1 is written.").arg(name), leftOut);
        connect(banner()->addAction(tr("Show it")), &QPushButton::clicked, this,
                [this, name] { session().datasets()->select(name.toStdString(), showingErrors()); });
      }));
}

DatasetService::Done DataWorkspace::showingErrors() {
  return unlessGone(this, [this](const Status& status) {
    if (status.ok()) return;
    showSelection();  // the box of classes may show a choice that was refused
    showError(status.error());
  });
}

// Drawn samples (not photographs) use the theme's colours.
void DataWorkspace::changeEvent(QEvent* event) {
  Workspace::changeEvent(event);
  if (!isThemeChange(event) || !browser_ || !browser_->view() || !source_) return;
  if (browser_->view()->catalogue.dataset()->info().inputType != DataType::UInt8) showView(true, true);
}

void DataWorkspace::prepareForTour(std::function<void()> ready) {
  if (source_ && source_->count() > 4) grid_->setCurrent(4);
  QTimer::singleShot(kTourMilliseconds, this, [ready = std::move(ready)] { ready(); });
}

}  // namespace fovea

#include "app/bridge/network_service.h"

#include <algorithm>
#include <utility>

#include "core/train/data_fit.h"

namespace fovea {
namespace {

constexpr int kAutosaveMilliseconds = 500;
constexpr std::size_t kMostStatesAtOnce = 100;

bool isBlank(const Network& network) {
  return network.layers().empty() && network.notes().empty() && network.blocks().empty();
}

NetworkDamage describe(const Error& error, const Project& project, const NetworkHistory& history,
                       const RunStore& store) {
  NetworkDamage damage{error, std::nullopt, {}};
  if (error.code == ErrorCode::Corrupt && !project.readOnly())
    if (auto kept = keepDamagedFile(project.networkFile()); kept.ok()) damage.kept = std::move(*kept);
  // A file of a newer version is not damaged; only this program cannot read it.
  if (error.code == ErrorCode::NewerVersion) return damage;
  if (auto last = history.lastGood(); last.ok()) damage.states.push_back({std::move(last->network), {}});
  const auto runs = store.runs();
  if (!runs.ok()) return damage;
  // The newest; another program's run has no network.
  const auto latest = std::find_if(runs->begin(), runs->end(), [](const RunRecord& run) { return run.origin.empty(); });
  if (latest == runs->end()) return damage;
  if (auto trained = store.network(latest->id); trained.ok())
    damage.states.push_back({std::move(*trained), latest->name});
  return damage;
}

}  // namespace

// All data needed for saving, as values for another thread.
struct NetworkService::Writing {
  std::filesystem::path file;
  Network network;
  std::uint64_t state = 0;
  std::vector<DocumentState> states;
  std::optional<std::uint64_t> after;
  std::shared_ptr<NetworkHistory> history;
  Status outcome;  // set by the project thread when it is written

  Status write() const {
    FOVEA_CHECK(writeProjectNetwork(file, network));
    // Saving succeeds without the history; the next write adds what is missing.
    (void)history->record(states, after, state);
    return {};
  }
};

LoadedNetwork loadProjectNetwork(const Project& project, const RunStore& runs) {
  LoadedNetwork loaded{NetworkHistory::open(project.historyFile()), {}, {}, {}};
  auto network = readProjectNetwork(project.networkFile());
  if (network.ok())
    loaded.network = std::move(*network);
  else
    loaded.damage = describe(network.error(), project, *loaded.history, runs);
  loaded.line = loaded.history->line(loaded.network);
  return loaded;
}

NetworkService::NetworkService(ProjectThread& thread, ProjectChanges& changes, QObject* parent)
    : QObject(parent), thread_(thread), changes_(changes) {
  analyze();
  autosave_.setSingleShot(true);
  autosave_.setInterval(kAutosaveMilliseconds);
  connect(&autosave_, &QTimer::timeout, this, &NetworkService::saveAside);
}

void NetworkService::setAutosaveSeconds(int seconds) {
  autosaves_ = seconds >= 0;
  autosave_.setInterval(seconds > 0 ? seconds * 1000 : kAutosaveMilliseconds);
  if (!autosaves_) autosave_.stop();
  if (project_ && document_.modified() && autosaves_ && !writing_) autosave_.start();
}

NetworkService::~NetworkService() {
  if (project_) (void)save();
}

void NetworkService::apply(const NetworkEdit& edit, int mergeKey) {
  if (const Status allowed = mayEdit(); !allowed.ok()) {
    Q_EMIT refused(allowed.error());
    return;
  }
  if (const Status status = document_.apply(edit, mergeKey); !status.ok()) {
    Q_EMIT refused(status.error());
    return;
  }
  edited();
}

void NetworkService::undo() {
  if (!document_.canUndo() || !mayEdit().ok()) return;
  const Status status = document_.undo();
  edited();
  if (!status.ok()) Q_EMIT refused(status.error());
}

void NetworkService::redo() {
  if (!document_.canRedo() || !mayEdit().ok()) return;
  const Status status = document_.redo();
  edited();
  if (!status.ok()) Q_EMIT refused(status.error());
}

void NetworkService::compareWith(std::optional<DatasetInfo> data) {
  data_ = std::move(data);
  analyze();
  Q_EMIT changed();
}

void NetworkService::analyze() {
  report_ = analyzeNetwork(document_.network(), facts_);
  if (!data_) return;
  for (NetworkProblem& problem : problemsWithData(document_.network(), report_, *data_))
    report_.problems.push_back(std::move(problem));
}

void NetworkService::edited() {
  analyze();
  if (document_.modified()) damage_.reset();
  // The timer starts at the first unsaved edit, so that continuous editing does not delay the save.
  if (project_ && document_.modified() && autosaves_ && !autosave_.isActive() && !writing_) autosave_.start();
  Q_EMIT changed();
}

void NetworkService::show(Project& project, LoadedNetwork loaded) {
  project_ = &project;
  show(std::move(loaded));
}

void NetworkService::show(LoadedNetwork loaded) {
  autosave_.stop();
  file_ = project_->networkFile();
  history_ = std::move(loaded.history);
  damage_ = std::move(loaded.damage);
  document_ = NetworkDocument(std::move(loaded.network), std::move(loaded.line));
  analyze();
  keepOpened();
  Q_EMIT opened();
  Q_EMIT changed();
  Q_EMIT listChanged();
}

// Records a network from elsewhere in the history before it is edited or damaged.
void NetworkService::keepOpened() {
  if (damage_ || isBlank(document_.network()) || !mayEdit().ok()) return;
  Writing opened = nextWriting();
  if (opened.states.empty()) return;
  thread_.post(
      [opened = std::move(opened)] { (void)opened.history->record(opened.states, opened.after, opened.state); });
}

void NetworkService::takeGoodState(std::size_t index) {
  if (!damage_ || index >= damage_->states.size()) return;
  if (const Status allowed = mayEdit(); !allowed.ok()) {
    Q_EMIT refused(allowed.error());
    return;
  }
  const Network network = damage_->states[index].network;
  apply({ReplaceNetwork{network}, tr("Take the last good state").toStdString()});
  Q_EMIT opened();
  save([this](const Status& status) {
    if (!status.ok()) Q_EMIT failed(status.error());
  });
}

NetworkService::Writing NetworkService::nextWriting() const {
  Writing writing{file_, document_.network(), document_.state(), {}, {}, history_, {}};
  writing.states =
      document_.statesSince([this](std::uint64_t id) { return history_->knows(id); }, kMostStatesAtOnce, writing.after);
  return writing;
}

void NetworkService::saveAside() {
  if (!project_ || writing_ || !document_.modified()) return;
  writing_ = std::make_shared<Writing>(nextWriting());
  thread_.run(
      [writing = writing_] {
        writing->outcome = guarded([&] { return writing->write(); });
        return Status();
      },
      this, [this, writing = writing_](const Status&) { finishSaving(writing); });
}

void NetworkService::finishSaving(const std::shared_ptr<Writing>& writing) {
  if (writing_ != writing) return;  // save() has waited for it meanwhile
  writing_.reset();
  const Status status = saved(*writing, writing->outcome);
  if (!status.ok()) {
    if (waiting_.empty()) Q_EMIT failed(status.error());
    return answerWaiting(status);
  }
  if (!document_.modified()) return answerWaiting({});
  if (!waiting_.empty()) return saveAside();
  if (autosaves_) autosave_.start();
}

void NetworkService::answerWaiting(const Status& status) {
  for (const Done& done : std::exchange(waiting_, {})) done(status);
}

void NetworkService::save(Done done) {
  if (const Status open = mustBeOpen(); !open.ok()) return done(open);
  autosave_.stop();
  if (!writing_ && !document_.modified()) return done({});
  waiting_.push_back(std::move(done));
  saveAside();
}

Status NetworkService::saved(const Writing& writing, const Status& status) {
  FOVEA_CHECK(status);
  document_.markSaved(writing.state);
  const std::vector<ProjectNetwork> before = project_->networks();
  FOVEA_CHECK(project_->noteNetworkName(writing.network.name()));
  if (project_->networks() != before) Q_EMIT listChanged();
  return {};
}

Status NetworkService::save() {
  FOVEA_CHECK(mustBeOpen());
  autosave_.stop();
  if (writing_) {
    thread_.finish();
    const auto writing = std::exchange(writing_, nullptr);
    (void)saved(*writing, writing->outcome);
  }
  Status status;
  if (document_.modified()) {
    const Writing writing = nextWriting();
    status = saved(writing, thread_.wait([&] { return writing.write(); }));
  }
  answerWaiting(status);
  return status;
}

Status NetworkService::mayEdit() const {
  return project_ && project_->readOnly() ? Status(projectIsReadOnly()) : Status();
}

Status NetworkService::mustBeOpen() const {
  return project_ ? Status() : Status(noProjectIsOpen());
}

void NetworkService::showChanged(Change change, Done done) {
  save([this, change = std::move(change), done = std::move(done)](const Status& saved) {
    if (!saved.ok()) return done(saved);
    const auto prepare = [change] {
      return [change](Project& project) -> Result<LoadedNetwork> {
        FOVEA_CHECK(change(project));
        return loadProjectNetwork(project, project.runs());
      };
    };
    changes_.make(prepare, this, [this, done](Result<LoadedNetwork>& loaded) {
      if (!loaded.ok()) return done(loaded.error());
      leaveDrawing();
      show(std::move(*loaded));
      done({});
    });
  });
}

// Also saves edits made since the last save, with file and history.
void NetworkService::leaveDrawing() {
  writing_.reset();
  if (!document_.modified()) return answerWaiting({});
  thread_.run([writing = nextWriting()] { return writing.write(); }, this,
              [this](const Status& written) {
                if (!written.ok()) Q_EMIT failed(written.error());
              });
  answerWaiting({});
}

void NetworkService::add(const Network& network, const QString& title, Done done) {
  if (project_ && (!isBlank(document_.network()) || damage_)) {
    const auto change = [network](Project& project) -> Status {
      FOVEA_TRY(const Network added, project.addNetwork(network));
      return {};
    };
    return showChanged(change, std::move(done));
  }
  done(fill(network, title));
}

Status NetworkService::fill(Network network, const QString& title) {
  FOVEA_CHECK(mayEdit());
  const std::string name =
      project_ ? project_->freeNetworkName(network.name(), project_->manifest().networkFile) : network.name();
  if (name != network.name()) {
    FOVEA_TRY(const NetworkEdit back, applyEdit(network, {RenameNetwork{name}, {}}));
  }
  FOVEA_CHECK(document_.apply({ReplaceNetwork{std::move(network)}, title.toStdString()}));
  Q_EMIT opened();
  edited();
  return {};
}

void NetworkService::open(const std::filesystem::path& file, const QString& title, Done done) {
  thread_.run([file] { return readNetwork(file); }, this,
              [this, title, done = std::move(done)](const Result<Network>& network) {
                if (!network.ok()) return done(network.error());
                add(*network, title, done);
              });
}

void NetworkService::select(const std::filesystem::path& file, Done done) {
  if (project_ && project_->networkFile() == project_->folder() / file && !changes_.underWay()) return done({});
  showChanged([file](Project& project) { return project.selectNetwork(file); }, std::move(done));
}

void NetworkService::rename(const std::string& name, Done done) {
  if (name.empty()) return done(fail(ErrorCode::InvalidArgument, "A network needs a name."));
  if (name == network().name()) return done({});
  if (const Status allowed = mayEdit(); !allowed.ok()) return done(allowed);
  if (project_)
    for (const ProjectNetwork& each : project_->networks())
      if (each.name == name && project_->folder() / each.file != file_)
        return done(fail(ErrorCode::AlreadyExists, "The project has a network named \"" + name + "\" already.",
                         "Choose another name."));
  if (const Status applied = document_.apply({RenameNetwork{name}, tr("Rename the network").toStdString()});
      !applied.ok())
    return done(applied);
  edited();
  project_ ? save(std::move(done)) : done({});
}

void NetworkService::duplicate(Done done) {
  const auto change = [network = document_.network()](Project& project) -> Status {
    const std::string layout = project.networkLayout();
    FOVEA_TRY(const Network added, project.addNetwork(network));
    return layout.empty() ? Status() : project.setNetworkLayout(layout);
  };
  showChanged(change, std::move(done));
}

void NetworkService::remove(std::function<void(const Result<std::filesystem::path>&)> done) {
  const auto removed = std::make_shared<std::filesystem::path>();
  const auto change = [removed](Project& project) -> Status {
    FOVEA_TRY(*removed, project.removeNetwork());
    return {};
  };
  showChanged(change, [removed, done = std::move(done)](const Status& status) {
    if (status.ok())
      done(*removed);
    else
      done(status.error());
  });
}

void NetworkService::restore(const std::filesystem::path& removed, Done done) {
  showChanged([removed](Project& project) { return project.restoreNetwork(removed); }, std::move(done));
}

void NetworkService::saveTo(const std::filesystem::path& file, Done done) {
  thread_.run([file, network = network()] { return writeNetwork(file, network); }, this, std::move(done));
}

std::vector<HistoryEntry> NetworkService::earlier() const {
  return history_ ? history_->entries() : std::vector<HistoryEntry>();
}

Result<Network> NetworkService::earlier(std::uint64_t id) const {
  if (!history_) return fail(ErrorCode::NotFound, "No project is open.", "Open or create one in Home.");
  return history_->state(id);
}

}  // namespace fovea

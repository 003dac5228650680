#include "app/bridge/network_service.h"

#include <QtConcurrent/QtConcurrentRun>
#include <algorithm>
#include <utility>

#include "core/base/guarded.h"
#include "core/train/data_fit.h"

namespace fovea {
namespace {

constexpr int kAutosaveMilliseconds = 500;
constexpr std::size_t kMostStatesAtOnce = 100;

bool isBlank(const Network& network) {
  return network.layers().empty() && network.notes().empty() && network.blocks().empty();
}

}  // namespace

// All that saving takes, as values for another thread.
struct NetworkService::Writing {
  std::filesystem::path file;
  Network network;
  std::uint64_t state = 0;
  std::vector<DocumentState> states;
  std::optional<std::uint64_t> after;
  std::shared_ptr<NetworkHistory> history;

  Status write() const {
    FOVEA_CHECK(writeProjectNetwork(file, network));
    // A history that cannot be written keeps nothing from being saved; it is made up for by the next one.
    (void)history->record(states, after, state);
    return {};
  }
};

NetworkService::NetworkService(QObject* parent) : QObject(parent) {
  analyze();
  thread_.setMaxThreadCount(1);
  autosave_.setSingleShot(true);
  autosave_.setInterval(kAutosaveMilliseconds);
  connect(&autosave_, &QTimer::timeout, this, &NetworkService::saveAside);
  connect(&watcher_, &QFutureWatcherBase::finished, this, &NetworkService::finishSaving);
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
  if (const Status status = document_.apply(edit, mergeKey); !status.ok()) {
    Q_EMIT refused(status.error());
    return;
  }
  edited();
}

void NetworkService::undo() {
  if (!document_.canUndo()) return;
  const Status status = document_.undo();
  edited();
  if (!status.ok()) Q_EMIT refused(status.error());
}

void NetworkService::redo() {
  if (!document_.canRedo()) return;
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
  // Counted from the first edit that is not saved: who edits without a pause loses no more than others.
  if (project_ && document_.modified() && autosaves_ && !autosave_.isActive() && !writing_) autosave_.start();
  Q_EMIT changed();
}

void NetworkService::show(Project& project) {
  project_ = &project;
  load();
}

void NetworkService::load() {
  autosave_.stop();
  damage_.reset();
  history_ = NetworkHistory::open(project_->historyFile());
  auto network = project_->loadNetwork();
  if (!network.ok()) describe(network.error());
  Network shown = network.ok() ? std::move(*network) : Network();
  document_ = NetworkDocument(shown, history_->line(shown));
  analyze();
  keepOpened();
  Q_EMIT opened();
  Q_EMIT changed();
  Q_EMIT listChanged();
}

// A network that came from elsewhere is in its history before it is edited, or damaged.
void NetworkService::keepOpened() {
  if (damage_ || isBlank(document_.network())) return;
  const Writing opened = nextWriting();
  if (!opened.states.empty()) (void)history_->record(opened.states, opened.after, opened.state);
}

void NetworkService::describe(const Error& error) {
  NetworkDamage damage{error, std::nullopt, {}};
  if (error.code == ErrorCode::Corrupt)
    if (auto kept = keepDamagedFile(project_->networkFile()); kept.ok()) damage.kept = std::move(*kept);
  // A file of a newer version is not damaged; only this program cannot read it.
  if (error.code != ErrorCode::NewerVersion) {
    if (auto last = history_->lastGood(); last.ok()) damage.states.push_back({std::move(last->network), {}});
    if (const auto runs = project_->runs().runs(); runs.ok() && !runs->empty()) {
      const RunRecord& latest =
          *std::max_element(runs->begin(), runs->end(), [](const auto& a, const auto& b) { return a.id < b.id; });
      if (auto trained = project_->runs().network(latest.id); trained.ok())
        damage.states.push_back({std::move(*trained), latest.name});
    }
  }
  damage_ = std::move(damage);
}

void NetworkService::takeGoodState(std::size_t index) {
  if (!damage_ || index >= damage_->states.size()) return;
  const Network network = damage_->states[index].network;
  apply({ReplaceNetwork{network}, tr("Take the last good state").toStdString()});
  Q_EMIT opened();
  if (const Status status = save(); !status.ok()) Q_EMIT failed(status.error());
}

NetworkService::Writing NetworkService::nextWriting() const {
  Writing writing{project_->networkFile(), document_.network(), document_.state(), {}, {}, history_};
  writing.states =
      document_.statesSince([this](std::uint64_t id) { return history_->knows(id); }, kMostStatesAtOnce, writing.after);
  return writing;
}

void NetworkService::saveAside() {
  if (!project_ || writing_ || !document_.modified()) return;
  writing_ = std::make_shared<const Writing>(nextWriting());
  watcher_.setFuture(QtConcurrent::run(
      &thread_, [writing = writing_] { return std::make_shared<Status>(guarded([&] { return writing->write(); })); }));
}

void NetworkService::finishSaving() {
  if (!writing_) return;
  const auto writing = std::exchange(writing_, nullptr);
  if (const Status status = saved(*writing, *watcher_.result()); !status.ok())
    Q_EMIT failed(status.error());
  else if (document_.modified() && autosaves_)
    autosave_.start();
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
    watcher_.waitForFinished();
    const auto writing = std::exchange(writing_, nullptr);
    (void)saved(*writing, *watcher_.result());
  }
  if (!document_.modified()) return {};
  const Writing writing = nextWriting();
  return saved(writing, writing.write());
}

Status NetworkService::mustBeOpen() const {
  if (project_) return {};
  return fail(ErrorCode::InvalidArgument, "No project is open.", "Open or create one in Home.");
}

Status NetworkService::add(const Network& network, const QString& title) {
  if (!project_ || (isBlank(document_.network()) && !damage_)) {
    Network filled = network;
    const std::string name =
        project_ ? project_->freeNetworkName(network.name(), project_->manifest().networkFile) : network.name();
    if (name != network.name()) {
      FOVEA_TRY(const NetworkEdit back, applyEdit(filled, {RenameNetwork{name}, {}}));
    }
    FOVEA_CHECK(document_.apply({ReplaceNetwork{std::move(filled)}, title.toStdString()}));
    Q_EMIT opened();
    edited();
    return {};
  }
  FOVEA_CHECK(save());
  FOVEA_TRY(const Network added, project_->addNetwork(network));
  load();
  return {};
}

Status NetworkService::select(const std::filesystem::path& file) {
  FOVEA_CHECK(mustBeOpen());
  if (project_->networkFile() == project_->folder() / file) return {};
  FOVEA_CHECK(save());
  FOVEA_CHECK(project_->selectNetwork(file));
  load();
  return {};
}

Status NetworkService::rename(const std::string& name) {
  if (name.empty()) return fail(ErrorCode::InvalidArgument, "A network needs a name.");
  if (name == network().name()) return {};
  if (project_)
    for (const ProjectNetwork& each : project_->networks())
      if (each.name == name && project_->folder() / each.file != project_->networkFile())
        return fail(ErrorCode::AlreadyExists, "The project has a network named \"" + name + "\" already.",
                    "Choose another name.");
  FOVEA_CHECK(document_.apply({RenameNetwork{name}, tr("Rename the network").toStdString()}));
  edited();
  return project_ ? save() : Status();
}

Status NetworkService::duplicate() {
  FOVEA_CHECK(mustBeOpen());
  FOVEA_CHECK(save());
  const std::string layout = project_->networkLayout();
  FOVEA_TRY(const Network added, project_->addNetwork(document_.network()));
  if (!layout.empty()) FOVEA_CHECK(project_->setNetworkLayout(layout));
  load();
  return {};
}

Result<std::filesystem::path> NetworkService::remove() {
  FOVEA_CHECK(mustBeOpen());
  FOVEA_CHECK(save());
  FOVEA_TRY(const auto removed, project_->removeNetwork());
  load();
  return removed;
}

Status NetworkService::restore(const std::filesystem::path& removed) {
  FOVEA_CHECK(mustBeOpen());
  FOVEA_CHECK(save());
  FOVEA_CHECK(project_->restoreNetwork(removed));
  load();
  return {};
}

std::vector<HistoryEntry> NetworkService::earlier() const {
  return history_ ? history_->entries() : std::vector<HistoryEntry>();
}

Result<Network> NetworkService::earlier(std::uint64_t id) const {
  if (!history_) return fail(ErrorCode::NotFound, "No project is open.", "Open or create one in Home.");
  return history_->state(id);
}

}  // namespace fovea

#include "app/bridge/run_queue_service.h"

#include <algorithm>

namespace fovea {

RunQueueService::RunQueueService(ProjectThread& thread, TrainingService& training, DatasetFolder datasetFolder,
                                 QObject* parent)
    : QObject(parent), thread_(thread), training_(training), datasetFolder_(std::move(datasetFolder)) {
  connect(training_.bridge(), &TrainingBridge::snapshotChanged, this, [this](const auto& run) { followRun(*run); });
  connect(training_.bridge(), &TrainingBridge::runEnded, this, [this](const auto& run) { runEnded(*run); });
  connect(training_.bridge(), &TrainingBridge::runRefused, this, [this](RunId run, const Error& error) {
    if (preparing_.erase(run) > 0) holdBecause(error);
  });
  connect(&training_, &TrainingService::notStarted, this, &RunQueueService::beginNext);
  connect(training_.bridge(), &TrainingBridge::deviceReleased, this, &RunQueueService::beginNext, Qt::QueuedConnection);
}

void RunQueueService::show(const std::filesystem::path& folder, Result<RunQueue> queue, bool readOnly) {
  folder_ = folder;
  readOnly_ = readOnly;
  beginning_.reset();
  preparing_.clear();
  unreadable_.reset();
  queue_ = RunQueue();
  if (queue.ok())
    queue_ = std::move(*queue);
  else
    unreadable_ = queue.error();
  held_ = readOnly_ || !queue_.runs().empty();
  Q_EMIT changed();
  if (unreadable_) Q_EMIT failed(*unreadable_);
}

Status RunQueueService::add(QueuedRun run) {
  if (readOnly_) return projectIsReadOnly();
  if (unreadable_) return *unreadable_;
  FOVEA_TRY(const std::int64_t id, queue_.add(std::move(run)));
  (void)id;
  write();
  beginNext();
  return {};
}

bool RunQueueService::mayChange() {
  if (readOnly_) Q_EMIT failed(projectIsReadOnly());
  return !readOnly_;
}

bool RunQueueService::starts(std::int64_t id) const {
  return beginning_ == id ||
         std::any_of(preparing_.begin(), preparing_.end(), [id](const auto& each) { return each.second == id; });
}

void RunQueueService::remove(std::int64_t id) {
  if (mayChange() && !starts(id) && queue_.remove(id)) write();
}

void RunQueueService::move(std::int64_t id, std::size_t place) {
  if (mayChange() && queue_.move(id, place)) write();
}

void RunQueueService::setPriority(std::int64_t id, int priority) {
  if (mayChange() && queue_.setPriority(id, priority)) write();
}

void RunQueueService::datasetRenamed(const std::string& name, const std::string& newName) {
  if (queue_.renameDataset(name, newName)) Q_EMIT changed();
}

void RunQueueService::hold() {
  if (std::exchange(held_, true)) return;
  Q_EMIT changed();
}

void RunQueueService::resume() {
  if (!mayChange() || !std::exchange(held_, false)) return;
  Q_EMIT changed();
  beginNext();
}

void RunQueueService::write() {
  Q_EMIT changed();
  thread_.run([queue = queue_, file = runQueueFile(folder_)] { return queue.write(file); }, this,
              [this](const Status& written) {
                if (!written.ok()) Q_EMIT failed(written.error());
              });
}

// Begins one run at a time: the next run is selected after this one is recorded.
void RunQueueService::beginNext() {
  if (held_ || beginning_ || folder_.empty()) return;
  const QueuedRun* next = queue_.next([this](const std::string& device) { return !training_.bridge()->busy(device); });
  if (!next || starts(next->id)) return;
  const auto data = datasetFolder_(next->description.dataset);
  if (!data.ok()) return holdBecause(data.error());
  begin(*next, *data);
}

void RunQueueService::begin(const QueuedRun& run, const std::filesystem::path& data) {
  beginning_ = run.id;
  RunRequest request{run.description, nullptr, {}, data};
  if (!run.start.empty()) request.start = folder_ / run.start;
  training_.start(std::move(request), [this, id = run.id, folder = folder_](const Result<RunId>& begun) {
    if (folder != folder_) return;
    beginning_.reset();
    if (!begun.ok()) return holdBecause(begun.error());
    preparing_[*begun] = id;
    Q_EMIT changed();
    beginNext();
  });
}

void RunQueueService::followRun(const WorkerSnapshot& run) {
  const auto prepared = preparing_.find(run.run);
  if (!run.begun || prepared == preparing_.end()) return;
  const std::int64_t id = prepared->second;
  preparing_.erase(prepared);
  // If the program ends before this write, the run exists twice: interrupted and waiting.
  if (queue_.remove(id)) write();
}

void RunQueueService::runEnded(const WorkerSnapshot& run) {
  if (preparing_.erase(run.run) == 0) return beginNext();
  run.error ? holdBecause(*run.error) : hold();  // without an error, a person stopped it
}

void RunQueueService::holdBecause(const Error& error) {
  hold();
  if (error.code == ErrorCode::Cancelled) return;  // by a person
  Q_EMIT failed(error.within("The queue of runs is held, because the next one could not begin"));
}

}  // namespace fovea

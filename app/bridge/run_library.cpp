#include "app/bridge/run_library.h"

#include <QTimer>
#include <algorithm>

#include "core/project/run_recorder.h"

namespace fovea {
namespace {

constexpr std::size_t kMostPoints = 1'000'000;  // about 100 MB

Result<RunEntry> readEntryOf(const RunStore& store, const RunRecord& record) {
  RunEntry entry{record, {}};
  FOVEA_TRY(entry.checkpoints, store.checkpoints(record.id));
  if (!entry.checkpoints.empty()) return entry;
  if (!record.origin.empty())
    entry.obstacle =
        fail(ErrorCode::InvalidArgument, "Another program trained this run, so there are no weights to go on from.");
  else if (const Status may = mayRestart(store, record); !may.ok())
    entry.obstacle = may.error();
  return entry;
}

}  // namespace

Result<RunEntry> readRunEntry(const RunStore& store, RunId run) {
  FOVEA_TRY(const RunRecord record, store.run(run));
  return readEntryOf(store, record);
}

Result<std::vector<RunEntry>> readRunEntries(const RunStore& store) {
  FOVEA_TRY(const auto records, store.runs());
  std::vector<RunEntry> entries;
  entries.reserve(records.size());
  for (const RunRecord& record : records) {
    FOVEA_TRY(RunEntry entry, readEntryOf(store, record));
    entries.push_back(std::move(entry));
  }
  return entries;
}

RunLibrary::RunLibrary(ProjectThread& thread, QObject* parent)
    : QObject(parent), thread_(thread), mostPoints_(kMostPoints) {}

std::vector<RunRecord> RunLibrary::records() const {
  std::vector<RunRecord> records;
  records.reserve(entries_.size());
  for (const auto& [run, entry] : entries_) records.push_back(entry.record);
  return records;
}

const RunEntry* RunLibrary::find(RunId run) const {
  const auto found = entries_.find(run);
  return found == entries_.end() ? nullptr : &found->second;
}

const CheckpointRecord* RunLibrary::lastCheckpoint(RunId run) const {
  const RunEntry* entry = find(run);
  return entry && !entry->checkpoints.empty() ? &entry->checkpoints.back() : nullptr;
}

void RunLibrary::show(std::vector<RunEntry> entries) {
  ++project_;
  entries_.clear();
  dirty_.clear();
  versions_.clear();
  questions_.clear();
  prepared_.reset();
  kept_.clear();
  keptPoints_ = 0;
  reading_.reset();
  readingEntries_ = false;
  for (RunEntry& entry : entries) {
    const RunId run = entry.record.id;
    entries_.emplace(run, std::move(entry));
  }
  Q_EMIT replaced();
}

void RunLibrary::put(RunEntry entry) {
  const RunId run = entry.record.id;
  touch(run);
  const bool isNew = entries_.insert_or_assign(run, std::move(entry)).second;
  isNew ? Q_EMIT runAdded(run) : Q_EMIT runChanged(run);
}

void RunLibrary::refresh(RunId run) {
  if (!run.valid()) return;
  touch(run);
  dirty_.insert(run);
  readDirty();
}

void RunLibrary::touch(RunId run) {
  ++versions_[run];
  dropKept(run);
}

void RunLibrary::datasetRenamed(const std::string& name, const std::string& newName) {
  std::vector<RunId> changed;
  for (auto& [run, entry] : entries_) {
    if (entry.record.dataset != name) continue;
    entry.record.dataset = newName;
    touch(run);
    changed.push_back(run);
  }
  tellChanged(std::move(changed));
}

void RunLibrary::tellChanged(std::vector<RunId> runs) {
  if (runs.empty()) return;
  const RunId run = runs.back();
  runs.pop_back();
  if (find(run)) Q_EMIT runChanged(run);
  QTimer::singleShot(0, this, [this, runs = std::move(runs), project = project_] {
    if (project == project_) tellChanged(runs);
  });
}

// One query at a time: runs that change during it are read by the next one.
void RunLibrary::readDirty() {
  if (readingEntries_ || dirty_.empty()) return;
  readingEntries_ = true;
  using Answers = std::vector<std::pair<RunId, std::optional<RunEntry>>>;
  const auto read = [runs = std::exchange(dirty_, {})](Project& project) -> Result<Answers> {
    Answers answers;
    for (const RunId run : runs) {
      auto entry = readRunEntry(project.runs(), run);
      if (!entry.ok() && entry.error().code != ErrorCode::NotFound) return entry.error();
      answers.emplace_back(run, entry.ok() ? std::optional(std::move(*entry)) : std::nullopt);
    }
    return answers;
  };
  thread_.ask(read, this, [this, project = project_](Result<Answers>& answers) {
    if (project != project_) return;
    readingEntries_ = false;
    if (!answers.ok()) {
      Q_EMIT failed(answers.error());
      return;
    }
    for (auto& [run, entry] : *answers) {
      if (!entry)
        erase(run);
      else if (entries_.insert_or_assign(run, std::move(*entry)).second)
        Q_EMIT runAdded(run);
      else
        Q_EMIT runChanged(run);
    }
    readDirty();
  });
}

// Removes all runs from the list at once, so that the history of a deleted run is not requested.
void RunLibrary::remove(const std::vector<RunId>& runs) {
  const auto work = [runs](Project& project) {
    Status status;
    for (const RunId run : runs)
      if (const Status removed = project.removeRun(run); !removed.ok()) status = removed;
    return status;
  };
  thread_.ask(work, this, [this, runs, project = project_](const Status& removed) {
    if (project != project_) return;
    if (!removed.ok()) {
      Q_EMIT failed(removed.error());
      for (const RunId run : runs) refresh(run);
      return;
    }
    for (const RunId run : runs) {
      touch(run);
      entries_.erase(run);
    }
    for (const RunId run : runs) Q_EMIT runRemoved(run);
  });
}

void RunLibrary::restore(const std::vector<RunId>& runs) {
  for (const RunId run : runs) change(run, [run](Project& project) { return project.restoreRun(run); });
}

// Then reads from the store whether the run still exists.
void RunLibrary::change(RunId run, std::function<Status(Project&)> work) {
  thread_.ask(std::move(work), this, [this, run, project = project_](const Status& changed) {
    if (project != project_) return;
    if (!changed.ok()) Q_EMIT failed(changed.error());
    refresh(run);
  });
}

void RunLibrary::setPinned(RunId run, std::int64_t step, bool pinned) {
  change(run, [run, step, pinned](Project& project) { return project.runs().pinCheckpoint(run, step, pinned); });
}

void RunLibrary::deleteRemoved() {
  thread_.ask([](Project& project) { return project.deleteRemovedRuns(); }, this,
              [this, project = project_](const Status& deleted) {
                if (project == project_ && !deleted.ok()) Q_EMIT failed(deleted.error());
              });
}

void RunLibrary::erase(RunId run) {
  touch(run);
  if (entries_.erase(run) > 0) Q_EMIT runRemoved(run);
}

void RunLibrary::history(RunId run, QObject* receiver, Deliver deliver) {
  const auto found = std::find_if(kept_.begin(), kept_.end(), [run](const Kept& each) { return each.run == run; });
  if (found != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, found);
    const History history = found->history;
    deliver(history);
    return;
  }
  questions_.push_back({run, receiver, receiver, std::move(deliver)});
  readNext();
}

void RunLibrary::prepare(RunId run) {
  const auto isKept = std::any_of(kept_.begin(), kept_.end(), [run](const Kept& each) { return each.run == run; });
  if (isKept || !find(run)) return;
  prepared_ = run;
  readNext();
}

void RunLibrary::withdraw(const QObject* receiver) {
  std::erase_if(questions_, [receiver](const Question& each) { return each.asker == receiver; });
}

void RunLibrary::readNext() {
  std::erase_if(questions_, [](const Question& each) { return !each.receiver; });
  if (reading_ || (questions_.empty() && !prepared_)) return;
  const RunId run = questions_.empty() ? *prepared_ : questions_.front().run;
  if (prepared_ == run) prepared_.reset();
  reading_ = run;
  const auto read = [run](Project& project) -> Result<History> {
    FOVEA_TRY(ThinnedHistory history, readThinnedHistory(project.runs(), run));
    return std::make_shared<const ThinnedHistory>(std::move(history));
  };
  thread_.ask(read, this, [this, run, project = project_, version = versions_[run]](const Result<History>& history) {
    if (project == project_) answer(run, version, history);
  });
}

void RunLibrary::answer(RunId run, std::uint64_t version, const Result<History>& history) {
  reading_.reset();
  if (history.ok() && versions_[run] == version) keep(run, *history);
  std::vector<Question> answered;
  for (auto each = questions_.begin(); each != questions_.end();) {
    if (each->run == run) {
      answered.push_back(std::move(*each));
      each = questions_.erase(each);
    } else {
      ++each;
    }
  }
  readNext();
  for (const Question& each : answered)
    if (each.receiver) each.deliver(history);
}

void RunLibrary::keep(RunId run, History history) {
  dropKept(run);
  keptPoints_ += history->points.size();
  kept_.push_front({run, std::move(history)});
  setMostPoints(mostPoints_);
}

void RunLibrary::setMostPoints(std::size_t points) {
  mostPoints_ = points;
  while (keptPoints_ > mostPoints_ && kept_.size() > 1) {
    keptPoints_ -= kept_.back().history->points.size();
    kept_.pop_back();
  }
}

void RunLibrary::dropKept(RunId run) {
  const auto found = std::find_if(kept_.begin(), kept_.end(), [run](const Kept& each) { return each.run == run; });
  if (found == kept_.end()) return;
  keptPoints_ -= found->history->points.size();
  kept_.erase(found);
}

std::vector<RunId> RunLibrary::kept() const {
  std::vector<RunId> runs;
  for (const Kept& each : kept_) runs.push_back(each.run);
  return runs;
}

}  // namespace fovea

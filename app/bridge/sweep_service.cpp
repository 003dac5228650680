#include "app/bridge/sweep_service.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/store/dataset.h"

namespace fovea {
namespace {

Result<SweepService::Entry> readSweepEntry(const Project& project, const std::string& name) {
  FOVEA_TRY(StoredSweep stored, readSweep(project, name));
  SweepService::Entry entry;
  entry.name = name;
  const auto data = project.openDataset(stored.plan.dataset);
  if (data.ok())
    entry.defaults = defaultSettings(stored.network, (*data)->info());
  else
    entry.obstacle = data.error();
  FOVEA_TRY(const auto known, project.runs().trials(name));
  std::int64_t epochs = trialSettings(stored.plan, {}, entry.defaults).epochs;
  // The rounds of a sweep without its data follow from what its runs were told.
  if (!data.ok() && !known.empty()) {
    FOVEA_TRY(const RunRecord first, project.runs().run(known.front().second));
    epochs = first.settings.epochs;
  }
  entry.network = std::make_shared<const Network>(std::move(stored.network));
  entry.course = std::make_shared<SweepCourse>(std::move(stored.plan), epochs);
  for (const auto& [trial, run] : known) {
    if (trial < 0 || trial >= std::ssize(entry.course->trials())) continue;
    FOVEA_TRY(TrialState state, readTrialState(project.runs(), run));
    entry.course->setState(trial, std::move(state));
  }
  return entry;
}

Error anotherSweepGoesOn(const std::string& name) {
  return fail(ErrorCode::InvalidArgument, "The sweep \"" + name + "\" is under way.",
              "Hold it before another one begins.");
}

}  // namespace

SweepService::SweepService(ProjectThread& thread, TrainingService& training, RunLibrary& library,
                           DatasetFolder datasetFolder, QObject* parent)
    : QObject(parent),
      thread_(thread),
      training_(training),
      library_(library),
      datasetFolder_(std::move(datasetFolder)) {
  connect(training_.bridge(), &TrainingBridge::runEnded, this, [this](const auto& run) { runEnded(*run); });
  connect(training_.bridge(), &TrainingBridge::runRefused, this, [this](RunId run, const Error& error) {
    if (!trial_ || trial_->run != run) return;
    trial_.reset();
    holdBecause(error);
  });
  connect(training_.bridge(), &TrainingBridge::snapshotChanged, this, [this](const auto& run) {
    if (run->begun) forgetRefusal(run->run);
  });
  connect(&training_, &TrainingService::notStarted, this, &SweepService::beginNext);
  connect(training_.bridge(), &TrainingBridge::deviceReleased, this, &SweepService::beginNext, Qt::QueuedConnection);
  connect(&library_, &RunLibrary::runChanged, this, [this](RunId run) {
    const RunEntry* changed = library_.find(run);
    if (!changed || !entries_.contains(changed->record.group)) return;
    dirty_.insert(run);
    readStates();
  });
  // A run that was deleted, or brought back, changes what there is to train.
  connect(&library_, &RunLibrary::runRemoved, this, [this](RunId run) {
    for (const auto& [name, loaded] : entries_)
      if (loaded->course->trialOf(run)) return read(name);
  });
  connect(&library_, &RunLibrary::runAdded, this, [this](RunId run) {
    const RunEntry* added = library_.find(run);
    const Entry* sweep = added ? find(added->record.group) : nullptr;
    if (sweep && !beginning_ && !sweep->course->trialOf(run)) read(sweep->name);
  });
}

void SweepService::show(const std::filesystem::path& folder, std::vector<std::string> names, bool readOnly) {
  folder_ = folder;
  readOnly_ = readOnly;
  names_ = std::move(names);
  entries_.clear();
  reading_.clear();
  goingOn_.clear();
  beginning_ = false;
  trial_.reset();
  dirty_.clear();
  Q_EMIT changed();
}

const SweepService::Entry* SweepService::find(const std::string& name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : found->second.get();
}

void SweepService::read(const std::string& name) {
  if (!reading_.insert(name).second) return;
  const auto work = [name](Project& project) { return readSweepEntry(project, name); };
  thread_.ask(work, this, [this, name, folder = folder_](Result<Entry>& entry) {
    if (folder != folder_) return;
    reading_.erase(name);
    if (!entry.ok()) {
      if (goingOn_ == name) goingOn_.clear();
      Q_EMIT failed(entry.error());
    } else {
      auto& known = entries_[name];
      if (known) entry->refused = std::move(known->refused);
      known = std::make_shared<Entry>(std::move(*entry));
      for (const auto& [trial, reason] : known->refused) setState(*known, trial, known->course->state(trial));
    }
    Q_EMIT changed();
    beginNext();
  });
}

Status SweepService::begin(StoredSweep sweep) {
  if (readOnly_) return projectIsReadOnly();
  if (!goingOn_.empty()) return anotherSweepGoesOn(goingOn_);
  FOVEA_CHECK(checkSweep(sweep.plan));
  const auto work = [sweep = std::move(sweep)](Project& project) mutable -> Result<std::string> {
    FOVEA_TRY(const auto taken, project.runs().sweeps());
    if (sweep.plan.name.empty()) sweep.plan.name = freeSweepName(taken);
    FOVEA_CHECK(storeSweep(project.runs(), sweep));
    return sweep.plan.name;
  };
  thread_.ask(work, this, [this, folder = folder_](Result<std::string>& name) {
    if (folder != folder_) return;
    if (!name.ok()) return void(Q_EMIT failed(name.error()));
    names_.insert(std::upper_bound(names_.begin(), names_.end(), *name), *name);
    Q_EMIT began(*name);
    if (const Status going = resume(*name); !going.ok()) Q_EMIT failed(going.error());
  });
  return {};
}

Status SweepService::resume(const std::string& name) {
  if (readOnly_) return projectIsReadOnly();
  if (goingOn_ == name) return {};
  if (!goingOn_.empty()) return anotherSweepGoesOn(goingOn_);
  goingOn_ = name;
  if (const auto known = entries_.find(name); known != entries_.end()) known->second->refused.clear();
  Q_EMIT changed();
  // The runs may have come further since the sweep was read.
  read(name);
  return {};
}

void SweepService::hold() {
  if (goingOn_.empty()) return;
  goingOn_.clear();
  Q_EMIT changed();
}

void SweepService::datasetRenamed() {
  for (const auto& [name, entry] : entries_) read(name);
}

// One query at a time: runs that change during it are read by the next one.
void SweepService::readStates() {
  if (readingStates_ || dirty_.empty()) return;
  readingStates_ = true;
  using Answers = std::vector<std::pair<RunId, TrialState>>;
  const auto work = [runs = std::exchange(dirty_, {})](Project& project) -> Result<Answers> {
    Answers answers;
    for (const RunId run : runs)
      if (auto state = readTrialState(project.runs(), run); state.ok()) answers.emplace_back(run, std::move(*state));
    return answers;
  };
  thread_.ask(work, this, [this, folder = folder_](Result<Answers>& answers) {
    readingStates_ = false;
    if (answers.ok() && folder == folder_) {
      for (auto& [run, state] : *answers)
        for (const auto& [name, entry] : entries_)
          if (const auto trial = entry->course->trialOf(run)) setState(*entry, *trial, std::move(state));
      Q_EMIT changed();
    }
    readStates();
  });
}

void SweepService::runEnded(const WorkerSnapshot& run) {
  if (!trial_ || trial_->run != run.run) return beginNext();
  const auto work = [id = run.run](Project& project) { return readTrialState(project.runs(), id); };
  thread_.ask(work, this, [this, run, folder = folder_](Result<TrialState>& read) {
    if (folder != folder_ || !trial_) return;
    const Trial ended = *std::exchange(trial_, std::nullopt);
    if (const auto found = entries_.find(ended.sweep); found != entries_.end()) {
      Entry& sweep = *found->second;
      const std::int64_t trial = ended.step.trial;
      // Otherwise it would be the next one again.
      if (run.state == WorkerState::Failed && !(read.ok() && read->ended))
        sweep.refused[trial] = run.error ? run.error->text() : workerStateTitle(run.state);
      setState(sweep, trial, read.ok() ? std::move(*read) : run.begun ? sweep.course->state(trial) : TrialState());
    }
    // A person stopped it: nothing begins until that person says so.
    const std::int64_t until = ended.step.epochs;
    if (run.state == WorkerState::Stopped && (until == 0 || run.epoch < until) && goingOn_ == ended.sweep)
      goingOn_.clear();
    Q_EMIT changed();
    beginNext();
  });
}

// A person may go on with a run that the sweep could not.
void SweepService::forgetRefusal(RunId run) {
  for (const auto& [name, entry] : entries_) {
    const auto trial = entry->refused.empty() ? std::nullopt : entry->course->trialOf(run);
    if (!trial || entry->refused.erase(*trial) == 0) continue;
    dirty_.insert(run);
    readStates();
  }
}

// A run that could not be prepared leaves nothing in the project, or is there as it was before.
void SweepService::setState(Entry& sweep, std::int64_t trial, TrialState state) {
  if (const auto refused = sweep.refused.find(trial); refused != sweep.refused.end() && !state.ended) {
    state.ended = true;
    state.error = refused->second;
  }
  sweep.course->setState(trial, std::move(state));
}

void SweepService::beginNext() {
  if (goingOn_.empty() || beginning_ || trial_ || folder_.empty() || reading_.contains(goingOn_)) return;
  const Entry* sweep = find(goingOn_);
  if (!sweep) return;
  if (const Status measured = sweep->course->checkMetric(); !measured.ok()) return holdBecause(measured.error());
  const auto step = sweep->course->next();
  if (!step) return hold();  // complete
  if (sweep->obstacle) return holdBecause(*sweep->obstacle);
  beginTrial(*sweep, *step);
}

void SweepService::beginTrial(const Entry& sweep, const SweepStep& step) {
  const SweepPlan& plan = sweep.course->plan();
  const TrialState& state = sweep.course->state(step.trial);
  const RunEntry* known = library_.find(state.run);
  const TrainingSettings settings =
      known ? known->record.settings
            : trialSettings(plan, sweep.course->trials()[static_cast<std::size_t>(step.trial)], sweep.defaults);
  if (training_.bridge()->busy(settings.device)) return;  // runEnded() or deviceReleased() comes
  const auto data = datasetFolder_(plan.dataset);
  if (!data.ok()) return holdBecause(data.error());
  beginning_ = true;
  const auto done = [this, step, name = sweep.name, folder = folder_](const Result<RunId>& begun) {
    if (folder == folder_) trialBegun(name, step, begun);
  };
  if (known) {
    const CheckpointRecord* last = library_.lastCheckpoint(state.run);
    CheckpointRecord from = last ? *last : CheckpointRecord();
    from.run = state.run;
    training_.resume({from, settings, known->record.name, plan.dataset, *data, step.epochs}, done);
    return;
  }
  RunRequest request;
  request.description = {fmt::format("{} {}", plan.name, step.trial + 1), *sweep.network, settings, plan.dataset,
                         plan.name};
  request.dataFolder = *data;
  request.trial = step.trial;
  request.lastEpoch = step.epochs;
  training_.start(std::move(request), done);
}

void SweepService::trialBegun(const std::string& sweep, const SweepStep& step, const Result<RunId>& begun) {
  beginning_ = false;
  if (!begun.ok()) return holdBecause(begun.error());
  trial_ = Trial{sweep, step, *begun};
  const auto found = entries_.find(sweep);
  if (found == entries_.end()) return;
  TrialState state = found->second->course->state(step.trial);
  state.run = *begun;
  found->second->course->setState(step.trial, std::move(state));
  Q_EMIT changed();
}

void SweepService::holdBecause(const Error& error) {
  goingOn_.clear();
  Q_EMIT changed();
  if (error.code == ErrorCode::Cancelled) return;  // by a person
  Q_EMIT failed(error.within("The sweep is held, because its next run could not begin"));
}

}  // namespace fovea

// Why: a run ends only when its whole state is saved, or when the user gives up the unsaved part. Until then it is
// paused, and every attempt to continue retries the save.
#include <algorithm>

#include "core/base/guarded.h"
#include "core/worker/worker_state.h"

namespace fovea {
namespace {

constexpr std::size_t kMostSavedCheckpoints = 4096;  // the run store has all of them

Error unsavedCurves(const Error& error) {
  return error.within("The run is paused, because its curves could not be saved");
}

// Errors that the user can resolve, such as a full or disconnected disk.
bool isOfDisk(const Error& error) {
  return error.code == ErrorCode::NoSpace || error.code == ErrorCode::PermissionDenied ||
         error.code == ErrorCode::NotFound || error.code == ErrorCode::Io;
}

}  // namespace

// Saves a checkpoint that could not be written before. Training has continued since, so the present state may be later.
Status Worker::State::saveUnwritten() {
  if (!unwritten) return {};
  Checkpoint earlier = std::move(*std::exchange(unwritten, std::nullopt));
  // The present state replaces it.
  if (checkpointDue && earlier.position.step == trainer->position().step) return {};
  recorder->beginCheckpoint(std::move(earlier));
  return finishCheckpoint();
}

// Starts to save the present state; training continues while its file is written. Waits for the previous checkpoint,
// whose error it returns.
Status Worker::State::beginCheckpoint() {
  FOVEA_CHECK(finishCheckpoint());
  FOVEA_CHECK(saveUnwritten());
  FOVEA_TRY(Checkpoint checkpoint, trainer->checkpoint());
  recorder->beginCheckpoint(std::move(checkpoint), [this] { wakeUp(); });
  return {};
}

// Waits until the checkpoint that was begun is in the project; at once if there is none. A safety copy that fails has
// no consequences: a later attempt follows, and so does the end of the epoch.
Status Worker::State::finishCheckpoint() {
  if (!recorder->checkpointPending()) return {};
  const bool safetyCopy = recorder->safetyCopyPending();
  auto record = recorder->finishCheckpoint(safetyCopy ? nullptr : &unwritten);
  if (safetyCopy) {
    if (!record.ok()) safetyCopyFailed(record.error());
    return {};
  }
  FOVEA_CHECK(record);
  const std::lock_guard lock(mutex);
  auto& checkpoints = eventsOf(now.run).checkpoints;
  if (checkpoints.size() >= kMostSavedCheckpoints)
    checkpoints.erase(checkpoints.begin(), checkpoints.begin() + kMostSavedCheckpoints / 2);
  checkpoints.push_back(std::move(*record));
  return {};
}

// The run is at an earlier step again, and is saved there. An error leaves later checkpoints, which the run overwrites
// as it goes on.
void Worker::State::wentBack() {
  const std::int64_t step = trainer->position().step;
  Status forgotten = finishCheckpoint();
  if (unwritten && unwritten->position.step > step) unwritten.reset();
  const Result<bool> removed = recorder->goBack(step);
  if (!removed.ok()) {
    forgotten = removed.error();
  } else if (*removed) {
    Status saved = beginCheckpoint();
    if (saved.ok()) saved = finishCheckpoint();
    if (!saved.ok()) forgotten = saved;
  }
  if (!forgotten.ok()) now.error = forgotten.error();
}

// Saves within a long epoch.
void Worker::State::saveNowAndThen() {
  if (recorder->checkpointPending() || !recorder->safetyCopyDue(trainer->position().step)) return;
  const Status begun = fovea::guarded([this]() -> Status {
    FOVEA_TRY(Checkpoint checkpoint, trainer->checkpoint());
    recorder->beginSafetyCopy(std::move(checkpoint), [this] { wakeUp(); });
    return {};
  });
  if (!begun.ok()) safetyCopyFailed(begun.error());
}

void Worker::State::safetyCopyFailed(const Error& error) {
  // Without memory for a copy, the run itself can still continue.
  if (error.code != ErrorCode::OutOfMemory)
    now.error = error.within("Training goes on, but a safety copy of it could not be saved");
}

// Writes pending records, and waits for the checkpoint if the run ends. Returns false when that failed: the run is then
// paused.
bool Worker::State::writeDue() {
  if (epochDue) {
    if (const Status status = recorder->recordEpoch(*epochDue); !status.ok()) {
      pauseWith(unsavedCurves(status.error()));
      return false;
    }
    epochDue.reset();
  }
  Status saved = checkpointDue ? beginCheckpoint() : saveUnwritten();
  if (saved.ok()) checkpointDue = false;
  if (saved.ok() && (end || recorder->checkpointWritten())) saved = finishCheckpoint();
  if (!saved.ok()) {
    checkpointDue = checkpointDue || !unwritten;
    // If a failed run's state cannot even be read, there is nothing left to save.
    if (end && end->error && !isOfDisk(saved.error())) return true;
    pauseWith(saved.error().within("The run is paused, because its checkpoint could not be saved"));
    return false;
  }
  return true;
}

// Ends the run as `end` says, if everything can be saved.
void Worker::State::tryEnd() {
  if (!writeDue()) return;
  refresh();
  const Status recorded = recorder->setStatus(end->status, end->error ? end->error->text() : std::string());
  if (!recorded.ok()) {
    pauseWith(unsavedCurves(recorded.error()));
    return;
  }
  close();
}

void Worker::State::close() {
  now.state = end->state;
  now.error = std::move(end->error);
  now.unsaved = false;
  now.hits.clear();
  trainer.reset();
  recorder.reset();
  stepTo.reset();
  epochDue.reset();
  end.reset();
  unwritten.reset();
  waiting.clear();
  checkpointDue = finishDue = stopDue = false;
  now.stopsAfterEpoch = false;
  publishEnd();
}

// The run cannot continue: its state so far is saved first.
void Worker::State::fail(const Error& error) {
  end = RunEnd{WorkerState::Failed, RunStatus::Failed, error};
  checkpointDue = true;
  if (fovea::guarded([this] { tryEnd(); }).ok()) return;
  // There is not even memory for the copy to save. The run's own error matters more than this one.
  (void)recorder->setStatus(end->status, error.text());
  close();
}

// For exceptions during the handling of a failure: drops the rest of the run, so that the worker handles the next
// command.
void Worker::State::abandon(const Error& error) {
  now.state = WorkerState::Failed;
  trainer.reset();
  recorder.reset();
  (void)fovea::guarded([&] {
    end = RunEnd{WorkerState::Failed, RunStatus::Failed, error};
    close();
  });
}

// A run that failed to start leaves no trace in the project; the snapshot states the reason.
void Worker::State::refuse(const Error& error) {
  const bool stopped = error.code == ErrorCode::Cancelled;
  if (!stopped) now.error = error;
  trainer.reset();
  // On a full disk it remains as a run that was interrupted before its first step.
  if (recorder) (void)recorder->withdraw();
  recorder.reset();
  now.state = stopped ? WorkerState::Stopped : WorkerState::Failed;
  publishEnd();
}

void Worker::State::pause() {
  becomePaused();
  publish();
}

void Worker::State::becomePaused() {
  stepTo.reset();
  now.state = WorkerState::Paused;
  if (const Status status = recorder->setStatus(RunStatus::Paused); !status.ok()) now.error = status.error();
  refresh();
}

// Nobody sees the run paused without the reason.
void Worker::State::pauseWith(const Error& error) {
  becomePaused();
  now.error = error;
  now.unsaved = epochDue.has_value() || checkpointDue || unwritten.has_value() || end.has_value();
  publish();
}

}  // namespace fovea

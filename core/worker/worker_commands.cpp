// Why: the effect of each command on the run. Commands are handled between two batches, so none waits longer than one
// batch.
#include <fmt/format.h>

#include <algorithm>

#include "core/train/input_transforms.h"
#include "core/train/starting_weights.h"
#include "core/worker/worker_state.h"

namespace fovea {

Result<std::unique_ptr<Trainer>> Worker::State::prepare(StartRun& command, std::string& startWords) {
  FOVEA_TRY(const DeviceTeam devices, openDevices(*backends, command.plan.settings.device));
  if (command.start) {
    FOVEA_TRY(Checkpoint start, readCheckpoint(*command.start));
    FOVEA_TRY(const StartingWeights weights, startingWeights(command.plan.network, start));
    startWords = startingWords(weights, fmt::format("“{}”", start.network.name()));
    command.plan.start = std::make_shared<const Checkpoint>(std::move(start));
  }
  if (!command.checkpoint) return Trainer::create(command.plan, devices);
  FOVEA_TRY(const Checkpoint checkpoint, readCheckpoint(*command.checkpoint));
  return Trainer::resume(command.plan, checkpoint, devices);
}

void Worker::State::handle(StartRun& command) {
  if (inRun()) {
    (void)command.recorder->withdraw();
    const std::lock_guard lock(mutex);
    eventsOf(command.recorder->run()).refused =
        fovea::fail(ErrorCode::InvalidArgument, "A run is already under way.", "Stop it before starting another.");
    return;
  }
  now = WorkerSnapshot();
  now.state = WorkerState::Preparing;
  now.name = command.name;
  now.device = command.plan.settings.device;
  now.epochs = command.plan.settings.epochs;
  now.run = command.recorder->run();
  now.step = command.recorder->beginsAt();
  lastEpoch = command.lastEpoch;
  recorder = command.recorder;
  publish();
  std::string startWords;
  auto prepared = prepare(command, startWords);
  // Stopped during the last part of the preparation.
  if (prepared.ok() && command.plan.cancel.cancelled()) prepared = fovea::fail(ErrorCode::Cancelled, "Stopped.");
  if (!prepared.ok()) {
    refuse(prepared.error());
    return;
  }
  if (const Status confirmed = recorder->confirm(); !confirmed.ok()) {
    refuse(confirmed.error());
    return;
  }
  trainer = std::move(prepared).value();
  now.begun = true;
  if (const Status kept = recorder->keepChanges(trainer->position()); !kept.ok()) now.error = kept.error();
  if (!startWords.empty()) mark(startWords);
  if (trainer->ranks() > 1) mark(fmt::format("{} ranks", trainer->ranks()));
  if (trainer->streams() && !command.checkpoint) mark(trainer->streams()->words());
  now.stepsPerEpoch = trainer->stepsPerEpoch();
  now.memoryBytes = trainer->memory().peakBytes();
  now.augmentation = inputTransformsText(trainer->transforms());
  // Only a checkpoint records the initial weights of such a run.
  checkpointDue = command.start || recorder->branched();
  goOn();
}

// Applies the change, and records it for repetitions of the run.
Status Worker::State::change(const std::string& setting, const FieldValue& value) {
  const std::int64_t before = trainer->position().step;
  const Status changed = trainer->change(setting, value);
  if (const std::int64_t step = trainer->position().step; step < before) {
    wentBack();
    mark(fmt::format("{}, since step {} at the latest. The run is back after step {}.", kLossLost, before, step));
  }
  FOVEA_CHECK(changed);
  return recorder->recordChange({trainer->position().step, setting, value}, trainer->position(), trainer->settings());
}

// Whether the change would act on the validation that is under way.
bool Worker::State::waitsForValidation(const std::string& setting) const {
  if (!trainer->inValidation()) return false;
  if (setting == "epochs") return trainer->settings().stopPatience > 0;  // it revives a run that stops early
  return setting == "best_metric" || setting == "stop_patience" || setting == "stop_minimum";
}

void Worker::State::makeWaitingChanges() {
  for (const ChangeSetting& each : std::exchange(waiting, {})) makeChange(each);
}

void Worker::State::goOn() {
  now.hits.clear();
  now.state = trainer->inValidation() ? WorkerState::Validating : WorkerState::Training;
  meter.restart(trainer->times());
  refresh();
  publish();
}

// The run is as it was; the snapshot says why.
void Worker::State::refuseCommand(const Error& error) {
  now.error = error;
  ++now.refusals;
}

void Worker::State::handle(PauseRun&) {
  if (advancing()) pause();
}

void Worker::State::handle(ContinueRun&) {
  stopDue = inRun() && lastEpochDone();
  const bool takesBack = std::exchange(now.stopsAfterEpoch, false);
  if (now.state != WorkerState::Paused && !stepTo) {
    if (takesBack) publish();
    return;
  }
  now.error.reset();
  now.unsaved = false;
  stepTo.reset();
  if (end) {
    tryEnd();
    return;
  }
  if (const Status status = recorder->setStatus(RunStatus::Running); !status.ok()) {
    pauseWith(status.error());
    return;
  }
  goOn();
}

void Worker::State::handle(StepRun&) {
  if (now.state != WorkerState::Paused && !advancing()) return;
  now.error.reset();
  if (end) {
    tryEnd();
    return;
  }
  // Steps requested during a step add up.
  stepTo = stepTo.value_or(trainer->position().step) + 1;
  if (!advancing()) goOn();
}

// During a validation, the trace is of the first step after it.
void Worker::State::handle(TraceStep&) {
  if (!inRun() || end) return;
  trainer->traceNextStep();
  StepRun step;
  handle(step);
}

void Worker::State::handle(SetLearningRate& command) {
  if (!inRun()) return;
  if (const Status allowed = trainingSettingsSchema().schema().find("learning_rate")->validate(command.rate);
      !allowed.ok()) {
    refuseCommand(allowed.error());
    publish();
    return;
  }
  const double before = trainer->learningRate();
  if (const Status changed = change("learning_rate", command.rate); !changed.ok()) refuseCommand(changed.error());
  mark(fmt::format("rate {:g} → {:g}", before, trainer->learningRate()));
  refresh();
  publish();
}

void Worker::State::handle(SetEpochs& command) {
  if (!inRun()) return;
  if (waitsForValidation("epochs")) {
    waiting.push_back({"epochs", std::max(command.epochs, std::int64_t{1})});
    return;
  }
  // A started epoch is always finished, since its checkpoint is the result of the run.
  const TrainingPosition& position = trainer->position();
  now.epochs = std::max({command.epochs, position.epoch + (position.sample > 0 ? 1 : 0), std::int64_t{1}});
  if (const Status stored = change("epochs", now.epochs); !stored.ok()) refuseCommand(stored.error());
  now.epochs = trainer->settings().epochs;
  finishDue = finishDue && position.epoch >= now.epochs;
  refresh();
  publish();
}

void Worker::State::handle(ChangeSetting& command) {
  if (!inRun()) return;
  if (command.setting == "learning_rate" && std::holds_alternative<double>(command.value)) {
    SetLearningRate rate{std::get<double>(command.value)};
    return handle(rate);
  }
  if (waitsForValidation(command.setting)) {
    waiting.push_back(command);
    return;
  }
  makeChange(command);
}

void Worker::State::makeChange(const ChangeSetting& command) {
  const std::string before = trainer->settingWords(command.setting);
  if (const Status changed = change(command.setting, command.value); !changed.ok()) {
    refuseCommand(changed.error());
  } else {
    mark(fmt::format("{} {} → {}", command.setting, before, trainer->settingWords(command.setting)));
    now.augmentation = inputTransformsText(trainer->transforms());
    now.epochs = trainer->settings().epochs;
    if (command.setting == "epochs") finishDue = finishDue && trainer->position().epoch >= now.epochs;
    now.stepsPerEpoch = trainer->stepsPerEpoch();
    now.memoryBytes = trainer->memory().peakBytes();
  }
  refresh();
  publish();
}

void Worker::State::handle(ProbeLayers& command) {
  if (!inRun()) return;
  const Status asked = trainer->probe(std::move(command.request));
  if (asked.ok()) return;
  refuseCommand(asked.error());
  publish();
}

void Worker::State::handle(SetBreakpoints& command) {
  if (!inRun()) return;
  const Status set = trainer->setBreakpoints(std::move(command.breakpoints), command.every);
  const bool unchecked = std::exchange(now.unchecked, std::nullopt).has_value();
  if (!set.ok()) refuseCommand(set.error());
  if (!set.ok() || unchecked) publish();
}

void Worker::State::handle(SaveCheckpoint&) {
  if (!inRun()) return;
  const bool waits = unwritten.has_value();
  Status saved = beginCheckpoint();
  if (saved.ok()) saved = finishCheckpoint();
  if (!saved.ok()) {
    refuseCommand(saved.error());
    if (!waits) unwritten.reset();  // the user sees that it failed, and the run continues
  } else if (!epochDue) {
    checkpointDue = false;
    if (end) return tryEnd();
  }
  publish();
}

void Worker::State::handle(StopRun&) {
  if (!inRun()) return;
  now.error.reset();
  now.unsaved = false;
  makeWaitingChanges();  // even within the validation, which the run repeats with them when it goes on
  if (!end) end = RunEnd{WorkerState::Stopped, RunStatus::Stopped};
  checkpointDue = true;
  tryEnd();
}

void Worker::State::handle(StopAfterEpoch&) {
  if (!inRun() || end) return;
  // Between two epochs there is nothing to finish.
  if (trainer->position().sample == 0 && !trainer->inValidation()) {
    StopRun stop;
    return handle(stop);
  }
  now.stopsAfterEpoch = true;
  stepTo.reset();
  if (advancing()) return publish();
  now.error.reset();
  now.unsaved = false;
  if (const Status status = recorder->setStatus(RunStatus::Running); !status.ok()) return pauseWith(status.error());
  goOn();
}

void Worker::State::handle(DiscardRun&) {
  if (!inRun() || !now.unsaved) return;
  if (!end) end = RunEnd{WorkerState::Stopped, RunStatus::Stopped};
  refresh();
  // Saves what still can be saved; a run whose end cannot be recorded counts as interrupted.
  if (epochDue) (void)recorder->recordEpoch(*epochDue);
  (void)recorder->setStatus(end->status, end->error ? end->error->text() : std::string());
  close();
}

}  // namespace fovea

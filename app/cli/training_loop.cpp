#include "app/cli/training_loop.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/layer_walk.h"
#include "app/cli/ranks.h"
#include "core/base/guarded.h"

namespace fovea::cli {
namespace {

constexpr auto kRetryEvery = std::chrono::seconds(5);
constexpr auto kLookEvery = std::chrono::milliseconds(50);

// Adds "psnr": 27.1 and other metrics without keys of their own.
void addMetrics(Json& event, const char* prefix, const MetricValues& metrics) {
  for (const auto& [name, value] : metrics) event[prefix + name] = numberJson(value);
}

std::string percentWords(double share) {
  return std::isfinite(share) ? fmt::format(", accuracy {:.2f} %", share * 100) : "";
}

std::string metricWords(const MetricValues& metrics) {
  std::string words;
  for (const auto& [name, value] : metrics) words += fmt::format(", {} {:.4f}", name, value);
  return words;
}

// Disk errors after which training continues: the save is retried with the next epoch.
bool isOfDisk(const Error& error) {
  // NotFound: a folder of the project was removed, or a file has replaced it.
  return error.code == ErrorCode::NoSpace || error.code == ErrorCode::PermissionDenied ||
         error.code == ErrorCode::NotFound || error.code == ErrorCode::Io;
}

// Nothing: the recorder's own interval.
std::optional<std::chrono::milliseconds> wantedSafetyInterval() {
  const char* const wanted = std::getenv("FOVEA_SAFETY_COPY_SECONDS");
  const double seconds = wanted ? std::strtod(wanted, nullptr) : 0;
  if (!(seconds > 0 && seconds < 1e6)) return std::nullopt;
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

}  // namespace

Json numberJson(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

bool isOver(const Trainer& trainer) {
  const TrainingPosition& position = trainer.position();
  return position.stoppedEarly || position.epoch >= trainer.settings().epochs;
}

Status TrainingLoop::run() {
  if (const auto interval = wantedSafetyInterval()) recorder_.setSafetyInterval(*interval);
  FOVEA_CHECK(recorder_.confirm());
  FOVEA_CHECK(recorder_.keepChanges(trainer_.position()));
  const Status status = advanceGuarded();
  bar_.clear();
  tellUnmadeChanges();
  if (status.ok()) return end(stoppedAsAsked_ ? RunStatus::Stopped : RunStatus::Finished);
  unsaved_ = true;
  if (context_.ranks && status.error().code != ErrorCode::Cancelled) {
    // mpirun ends this process a second after the loss of another one, perhaps before the state is saved.
    printError(context_, status.error());
    context_.toldError = true;
  }
  if (status.error().code == ErrorCode::Cancelled) {
    FOVEA_CHECK(end(RunStatus::Stopped));
    if (!context_.json) fmt::print(stderr, "Stopped; `fovea-cli resume` goes on from here.\n");
  } else if (const Status saved = end(RunStatus::Failed, status.error().text()); !saved.ok()) {
    // The run's own error matters more than an error in saving its state.
    (void)recorder_.setStatus(RunStatus::Failed, status.error().text());
    if (context_.prints()) warn(saved.error());
  }
  return status;
}

// An exception of a library must not end the run.
Status TrainingLoop::advanceGuarded() {
  try {
    return advanceToEnd();
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "There is not enough memory to go on.", "Take a smaller batch.");
  } catch (const std::exception& error) {
    return fail(ErrorCode::Internal, std::string("The run ended by a fault inside Fovea: ") + error.what() + ".");
  }
}

// Saves pending data and the final status.
Status TrainingLoop::end(RunStatus status, const std::string& error) {
  for (;;) {
    Status written = writeDue();
    if (written.ok()) written = finishCheckpoint();
    if (written.ok()) written = recorder_.setStatus(status, error);
    if (written.ok() || !isOfDisk(written.error())) return written;
    if (!waitForRoom(written.error())) return rescued(written.error());
  }
}

// Writes a state for which the project has no room to the folder for temporary files, and reports it.
Error TrainingLoop::rescued(const Error& error) const {
  if (!unsaved_ || !context_.prints()) return error;
  std::error_code code;
  const auto folder = std::filesystem::temp_directory_path(code);
  const auto file = folder / fmt::format("fovea-{}-run-{}-step-{}.safetensors", ::getpid(), recorder_.run().index,
                                         trainer_.position().step);
  const auto checkpoint = trainer_.checkpoint();
  if (code || !checkpoint.ok() || !writeCheckpoint(file, *checkpoint).ok()) return error;
  return fail(error.code, error.text(),
              fmt::format("The last state is kept in {}. A new run can begin with its weights: train --weights {}.",
                          file.string(), file.string()));
}

// Waits for a while if a user may free space, until the unsaved data is given up (Ctrl+C).
bool TrainingLoop::waitForRoom(const Error& error) {
  if (context_.json || ::isatty(STDIN_FILENO) != 1 || ::isatty(STDERR_FILENO) != 1) return false;
  if (!std::exchange(askedForRoom_, true))
    fmt::print(stderr,
               "The run could not be saved: {}\nIt is tried again every {} seconds. Press Ctrl+C to end without "
               "saving.\n",
               error.text(), kRetryEvery.count());
  // If Ctrl+C has already stopped the run, the next Ctrl+C ends the wait.
  const bool stopped = context_.cancel.cancelled();
  for (auto waited = std::chrono::milliseconds(0); waited < kRetryEvery; waited += kLookEvery) {
    std::this_thread::sleep_for(kLookEvery);
    if (!stopped && context_.cancel.cancelled()) return false;
  }
  return true;
}

Status TrainingLoop::advanceToEnd() {
  if (unsaved_) FOVEA_CHECK(attempt(writeDue(), "The first checkpoint could not be saved", warnedOfEpochs_));
  for (;;) {
    FOVEA_TRY(const bool stop, anyRankStops(context_));
    if (stop) return fail(ErrorCode::Cancelled, "Training was stopped.");
    FOVEA_CHECK(applyChanges());
    if (reachedEnd()) return {};
    if (std::exchange(walk_, false)) trainer_.traceNextStep();
    FOVEA_TRY(const TrainingUpdate update, trainer_.advance());
    if (update.trace) FOVEA_CHECK(walk(*update.trace));
    const auto begun = std::chrono::steady_clock::now();
    FOVEA_CHECK(take(update));
    trainer_.countHost(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
    if (stoppedAtBreakpoint_) return {};
    if (!update.finished) continue;
    FOVEA_CHECK(applyChanges());
    if (isOver(trainer_)) return {};
  }
}

// Applies repeated changes after the same step as in the original run.
Status TrainingLoop::applyChanges() {
  while (!changes_.empty() && changes_.front().step <= trainer_.position().step && !trainer_.inValidation()) {
    SettingChange change = changes_.front();
    const std::int64_t before = trainer_.position().step;
    const Status made = trainer_.change(change.setting, change.value);
    change.step = trainer_.position().step;
    if (change.step < before) FOVEA_CHECK(wentBack());
    FOVEA_CHECK(made);
    FOVEA_CHECK(recorder_.recordChange(change, trainer_.position(), trainer_.settings()));
    const std::string words = change.setting + " → " + trainer_.settingWords(change.setting);
    FOVEA_CHECK(recorder_.recordMark(change.step, words));
    changes_.pop_front();
    if (quiet_) continue;
    bar_.clear();
    if (context_.json)
      printJson({{"event", "change"},
                 {"step", change.step},
                 {"setting", change.setting},
                 {"value", fieldValueToJson(change.value)}});
    else
      fmt::print("After step {}: {}\n", change.step, words);
  }
  return {};
}

// Changes of steps that the run did not reach. They are not stored, so that a resumed run does not make them by itself.
void TrainingLoop::tellUnmadeChanges() {
  if (changes_.empty()) return;
  std::vector<std::string> unmade;
  for (const SettingChange& change : changes_)
    unmade.push_back(fmt::format("{}:{}={}", change.step, change.setting, assignedText(change.value)));
  const std::string advice = isOver(trainer_) ? "" : "To make them in a resumed run, name them with --change again.";
  printWarning(context_,
               fmt::format("The run ended after step {}, before these changes of settings: {}.",
                           trainer_.position().step, fmt::join(unmade, ", ")),
               advice);
  changes_.clear();
}

bool TrainingLoop::reachedEnd() {
  const TrainingPosition& position = trainer_.position();
  if (trainer_.inValidation()) return false;
  if ((lastStep_ == 0 || position.step < lastStep_) && (lastEpoch_ == 0 || position.epoch < lastEpoch_)) return false;
  stoppedAsAsked_ = unsaved_ = true;
  return true;
}

Status TrainingLoop::take(const TrainingUpdate& update) {
  if (update.trouble) FOVEA_CHECK(wentBack());
  if (update.trouble && update.hits.empty()) return *update.trouble;
  if (update.point)
    FOVEA_CHECK(attempt(recorder_.recordPoint(*update.point), "The curves could not be saved", warnedOfCurves_));
  if (update.validation)
    FOVEA_CHECK(
        attempt(recorder_.recordValidation(*update.validation), "The curves could not be saved", warnedOfCurves_));
  if (update.layers && !update.trouble) FOVEA_CHECK(take(*update.layers));
  if (update.epoch) due_.push_back(*update.epoch);
  if (update.probed) report(*update.probed);
  if (update.breakpointsFailed) warn(update.breakpointsFailed->within("The breakpoints are not checked"));
  showProgress();
  unsaved_ = unsaved_ || recorder_.checkpointDue(update, trainer_.position(), trainer_.settings());
  // After a failure, saves again with the next epoch.
  if (update.epoch || recorder_.checkpointWritten() || (unsaved_ && !warnedOfEpochs_))
    FOVEA_CHECK(attempt(writeDue(), "The epoch and its checkpoint could not be saved", warnedOfEpochs_));
  if (update.epoch) report(*update.epoch);
  if (update.validation) report(*update.validation);
  if (!update.stoppedEarly.empty()) {
    FOVEA_CHECK(recorder_.recordMark(trainer_.position().step, update.stoppedEarly));
    reportEnd(update.stoppedEarly);
  }
  if (!update.finished && update.hits.empty()) saveNowAndThen();
  return update.hits.empty() ? Status() : take(update.hits, update.finished);
}

Status TrainingLoop::walk(const StepTrace& trace) {
  bar_.clear();
  if (trace.error) {
    warn(*trace.error);
    return {};
  }
  FOVEA_TRY(const WalkEnd end, walkThrough(trace, context_.json, walkFolder_));
  walk_ = end == WalkEnd::NextStep;
  return end == WalkEnd::Stop ? Status(fail(ErrorCode::Cancelled, "Training was stopped.")) : Status();
}

Status TrainingLoop::take(const LayerFrame& frame) {
  if (frame.error) {
    warn(frame.error->within("Histograms are not recorded"));
    return {};
  }
  recordSeconds_ += frame.seconds;
  ++records_;
  return attempt(recorder_.recordLayers(frame), "The histograms could not be saved", warnedOfCurves_);
}

void TrainingLoop::warn(const Error& error) {
  bar_.clear();
  if (context_.json)
    printJson({{"event", "warning"}, {"error", errorCodeName(error.code)}, {"message", error.text()}});
  else
    fmt::print(stderr, "{}\n", error.text());
}

// Stops the run at its breakpoints, unless it ends with this step anyway.
Status TrainingLoop::take(const std::vector<BreakpointHit>& hits, bool finished) {
  if (!finished) stoppedAtBreakpoint_ = stoppedAsAsked_ = unsaved_ = true;
  bar_.clear();
  for (const BreakpointHit& hit : hits) {
    FOVEA_CHECK(
        recorder_.recordMark(trainer_.position().step, (finished ? "in the last step: " : "stopped: ") + hitText(hit)));
    if (context_.json)
      printJson({{"event", "breakpoint"},
                 {"breakpoint", breakpointText(hit.breakpoint)},
                 {"step", hit.step},
                 {"value", numberJson(hit.value)}});
    else
      fmt::print("{} a breakpoint: {}.\n", finished ? "The last step hit" : "Stopped by", hitText(hit));
  }
  if (!context_.json && !finished) fmt::print("`fovea-cli resume` goes on from here.\n");
  return {};
}

// Warns once about a disk error until a write succeeds; other errors end the run. A checkpoint that is still being
// written has not succeeded yet.
Status TrainingLoop::attempt(const Status& status, const char* what, bool& warned) {
  if (status.ok() && !recorder_.checkpointPending()) warned = false;
  if (status.ok() || !isOfDisk(status.error())) return status;
  if (std::exchange(warned, true)) return {};
  const Error error = status.error().within(what);
  bar_.clear();
  if (context_.json)
    printJson({{"event", "warning"}, {"error", errorCodeName(error.code)}, {"message", error.text()}});
  else
    fmt::print(stderr, "{} Training continues; saving is tried again after the next epoch.\n", error.text());
  return {};
}

// Records the epochs that are not in the store yet, then starts to save the present state.
Status TrainingLoop::writeDue() {
  while (!due_.empty()) {
    FOVEA_CHECK(recorder_.recordEpoch(due_.front()));
    due_.erase(due_.begin());
  }
  if (recorder_.checkpointWritten() || unsaved_) FOVEA_CHECK(finishCheckpoint());
  if (unsaved_) {
    FOVEA_TRY(Checkpoint checkpoint, trainer_.checkpoint());
    recorder_.beginCheckpoint(std::move(checkpoint));
  }
  unsaved_ = false;
  return {};
}

// Waits until the pending checkpoint is in the project; returns at once if there is none. After a failure the state is
// due again. A safety copy that fails has no consequences: a later attempt follows, and so does the end of the epoch.
Status TrainingLoop::finishCheckpoint() {
  if (!recorder_.checkpointPending()) return {};
  const bool safetyCopy = recorder_.safetyCopyPending();
  const auto record = recorder_.finishCheckpoint();
  if (safetyCopy) {
    if (record.ok()) warnedOfCopies_ = false;
    if (!record.ok()) safetyCopyFailed(record.error());
    return {};
  }
  unsaved_ = unsaved_ || !record.ok();
  return record.ok() ? Status() : Status(record.error());
}

// The run is at an earlier step again. An error of the disk leaves later checkpoints, which it overwrites as it goes
// on.
Status TrainingLoop::wentBack() {
  const std::int64_t step = trainer_.position().step;
  std::erase_if(due_, [step](const EpochRecord& epoch) { return epoch.step > step; });
  const Status finished = finishCheckpoint();
  const Result<bool> removed = recorder_.goBack(step);
  if (removed.ok()) unsaved_ = unsaved_ || *removed;
  return attempt(removed.ok() ? finished : Status(removed.error()),
                 "The checkpoints of the steps that are given up could not be removed", warnedOfEpochs_);
}

// Saves within a long epoch, where nothing else is to be saved.
void TrainingLoop::saveNowAndThen() {
  if (unsaved_ || !due_.empty() || recorder_.checkpointPending() || trainer_.inValidation() ||
      !recorder_.safetyCopyDue(trainer_.position().step))
    return;
  const Status begun = guarded([this]() -> Status {
    FOVEA_TRY(Checkpoint checkpoint, trainer_.checkpoint());
    recorder_.beginSafetyCopy(std::move(checkpoint));
    return {};
  });
  if (!begun.ok()) safetyCopyFailed(begun.error());
}

void TrainingLoop::safetyCopyFailed(const Error& error) {
  if (!std::exchange(warnedOfCopies_, true))
    warn(error.within("Training goes on, but a safety copy of it could not be saved"));
}

void TrainingLoop::reportEnd(const std::string& words) {
  if (quiet_) return;
  bar_.clear();
  if (context_.json)
    printJson({{"event", "stopped_early"}, {"step", trainer_.position().step}, {"message", words}});
  else
    fmt::print("{}.\n", words);
}

void TrainingLoop::report(const ValidationRecord& validation) {
  if (quiet_) return;
  if (context_.json) {
    Json event = {{"event", "validation"},
                  {"step", validation.step},
                  {"val_loss", numberJson(validation.loss)},
                  {"val_accuracy", numberJson(validation.accuracy)}};
    addMetrics(event, "val_", validation.metrics);
    return printJson(event);
  }
  bar_.clear();
  fmt::print("step {:>5}  validation loss {:.4f}{}{}{}\n", validation.step, validation.loss,
             percentWords(validation.accuracy), metricWords(validation.metrics), validation.best ? "  best" : "");
  std::fflush(stdout);
}

void TrainingLoop::report(const ProbeFrame& frame) {
  if (quiet_) return;
  bar_.clear();
  if (frame.error) return warn(*frame.error);
  for (const LayerProbe& probe : frame.layers) {
    const Statistics& output = probe.output;
    if (context_.json) {
      const auto small = probe.thumbnail.values<float>();
      Json thumbnail = {{"shape", {probe.thumbnail.shape()[0], probe.thumbnail.shape()[1]}}, {"values", Json::array()}};
      for (const float value : small) thumbnail["values"].push_back(numberJson(value));
      printJson({{"event", "probe"},
                 {"step", frame.step},
                 {"layer", probe.layer},
                 {"milliseconds", probe.milliseconds},
                 {"bytes", probe.bytes},
                 {"mean", numberJson(output.mean)},
                 {"deviation", numberJson(output.deviation)},
                 {"minimum", numberJson(output.minimum)},
                 {"maximum", numberJson(output.maximum)},
                 {"zero_share", numberJson(output.zeroShare)},
                 {"not_finite", output.notFinite},
                 {"histogram",
                  {{"minimum", probe.histogram.minimum},
                   {"maximum", probe.histogram.maximum},
                   {"counts", probe.histogram.counts}}},
                 {"gradient_norm", numberJson(probe.gradientNorm)},
                 {"update_ratio", numberJson(probe.updateRatio)},
                 {"thumbnail", std::move(thumbnail)}});
      continue;
    }
    fmt::print("step {:>5}  {}: {:.3f} ms, mean {:.4g} ± {:.4g}, zeros {:.1f} %", frame.step, probe.layer,
               probe.milliseconds, output.mean, output.deviation, output.zeroShare * 100);
    if (std::isfinite(probe.gradientNorm)) fmt::print(", gradient {:.4g}", probe.gradientNorm);
    if (std::isfinite(probe.updateRatio)) fmt::print(", update {:.2e} of the weights", probe.updateRatio);
    fmt::print("\n");
  }
  std::fflush(stdout);
}

void TrainingLoop::showProgress() {
  const TrainingPosition& position = trainer_.position();
  const auto perEpoch = static_cast<double>(trainer_.samplesPerEpoch());
  const auto epochs = static_cast<double>(trainer_.settings().epochs);
  const double done = static_cast<double>(position.epoch) + static_cast<double>(position.sample) / perEpoch;
  const double left = done > 0 ? position.seconds / done * (epochs - done) : 0;
  const double rate = position.seconds > 0 ? done * perEpoch / position.seconds : 0;
  bar_.show(done / epochs, fmt::format("epoch {} of {}, {} samples/s, {} left{}",
                                       std::min(position.epoch + 1, trainer_.settings().epochs),
                                       trainer_.settings().epochs, countWords(static_cast<std::int64_t>(rate)),
                                       durationWords(left), trainer_.inValidation() ? ", validating" : ""));
}

void TrainingLoop::report(const EpochRecord& epoch) {
  if (quiet_) return;
  if (context_.json) {
    Json event = {{"event", "epoch"},
                  {"epoch", epoch.epoch},
                  {"train_loss", numberJson(epoch.trainLoss)},
                  {"train_accuracy", numberJson(epoch.trainAccuracy)},
                  {"val_loss", numberJson(epoch.validationLoss)},
                  {"val_accuracy", numberJson(epoch.validationAccuracy)},
                  {"learning_rate", epoch.learningRate},
                  {"seconds", epoch.seconds}};
    addMetrics(event, "train_", epoch.trainMetrics);
    addMetrics(event, "val_", epoch.validationMetrics);
    printJson(event);
    return;
  }
  bar_.clear();
  const std::string validation =
      std::isfinite(epoch.validationLoss)
          ? fmt::format("   validation loss {:.4f}{}{}", epoch.validationLoss, percentWords(epoch.validationAccuracy),
                        metricWords(epoch.validationMetrics))
          : "";
  fmt::print("epoch {:>3}  train loss {:.4f}{}{}{}   {:.1f} s{}\n", epoch.epoch, epoch.trainLoss,
             percentWords(epoch.trainAccuracy), metricWords(epoch.trainMetrics), validation, epoch.seconds,
             epoch.best ? "  best" : "");
  std::fflush(stdout);
}

}  // namespace fovea::cli

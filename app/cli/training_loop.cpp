#include "app/cli/training_loop.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace fovea::cli {
namespace {

// "psnr" → 27.1, beside those that have keys of their own.
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

// Errors of the disk, after which training goes on: what could not be written is tried again with the next epoch.
bool isOfDisk(const Error& error) {
  // NotFound: a folder of the project was taken away, or a file stands in its place.
  return error.code == ErrorCode::NoSpace || error.code == ErrorCode::PermissionDenied ||
         error.code == ErrorCode::NotFound || error.code == ErrorCode::Io;
}

}  // namespace

Json numberJson(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Status TrainingLoop::run() {
  const Status status = advanceToEnd();
  bar_.clear();
  if (status.ok()) return recorder_.setStatus(RunStatus::Finished);
  if (status.error().code == ErrorCode::Cancelled) {
    FOVEA_CHECK(writeDue());
    FOVEA_CHECK(save());
    FOVEA_CHECK(recorder_.setStatus(RunStatus::Stopped));
    if (!context_.json) fmt::print(stderr, "Stopped; `fovea-cli resume` goes on from here.\n");
  } else {
    (void)recorder_.setStatus(RunStatus::Failed, status.error().text());
  }
  return status;
}

Status TrainingLoop::advanceToEnd() {
  for (;;) {
    if (context_.cancel.cancelled()) return fail(ErrorCode::Cancelled, "Training was stopped.");
    FOVEA_TRY(const TrainingUpdate update, trainer_.advance());
    if (update.trouble) {
      FOVEA_CHECK(save());
      return *update.trouble;
    }
    if (update.point)
      FOVEA_CHECK(attempt(recorder_.recordPoint(*update.point), "The curves could not be saved", warnedOfCurves_));
    if (update.epoch) due_.push_back(*update.epoch);
    showProgress();
    if (update.epoch) {
      FOVEA_CHECK(attempt(writeDue(), "The epoch and its checkpoint could not be saved", warnedOfEpochs_));
      report(*update.epoch);
    }
    if (update.finished) return writeDue();
  }
}

// Warns once of what the disk refuses until it takes it again; other errors end the run.
Status TrainingLoop::attempt(const Status& status, const char* what, bool& warned) {
  if (status.ok()) warned = false;
  if (status.ok() || !isOfDisk(status.error())) return status;
  if (std::exchange(warned, true)) return {};
  const Error error = status.error().within(what);
  bar_.clear();
  if (context_.json)
    printJson({{"event", "warning"}, {"error", errorCodeName(error.code)}, {"message", error.text()}});
  else
    fmt::print(stderr, "{} Training goes on; it is tried again after the next epoch.\n", error.text());
  return {};
}

// The epochs that are not in the store yet, then the state that they led to.
Status TrainingLoop::writeDue() {
  while (!due_.empty()) {
    FOVEA_CHECK(recorder_.recordEpoch(due_.front()));
    due_.erase(due_.begin());
    unsaved_ = true;
  }
  if (unsaved_) FOVEA_CHECK(save());
  unsaved_ = false;
  return {};
}

Status TrainingLoop::save() {
  FOVEA_TRY(const Checkpoint checkpoint, trainer_.checkpoint());
  FOVEA_TRY([[maybe_unused]] const CheckpointRecord record, recorder_.saveCheckpoint(checkpoint));
  return {};
}

void TrainingLoop::showProgress() {
  const TrainingPosition& position = trainer_.position();
  const auto perEpoch = static_cast<double>(trainer_.samplesPerEpoch());
  const auto epochs = static_cast<double>(trainer_.settings().epochs);
  const double done = static_cast<double>(position.epoch) + static_cast<double>(position.sample) / perEpoch;
  const double left = done > 0 ? position.seconds / done * (epochs - done) : 0;
  const double rate = position.seconds > 0 ? done * perEpoch / position.seconds : 0;
  bar_.show(done / epochs,
            fmt::format("epoch {} of {}, {} img/s, {} left{}", std::min(position.epoch + 1, trainer_.settings().epochs),
                        trainer_.settings().epochs, countWords(static_cast<std::int64_t>(rate)), durationWords(left),
                        trainer_.inValidation() ? ", validating" : ""));
}

void TrainingLoop::report(const EpochRecord& epoch) {
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

// Why: `train` and `resume` drive a run in the same way: advance, record, report.
#pragma once
#include <deque>

#include "app/cli/command.h"
#include "core/project/run_recorder.h"

namespace fovea::cli {

// An active run. A full disk does not stop it, since nobody may be there to make space, and hours of training are worth
// more than one checkpoint. Failed writes are retried after each epoch, with a warning. At the end they are retried as
// long as a person at the terminal agrees; without a person they are an error, and the last state is written to the
// folder for temporary files. A failing run first saves its last state. Within a long epoch it saves a safety copy
// every ten minutes, or as many seconds as FOVEA_SAFETY_COPY_SECONDS says, so that a killed program loses no more.
class TrainingLoop {
 public:
  TrainingLoop(Context& context, Trainer& trainer, RunRecorder& recorder)
      : context_(context), trainer_(trainer), recorder_(recorder), bar_(!context.json) {}

  // Changes of settings, in order of step.
  void setChanges(std::vector<SettingChange> changes) { changes_.assign(changes.begin(), changes.end()); }
  // Stops the run normally after that many steps or epochs. 0: no limit.
  void stopAfter(std::int64_t steps, std::int64_t epochs = 0) {
    lastStep_ = steps;
    lastEpoch_ = epochs;
  }
  // Walks through the first step layer by layer, forward and backward; a person at a terminal goes from tensor to
  // tensor and may ask for the next step. `folder`: writes each tensor there, too, as a .npy file; empty: nowhere.
  void stepThroughLayers(std::string folder) {
    walk_ = true;
    walkFolder_ = std::move(folder);
  }
  // Prints only errors.
  void beQuiet() { quiet_ = true; }
  bool stoppedAsAsked() const { return stoppedAsAsked_; }
  // Records of the layers in this part of the run, and the time that they took.
  std::int64_t records() const { return records_; }
  double recordSeconds() const { return recordSeconds_; }
  // The message is printed already.
  bool stoppedAtBreakpoint() const { return stoppedAtBreakpoint_; }
  // Saves the run's initial state before training, since it cannot be reproduced later.
  void saveAtOnce() { unsaved_ = true; }
  // Runs to the last epoch, or until the user stops it (Cancelled). Records how it ended.
  Status run();

 private:
  Status advanceToEnd();
  Status advanceGuarded();
  Status applyChanges();
  void tellUnmadeChanges();
  Status take(const TrainingUpdate& update);
  Status take(const LayerFrame& frame);
  void warn(const Error& error);
  bool reachedEnd();
  Status end(RunStatus status, const std::string& error = {});
  bool waitForRoom(const Error& error);
  Error rescued(const Error& error) const;
  Status attempt(const Status& status, const char* what, bool& warned);
  Status writeDue();
  Status finishCheckpoint();
  Status wentBack();
  void saveNowAndThen();
  void safetyCopyFailed(const Error& error);
  void showProgress();
  void report(const EpochRecord& epoch);
  void report(const ValidationRecord& validation);
  void report(const ProbeFrame& frame);
  void reportEnd(const std::string& words);
  Status take(const std::vector<BreakpointHit>& hits, bool finished);
  Status walk(const StepTrace& trace);

  Context& context_;
  Trainer& trainer_;
  RunRecorder& recorder_;
  ProgressBar bar_;
  std::vector<EpochRecord> due_;  // completed but not yet recorded
  bool unsaved_ = false;          // the current state must be saved
  std::deque<SettingChange> changes_;
  std::int64_t lastStep_ = 0;
  std::int64_t lastEpoch_ = 0;
  bool walk_ = false;
  std::string walkFolder_;
  std::int64_t records_ = 0;
  double recordSeconds_ = 0;
  bool quiet_ = false;
  bool stoppedAsAsked_ = false;
  bool stoppedAtBreakpoint_ = false;
  // A warning was given and no write has succeeded since.
  bool warnedOfCurves_ = false;
  bool warnedOfEpochs_ = false;
  bool warnedOfCopies_ = false;
  bool askedForRoom_ = false;
};

// Whether a run has come to its end: after its last step, a change of its number of epochs may lengthen it.
bool isOver(const Trainer& trainer);

// Converts infinity and NaN, which JSON lacks, to null.
Json numberJson(double value);

}  // namespace fovea::cli

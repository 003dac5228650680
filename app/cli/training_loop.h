// Why: `train` and `resume` drive a run in the same way: advance, record, report.
#pragma once
#include "app/cli/command.h"
#include "core/project/run_recorder.h"

namespace fovea::cli {

// A run under way. A disk that is full does not stop it: nobody may be there to make room, and hours of training are
// worth more than one checkpoint. What could not be written is tried again after each epoch, with a warning. What is
// still missing at the end is tried again as long as a person at the terminal lets it; where nobody is there, it is an
// error. A run that fails saves what it had until then first.
class TrainingLoop {
 public:
  TrainingLoop(Context& context, Trainer& trainer, RunRecorder& recorder)
      : context_(context), trainer_(trainer), recorder_(recorder), bar_(!context.json) {}

  // The run's first state is saved before it trains: nothing else tells later what it began with.
  void saveAtOnce() { unsaved_ = true; }
  // To the last epoch, or until a person says stop (Cancelled). Records how it ended.
  Status run();

 private:
  Status advanceToEnd();
  Status advanceGuarded();
  Status end(RunStatus status, const std::string& error = {});
  bool waitForRoom(const Error& error);
  Status attempt(const Status& status, const char* what, bool& warned);
  Status writeDue();
  Status save();
  void showProgress();
  void report(const EpochRecord& epoch);

  Context& context_;
  Trainer& trainer_;
  RunRecorder& recorder_;
  ProgressBar bar_;
  std::vector<EpochRecord> due_;  // complete, but not recorded
  bool unsaved_ = false;          // the present state is to be saved
  // Of a disk that has not taken anything since.
  bool warnedOfCurves_ = false;
  bool warnedOfEpochs_ = false;
  bool askedForRoom_ = false;
};

// JSON has no infinity and no not-a-number: null.
Json numberJson(double value);

}  // namespace fovea::cli

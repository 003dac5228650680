// Why: `train` and `resume` drive a run in the same way: advance, record, report.
#pragma once
#include "app/cli/command.h"
#include "core/project/run_recorder.h"

namespace fovea::cli {

// A run under way. A disk that is full does not stop it: nobody may be there to make room, and hours of training are
// worth more than one checkpoint. What could not be written is tried again after each epoch, with a warning; only what
// is still missing at the end is an error.
class TrainingLoop {
 public:
  TrainingLoop(Context& context, Trainer& trainer, RunRecorder& recorder)
      : context_(context), trainer_(trainer), recorder_(recorder), bar_(!context.json) {}

  // To the last epoch, or until a person says stop (Cancelled). Records how it ended.
  Status run();

 private:
  Status advanceToEnd();
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
  bool unsaved_ = false;          // the last epoch's checkpoint is not written
  // Of a disk that has not taken anything since.
  bool warnedOfCurves_ = false;
  bool warnedOfEpochs_ = false;
};

// JSON has no infinity and no not-a-number: null.
Json numberJson(double value);

}  // namespace fovea::cli

// Why: what a user does with the checkpoints of the selected run: keeps them, and trains from any of them.
#include "app/workspaces/train/checkpoint_section.h"
#include "app/workspaces/train/run_details.h"
#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/run_view.h"
#include "app/workspaces/train/train_workspace.h"
#include "widgets/theme/notice.h"

namespace fovea {

void TrainWorkspace::connectCheckpoints() {
  const CheckpointSection* checkpoints = inspector_->runPage()->checkpoints();
  addCommands(checkpoints->commands());
  connect(checkpoints, &CheckpointSection::pinWanted, this, &TrainWorkspace::pinCheckpoint);
  connect(checkpoints, &CheckpointSection::continueWanted, this, &TrainWorkspace::continueFrom);
  connect(checkpoints, &CheckpointSection::inspectionWanted, this, &TrainWorkspace::inspectionWanted);
}

void TrainWorkspace::showCheckpoints() {
  const RunEntry* entry = session().runs()->find(selectedId());
  inspector_->runPage()->checkpoints()->setCheckpoints(selectedId(),
                                                       entry ? entry->checkpoints : std::vector<CheckpointRecord>());
}

void TrainWorkspace::showCheckpointActions(const RunRecord* selected) {
  if (!selected) return;
  const auto reason = [](const Status& status) { return status.ok() ? std::nullopt : std::optional(status.error()); };
  inspector_->runPage()->checkpoints()->setObstacles(
      session().readOnly() ? std::optional(projectIsReadOnly()) : std::nullopt,
      reason(session().mayContinue(selected->settings.device)));
}

void TrainWorkspace::pinCheckpoint(const CheckpointRecord& checkpoint, bool pinned) {
  if (session().readOnly()) return showError(projectIsReadOnly());
  const auto set = [this, run = checkpoint.run, step = checkpoint.step](bool wanted) {
    session().runs()->setPinned(run, step, wanted);
  };
  inspector_->showRunPage();
  set(pinned);
  edits_.add({[set, pinned] { set(!pinned); }, [set, pinned] { set(pinned); }});
}

void TrainWorkspace::continueRun() {
  const RunRecord* selected = selectedRun();
  if (!selected) return;
  if (lastCheckpoint_) return continueFrom(CheckpointRecord(*lastCheckpoint_));
  // A run that ended before its first checkpoint begins anew.
  CheckpointRecord beginning;
  beginning.run = selected->id;
  continueFrom(beginning);
}

void TrainWorkspace::continueFrom(const CheckpointRecord& checkpoint) {
  const RunRecord* selected = selectedRun();
  if (!selected || selected->id != checkpoint.run) return;
  banner()->dismiss();
  shownErrors_.clear();
  const bool continues = !lastCheckpoint_ || lastCheckpoint_->step == checkpoint.step;
  TrainingSettings settings = selected->settings;
  settings.epochs = continues ? inspector_->runPage()->untilEpoch() : epochsOfBranch(*selected, checkpoint);
  if (continues) view_->forgetAfter(checkpoint.run, checkpoint.step);
  const Status status = session().resumeRun(checkpoint, settings, std::string(selected->name));
  if (!status.ok()) showError(status.error());
}

}  // namespace fovea

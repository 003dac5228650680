// Why: undoable changes in the Train workspace: how runs are shown, their notes, and deleted runs.
#include <QPushButton>
#include <algorithm>
#include <utility>

#include "app/workspaces/train/comparison_reader.h"
#include "app/workspaces/train/run_plots.h"
#include "app/workspaces/train/run_table.h"
#include "app/workspaces/train/train_workspace.h"
#include "widgets/theme/notice.h"

namespace fovea {

void TrainWorkspace::showChoices(const RunViewChoices& choices) {
  runs_->setChoices(choices);
  plots_->setChoices(choices);
  reader_->compare(runModel()->chosen());
}

// Leaves the filter text out of undo, since its field has its own.
void TrainWorkspace::keepChoices(const RunViewChoices& choices) {
  RunViewChoices before = std::exchange(choices_, choices), onlySmoother = before;
  reader_->keep(choices);
  before.filter = choices.filter;
  if (before == choices) return;
  onlySmoother.smoothing = choices.smoothing;
  onlySmoother.filter = choices.filter;
  const auto back = [this](RunViewChoices wanted) {
    wanted.filter = choices_.filter;
    choices_ = wanted;
    reader_->keep(wanted);
    showChoices(wanted);
  };
  edits_.add({[back, before] { back(before); }, [back, choices] { back(choices); },
              onlySmoother == choices ? QStringLiteral("smoothing") : QString()});
}

void TrainWorkspace::deleteRuns() {
  if (session().readOnly()) return showError(projectIsReadOnly());
  std::vector<RunId> gone = runs_->selected();
  std::erase_if(gone, [this](RunId run) { return session().training()->active(run); });
  if (gone.empty()) return;
  session().runs()->remove(gone);
  banner()->showMessage(Banner::Tone::Info,
                        gone.size() == 1 ? tr("Run %1 is deleted.").arg(gone.front().index)
                                         : tr("%n runs are deleted.", nullptr, static_cast<int>(gone.size())),
                        tr("Their curves and checkpoints can be brought back for half a minute."));
  putBack_ = banner()->addAction(tr("Undo"));
  const int deletion = edits_.add({[this, gone] {
                                     forGood_.stop();
                                     if (putBack_) banner()->dismiss();
                                     session().runs()->restore(gone);
                                   },
                                   [this, gone] {
                                     session().runs()->remove(gone);
                                     forGood_.start();
                                   }});
  connect(putBack_, &QPushButton::clicked, this, [this, deletion] { edits_.undoOnly(deletion); });
  deletions_.push_back(deletion);
  forGood_.start();
}

// Deletes the files; the deletions can no longer be undone.
void TrainWorkspace::deleteForGood() {
  if (putBack_) banner()->dismiss();
  session().runs()->deleteRemoved();
  for (const int deletion : std::exchange(deletions_, {})) edits_.drop(deletion);
}

}  // namespace fovea

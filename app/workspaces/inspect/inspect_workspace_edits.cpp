// Why: the user corrects samples where their answers are shown, and undoes corrections there.
#include "app/unless_gone.h"
#include "app/workspaces/inspect/inspect_workspace.h"
#include "app/workspaces/inspect/live_input.h"
#include "widgets/images/drawing_pad.h"
#include "widgets/theme/notice.h"

namespace fovea {

bool InspectWorkspace::drawing() const {
  return pad_->isVisible() && live_->source() == LiveInput::Source::Drawing;
}

bool InspectWorkspace::canUndo() const {
  if (drawing()) return pad_->canUndo();
  const auto shown = session().dataset(), trained = session().trainingDataset();
  return shown && trained && shown->sharesStore(*trained) && shown->journal().canUndo();
}

bool InspectWorkspace::canRedo() const {
  const auto shown = session().dataset(), trained = session().trainingDataset();
  return !drawing() && shown && trained && shown->sharesStore(*trained) && shown->journal().canRedo();
}

void InspectWorkspace::undo() {
  if (!canUndo()) return;
  if (drawing()) return pad_->undo();
  session().datasets()->undoEdit(unlessGone(this, [this](const Status& undone) {
    if (!undone.ok()) return showError(undone.error());
    banner()->showMessage(Banner::Tone::Info, tr("The last correction of the data set is taken back."));
  }));
}

void InspectWorkspace::redo() {
  if (!canRedo()) return;
  session().datasets()->redoEdit(unlessGone(this, [this](const Status& redone) {
    if (!redone.ok()) showError(redone.error());
  }));
}

void InspectWorkspace::edit(SampleEdit edit) {
  if (edit.records.empty()) return;
  const auto trained = session().trainingDataset();
  const auto tell = unlessGone(this, [this](const Status& status) {
    if (!status.ok()) showError(status.error());
  });
  if (!trained || (session().dataset() && session().dataset()->sharesStore(*trained)))
    return session().datasets()->edit(std::move(edit), tell);
  session().datasets()->select(session().trainingDatasetName(),
                               unlessGone(this, [this, edit, tell](const Status& shown) {
                                 shown.ok() ? session().datasets()->edit(edit, tell) : tell(shown);
                               }));
}

}  // namespace fovea

// Why: defines the actions of the Train workspace, and when they are enabled.
#include <QTableView>

#include "app/unless_gone.h"
#include "app/workspaces/train/augmentation_change.h"
#include "app/workspaces/train/cluster_dialog.h"
#include "app/workspaces/train/run_details.h"
#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/run_table.h"
#include "app/workspaces/train/scaling_dialog.h"
#include "app/workspaces/train/start_choice.h"
#include "app/workspaces/train/train_workspace.h"
#include "core/project/paths.h"
#include "widgets/actions/action_button.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"

namespace fovea {
namespace {

QString continueHelp() {
  return TrainWorkspace::tr(
      "Go on with the selected run from its last checkpoint, or from the beginning if it has none");
}

}  // namespace

void TrainWorkspace::connectAugmentation() {
  auto* const change = new AugmentationChange(this);
  connect(inspector_->runPage(), &RunDetails::augmentationWanted, change, [this, change](const std::string& text) {
    const RunRecord* const run = selectedRun();
    if (!run) return;
    const auto folder = session().project()->datasetFolder(run->dataset);
    folder.ok() ? change->ask(run->id, *folder, text) : showError(folder.error());
  });
  connect(change, &AugmentationChange::failed, this, &TrainWorkspace::showError);
  connect(change, &AugmentationChange::chosen, this, [this](RunId run, const std::string& text) {
    session().training()->changeSetting("augmentation", text, run);
  });
}

void TrainWorkspace::buildActions() {
  TrainingBridge* training = session().training();
  const auto steering = [this](const char* id, const QString& text, const char* iconName, const QString& help,
                               std::function<void()> work) {
    return addCommand({.id = id, .text = text, .icon = iconName, .help = help, .group = 1, .remote = true},
                      std::move(work));
  };
  start_ = addCommand({.id = "train.start",
                       .text = tr("New run"),
                       .icon = "play",
                       .help = tr("Train the network with the settings under \"Next run\" at the right")},
                      [this] { startRun(); });
  enqueue_ = addCommand(
      {.id = "train.queue",
       .text = tr("Add to queue"),
       .icon = "clock",
       .help = tr("Train the network with these settings as soon as the device is free, after the runs that wait")},
      [this] { addToQueue(); });
  continue_ = addCommand({.id = "train.continue", .text = tr("Continue run"), .icon = "play", .help = continueHelp()},
                         [this] { continueRun(); });
  reuse_ = addCommand(
      {.id = "train.reuse",
       .text = tr("New run from these weights"),
       .icon = "copy",
       .help = tr("Train the network from the beginning with what the selected run has learnt, where layers fit")},
      [this] { reuseWeights(); });
  sweep_ = addCommand({.id = "train.sweep",
                       .text = tr("Sweep…"),
                       .icon = "sweep",
                       .help = tr("Train with several values of some settings, and see which do best")},
                      [this] { planSweep(); });
  addCommand({.id = "train.findRate",
              .text = tr("Find a learning rate…"),
              .icon = "search",
              .help = tr("A short trial in which the rate rises shows where the loss falls, and where it explodes")},
             [this] { findRate(); });
  addCommand({.id = "train.estimate",
              .text = tr("Estimate time and memory"),
              .icon = "clock",
              .help = tr("Measures some steps and says how long the next run will take")},
             [this] { estimate(); });
  addCommand({.id = "train.cluster",
              .text = tr("Train on a cluster…"),
              .icon = "save",
              .help = tr("Writes a Slurm script that trains the network with these settings on other machines")},
             [this] { trainOnCluster(); });
  addCommand({.id = "train.scaling",
              .text = tr("Plan scaling…"),
              .icon = "gpu",
              .help = tr("Measures a step, and says how much faster several devices would train the network")},
             [this] { showScaling(); });
  pause_ = addCommand({.id = "train.pause",
                       .text = tr("Pause"),
                       .icon = "pause",
                       .keys = {QKeySequence(tr("Ctrl+P"))},
                       .help = tr("Pause after this batch, or go on"),
                       .group = 1,
                       .remote = true},
                      [this, training] {
                        const RunId run = selectedId();
                        selectedSnapshot().state == WorkerState::Paused ? training->resume(run) : training->pause(run);
                      });
  step_ = steering("train.step", tr("Step"), "step",
                   tr("One batch of training, after what is left of a validation, then pause"),
                   [this, training] { training->step(selectedId()); });
  stop_ =
      steering("train.stop", tr("Stop"), "stop", tr("End the run with a checkpoint, from which it can be continued"),
               [this, training] { training->stop(selectedId()); });
  stopLater_ = steering("train.stopAfterEpoch", tr("Stop after the epoch"), "stop",
                        tr("Finish this epoch with its validation and its checkpoint, then end the run"),
                        [this, training] { training->stopAfterEpoch(selectedId()); });
  discard_ = steering("train.discard", tr("End without saving"), "stop",
                      tr("Give up what could not be saved, and end the run; earlier checkpoints stay"),
                      [this, training] { training->discard(selectedId()); });
  discard_->setVisible(false);
  snapshot_ = steering("train.snapshot", tr("Snapshot"), "save", tr("Save a checkpoint now"),
                       [this, training] { training->saveCheckpoint(selectedId()); });
  delete_ = addCommand({.id = "train.delete",
                        .text = tr("Delete the selected runs"),
                        .icon = "delete",
                        .keys = {QKeySequence::Delete},
                        .help = tr("With their curves and checkpoints; they can be brought back for half a minute"),
                        .group = 2,
                        .keysIn = runs_->view()},
                       [this] { deleteRuns(); });
}

// Saves the network first, since the script uses the network of the project.
void TrainWorkspace::trainOnCluster() {
  banner()->dismiss();
  if (!inspector_->isValid()) return showInvalidSetting();
  if (!session().project() || !session().trainingDataset())
    return showError(
        fail(ErrorCode::InvalidArgument, "There is no data set to train on.", "Import one in the Data workspace."));
  if (!startsWell()) return;
  session().saveNetwork(unlessGone(this, [this](const Status& saved) {
    if (!saved.ok()) return showError(saved.error());
    showClusterScript();
  }));
}

void TrainWorkspace::showClusterScript() {
  const auto trained = session().trainingDataset();
  if (!session().project() || !trained) return;  // closed meanwhile
  const std::string& network = session().network().name();
  std::vector<std::string> arguments{"--network", network, "--dataset", session().trainingDatasetName(),
                                     "--name",    network};
  const auto settings = settingArguments(inspector_->settings(), defaultSettings(session().network(), trained->info()),
                                         session().project()->chosenSettings());
  arguments.insert(arguments.end(), settings.begin(), settings.end());
  const auto start = inspector_->start()->chosen();
  const std::filesystem::path& folder = session().project()->folder();
  auto* dialog = new ClusterDialog(network, folder.string(), arguments,
                                   start ? relativeIfInside(*start, folder) : std::filesystem::path(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

void TrainWorkspace::showScaling() {
  banner()->dismiss();
  if (!inspector_->isValid()) return showInvalidSetting();
  const auto survey = [this, settings = inspector_->settings()](const ScalingRequest& request,
                                                                ScalingDialog::Done done) {
    return session().surveyScaling(settings, request, std::move(done));
  };
  auto dialog = std::make_unique<ScalingDialog>(survey, inspector_->settings().device, ScalingDialog::kSeconds, this);
  if (const Status begun = dialog->measureStep(); !begun.ok()) return showObstacle(begun.error());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog.release()->open();
}

void TrainWorkspace::buildToolbar() {
  for (Action* action : {pause_, step_, stop_, discard_, snapshot_, continue_, reuse_, enqueue_, sweep_, start_}) {
    auto* button = new ActionButton(action, action == start_ ? ButtonLook::Primary : ButtonLook::Normal);
    // "Continue" replaces "Pause" while the run is paused. Both get the same width, so that the other buttons do not
    // move.
    if (action == pause_) button->setMinimumWidth(QPushButton(button->icon(), tr("Continue")).sizeHint().width());
    addToToolbarRight(button);
  }
}

ActionButton* TrainWorkspace::buttonOf(const Action* action) const {
  for (ActionButton* button : findChildren<ActionButton*>())
    if (button->action() == action) return button;
  return nullptr;
}

void TrainWorkspace::showActions(const WorkerSnapshot& run, const RunRecord* selected, bool steers) {
  const auto isFree = [this](const std::string& device) { return !session().training()->busy(device); };
  const bool nextIsFree = isFree(inspector_->settings().device);
  const bool paused = steers && run.state == WorkerState::Paused;
  // An unsaved run makes no steps, and saving is retried anyway.
  const bool unsaved = steers && run.unsaved;
  // Disabled buttons stay visible, so that no button moves under the pointer.
  for (Action* action : {pause_, step_, stop_, snapshot_}) action->setEnabled(steers);
  for (Action* action : {step_, stop_, snapshot_}) action->setVisible(!unsaved);
  stopLater_->setEnabled(steers && !unsaved && !run.stopsAfterEpoch);
  enqueue_->setEnabled(session().project());
  sweep_->setEnabled(session().project() && !session().readOnly());
  discard_->setVisible(unsaved);
  start_->setEnabled(nextIsFree && session().project());
  reuse_->setEnabled(nextIsFree && lastCheckpoint_);
  const RunEntry* entry = session().runs()->find(selectedId());
  const bool stuck = entry && entry->obstacle;
  continue_->setEnabled(selected && !stuck && isFree(selected->settings.device) &&
                        selected->epochsDone + selected->lastStep > 0);
  continue_->setWords(continue_->text(), continue_->iconText(), stuck ? coreMessage(*entry->obstacle) : continueHelp());
  delete_->setEnabled(selected && !steers);
  showCheckpointActions(selected);
  const QString words = unsaved ? tr("Try again") : paused ? tr("Continue") : tr("Pause");
  pause_->setWords(
      words, words,
      unsaved ? tr("Save the run now that there is room, then go on") : tr("Pause after this batch, or go on"));
  // Setting an icon again lays out the toolbar.
  if (const QString symbol = paused ? "play" : "pause"; pause_->icon().name() != symbol) pause_->setIcon(icon(symbol));
}

}  // namespace fovea

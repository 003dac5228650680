// Why: applies a fix of the Doctor page, and shows a changed network, through the same services that the other
// workspaces use.
#include <QComboBox>
#include <algorithm>

#include "app/bridge/weight_run.h"
#include "app/unless_gone.h"
#include "app/workspaces/inspect/inspect_workspace.h"
#include "app/workspaces/inspect/time_bar.h"
#include "app/workspaces/train/run_table_model.h"
#include "core/inspect/matched_checkpoint.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/segment_bar.h"

namespace fovea {
namespace {

Error firstWeightsAreGone(const std::string& run) {
  return fail(ErrorCode::NotFound,
              "The run \"" + run + "\" cannot begin again: it has no checkpoint with the weights that it began with.",
              "Begin a new run with these weights.");
}

}  // namespace

const RunEntry* InspectWorkspace::doctoredRun() const {
  const RunLibrary& runs = *session().runs();
  for (const RunId run : {doctored_, wanted_.run})
    if (const RunEntry* entry = run.valid() ? runs.find(run) : nullptr) return entry;
  return runs.entries().empty() ? nullptr : &runs.entries().begin()->second;
}

void InspectWorkspace::fillRuns() {
  filling_ = true;
  const RunEntry* doctored = doctoredRun();
  int row = 0, chosen = -1;
  // Updates row by row, so that an open list keeps its position during a run.
  for (const auto& [id, entry] : session().runs()->entries()) {
    const QString title = runTitle(entry.record.name, id);
    const QString text = entry.checkpoints.empty() ? tr("%1 · no checkpoint").arg(title) : title;
    if (row == run_->count()) run_->addItem(text);
    if (run_->itemText(row) != text) run_->setItemText(row, text);
    run_->setItemData(row, id.index);
    if (doctored && doctored->record.id == id) chosen = row;
    ++row;
  }
  while (run_->count() > row) run_->removeItem(row);
  run_->setCurrentIndex(chosen);
  run_->setVisible(choice_->current() == kDoctor && run_->count() > 0);
  filling_ = false;
}

void InspectWorkspace::showDrawnNetwork() {
  const CheckpointRecord* checkpoint = wantedCheckpoint();
  if (!checkpoint) return;
  keepDrawnNetwork(session(), *checkpoint, this, [this](const Result<DrawnRun>& drawn) {
    if (!drawn.ok()) return showError(drawn.error());
    wanted_.run = drawn->weights.run;
    wanted_.step = drawn->weights.step;
    chosen_ = true;
    const QString taken = coreMessage(matchWords(drawn->report) + ".");
    if (choice_->current() == kLayers) taken_ = taken;  // the answer dismisses the banner
    refreshCheckpoints(false);
    tellTaken(taken);
  });
}

void InspectWorkspace::tellTaken(const QString& taken) {
  const QString network = QString::fromStdString(session().network().name());
  banner()->showMessage(Banner::Tone::Info, tr("This is %1 as it is drawn now.").arg(network), taken);
}

void InspectWorkspace::diagnoseSubject(bool again) {
  const RunEntry* entry = doctoredRun();
  if (!entry) return;
  const RunId id = entry->record.id;
  const CheckpointRecord* checkpoint = id == wanted_.run ? wantedCheckpoint() : nullptr;
  // A run that goes on keeps its diagnosed checkpoint until the user wants another diagnosis.
  if (!checkpoint && !again && doctor_->subject().run == id) checkpoint = list_.find(id, diagnosedStep_);
  if (const RunCheckpoints* run = list_.run(id); run && !checkpoint) checkpoint = &usualCheckpoint(*run);
  diagnosedStep_ = checkpoint ? checkpoint->step : -1;
  QString name = runTitle(entry->record.name, id);
  if (checkpoint) name = tr("%1 · %2").arg(name, checkpointTimeText(entry->checkpoints, *checkpoint));
  // Leaves out another data set, whose samples say nothing about this run.
  const bool same = entry->record.dataset == session().trainingDatasetName();
  doctor_->setSubject({id, checkpoint ? session().project()->checkpointPath(*checkpoint) : std::filesystem::path(),
                       checkpoint ? QString::fromStdString(checkpoint->created) : QString(),
                       same ? session().trainingDataset() : std::shared_ptr<Dataset>(), name},
                      again);
}

void InspectWorkspace::showRecord(std::uint32_t record) {
  const auto dataset = session().trainingDataset();
  if (!dataset || dataset->states().excluded[record]) return;
  const Split split = dataset->states().splits[record];
  const auto records = dataset->records(split);
  const auto found = std::ranges::find(records, record);
  if (found == records.end()) return;
  leaveLive();
  wanted_.split = split;
  wanted_.index = found - records.begin();
  wanted_.imageFile.clear();
  showPage(kLayers);
}

void InspectWorkspace::applyFix(const DiagnosisFix& fix) {
  if (const auto* setting = std::get_if<SettingFix>(&fix.change)) return applySetting(*setting);
  if (const auto* change = std::get_if<SampleEdit>(&fix.change)) return edit(*change);
  applyNetworkEdit(std::get<NetworkEdit>(fix.change));
}

// Trains the network of the run again with one setting changed: on the run's data set, which becomes the one to train
// on, and from the weights that the run began with.
void InspectWorkspace::applySetting(const SettingFix& fix) {
  const auto facts = doctor_->facts();
  const RunEntry* run = session().runs()->find(doctor_->subject().run);
  if (!facts || !run) return;
  FieldValues values = trainingSettingsSchema().write(facts->settings);
  values.set(fix.setting, fix.to);
  const TrainingSettings settings = trainingSettingsSchema().read(values);
  // A refused run must leave no other network or data set behind.
  if (const Status may = session().mayContinue(settings.device); !may.ok()) return showError(may.error());
  std::optional<std::filesystem::path> weights;
  if (facts->givenWeights || facts->begunStep > 0) {
    const CheckpointRecord* first = list_.find(run->record.id, facts->begunStep);
    if (!first) return showError(firstWeightsAreGone(run->record.name));
    weights = session().project()->checkpointPath(*first);
  }
  const auto start = unlessGone(this, [this, settings, weights, name = run->record.name](const Status& ready) {
    const Status started = ready.ok() ? session().startRun(settings, name, weights) : ready;
    if (!started.ok()) return showError(started.error());
    Q_EMIT placeRequested("train");
  });
  const auto chooseNetwork = unlessGone(this, [this, facts, start](const Status& ready) {
    if (!ready.ok() || session().network() == facts->network) return start(ready);
    session().networks()->add(facts->network, tr("Network of the run"), start);
  });
  if (run->record.dataset == session().trainingDatasetName()) return chooseNetwork({});
  session().datasets()->selectTraining(run->record.dataset, chooseNetwork);
}

// Edits the open network if it is the run's; otherwise adds an edited copy of the run's network.
void InspectWorkspace::applyNetworkEdit(const NetworkEdit& edit) {
  const auto facts = doctor_->facts();
  if (!facts) return;
  if (session().network() == facts->network) {
    session().applyEdit(edit);
    return Q_EMIT placeRequested("network");
  }
  Network network = facts->network;
  if (const auto changed = applyEdit(network, edit); !changed.ok()) return showError(changed.error());
  session().networks()->add(network, QString::fromStdString(edit.title), unlessGone(this, [this](const Status& added) {
                              if (!added.ok()) return showError(added.error());
                              Q_EMIT placeRequested("network");
                            }));
}

}  // namespace fovea

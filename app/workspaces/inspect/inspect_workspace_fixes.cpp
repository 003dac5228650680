// Why: a finding of the doctor is applied through the same services that the other workspaces use.
#include <algorithm>

#include "app/unless_gone.h"
#include "app/workspaces/inspect/inspect_workspace.h"

namespace fovea {

void InspectWorkspace::diagnoseSubject() {
  const CheckpointRecord* checkpoint = wantedCheckpoint();
  const RunCheckpoints* run = wantedRun();
  if (!checkpoint || !run) return;
  // The samples of another data set would say nothing about this run.
  const bool same = run->run.dataset == session().trainingDatasetName();
  doctor_->setSubject({wanted_.run, session().project()->checkpointPath(*checkpoint),
                       QString::fromStdString(checkpoint->created),
                       same ? session().trainingDataset() : std::shared_ptr<Dataset>(), checkpoint_->currentText()});
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

// Trains the network of the run once more, with one other setting.
void InspectWorkspace::applySetting(const SettingFix& fix) {
  const auto facts = doctor_->facts();
  const RunCheckpoints* run = wantedRun();
  if (!facts || !run) return;
  FieldValues values = trainingSettingsSchema().write(facts->settings);
  values.set(fix.setting, fix.to);
  const TrainingSettings settings = trainingSettingsSchema().read(values);
  const std::string name = run->run.name;
  const auto start = unlessGone(this, [this, settings, name](const Status& ready) {
    const Status started = ready.ok() ? session().startRun(settings, name) : ready;
    if (!started.ok()) return showError(started.error());
    Q_EMIT placeRequested("train");
  });
  if (session().network() == facts->network) return start({});
  session().networks()->add(facts->network, tr("Network of the run"), start);
}

// Changes the drawing that the run was trained with; if it has changed since, a copy of the run's network is added.
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

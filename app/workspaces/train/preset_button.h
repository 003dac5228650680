// Why: the settings of the next run can be taken from a preset or an earlier run, and saved under a name for later.
#pragma once
#include <QPushButton>
#include <vector>

#include "app/bridge/latest_task.h"
#include "core/project/run_records.h"
#include "core/project/setting_presets.h"

class QMenu;

namespace fovea {

class PresetButton : public QPushButton {
  Q_OBJECT
 public:
  explicit PresetButton(QWidget* parent = nullptr);

  // Sets the runs that are offered, newest first.
  void setRuns(const std::vector<RunRecord>& runs) { runs_ = runs; }
  // Sets the settings that the user chose, which "Save" saves.
  void setChosen(const FieldValues& chosen) { chosen_ = chosen; }
  // Saves the chosen settings under a name. The button is disabled until they are written.
  void save(const QString& name);
  void remove(const QString& name);
  const std::vector<SettingPreset>& presets() const { return presets_; }

 Q_SIGNALS:
  // The user wants these settings instead of the chosen ones; empty: the defaults.
  void presetTaken(const fovea::FieldValues& values);
  void runTaken(const fovea::TrainingSettings& settings);
  void failed(const fovea::Error& error);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  using Presets = std::vector<SettingPreset>;

  void fill();
  void addPresets();
  void addRuns();
  void askForName();
  // Applies `change` to the presets' file, if given, then reads the presets; both on another thread.
  void read(std::function<Status()> change = {});

  QMenu* menu_;
  std::vector<RunRecord> runs_;
  FieldValues chosen_;
  Presets presets_;
  LatestTask<Presets> task_;
};

}  // namespace fovea

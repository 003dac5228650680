// Why: the settings of the next run can be taken from a preset or an earlier run, and saved under a name for later.
#pragma once
#include <QPushButton>
#include <vector>

#include "core/project/run_records.h"

class QMenu;

namespace fovea {

class PresetButton : public QPushButton {
  Q_OBJECT
 public:
  explicit PresetButton(QWidget* parent = nullptr);

  // Sets the runs that are offered, newest first.
  void setRuns(const std::vector<RunRecord>& runs) { runs_ = runs; }
  // Sets what "Save" saves: the settings that the user chose.
  void setChosen(const FieldValues& chosen) { chosen_ = chosen; }
  // Saves the chosen settings under a name.
  void save(const QString& name);

 Q_SIGNALS:
  // The user wants these settings in place of the chosen ones.
  void presetTaken(const fovea::FieldValues& values);
  void runTaken(const fovea::TrainingSettings& settings);
  void failed(const fovea::Error& error);

 private:
  void fill();
  void askForName();

  QMenu* menu_;
  std::vector<RunRecord> runs_;
  FieldValues chosen_;
};

}  // namespace fovea

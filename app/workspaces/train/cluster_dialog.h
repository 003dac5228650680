// Why: a run that is too large for this machine can be trained on a cluster with the settings of the form.
#pragma once
#include <QDialog>
#include <filesystem>

#include "core/train/default_settings.h"
#include "core/train/slurm_script.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace fovea {

// Returns the arguments with which `fovea-cli train` starts a run with these settings: those that differ from the
// defaults of the network and the task, and those that the project chose. Leaves out the device, which depends on the
// machines.
std::vector<std::string> settingArguments(const TrainingSettings& settings, const SettingDefaults& defaults,
                                          const FieldValues& chosenByProject);

// Asks for the machines of a Slurm cluster and shows the script that trains there; it can be saved and copied.
class ClusterDialog : public QDialog {
  Q_OBJECT
 public:
  // `name` is the run's, `project` its local folder. `arguments` follow the project and the device in `fovea-cli
  // train`. `weights` is the checkpoint that the run begins with, relative to the project if it is in its folder;
  // empty: none.
  ClusterDialog(const std::string& name, const std::string& project, std::vector<std::string> arguments,
                const std::filesystem::path& weights = {}, QWidget* parent = nullptr);

  // Returns the job that the fields describe.
  SlurmJob job() const;
  QString script() const;
  QString problem() const;
  QSpinBox* machines() const { return machines_; }
  QSpinBox* gpus() const { return gpus_; }
  QLineEdit* time() const { return time_; }
  // Writes the script. The error names the file.
  Status save(const QString& file) const;

 private:
  void showScript();
  void chooseFile();

  std::string name_;
  std::vector<std::string> arguments_;
  std::filesystem::path weights_;
  QSpinBox* machines_;
  QSpinBox* ranks_;
  QSpinBox* threads_;
  QSpinBox* gpus_;
  QLineEdit* time_;
  QLineEdit* partition_;
  QLineEdit* memory_;
  QLineEdit* program_;
  QLineEdit* project_;
  QPlainTextEdit* script_;
  QLabel* problem_;
  QPushButton* save_;
  QPushButton* copy_;
};

}  // namespace fovea

// Why: shows the settings of the selected run for reading and reuse; while the run is active, some can be changed.
#pragma once
#include <QWidget>

#include "core/project/run_records.h"
#include "core/worker/worker.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace fovea {

class CheckpointSection;
class FactList;
class LiveLabel;
class SchedulePlot;
class SchemaForm;

class RunDetails : public QWidget {
  Q_OBJECT
 public:
  explicit RunDetails(QWidget* parent = nullptr);

  void setRun(const RunRecord& run);
  // Updates from the snapshot of any run.
  void showSnapshot(const WorkerSnapshot& run);
  // Sets the number of samples per epoch, for drawing the schedule.
  void setSamples(qint64 samples);
  const TrainingSettings& settings() const { return run_.settings; }
  // Returns the epoch until which to continue: by default the planned number, or that many more if it is reached.
  qint64 untilEpoch() const;
  SchemaForm* form() const { return form_; }
  CheckpointSection* checkpoints() const { return checkpoints_; }
  QLineEdit* rateField() const { return rate_; }
  QSpinBox* untilField() const { return until_; }
  QString waitWords() const;

 Q_SIGNALS:
  void learningRateWanted(double rate);
  // The user changes another setting of the active run from the next step on.
  void changeWanted(const std::string& setting, const fovea::FieldValue& value);
  // The user wants to edit the transforms of the training samples, now `text` (see input_transforms.h).
  void augmentationWanted(const std::string& text);
  // The user wants these settings for the next run.
  void settingsWanted();

 private:
  QWidget* buildLive();
  QWidget* buildUntil();
  QWidget* buildSettings();
  void showUntil();
  void applyRate();
  QWidget* buildChange();
  void applyChange();
  void showValue();
  void endEditing();
  void drawSchedule();

  RunRecord run_;
  bool active_ = false;  // whether `run_` is active
  FactList* facts_;
  QWidget* live_;
  LiveLabel* wait_;  // says what the step of the active run waits for
  QLineEdit* rate_;
  QPushButton* rateApply_;
  QLabel* rateError_;
  QComboBox* setting_ = nullptr;  // lists the settings that can change during the run
  QLineEdit* value_ = nullptr;
  QPushButton* editAugmentation_ = nullptr;  // replaces `value_` for the augmentation
  QPushButton* changeApply_ = nullptr;
  std::string augmentation_;  // transforms of the active run
  QWidget* untilRow_;
  QSpinBox* until_;
  CheckpointSection* checkpoints_;
  SchemaForm* form_;
  SchedulePlot* schedule_;
  QWidget* settings_;        // hidden for a run whose settings are not known
  QLabel* settingsUnknown_;  // says so
  qint64 samples_ = 0;
};

// Draws the learning rate of each step of a run with these settings.
void drawSchedule(SchedulePlot& plot, const TrainingSettings& settings, qint64 samples);

}  // namespace fovea

// Why: shows the next run's settings as a form and the selected run's settings for reading on separate tabs, so that
// they are not confused.
#pragma once
#include <QWidget>
#include <optional>

#include "core/project/run_records.h"
#include "core/train/default_settings.h"
#include "core/worker/worker.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace fovea {

class PresetButton;
class RunDetails;
class SchedulePlot;
class SchemaForm;
class StartChoice;

class RunInspector : public QWidget {
  Q_OBJECT
 public:
  explicit RunInspector(QWidget* parent = nullptr);

  // Returns the settings of the next run.
  TrainingSettings settings() const;
  void setSettings(const TrainingSettings& settings);
  // Sets the rate of the next run as if the user had typed it.
  void chooseRate(double rate);
  // Returns the settings that the user chose; the others follow the defaults of the network and the task.
  FieldValues chosenSettings() const { return chosen_; }
  void setChosenSettings(const FieldValues& chosen);
  // Sets the defaults of settings that the user did not choose.
  void setDefaults(const SettingDefaults& defaults);
  bool isValid() const;
  SchemaForm* form() const { return form_; }
  // The form with the choice of the data set.
  SchemaForm* dataForm() const { return data_; }
  // Sets the number of samples per epoch, for drawing the schedule.
  void setSamples(qint64 samples);
  // Sets the next run's network, and its data set among the project's; both may be empty.
  void setSubject(const QString& network, const QStringList& datasets, const QString& chosen);
  // Sets the choices of the field Device, as ids with titles: "cpu", "Processor: …". The current value stays.
  void setDevices(const QList<std::pair<QString, QString>>& devices);

  // Sets the selected run; without one only the next run's settings are shown.
  void setRun(const std::optional<RunRecord>& run);
  void showRunPage();
  void showNextPage();
  bool runPageShown() const;
  // Whether the focus is in the form of the next run.
  bool editsNext() const;
  RunDetails* runPage() const { return page_; }
  QLineEdit* rateField() const;
  PresetButton* presets() const { return presets_; }
  // The form in which a user chooses the first weights of the next run.
  StartChoice* start() const { return start_; }
  // Shows the estimated time and memory of the next run; an empty text: not estimated.
  void setEstimate(const QString& words);
  QString estimate() const;

  void showSnapshot(const WorkerSnapshot& run);

 Q_SIGNALS:
  void settingsEdited();
  void learningRateWanted(double rate);
  // The user wants to find a rate for the next run by a trial.
  void rateSearchWanted();
  // The user wants an estimate of the next run's time and memory.
  void estimateWanted();
  // A preset could not be read or saved.
  void failed(const fovea::Error& error);
  // The user chose this data set for the next run.
  void datasetWanted(const QString& name);

 private:
  QWidget* buildNext();
  void drawSchedule();
  void showChosen();
  void showOrigins(const ResolvedSettings& resolved);
  void showSections();

  QWidget* tabs_;
  QPushButton* nextTab_;
  QPushButton* runTab_;
  QWidget* next_;
  SchemaForm* network_;
  SchemaForm* data_;
  std::optional<QStringList> datasets_;  // the offered data sets
  SchemaForm* form_;
  QLabel* origins_;  // lists the sources of default settings
  SettingDefaults defaults_;
  FieldValues chosen_;
  SchedulePlot* schedule_;
  RunDetails* page_;
  PresetButton* presets_;
  StartChoice* start_;
  QLabel* estimate_;
  qint64 samples_ = 0;
};

}  // namespace fovea

// Why: two things that must not be mistaken for each other stand here side by side: the settings that the next run will
// have, as a form, and those that the run looked at has, to read.
#pragma once
#include <QWidget>
#include <optional>

#include "core/project/run_records.h"
#include "core/worker/worker.h"

class QLineEdit;
class QPushButton;

namespace fovea {

class RunDetails;
class SchedulePlot;
class SchemaForm;

class RunInspector : public QWidget {
  Q_OBJECT
 public:
  explicit RunInspector(QWidget* parent = nullptr);

  // Of the next run.
  TrainingSettings settings() const;
  void setSettings(const TrainingSettings& settings);
  bool isValid() const;
  SchemaForm* form() const { return form_; }
  // The choice of the data set.
  SchemaForm* dataForm() const { return data_; }
  // How many samples an epoch has, for the drawing of the schedule.
  void setSamples(qint64 samples);
  // The network of the next run, and its data set among those of the project; it is empty where there are none.
  void setSubject(const QString& network, const QStringList& datasets, const QString& chosen);
  // The choices of the field Device, as ids with what each is: "cpu", "Processor: …". What is set already stays.
  void setDevices(const QList<std::pair<QString, QString>>& devices);

  // The run that is looked at; without one only the next is there.
  void setRun(const std::optional<RunRecord>& run);
  void showRunPage();
  void showNextPage();
  bool runPageShown() const;
  RunDetails* runPage() const { return page_; }
  QLineEdit* rateField() const;

  void showSnapshot(const WorkerSnapshot& run);

 Q_SIGNALS:
  void settingsEdited();
  void learningRateWanted(double rate);
  // The next run is to train on it.
  void datasetWanted(const QString& name);

 private:
  QWidget* buildNext();
  void drawSchedule();

  QWidget* tabs_;
  QPushButton* nextTab_;
  QPushButton* runTab_;
  QWidget* next_;
  SchemaForm* network_;
  SchemaForm* data_;
  std::optional<QStringList> datasets_;  // that can be chosen there
  SchemaForm* form_;
  SchedulePlot* schedule_;
  RunDetails* page_;
  qint64 samples_ = 0;
};

}  // namespace fovea

// Why: the settings of the next run as a form with its learning rate drawn; while a run goes on, its rate at hand.
#pragma once
#include <QWidget>

#include "core/train/training_settings.h"
#include "core/worker/worker.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace fovea {

class FactList;
class SchedulePlot;
class SchemaForm;

class RunInspector : public QWidget {
  Q_OBJECT
 public:
  explicit RunInspector(QWidget* parent = nullptr);

  TrainingSettings settings() const;
  void setSettings(const TrainingSettings& settings);
  bool isValid() const;
  // For the schedule's drawing: how many samples an epoch has.
  void setSamples(qint64 samples);
  // Network and data set, as facts above the form.
  void setSubject(const QString& network, const QString& dataset);
  void showRun(const WorkerSnapshot& run);
  SchemaForm* form() const { return form_; }
  QLineEdit* rateField() const { return rate_; }

 Q_SIGNALS:
  void settingsEdited();
  void learningRateWanted(double rate);

 private:
  void drawSchedule();
  void applyRate();

  FactList* subject_;
  SchemaForm* form_;
  SchedulePlot* schedule_;
  QWidget* live_;
  QLineEdit* rate_;
  QLabel* rateError_;
  QPushButton* apply_;
  qint64 samples_ = 0;
  bool active_ = false;
};

}  // namespace fovea

// Why: what the run that is looked at was trained with, to read and to take over; while it goes on, its learning rate
// at hand.
#pragma once
#include <QWidget>

#include "core/project/run_records.h"
#include "core/worker/worker.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace fovea {

class FactList;
class SchedulePlot;
class SchemaForm;

class RunDetails : public QWidget {
  Q_OBJECT
 public:
  explicit RunDetails(QWidget* parent = nullptr);

  void setRun(const RunRecord& run);
  // Of whichever run is under way.
  void showSnapshot(const WorkerSnapshot& run);
  // For the schedule's drawing: how many samples an epoch has.
  void setSamples(qint64 samples);
  const TrainingSettings& settings() const { return run_.settings; }
  // Up to where a run that is over goes on: as many epochs as it was to have, or as many again if it has them all.
  qint64 untilEpoch() const;
  SchemaForm* form() const { return form_; }
  QLineEdit* rateField() const { return rate_; }
  QSpinBox* untilField() const { return until_; }

 Q_SIGNALS:
  void learningRateWanted(double rate);
  // Its settings, for the next run.
  void settingsWanted();

 private:
  QWidget* buildLive();
  QWidget* buildUntil();
  void applyRate();
  void drawSchedule();

  RunRecord run_;
  bool active_ = false;  // it is the one under way
  FactList* facts_;
  QWidget* live_;
  QLineEdit* rate_;
  QLabel* rateError_;
  QWidget* untilRow_;
  QSpinBox* until_;
  SchemaForm* form_;
  SchedulePlot* schedule_;
  qint64 samples_ = 0;
};

// The learning rate of each step of a run with these settings, drawn.
void drawSchedule(SchedulePlot& plot, const TrainingSettings& settings, qint64 samples);

}  // namespace fovea

// Why: where a run is started, watched and steered: plots in the middle, runs below, settings at the right.
#pragma once
#include <vector>

#include "app/bridge/session.h"
#include "app/workspaces/workspace.h"

class QPushButton;
class QStackedWidget;
class QTableView;

namespace fovea {

class Pill;
class RunInspector;
class RunLog;
class RunPlots;
class RunTableModel;

class TrainWorkspace : public Workspace {
  Q_OBJECT
 public:
  explicit TrainWorkspace(Session& session, QWidget* parent = nullptr);
  void activate() override;
  // The project's runs.
  std::vector<Findable> findables() override;
  RunInspector* runInspector() const { return inspector_; }
  RunPlots* plots() const { return plots_; }
  QTableView* runTable() const { return table_; }
  RunTableModel* runModel() const { return model_; }

 public Q_SLOTS:
  void startRun();

 private:
  void buildToolbar();
  QWidget* buildContent();
  void projectChanged();
  void subjectChanged();
  void showSnapshot(const WorkerSnapshot& run);
  void showNews(const WorkerNews& news);
  void showRunError(const WorkerSnapshot& run);
  void refreshRuns();
  // Puts a run's curves on the plots and what happened to it into the log.
  void showRun(RunId run);
  void selectRun();
  void continueRun();
  void reuseWeights();
  void begin(const std::optional<CheckpointRecord>& start);
  std::optional<CheckpointRecord> lastCheckpoint() const;
  void deleteRun();
  const RunRecord* selectedRun() const;
  void updateButtons();

  RunInspector* inspector_;
  RunPlots* plots_;
  RunTableModel* model_;
  QTableView* table_ = nullptr;
  RunLog* log_;
  QStackedWidget* pages_ = nullptr;
  Pill* state_;
  QPushButton* pause_ = nullptr;
  QPushButton* step_ = nullptr;
  QPushButton* stop_ = nullptr;
  QPushButton* snapshot_ = nullptr;
  QPushButton* continue_ = nullptr;
  QPushButton* reuse_ = nullptr;
  QPushButton* start_ = nullptr;
  RunId shown_;
  WorkerState lastState_ = WorkerState::Idle;
  RunId followed_;  // the run that was last shown because it began
  QString shownError_;
  // The latest points of the run that goes on.
  RunId recentRun_;
  std::vector<MetricPoint> recent_;
};

}  // namespace fovea

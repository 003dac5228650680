// Why: where a run is started, watched and steered: plots in the middle, runs below, settings at the right.
#pragma once
#include <vector>

#include "app/bridge/latest_task.h"
#include "app/bridge/session.h"
#include "app/workspaces/workspace.h"

class QStackedWidget;
class QTableView;

namespace fovea {

class ActionButton;
class Pill;
class RunInspector;
class RunLog;
class RunningBar;
class RunPlots;
class RunTableModel;
class RunView;

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
  RunningBar* runningBar() const { return running_; }

 public Q_SLOTS:
  void startRun();

 private:
  void buildActions();
  void buildToolbar();
  ActionButton* buttonOf(const Action* action) const;
  QWidget* buildContent();
  void buildPanels();
  void findDevices();
  void projectChanged();
  void subjectChanged();
  void showSnapshot(const WorkerSnapshot& run);
  void showRunError(const WorkerSnapshot& run);
  void refreshRuns();
  // Makes a run the one that is looked at: its row, curves, log and settings.
  void select(RunId run);
  void selectionChanged();
  void continueRun();
  void reuseWeights();
  void begin(const std::optional<CheckpointRecord>& start);
  void deleteRun();
  const RunRecord* selectedRun() const;
  RunId selectedId() const;
  // What can be done with the run that is looked at, and what is said of it.
  void showSubject();
  void showActions(const WorkerSnapshot& run, const RunRecord* selected, bool steers);
  // Notes when the button that has the focus can be pressed no more.
  void oweFocus(bool active, bool unsaved);

  RunInspector* inspector_;
  RunPlots* plots_;
  RunTableModel* model_;
  QTableView* table_ = nullptr;
  RunLog* log_;
  RunView* view_;
  RunningBar* running_;
  QStackedWidget* pages_ = nullptr;
  Pill* state_;
  Action* pause_ = nullptr;
  Action* step_ = nullptr;
  Action* stop_ = nullptr;
  Action* discard_ = nullptr;
  Action* snapshot_ = nullptr;
  Action* continue_ = nullptr;
  Action* reuse_ = nullptr;
  Action* start_ = nullptr;
  Action* delete_ = nullptr;
  WorkerState lastState_ = WorkerState::Idle;
  RunId followed_;  // the run that was last shown because it began
  QString shownError_;
  std::optional<CheckpointRecord> lastCheckpoint_;  // of the run that is looked at
  bool focusOwed_ = false;  // to the button that comes after one that was pressed and can be no more
  bool byProgram_ = false;  // the selection is changed, but not by a person
  LatestTask<QList<std::pair<QString, QString>>> devices_;
};

}  // namespace fovea

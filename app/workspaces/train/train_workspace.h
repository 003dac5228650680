// Why: starts, monitors and steers runs: plots in the middle, runs below, settings on the right.
#pragma once
#include <QPointer>
#include <QTimer>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "app/bridge/latest_task.h"
#include "app/bridge/session.h"
#include "app/workspaces/undo_list.h"
#include "app/workspaces/workspace.h"
#include "core/project/run_view_choices.h"

class QPushButton;
class QStackedWidget;
class QTableView;

namespace fovea {

class ActionButton;
class LayerPanel;
class MachinePanel;
class QueuePanel;
class Pill;
class RunDiff;
class RunInspector;
class ComparisonReader;
class RunLog;
class RunningBar;
class RunPlots;
class RunTable;
class RunTableModel;
class RunView;
class SegmentBar;
class SweepPage;

class TrainWorkspace : public Workspace {
  Q_OBJECT
 public:
  explicit TrainWorkspace(Session& session, QWidget* parent = nullptr);
  // Returns the project's runs.
  std::vector<Findable> findables() override;
  // Undo covers deleted runs while they can be restored, notes and tags, and how runs are shown.
  void undo() override { edits_.undo(); }
  void redo() override { edits_.redo(); }
  bool canUndo() const override { return edits_.canUndo(); }
  bool canRedo() const override { return edits_.canRedo(); }
  RunInspector* runInspector() const { return inspector_; }
  RunPlots* plots() const { return plots_; }
  QTableView* runTable() const;
  RunTableModel* runModel() const;
  RunTable* runs() const { return runs_; }
  RunDiff* diff() const { return diff_; }
  RunningBar* runningBar() const { return running_; }
  QueuePanel* queuePanel() const { return queue_; }
  LayerPanel* layerPanel() const { return layers_; }
  MachinePanel* machinePanel() const { return machine_; }
  SweepPage* sweepPage() const { return sweeps_; }

 public Q_SLOTS:
  void startRun();

 Q_SIGNALS:
  // The user wants to see this checkpoint in the Inspect workspace.
  void inspectionWanted(const fovea::CheckpointRecord& checkpoint);

 private:
  void buildActions();
  void buildToolbar();
  ActionButton* buttonOf(const Action* action) const;
  QWidget* buildContent();
  void buildPanels();
  // Makes table, plots and differences show the same runs in the same way.
  void connectComparison();
  // showChoices() shows runs in this way; keepChoices() stores a choice of the user and makes it undoable.
  void showChoices(const RunViewChoices& choices);
  void keepChoices(const RunViewChoices& choices);
  // Lets the user change the augmentation of the selected run while it is active.
  void connectAugmentation();
  void findDevices();
  void projectChanged();
  void subjectChanged();
  void showSnapshot(const WorkerSnapshot& run);
  void follow(const WorkerSnapshot& run);
  void showRunError(const WorkerSnapshot& run);
  void refreshRuns();
  // Fills the table of runs, and selects `chosen`; if it is invalid, the selection is kept.
  void listRuns(RunId chosen);
  // Selects a run: its row, curves, log and settings.
  void select(RunId run);
  void selectionChanged();
  void showSelection();
  void continueRun();
  // Lets the user pin the selected run's checkpoints, and train from any of them.
  void connectCheckpoints();
  void showCheckpoints();
  // Enables what can be done with checkpoints now; the others say why they cannot.
  void showCheckpointActions(const RunRecord* selected);
  void pinCheckpoint(const CheckpointRecord& checkpoint, bool pinned);
  // Continues the selected run from its last checkpoint, or starts a branch from an earlier one.
  void continueFrom(const CheckpointRecord& checkpoint);
  void reuseWeights();
  void begin(const std::optional<std::filesystem::path>& start);
  // Measures the time and memory that the next run will need.
  void estimate();
  // Returns whether the chosen initial weights can be used; shows the error if not.
  bool startsWell();
  void addToQueue();
  // The page of sweeps, which takes the place of the curves.
  QWidget* buildSweeps();
  void showSweeps(bool wanted);
  void planSweep();
  std::vector<std::string> knownMetrics() const;
  void showPages();
  // Looks for a learning rate with the settings of the next run, in a dialog.
  void findRate();
  // Requests in advance the curves of the run that the next arrow key will probably show.
  void prepareNext(RunId run);
  // Shows the script that trains with the settings of the next run on a cluster.
  void trainOnCluster();
  void showClusterScript();
  // Shows what several devices would give to the next run.
  void showScaling();
  void showInvalidSetting();
  // Shows why the current network cannot be trained, with a link to where that can be changed.
  void showObstacle(const Error& error);
  void showQueue();
  // Deletes the selected runs that are not active. They can be restored for a while.
  void deleteRuns();
  void deleteForGood();
  const RunRecord* selectedRun() const;
  RunId selectedId() const;
  // Updates the selected run's actions and texts.
  void showSubject();
  void showActions(const WorkerSnapshot& run, const RunRecord* selected, bool steers);
  // Returns the snapshot of the selected run, if it was active in this session.
  WorkerSnapshot selectedSnapshot() const;

  RunInspector* inspector_;
  RunPlots* plots_;
  RunTable* runs_;
  RunDiff* diff_;
  ComparisonReader* reader_;
  RunLog* log_;
  RunView* view_;
  RunningBar* running_;
  QueuePanel* queue_ = nullptr;
  LayerPanel* layers_ = nullptr;
  MachinePanel* machine_ = nullptr;
  QStackedWidget* pages_ = nullptr;
  SegmentBar* views_ = nullptr;
  SweepPage* sweeps_ = nullptr;
  Pill* state_;
  Action* pause_ = nullptr;
  Action* step_ = nullptr;
  Action* stop_ = nullptr;
  Action* discard_ = nullptr;
  Action* snapshot_ = nullptr;
  Action* continue_ = nullptr;
  Action* reuse_ = nullptr;
  Action* start_ = nullptr;
  Action* enqueue_ = nullptr;
  Action* sweep_ = nullptr;
  Action* stopLater_ = nullptr;
  Action* delete_ = nullptr;
  std::set<RunId> followed_;  // active runs that were selected because they started
  std::map<RunId, std::pair<std::int64_t, QString>> shownErrors_;  // with WorkerSnapshot::refusals
  std::optional<CheckpointRecord> lastCheckpoint_;  // last checkpoint of the selected run
  UndoList edits_;
  RunViewChoices choices_;         // the stored choices
  std::vector<int> deletions_;     // undo entries of deleted runs that can still be restored
  QTimer forGood_;                 // runs until deleted runs can no longer be restored
  QPointer<QPushButton> putBack_;  // undo button of the banner about deleted runs
  bool focusOwed_ = false;         // the next button gets the focus of a disabled one
  int lastRow_ = -1;               // row of the run whose curves were shown last
  bool byProgram_ = false;         // the program, not the user, changes the selection
  LatestTask<QList<std::pair<QString, QString>>> devices_;
};

}  // namespace fovea

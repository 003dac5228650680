// Why: the checkpoints of the selected run can be kept, and training can continue or branch from any of them. The
// section shows and asks; the workspace acts. GUI thread only.
#pragma once
#include <QWidget>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/project/run_records.h"

class QLabel;
class QTableView;

namespace fovea {

class Action;
class CheckpointRows;
class FoldHeading;

class CheckpointSection : public QWidget {
  Q_OBJECT
 public:
  explicit CheckpointSection(QWidget* parent = nullptr);

  // Shows the run's checkpoints, given in order of step. The last one is chosen until the user chooses another.
  void setCheckpoints(RunId run, const std::vector<CheckpointRecord>& checkpoints);
  // Sets why checkpoints cannot be pinned, and why training cannot continue from them; nothing: it can.
  void setObstacles(const std::optional<Error>& toPin, const std::optional<Error>& toContinue);
  // The checkpoint that the actions apply to, or null. It is valid until the next setCheckpoints().
  const CheckpointRecord* chosen() const;
  // Chooses a checkpoint as if the user had done so.
  void choose(std::int64_t step);
  // Whether training continues the run from the chosen checkpoint, its last one; otherwise it branches.
  bool lastIsChosen() const;
  // The menus and the palette offer these, too.
  const QList<Action*>& commands() const { return commands_; }
  QTableView* view() const { return view_; }
  CheckpointRows* rows() const { return rows_; }
  FoldHeading* heading() const { return heading_; }
  // Says what continuing does, or why something is not possible.
  QString words() const;

 Q_SIGNALS:
  void pinWanted(const fovea::CheckpointRecord& checkpoint, bool pinned);
  // The user wants to train from this checkpoint.
  void continueWanted(const fovea::CheckpointRecord& checkpoint);
  void inspectionWanted(const fovea::CheckpointRecord& checkpoint);

 private:
  void buildActions();
  void setFolded(bool folded);
  // Signals get a copy, since their receivers may change the list.
  std::optional<CheckpointRecord> copyOfChosen() const;
  void chooseRow(int row);
  // Keeps the chosen checkpoint chosen when others are added.
  void pick();
  void showHeading();
  void showActions();

  CheckpointRows* rows_;
  FoldHeading* heading_;
  QWidget* body_;
  QTableView* view_;
  QLabel* words_;
  Action* pin_ = nullptr;
  Action* continue_ = nullptr;
  Action* inspect_ = nullptr;
  QList<Action*> commands_;
  std::optional<Error> noPin_, noContinue_;
  std::optional<std::int64_t> picked_;  // the step that the user chose
  bool byProgram_ = false;              // the program, not the user, changes the current row
};

// The epochs of a branch from the checkpoint: as many as the run has, and at least one.
std::int64_t epochsOfBranch(const RunRecord& run, const CheckpointRecord& from);

}  // namespace fovea

// Why: lists the checkpoints of all runs, with a box to choose one for inspection.
#pragma once
#include <QComboBox>
#include <utility>
#include <vector>

#include "app/bridge/run_library.h"

namespace fovea {

struct RunCheckpoints {
  RunRecord run;
  std::vector<CheckpointRecord> checkpoints;  // at least one, ordered by step
};

// The project's runs with checkpoints, newest first.
class CheckpointList {
 public:
  void clear() { runs_.clear(); }
  void show(const RunLibrary& library);
  bool empty() const { return runs_.empty(); }
  const std::vector<RunCheckpoints>& runs() const { return runs_; }
  // Returns null if there is no such run with checkpoints; find() also if there is no checkpoint at this step.
  const RunCheckpoints* run(RunId id) const;
  const CheckpointRecord* find(RunId id, std::int64_t step) const;

 private:
  std::vector<RunCheckpoints> runs_;
};

// Returns the best checkpoint, or the last if none is marked as best.
const CheckpointRecord& usualCheckpoint(const RunCheckpoints& run);

class CheckpointBox : public QComboBox {
  Q_OBJECT
 public:
  explicit CheckpointBox(QWidget* parent = nullptr);

  // Updates row by row, so that an open list keeps its position while a run adds to it. Emits nothing.
  void fill(const CheckpointList& list);
  // Selects a checkpoint; `step` -1 selects none. Emits nothing.
  void choose(RunId run, std::int64_t step);
  RunId run() const;
  std::int64_t step() const;  // -1: none

 Q_SIGNALS:
  // The user chose another checkpoint.
  void checkpointChosen();

 private:
  struct Row {
    RunId run;
    std::int64_t step = 0;
    bool sharesItsEpoch = false;
    bool best = false;
    bool pinned = false;
    double accuracy = -1;
    QString title;
    std::pair<RunId, std::int64_t> id() const { return {run, step}; }
    bool operator==(const Row&) const = default;
  };
  std::vector<Row> rows_;
  bool filling_ = false;
};

}  // namespace fovea

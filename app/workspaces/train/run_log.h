// Why: what happened to the run that is looked at, in words: from the project for what is past, live for what goes on.
#pragma once
#include <QtWidgets/QPlainTextEdit>
#include <span>
#include <vector>

#include "app/workspaces/train/run_history.h"

namespace fovea {

class RunLog : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit RunLog(QWidget* parent = nullptr);

  // Replaces what stands there by a run's past, in the order of steps; a time stands where one is known.
  void showPast(const RunHistory& history);
  // What happens now; an epoch that stands there already is left out.
  void addEpochs(std::span<const EpochRecord> epochs);
  void addCheckpoints(std::span<const CheckpointRecord> checkpoints);
  void addNow(const QString& words);

 protected:
  // The latest is what a person wants to see first.
  void showEvent(QShowEvent* event) override;

 private:
  // Keeps the latest line in sight until a person scrolls away from it, and again once they are back.
  void follow();

  bool following_ = true;
  std::int64_t lastEpoch_ = 0;
};

}  // namespace fovea

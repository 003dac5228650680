// Why: shows a text log of the selected run: past events from the project, current ones live.
#pragma once
#include <QtWidgets/QPlainTextEdit>
#include <span>
#include <vector>

#include "app/bridge/run_history.h"

namespace fovea {

class RunLog : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit RunLog(QWidget* parent = nullptr);

  // Replaces the log by a run's past, in order of step, with times where they are known.
  void showPast(const ThinnedHistory& history);
  // Appends current events, among them the validations `within` epochs; skips epochs that are already listed.
  void addEpochs(std::span<const EpochRecord> epochs, std::span<const ValidationRecord> within = {});
  void addCheckpoints(std::span<const CheckpointRecord> checkpoints);
  void addNow(const QString& words) { addNow(QStringList{words}); }
  void addNow(QStringList words);  // a line each

 protected:
  // Scrolls to the latest line.
  void showEvent(QShowEvent* event) override;

 private:
  // Keeps the latest line visible until the user scrolls away, and again after they scroll back.
  void follow();

  bool following_ = true;
  std::int64_t lastEpoch_ = 0;
};

}  // namespace fovea

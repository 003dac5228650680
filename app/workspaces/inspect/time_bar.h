// Why: lets the user move through a run's checkpoints, to watch how the network develops.
#pragma once
#include <QTimer>
#include <vector>

#include "core/project/run_records.h"
#include "widgets/theme/card.h"

class QPushButton;
class QSlider;

namespace fovea {

class TimeBar : public Card {
  Q_OBJECT
 public:
  explicit TimeBar(QWidget* parent = nullptr);

  // Sets the checkpoints of one run, in order of step. `current` is an index; does not emit checkpointChosen.
  void setCheckpoints(const std::vector<CheckpointRecord>& checkpoints, int current);
  QSlider* slider() const { return slider_; }
  QPushButton* playButton() const { return play_; }
  QPushButton* exportButton() const { return export_; }
  // Returns whether the bar plays, or the chosen checkpoint is not shown yet.
  bool playing() const { return timer_.isActive() || waiting_; }
  bool atEnd() const;
  // Plays all checkpoints from the first, even if the last one is shown.
  void playAll();

 public Q_SLOTS:
  // Plays from the current checkpoint to the last; from the first if the last is shown.
  void play();
  void stop();
  // Call it when the chosen checkpoint is shown or has failed. Playing waits for it.
  void setAnswered();

 Q_SIGNALS:
  void checkpointChosen(int index);
  // The chosen checkpoint is shown, or has failed.
  void answered();
  // Playing was stopped before the last checkpoint was shown.
  void stopped();
  void exportWanted();

 protected:
  void hideEvent(QHideEvent* event) override;

 private:
  void halt();
  void advance();
  void tell();

  std::vector<CheckpointRecord> checkpoints_;
  QLabel* now_;
  QSlider* slider_;
  QLabel* last_;
  QPushButton* play_;
  QPushButton* export_;
  QTimer timer_;
  bool waiting_ = false;  // the chosen checkpoint is not yet shown
  bool due_ = false;      // advance as soon as the chosen checkpoint is shown
};

// Whether another checkpoint of the run, which lists them in order of step, has the same epoch number.
bool sharesItsEpoch(const std::vector<CheckpointRecord>& ofRun, const CheckpointRecord& checkpoint);
// Returns "epoch 3", and the step if another checkpoint of the run has the same epoch number.
QString checkpointTimeText(const std::vector<CheckpointRecord>& ofRun, const CheckpointRecord& checkpoint);

}  // namespace fovea

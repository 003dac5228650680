// Why: a slider over a run's checkpoints, to watch the network develop.
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

  // In order of step, all of one run. `current` is an index; does not emit checkpointChosen.
  void setCheckpoints(const std::vector<CheckpointRecord>& checkpoints, int current);
  QSlider* slider() const { return slider_; }
  QPushButton* playButton() const { return play_; }
  QPushButton* exportButton() const { return export_; }
  // Whether the next checkpoint follows by itself, or is still awaited.
  bool playing() const { return timer_.isActive() || waiting_; }
  bool atEnd() const;
  // Plays all checkpoints from the first, also if the last one is shown.
  void playAll();

 public Q_SLOTS:
  // Plays from the first checkpoint (or the current one) to the last.
  void play();
  void stop();
  // The chosen checkpoint is shown or failed. Playing continues only then, however long it took.
  void setAnswered();

 Q_SIGNALS:
  void checkpointChosen(int index);
  // The chosen checkpoint is shown.
  void answered();
  // Playing was stopped before the last checkpoint.
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
  bool due_ = false;      // the next step follows as soon as it is
};

// "epoch 3"; with the step if the checkpoint lies within an epoch and has the same epoch number as another one.
QString checkpointTimeText(const std::vector<CheckpointRecord>& ofRun, const CheckpointRecord& checkpoint);

}  // namespace fovea

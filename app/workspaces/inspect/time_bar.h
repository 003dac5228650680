// Why: a run is watched over time: one step of the slider is one of its checkpoints.
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

  // In order of step, all of one run. `current` is an index; checkpointChosen is not emitted.
  void setCheckpoints(const std::vector<CheckpointRecord>& checkpoints, int current);
  QSlider* slider() const { return slider_; }
  QPushButton* playButton() const { return play_; }

 public Q_SLOTS:
  // From the first checkpoint (or on from here) to the last.
  void play();
  void stop();
  // What was chosen last is on the screen now, or cannot be: playing goes on only then, however long it took.
  void setAnswered();

 Q_SIGNALS:
  void checkpointChosen(int index);

 protected:
  void hideEvent(QHideEvent* event) override;

 private:
  void advance();
  void tell();

  std::vector<CheckpointRecord> checkpoints_;
  QLabel* now_;
  QSlider* slider_;
  QLabel* last_;
  QPushButton* play_;
  QTimer timer_;
  bool waiting_ = false;  // what was chosen last is not on the screen yet
  bool due_ = false;      // the next one is, as soon as it is
};

// "epoch 3"; with the step where the checkpoint lies within an epoch that another one ended.
QString checkpointTimeText(const std::vector<CheckpointRecord>& ofRun, const CheckpointRecord& checkpoint);

}  // namespace fovea

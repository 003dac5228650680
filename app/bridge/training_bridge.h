// Why: the one place where the worker's snapshots become signals. It asks about 30 times a second while a run is active
// and never waits. GUI thread only.
#pragma once
#include <QObject>
#include <QTimer>

#include "core/worker/worker.h"

namespace fovea {

class TrainingBridge : public QObject {
  Q_OBJECT
 public:
  explicit TrainingBridge(std::shared_ptr<const BackendRegistry> backends, QObject* parent = nullptr);

  std::shared_ptr<const WorkerSnapshot> snapshot() const { return snapshot_; }
  bool active() const { return snapshot_->active() || starting_; }

  // Shows no run any more: the last one was of a project that is closed. Not while a run is active.
  void forget();

  // The run's recorder must be new; see StartRun.
  void start(StartRun run);

 public Q_SLOTS:
  void pause() { worker_.send(PauseRun{}); }
  void resume() { worker_.send(ContinueRun{}); }
  void step() { worker_.send(StepRun{}); }
  void stop() { worker_.send(StopRun{}); }
  void discard() { worker_.send(DiscardRun{}); }
  void saveCheckpoint() { worker_.send(SaveCheckpoint{}); }
  void setLearningRate(double rate) { worker_.send(SetLearningRate{rate}); }
  void setEpochs(qint64 epochs) { worker_.send(SetEpochs{epochs}); }

 Q_SIGNALS:
  void snapshotChanged(const std::shared_ptr<const fovea::WorkerSnapshot>& snapshot);
  // Curves and events since the last time, in order; never empty.
  void newsArrived(const fovea::WorkerNews& news);
  // Once for each run, after its last snapshot and news.
  void runEnded(const std::shared_ptr<const fovea::WorkerSnapshot>& snapshot);

 private:
  void poll();

  Worker worker_;
  QTimer timer_;
  std::shared_ptr<const WorkerSnapshot> seen_;  // the worker's last one
  std::shared_ptr<const WorkerSnapshot> snapshot_;
  bool starting_ = false;  // a start was sent, and no snapshot of it has come yet
};

}  // namespace fovea

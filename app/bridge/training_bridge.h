// Why: the only code that turns the workers' snapshots and events into signals. There is one worker per device, so runs
// on different devices go on in parallel. The bridge polls about 30 times a second while a run is active and never
// waits. Runs are identified by id. GUI thread only.
#pragma once
#include <QObject>
#include <QTimer>
#include <map>
#include <string>
#include <vector>

#include "core/worker/worker.h"

namespace fovea {

class TrainingBridge : public QObject {
  Q_OBJECT
 public:
  using Snapshot = std::shared_ptr<const WorkerSnapshot>;

  explicit TrainingBridge(std::shared_ptr<const BackendRegistry> backends, QObject* parent = nullptr);
  ~TrainingBridge() override;

  // The run that commands without an id refer to: the latest started active run, else the last one that was active.
  // Never null.
  Snapshot snapshot() const;
  // The last snapshot of that run; null if it was not active in this session, or its device has taken another run.
  Snapshot snapshot(RunId run) const;
  // Snapshots of the active runs, in start order.
  std::vector<Snapshot> underWay() const;
  // The network that the active run trains; null if it is not active. It does not change during the run.
  std::shared_ptr<const Network> network(RunId run) const;
  // Whether any run is active, being prepared, or reserved.
  bool active() const;
  bool active(RunId run) const;
  // Whether that device has an active or reserved run.
  bool busy(const std::string& device) const;

  // Reserves the device while a run's record is created, so that no other run takes it. start() or release() ends the
  // reservation. stopAll() may come in between: the run must then not be started.
  void reserve(const std::string& device);
  void release(const std::string& device);
  bool stopsReserved(const std::string& device) const;
  // Starts the run on its device's worker. The run's recorder must be new; see StartRun.
  void start(StartRun run);

  // Drops all snapshots after their project was closed. Not allowed while a run is active.
  void forget();

 public Q_SLOTS:
  // An invalid id refers to the run of snapshot().
  void pause(fovea::RunId run = {});
  void resume(fovea::RunId run = {});
  void step(fovea::RunId run = {});
  void stop(fovea::RunId run = {});
  void stopAfterEpoch(fovea::RunId run = {});
  void discard(fovea::RunId run = {});
  void saveCheckpoint(fovea::RunId run = {});
  void setLearningRate(double rate, fovea::RunId run = {});
  void setEpochs(qint64 epochs, fovea::RunId run = {});
  // Another value of a setting for the rest of the run; see ChangeSetting.
  void changeSetting(const std::string& setting, const fovea::FieldValue& value, fovea::RunId run = {});
  // One step whose every tensor is recorded; traced() follows.
  void traceStep(fovea::RunId run = {});
  // Sets what is measured from now on, and what pauses the run; see ProbeLayers and SetBreakpoints.
  void probe(const fovea::ProbeRequest& request, fovea::RunId run);
  void setBreakpoints(const std::vector<fovea::Breakpoint>& breakpoints, qint64 every, fovea::RunId run);
  // Stops every active run, and those for which a device is reserved.
  void stopAll();

 Q_SIGNALS:
  // Emitted for each changed run, but not for a finished run again.
  void snapshotChanged(const std::shared_ptr<const fovea::WorkerSnapshot>& snapshot);
  // New curve points and events of one run, in order; never empty.
  void eventsArrived(const fovea::RunEvents& events);
  // Probes measured a run; only the latest frame of each poll.
  void probed(const fovea::RunProbe& probe);
  // A step that traceStep() asked for.
  void traced(const fovea::RunTrace& trace);
  // A run was sent to its worker, which has not begun it: settings made now apply from its first step.
  void runStarting(fovea::RunId run);
  // A started run found its worker busy; nothing of it remains.
  void runRefused(fovea::RunId run, const fovea::Error& error);
  // release() ended a reservation.
  void deviceReleased();
  // Emitted once for each run, after its last snapshot and events.
  void runEnded(const std::shared_ptr<const fovea::WorkerSnapshot>& snapshot);

 private:
  // A worker and its last reported state.
  struct Lane;

  Lane* laneOf(RunId run) const;
  const Lane* current() const;  // null: nothing was trained yet
  template <class Command>
  void send(Command command, RunId run);
  void poll();
  void hear(Lane& lane);
  static void adopt(Lane& lane, const Snapshot& snapshot);
  void tell(Lane& lane, const RunEvents& events);

  std::shared_ptr<const BackendRegistry> backends_;
  std::map<std::string, std::unique_ptr<Lane>> lanes_;  // by device
  std::uint64_t started_ = 0;
  QTimer timer_;
};

}  // namespace fovea

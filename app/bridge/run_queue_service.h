// Why: starts queued runs automatically, one per device, as soon as it is free. The project thread writes the queue to
// the project. GUI thread only.
#pragma once
#include <QObject>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>

#include "app/bridge/training_service.h"
#include "core/project/run_queue.h"

namespace fovea {

class RunQueueService : public QObject {
  Q_OBJECT
 public:
  // Returns the folder of a data set of the project, given its name.
  using DatasetFolder = std::function<Result<std::filesystem::path>(const std::string& dataset)>;

  RunQueueService(ProjectThread& thread, TrainingService& training, DatasetFolder datasetFolder,
                  QObject* parent = nullptr);

  // In start order.
  const std::vector<QueuedRun>& runs() const { return queue_.runs(); }
  // Whether no run starts until resume(): after a restart, or because one failed to start.
  bool held() const { return held_; }
  // Whether that run of the queue is just starting. It leaves the queue when it is prepared.
  bool starts(std::int64_t id) const;

  // Shows the queue of the newly opened project in `folder`. Runs queued in an earlier session start only on the user's
  // request. A read-only queue is on hold, and every change fails.
  void show(const std::filesystem::path& folder, Result<RunQueue> queue, bool readOnly = false);
  // Starts it at once if the device is free. Errors as in RunQueue::add, and why the queue could not be read.
  Status add(QueuedRun run);
  // Ignored for a run that is just starting.
  void remove(std::int64_t id);
  void move(std::int64_t id, std::size_t place);
  void setPriority(std::int64_t id, int priority);
  // Handles a data set's new name, which the queue's file already has.
  void datasetRenamed(const std::string& name, const std::string& newName);

 public Q_SLOTS:
  void hold();
  void resume();

 Q_SIGNALS:
  // The runs, their order, or the hold changed.
  void changed();
  // A run failed to start, and the queue is on hold; or the queue could not be read or written.
  void failed(const fovea::Error& error);

 private:
  void beginNext();
  void begin(const QueuedRun& run, const std::filesystem::path& data);
  void followRun(const WorkerSnapshot& run);
  void runEnded(const WorkerSnapshot& run);
  void holdBecause(const Error& error);
  void write();
  bool mayChange();

  ProjectThread& thread_;
  TrainingService& training_;
  DatasetFolder datasetFolder_;
  std::filesystem::path folder_;  // the project's; empty: none is open
  RunQueue queue_;
  std::optional<Error> unreadable_;  // if set, the queue is not written either
  std::optional<std::int64_t> beginning_;    // is being recorded
  std::map<RunId, std::int64_t> preparing_;  // ids of recorded runs; one that fails leaves only its place in the queue
  bool held_ = false;
  bool readOnly_ = false;
};

}  // namespace fovea

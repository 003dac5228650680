// Why: runs waiting for a device outlive the program. The queue is one file of the project, queue.json, which is
// replaced as a whole whenever the queue changes.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/project/run_records.h"

namespace fovea {

// A waiting run. It gets a run number only when it starts.
struct QueuedRun {
  std::int64_t id = 0;  // unique within the queue, never reused
  RunDescription description;
  // A checkpoint: relative to the project's folder if it lies inside, else absolute. Empty: starts with fresh weights.
  std::filesystem::path start;
  int priority = 0;   // higher starts first; -1, 0 and 1 are low, normal and high
  std::string added;  // UTC, ISO 8601
};

inline constexpr int kLowestPriority = -1;
inline constexpr int kHighestPriority = 1;

// A value. Runs are in start order: by priority, then in the order of their placement.
class RunQueue {
 public:
  // Returns an empty queue if the file is missing. Corrupt (advises to move it away), NewerVersion, PermissionDenied,
  // Io.
  static Result<RunQueue> read(const std::filesystem::path& file);
  // Writes atomically. NoSpace, PermissionDenied and Io leave the file as it was.
  Status write(const std::filesystem::path& file) const;

  const std::vector<QueuedRun>& runs() const { return runs_; }
  const QueuedRun* find(std::int64_t id) const;  // null: not in the queue
  // Appends the run to those of its priority, which is clamped to the bounds above. Returns its id. InvalidArgument if
  // a thousand runs are waiting already, or the run has no name.
  Result<std::int64_t> add(QueuedRun run);
  // Returns false if it is not in the queue.
  bool remove(std::int64_t id);
  // Moves the run to a position, counted from 0 and clamped to the queue. If its priority does not allow that position,
  // it gets the priority of the run that it displaces.
  bool move(std::int64_t id, std::size_t place);
  // Moves the run behind the others of the new priority.
  bool setPriority(std::int64_t id, int priority);
  // Renames the data set in every run that uses it. Returns false if none does.
  bool renameDataset(const std::string& name, const std::string& newName);
  // The first run whose device is free, or null.
  const QueuedRun* next(const std::function<bool(const std::string& device)>& isFree) const;

 private:
  std::vector<QueuedRun> runs_;
  std::int64_t nextId_ = 1;
};

// The queue file of a project.
std::filesystem::path runQueueFile(const std::filesystem::path& projectFolder);

}  // namespace fovea

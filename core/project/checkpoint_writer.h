// Why: writing the file of a checkpoint takes as long as the disk takes, and training must not wait for it. One thread
// writes one file at a time, from a copy of the state. Deleting a large file takes long, too.
#pragma once
#include <atomic>
#include <filesystem>
#include <functional>
#include <future>
#include <vector>

#include "core/train/checkpoint.h"

namespace fovea {

struct WrittenCheckpoint {
  std::filesystem::path file;
  Checkpoint checkpoint;   // once it is written without its tensors, whose memory is free again
  Status status;           // NoSpace, PermissionDenied, Io, OutOfMemory, …; the file is then as it was before
};

// Use it from one thread at a time. Its destructor waits for the file that is being written and those being deleted.
class CheckpointWriter {
 public:
  CheckpointWriter() = default;
  CheckpointWriter(const CheckpointWriter&) = delete;
  ~CheckpointWriter() { settle(); }
  // Starts to write the file, atomically; `written` is called at the end, on the thread that wrote it. Requires that
  // the file before was finished.
  void begin(std::filesystem::path file, Checkpoint checkpoint, std::function<void()> written);
  // Waits for the file. Requires one that was begun.
  WrittenCheckpoint finish();
  // Starts to delete files; errors are ignored. begin() and settle() wait until they are gone.
  void discard(std::vector<std::filesystem::path> files);
  void settle();
  bool busy() const { return writing_.valid(); }  // between begin() and finish()
  bool done() const { return busy() && done_; }   // finish() need not wait

 private:
  std::atomic<bool> done_ = false;
  WrittenCheckpoint written_;
  std::future<void> writing_;
  std::future<void> discarding_;
};

}  // namespace fovea

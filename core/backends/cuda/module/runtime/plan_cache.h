// Why: the fastest of cuDNN's plans is found by trying them, which takes seconds for a deep network; the results are
// kept on disk, one file for each kind of device and set of library versions. File: a first line "fovea cuda plans 1",
// then one line for each problem, "KEY PLAN", in the order in which they were added.
#pragma once
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace fovea::cuda {

// Thread-safe. Several programs, and several caches of one, may share a file: each adds its results to the present
// content under a lock (flock on a file beside it), so that none is lost.
class PlanCache {
 public:
  static constexpr std::size_t kMostEntries = 4096;

  // Reads the file when it is first asked. A file that cannot be read is as good as none: `message` then says why.
  explicit PlanCache(std::filesystem::path file) : file_(std::move(file)) {}

  std::optional<std::string> find(const std::string& key);
  // Remembers, and writes the file whole, with what others have added to it. Of more than kMostEntries the oldest go.
  // An error says why the file was not written; the entry is remembered all the same.
  Status store(const std::string& key, const std::string& plan);
  // Why the file was not used, if it was there; empty otherwise.
  std::string message();

 private:
  using Entries = std::vector<std::pair<std::string, std::string>>;  // the oldest first

  void load();
  // The present content of the file; empty, with a message, if it cannot be read.
  Entries readEntries();
  static void put(Entries& entries, const std::string& key, const std::string& plan);

  std::filesystem::path file_;
  std::mutex mutex_;
  bool loaded_ = false;
  std::string message_;
  Entries entries_;
  Entries unwritten_;  // entries of this cache that are not in the file yet
};

// <cache folder of the user>/fovea/cuda/<device>_<capability>_<versions>.plans; empty if there is no such folder.
std::filesystem::path planCacheFile(const std::string& device, int computeCapability, const std::string& versions);

}  // namespace fovea::cuda

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

// Thread-safe. Several programs, and several caches of one program, may share a file: each adds its results to the
// current content under a lock (flock on a lock file beside it), so that none is lost.
class PlanCache {
 public:
  static constexpr std::size_t kMostEntries = 4096;

  // The file is read on first use. A file that cannot be read counts as empty, and message() says why.
  explicit PlanCache(std::filesystem::path file) : file_(std::move(file)) {}

  std::optional<std::string> find(const std::string& key);
  // Adds an entry and rewrites the file with others' entries; beyond kMostEntries drops the oldest. If the file cannot
  // be written, the entry is still remembered. InvalidArgument if `key` or `plan` is not one word.
  Status store(const std::string& key, const std::string& plan);
  // Returns why an existing file was not used; empty otherwise.
  std::string message();

 private:
  using Entries = std::vector<std::pair<std::string, std::string>>;  // the oldest first

  void load();
  // Returns the file's current content; empty, with a message, if it cannot be read.
  Entries readEntries();
  static void put(Entries& entries, const std::string& key, const std::string& plan);

  std::filesystem::path file_;
  std::mutex mutex_;
  bool loaded_ = false;
  std::string message_;
  Entries entries_;
  Entries unwritten_;  // entries of this cache that are not in the file yet
};

// Returns <cache folder of the user>/fovea/cuda/<device>_<capability>_<versions>.plans; empty without such a folder.
std::filesystem::path planCacheFile(const std::string& device, int computeCapability, const std::string& versions);

}  // namespace fovea::cuda

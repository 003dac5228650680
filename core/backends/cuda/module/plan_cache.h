// Why: which of cuDNN's plans is fastest is found by trying them, which takes seconds for a deep network; the answers
// are kept on disk, one file for each kind of device and version of cuDNN.
// File: a first line "fovea cuda plans 1", then one line for each problem, "KEY PLAN", in the order in which they came.
#pragma once
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace fovea::cuda {

// Thread-safe. Several programs may share a file: the last that writes wins, and nothing breaks.
class PlanCache {
 public:
  static constexpr std::size_t kMostEntries = 4096;

  // Reads the file when it is first asked. A file that cannot be read is as good as none: `message` then says why.
  explicit PlanCache(std::filesystem::path file) : file_(std::move(file)) {}

  std::optional<std::string> find(const std::string& key);
  // Remembers, and writes the file whole. Of more than kMostEntries the oldest go. An error says why the file was not
  // written; the entry is remembered all the same.
  Status store(const std::string& key, const std::string& plan);
  // Why the file was not used, if it was there; empty otherwise.
  std::string message();

 private:
  void load();

  std::filesystem::path file_;
  std::mutex mutex_;
  bool loaded_ = false;
  std::string message_;
  std::vector<std::pair<std::string, std::string>> entries_;  // the oldest first
};

// <cache folder of the user>/fovea/cuda/<device>_<capability>_cudnn<version>.plans; empty if there is no such folder.
std::filesystem::path planCacheFile(const std::string& device, int computeCapability, std::size_t cudnnVersion);

}  // namespace fovea::cuda

// Why: to recognise a source, every importer reads the same folders, and the import reads them once more. The scan
// reads each folder from the disk once, and its user can cancel it.
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"

namespace fovea {

class UnpackedArchive;

// The names in one folder, in byte order, without hidden files and clutter.
class FolderContent {
 public:
  std::size_t size() const { return ends_.size(); }
  std::string_view name(std::size_t entry) const;
  bool isFolder(std::size_t entry) const { return folders_[entry]; }
  // False if the folder holds more entries than were requested.
  bool complete() const { return complete_; }
  // The identity of the folder in the file system, whatever path leads to it.
  std::pair<dev_t, ino_t> identity() const { return identity_; }

 private:
  friend class SourceScan;
  std::string names_;
  std::vector<std::size_t> ends_;
  std::vector<bool> folders_;
  bool complete_ = true;
  std::pair<dev_t, ino_t> identity_{};
};

// A cache of what was seen of a source. It assumes that the source does not change meanwhile, so make a new one for
// each job. Thread-safe.
class SourceScan {
 public:
  // `scratch` is the folder where archives are unpacked; empty: the system's temporary folder. `progress` reports the
  // unpacking, on the thread that calls unpacked().
  explicit SourceScan(CancelToken cancel = {}, std::filesystem::path scratch = {}, ProgressFunction progress = {})
      : cancel_(std::move(cancel)), scratch_(std::move(scratch)), progress_(std::move(progress)) {}
  SourceScan(const SourceScan&) = delete;
  SourceScan& operator=(const SourceScan&) = delete;

  const CancelToken& cancel() const { return cancel_; }
  // Fails with Cancelled once cancellation was requested.
  Status check() const;
  // At most `limit` entries (any of them). Fails with NotFound, PermissionDenied, Io or Cancelled.
  Result<std::shared_ptr<const FolderContent>> folder(const std::filesystem::path& path, std::size_t limit) const;
  // The content of an archive, or of a folder that archivesOfFolder() finds to consist of them, unpacked once; null for
  // all other paths. Fails as UnpackedArchive::make() and folder().
  Result<std::shared_ptr<const UnpackedArchive>> unpacked(const std::filesystem::path& path) const;

 private:
  CancelToken cancel_;
  std::filesystem::path scratch_;
  ProgressFunction progress_;
  mutable std::mutex archivesMutex_;  // guards the members below, and is held while an archive is unpacked
  mutable std::unordered_map<std::string, Result<std::shared_ptr<const UnpackedArchive>>> archives_;
  mutable std::mutex mutex_;  // guards the members below
  mutable std::unordered_map<std::string, std::shared_ptr<const FolderContent>> known_;
  mutable std::size_t entries_ = 0;  // total of all folders in `known_`
};

}  // namespace fovea

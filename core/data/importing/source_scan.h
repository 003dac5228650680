// Why: to say what a source is, every importer looks into the same folders, and the import looks once more; each folder
// is read from the disk once, and whoever waits can stop it.
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

// The names in one folder, in the order of their bytes, without hidden ones and clutter.
class FolderContent {
 public:
  std::size_t size() const { return ends_.size(); }
  std::string_view name(std::size_t entry) const;
  bool isFolder(std::size_t entry) const { return folders_[entry]; }
  // False: the folder holds more than were asked for.
  bool complete() const { return complete_; }
  // What the folder is to the file system, whatever path leads to it.
  std::pair<dev_t, ino_t> identity() const { return identity_; }

 private:
  friend class SourceScan;
  std::string names_;
  std::vector<std::size_t> ends_;
  std::vector<bool> folders_;
  bool complete_ = true;
  std::pair<dev_t, ino_t> identity_{};
};

// What was seen of a source so far; it is taken not to change meanwhile, so make a new one for each job. Thread-safe.
class SourceScan {
 public:
  // `scratch` is where archives are unpacked; empty: where the system keeps what is temporary. `progress` tells how far
  // that is, on the thread that asks.
  explicit SourceScan(CancelToken cancel = {}, std::filesystem::path scratch = {}, ProgressFunction progress = {})
      : cancel_(std::move(cancel)), scratch_(std::move(scratch)), progress_(std::move(progress)) {}
  SourceScan(const SourceScan&) = delete;
  SourceScan& operator=(const SourceScan&) = delete;

  const CancelToken& cancel() const { return cancel_; }
  // Cancelled once that was asked for.
  Status check() const;
  // At most `limit` entries (any of them). NotFound, PermissionDenied, Io, Cancelled.
  Result<std::shared_ptr<const FolderContent>> folder(const std::filesystem::path& path, std::size_t limit) const;
  // The only folder in `path`, and so on, as long as nothing lies beside it: what was packed with its folder. `path`
  // where there are files or several folders. Fails as folder().
  Result<std::filesystem::path> innermost(std::filesystem::path path) const;
  // What an archive holds, unpacked once; null where `path` is none by its name. Fails as UnpackedArchive::make().
  Result<std::shared_ptr<const UnpackedArchive>> unpacked(const std::filesystem::path& path) const;

 private:
  CancelToken cancel_;
  std::filesystem::path scratch_;
  ProgressFunction progress_;
  mutable std::mutex archivesMutex_;  // guards what follows, and is held while an archive is unpacked
  mutable std::unordered_map<std::string, Result<std::shared_ptr<const UnpackedArchive>>> archives_;
  mutable std::mutex mutex_;  // guards what follows
  mutable std::unordered_map<std::string, std::shared_ptr<const FolderContent>> known_;
  mutable std::size_t entries_ = 0;  // of all in `known_`
};

}  // namespace fovea

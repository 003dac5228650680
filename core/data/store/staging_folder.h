// Why: a data set appears complete or not at all. It is built in a folder beside its destination, which is renamed at
// the end. An error or Cancel leaves nothing; a killed process leaves a folder that the next import of the same target
// continues or removes.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>

#include "core/base/result.h"

namespace fovea {

struct StagingOptions {
  // Returns true if the work that a killed process left in a folder can continue; other folders are removed.
  std::function<bool(const std::filesystem::path&)> takeOver{};
  bool keepsAbandoned = false;  // the folders of killed imports stay as they are, for a later one
  bool targetMayExist = false;  // the target may exist because samples are added to it; commit() is then not called
};

// A folder `.NAME.importing-N` beside `target`, locked as long as this object lives so that others know it is in use.
// The destructor removes the folder and its content unless commit() was called.
class StagingFolder {
 public:
  // Removes the folders that killed imports of the same target left (except the first that can continue, which is
  // used), then makes the folder and the missing parents of `target`. Fails with AlreadyExists (target exists and is
  // not an empty folder), PermissionDenied, NoSpace or Io.
  static Result<std::unique_ptr<StagingFolder>> create(const std::filesystem::path& target,
                                                       const StagingOptions& options = {});
  ~StagingFolder();
  StagingFolder(const StagingFolder&) = delete;
  StagingFolder& operator=(const StagingFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // An absolute, normalised path.
  const std::filesystem::path& target() const { return target_; }
  bool takenOver() const { return takenOver_; }
  // Waits until the folder is on the disk, then renames it to the target. Fails as create().
  Status commit();

 private:
  StagingFolder() = default;
  void clearAbandoned(const StagingOptions& options);
  Status make();
  std::filesystem::path target_;
  std::filesystem::path path_;
  int lock_ = -1;
  bool takenOver_ = false;
};

}  // namespace fovea

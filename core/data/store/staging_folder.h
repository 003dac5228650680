// Why: a data set appears whole or not at all. It is built in a folder beside its place, which is renamed at the end;
// an error or Cancel leaves nothing, a kill a folder that the next import of the same target takes over or removes.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>

#include "core/base/result.h"

namespace fovea {

struct StagingOptions {
  // Whether the work that a killed process left in a folder can go on; what may not is removed.
  std::function<bool(const std::filesystem::path&)> takeOver{};
  bool targetMayExist = false;  // something is to be added to it; then commit() is not called
};

// A folder `.NAME.importing-N` beside `target`, locked as long as this object lives so that others know it is in use.
// Destroyed without commit(), it removes the folder and what is in it.
class StagingFolder {
 public:
  // Removes what killed imports of the same target left (but for the first that may go on, which is taken over), then
  // makes the folder and `target`'s missing parents. AlreadyExists (target is there and not an empty folder),
  // PermissionDenied, NoSpace, Io.
  static Result<std::unique_ptr<StagingFolder>> create(const std::filesystem::path& target,
                                                       const StagingOptions& options = {});
  ~StagingFolder();
  StagingFolder(const StagingFolder&) = delete;
  StagingFolder& operator=(const StagingFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // Absolute and normal.
  const std::filesystem::path& target() const { return target_; }
  bool takenOver() const { return takenOver_; }
  // Waits until the disk has the folder, then gives it the target's name. Fails as create().
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

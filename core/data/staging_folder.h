// Why: a data set appears whole or not at all. It is built in a folder beside its place, which is renamed at the end;
// whatever ends the work before that (an error, Cancel, a kill) leaves at most a folder that the next import removes.
#pragma once
#include <filesystem>
#include <memory>

#include "core/base/result.h"

namespace fovea {

// A folder `.NAME.importing-N` beside `target`, locked as long as this object lives so that others know it is in use.
// Destroyed without commit(), it removes the folder and what is in it.
class StagingFolder {
 public:
  // Removes what killed imports of the same target left, then makes the folder and `target`'s missing parents.
  // AlreadyExists (target is there and not an empty folder), PermissionDenied, NoSpace, Io.
  static Result<std::unique_ptr<StagingFolder>> create(const std::filesystem::path& target);
  ~StagingFolder();
  StagingFolder(const StagingFolder&) = delete;
  StagingFolder& operator=(const StagingFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // Waits until the disk has the folder, then gives it the target's name. Fails as create().
  Status commit();

 private:
  StagingFolder() = default;
  std::filesystem::path target_;
  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace fovea

// Why: two programs writing one project would overwrite each other's work, so the second one is refused.
#pragma once
#include <filesystem>
#include <memory>

#include "core/base/result.h"

namespace fovea {

// Held for the object's lifetime. The system releases it when the program ends, even after a crash. The lock file
// stays, without meaning. On file systems without locks everyone gets it.
class ProjectLock {
 public:
  // AlreadyExists if another program (or another Project of this one) holds it: the message names the process.
  // PermissionDenied, NoSpace, Io.
  static Result<std::shared_ptr<ProjectLock>> acquire(const std::filesystem::path& folder);
  // Whether any process holds it now. Writes nothing.
  static bool held(const std::filesystem::path& folder);
  ~ProjectLock();
  ProjectLock(const ProjectLock&) = delete;
  ProjectLock& operator=(const ProjectLock&) = delete;

 private:
  explicit ProjectLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace fovea

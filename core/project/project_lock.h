// Why: two programs that write one project would lose each other's work; the second one is told instead.
#pragma once
#include <filesystem>
#include <memory>

#include "core/base/result.h"

namespace fovea {

// Held as long as it lives; the system frees it when the program ends, however it ends. Its file stays behind, empty of
// meaning. Where the disk knows no locks, it is granted to everyone.
class ProjectLock {
 public:
  // AlreadyExists when another program (or another Project of this one) holds it: the message names the process.
  // PermissionDenied, NoSpace, Io.
  static Result<std::shared_ptr<ProjectLock>> acquire(const std::filesystem::path& folder);
  // Whether somebody holds it now. Writes nothing.
  static bool held(const std::filesystem::path& folder);
  ~ProjectLock();
  ProjectLock(const ProjectLock&) = delete;
  ProjectLock& operator=(const ProjectLock&) = delete;

 private:
  explicit ProjectLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace fovea

#include "core/project/project_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr const char* kLockFile = ".fovea-lock";

// "process 17 on workstation"
std::string ownWords() {
  char host[64] = "";
  ::gethostname(host, sizeof host - 1);
  return "process " + std::to_string(::getpid()) + " on " + host;
}

std::string holderWords(int descriptor) {
  char text[128];
  const ssize_t count = ::pread(descriptor, text, sizeof text, 0);
  const std::string holder(text, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  if (holder == ownWords()) return "another window of this program";
  return "another program" + (holder.empty() ? "" : " (" + holder + ")");
}

}  // namespace

Result<std::shared_ptr<ProjectLock>> ProjectLock::acquire(const fs::path& folder) {
  const int descriptor = ::open((folder / kLockFile).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) return systemError(errno, "Cannot write into the project folder " + folder.string());
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    const std::string holder = holderWords(descriptor);
    ::close(descriptor);
    return fail(ErrorCode::AlreadyExists, "The project " + folder.string() + " is open in " + holder + ".",
                "Close it there first, or choose another project folder.");
  }
  const std::string words = ownWords();
  // Needed only for the message above: a disk too full for these few bytes does not matter.
  if (::ftruncate(descriptor, 0) != 0 || ::pwrite(descriptor, words.data(), words.size(), 0) < 0) errno = 0;
  return std::shared_ptr<ProjectLock>(new ProjectLock(descriptor));
}

bool ProjectLock::held(const fs::path& folder) {
  const int descriptor = ::open((folder / kLockFile).c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return held;
}

ProjectLock::~ProjectLock() {
  ::close(descriptor_);
}

}  // namespace fovea

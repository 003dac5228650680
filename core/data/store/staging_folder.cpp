#include "core/data/store/staging_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

#include "core/base/file.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr int kAttempts = 1000;

std::string stagingPrefix(const fs::path& target) {
  return fmt::format(".{}.importing-", target.filename().string());
}

int openFolder(const fs::path& folder) {
  return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

Status checkFree(const fs::path& target) {
  std::error_code code;
  const fs::file_status status = fs::symlink_status(target, code);
  if (!fs::exists(status)) return {};
  if (fs::is_directory(status) && fs::is_empty(target, code) && !code) return {};
  if (code) return systemError(code.value(), "Cannot look into " + target.string());
  return fail(ErrorCode::AlreadyExists, target.string() + " is already there.",
              "Choose another name, or remove it first.");
}

}  // namespace

// The lock of a staging folder is released when its process ends, so a folder that can be locked is abandoned.
void StagingFolder::clearAbandoned(const StagingOptions& options) {
  if (options.keepsAbandoned) return;
  const std::string prefix = stagingPrefix(target_);
  std::vector<fs::path> found;
  std::error_code code;
  for (fs::directory_iterator entry(target_.parent_path(), code), end; !code && entry != end; entry.increment(code))
    if (entry->path().filename().string().starts_with(prefix)) found.push_back(entry->path());
  for (const fs::path& folder : found) {
    const int lock = openFolder(folder);
    if (lock < 0) continue;
    if (::flock(lock, LOCK_EX | LOCK_NB) == 0) {
      if (!takenOver_ && options.takeOver && options.takeOver(folder)) {
        path_ = folder;
        lock_ = lock;
        takenOver_ = true;
        continue;
      }
      fs::remove_all(folder, code);
    }
    ::close(lock);
  }
}

Result<std::unique_ptr<StagingFolder>> StagingFolder::create(const fs::path& target, const StagingOptions& options) {
  std::error_code code;
  fs::path place = fs::absolute(target, code).lexically_normal();
  if (!place.has_filename()) place = place.parent_path();
  if (code || !place.has_filename())
    return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" cannot be the folder of a data set.", target.string()));
  if (!options.targetMayExist) FOVEA_CHECK(checkFree(place));
  FOVEA_CHECK(createFolder(place.parent_path()));
  auto staging = std::unique_ptr<StagingFolder>(new StagingFolder);
  staging->target_ = place;
  staging->clearAbandoned(options);
  if (!staging->takenOver_) FOVEA_CHECK(staging->make());
  return staging;
}

Status StagingFolder::make() {
  const fs::path& place = target_;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const fs::path path = place.parent_path() / (stagingPrefix(place) + std::to_string(attempt));
    if (::mkdir(path.c_str(), 0755) != 0) {
      if (errno == EEXIST) continue;
      return systemError(errno, "Cannot create a folder in " + place.parent_path().string());
    }
    lock_ = openFolder(path);
    if (lock_ < 0) return systemError(errno, "Cannot open " + path.string());
    // Another import may have removed this folder as abandoned before it was locked; file systems without locks skip
    // this.
    struct stat info {};
    if (::flock(lock_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
      if (::fstat(lock_, &info) == 0 && info.st_nlink > 0) {
        path_ = path;
        return {};
      }
    }
    ::close(std::exchange(lock_, -1));
  }
  return fail(ErrorCode::Io, "Too many unfinished imports lie in " + place.parent_path().string() + ".");
}

StagingFolder::~StagingFolder() {
  std::error_code code;
  if (!path_.empty()) fs::remove_all(path_, code);
  if (lock_ >= 0) ::close(lock_);
}

Status StagingFolder::commit() {
  FOVEA_CHECK(checkFree(target_));
  if (::fsync(lock_) != 0) return systemError(errno, "Cannot write " + path_.string());
  // rename(2) itself replaces an empty folder at the target.
  if (::rename(path_.c_str(), target_.c_str()) != 0) return systemError(errno, "Cannot create " + target_.string());
  path_.clear();
  const int parent = openFolder(target_.parent_path());
  if (parent >= 0) {
    ::fsync(parent);
    ::close(parent);
  }
  return {};
}

}  // namespace fovea

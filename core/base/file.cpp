#include "core/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace fovea {
namespace fs = std::filesystem;

constexpr std::size_t kReadBytes = 1 << 16;

Result<std::string> readFile(const fs::path& path, std::uint64_t limit) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return systemError(errno, "Cannot open " + path.string());
  struct Closer {
    int descriptor;
    ~Closer() { ::close(descriptor); }
  } closer{descriptor};
  struct stat info {};
  if (::fstat(descriptor, &info) != 0) return systemError(errno, "Cannot read " + path.string());
  if (S_ISDIR(info.st_mode)) return fail(ErrorCode::InvalidArgument, path.string() + " is a folder, not a file.");
  const auto tooLarge = [&] {
    return fail(ErrorCode::InvalidArgument,
                path.string() + " is larger than the limit of " + std::to_string(limit) + " bytes.");
  };
  if (static_cast<std::uint64_t>(info.st_size) > limit) return tooLarge();
  // A file of known size takes one read. A file without a size (as in /proc) or one that grows is read to its end.
  std::string content(static_cast<std::size_t>(info.st_size), '\0');
  std::size_t size = 0;
  for (;;) {
    if (size == content.size() && size > 0 && size == static_cast<std::size_t>(info.st_size)) return content;
    if (size == content.size()) content.resize(size + kReadBytes);
    const ssize_t count = ::read(descriptor, content.data() + size, content.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return systemError(errno, "Cannot read " + path.string());
    size += static_cast<std::size_t>(count);
    if (size > limit) return tooLarge();
    if (count > 0) continue;
    content.resize(size);
    return content;
  }
}

Result<std::unique_ptr<AtomicFile>> AtomicFile::create(const fs::path& path) {
  static std::atomic<unsigned> serial{0};
  auto file = std::unique_ptr<AtomicFile>(new AtomicFile);
  file->path_ = path;
  file->temporary_ = path;
  file->temporary_ += ".partial-" + std::to_string(::getpid()) + "-" + std::to_string(serial++);
  file->descriptor_ = ::open(file->temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file->descriptor_ < 0) return systemError(errno, "Cannot create " + path.string());
  return file;
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Status AtomicFile::write(const void* data, std::size_t bytes) {
  const char* position = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t count = ::write(descriptor_, position, bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return systemError(errno, "Cannot write " + path_.string());
    position += count;
    bytes -= static_cast<std::size_t>(count);
  }
  return {};
}

Status AtomicFile::commit() {
  if (::fsync(descriptor_) != 0) return systemError(errno, "Cannot write " + path_.string());
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) != 0) return systemError(errno, "Cannot write " + path_.string());
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return systemError(errno, "Cannot write " + path_.string());
  temporary_.clear();
  const fs::path folder = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
  const int parent = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (parent >= 0) {
    ::fsync(parent);
    ::close(parent);
  }
  return {};
}

Status writeFileAtomic(const fs::path& path, std::string_view content) {
  FOVEA_TRY(auto file, AtomicFile::create(path));
  FOVEA_CHECK(file->write(content));
  return file->commit();
}

Status createFolder(const fs::path& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code) return systemError(code.value(), "Cannot create the folder " + path.string());
  return {};
}

Result<std::uint64_t> freeSpace(const fs::path& path) {
  std::error_code code;
  fs::path place = fs::absolute(path, code);
  while (!place.empty() && !fs::exists(place, code) && place.has_relative_path()) place = place.parent_path();
  struct statvfs info {};
  if (::statvfs(place.c_str(), &info) != 0)
    return systemError(errno, "Cannot ask for the free space of " + path.string());
  return static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize;
}

}  // namespace fovea

#include "core/data/importers/random_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace fovea {

Result<std::shared_ptr<const RandomFile>> RandomFile::open(const std::filesystem::path& path) {
  auto file = std::shared_ptr<RandomFile>(new RandomFile);
  file->path_ = path;
  file->descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file->descriptor_ < 0) return systemError(errno, "Cannot open " + path.string());
  struct stat info {};
  if (::fstat(file->descriptor_, &info) != 0 || !S_ISREG(info.st_mode))
    return fail(ErrorCode::InvalidArgument, path.string() + " is not a file.");
  file->size_ = static_cast<std::uint64_t>(info.st_size);
  return std::shared_ptr<const RandomFile>(std::move(file));
}

RandomFile::~RandomFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Status RandomFile::read(std::uint64_t offset, std::span<std::uint8_t> target) const {
  while (!target.empty()) {
    const ssize_t count = ::pread(descriptor_, target.data(), target.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return systemError(errno, "Cannot read " + path_.string());
    if (count == 0)
      return fail(ErrorCode::Corrupt, fmt::format("{} ends at byte {}, and more was expected.", path_.string(), size_));
    offset += static_cast<std::uint64_t>(count);
    target = target.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

}  // namespace fovea

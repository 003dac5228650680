#include "core/data/files/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr unsigned kBufferBytes = 256 << 10;
constexpr std::size_t kLargestRead = 1 << 30;

gzFile streamOf(void* stream) {
  return static_cast<gzFile>(stream);
}

Error compressionError(const fs::path& path, int code, const char* words) {
  const std::string name = path.string();
  if (code == Z_BUF_ERROR)
    return fail(ErrorCode::Corrupt, name + " is cut off: its compressed data ends too early.", "Fetch the file again.");
  if (code == Z_ERRNO) return systemError(errno, "Cannot read " + name);
  if (code == Z_MEM_ERROR) return fail(ErrorCode::OutOfMemory, "There is not enough memory to read " + name + ".");
  return fail(ErrorCode::Corrupt, name + " is damaged: its compressed data cannot be read (" + words + ").",
              "Fetch the file again.");
}

}  // namespace

Result<std::unique_ptr<ByteSource>> ByteSource::open(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return systemError(errno, "Cannot open " + path.string());
  struct stat info {};
  if (::fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(descriptor);
    return fail(ErrorCode::InvalidArgument, path.string() + " is not a file.");
  }
  auto source = std::unique_ptr<ByteSource>(new ByteSource);
  source->path_ = path;
  source->fileBytes_ = static_cast<std::uint64_t>(info.st_size);
  const gzFile stream = ::gzdopen(descriptor, "rb");
  if (!stream) {
    ::close(descriptor);
    return fail(ErrorCode::OutOfMemory, "There is not enough memory to read " + path.string() + ".");
  }
  source->stream_ = stream;
  ::gzbuffer(stream, kBufferBytes);
  source->compressed_ = ::gzdirect(stream) == 0;
  return source;
}

ByteSource::~ByteSource() {
  if (stream_) ::gzclose_r(streamOf(stream_));
}

Result<std::size_t> ByteSource::read(void* target, std::size_t bytes) {
  auto* position = static_cast<char*>(target);
  std::size_t done = 0;
  while (done < bytes) {
    errno = 0;
    const int count =
        ::gzread(streamOf(stream_), position + done, static_cast<unsigned>(std::min(bytes - done, kLargestRead)));
    int code = Z_OK;
    const char* words = ::gzerror(streamOf(stream_), &code);
    if (count < 0 || code < 0) return compressionError(path_, code, words);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

Result<std::uint64_t> ByteSource::announcedBytes() const {
  if (!compressed_) return fileBytes_;
  std::uint8_t tail[4];
  const int descriptor = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return systemError(errno, "Cannot open " + path_.string());
  const ssize_t count = ::pread(descriptor, tail, sizeof tail, static_cast<off_t>(fileBytes_) - 4);
  ::close(descriptor);
  if (count != static_cast<ssize_t>(sizeof tail)) return compressionError(path_, Z_BUF_ERROR, "");
  return std::uint64_t{tail[0]} | std::uint64_t{tail[1]} << 8 | std::uint64_t{tail[2]} << 16 |
         std::uint64_t{tail[3]} << 24;
}

}  // namespace fovea

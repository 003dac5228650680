#include "core/data/files/byte_source.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/data/files/stand_in.h"

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
  FOVEA_TRY(OpenedFile file, openWhole(path));
  auto source = std::unique_ptr<ByteSource>(new ByteSource);
  source->path_ = path;
  source->fileBytes_ = file.size;
  const gzFile stream = ::gzdopen(file.descriptor.number(), "rb");
  if (!stream) return fail(ErrorCode::OutOfMemory, "There is not enough memory to read " + path.string() + ".");
  (void)file.descriptor.release();  // zlib closes it
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
  FOVEA_TRY(const OpenedFile file, openPart(path_));
  if (file.size < sizeof tail) return compressionError(path_, Z_BUF_ERROR, "");
  const auto count = file.descriptor.read(file.begin + file.size - sizeof tail, tail, sizeof tail);
  if (!count.ok()) return count.error().within(path_.string());
  if (*count != sizeof tail) return compressionError(path_, Z_BUF_ERROR, "");
  return std::uint64_t{tail[0]} | std::uint64_t{tail[1]} << 8 | std::uint64_t{tail[2]} << 16 |
         std::uint64_t{tail[3]} << 24;
}

}  // namespace fovea

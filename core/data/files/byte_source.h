// Why: data files are plain or compressed with gzip; importers read both in the same way and get clear errors.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>

#include "core/base/result.h"

namespace fovea {

// The bytes of a file in order, decompressed if the content is gzip, whatever its name. One thread at a time.
class ByteSource {
 public:
  // Fails with NotFound, PermissionDenied, InvalidArgument (a folder) or Io.
  static Result<std::unique_ptr<ByteSource>> open(const std::filesystem::path& path);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  const std::filesystem::path& path() const { return path_; }
  bool compressed() const { return compressed_; }
  std::uint64_t fileBytes() const { return fileBytes_; }
  // Reads `bytes` bytes; fewer only at the end. Fails with Corrupt (compressed data damaged or cut off) or Io.
  Result<std::size_t> read(void* target, std::size_t bytes);
  // The size of the uncompressed content: exact for a plain file; for a compressed one the size that the file states
  // (modulo 2^32). Does not move the position.
  Result<std::uint64_t> announcedBytes() const;

 private:
  ByteSource() = default;
  std::filesystem::path path_;
  void* stream_ = nullptr;  // zlib's gzFile, which reads plain files too
  std::uint64_t fileBytes_ = 0;
  bool compressed_ = false;
};

}  // namespace fovea

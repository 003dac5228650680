// Why: data files come plain or compressed with gzip; importers read both alike and learn what is wrong in words.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>

#include "core/base/result.h"

namespace fovea {

// The bytes of a file in order, decompressed if it is gzip whatever it is called. One thread at a time.
class ByteSource {
 public:
  // NotFound, PermissionDenied, InvalidArgument (a folder), Io.
  static Result<std::unique_ptr<ByteSource>> open(const std::filesystem::path& path);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  const std::filesystem::path& path() const { return path_; }
  bool compressed() const { return compressed_; }
  std::uint64_t fileBytes() const { return fileBytes_; }
  // Reads `bytes` bytes, or fewer only at the end. Corrupt (compressed data damaged or cut off), Io.
  Result<std::size_t> read(void* target, std::size_t bytes);
  // How many bytes a read from the beginning would give: exact for a plain file, what the file itself says (its size
  // modulo 2^32) for a compressed one. Does not move the position.
  Result<std::uint64_t> announcedBytes() const;

 private:
  ByteSource() = default;
  std::filesystem::path path_;
  void* stream_ = nullptr;  // zlib's gzFile, which reads plain files too
  std::uint64_t fileBytes_ = 0;
  bool compressed_ = false;
};

}  // namespace fovea

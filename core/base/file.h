// Why: every file Fovea writes appears whole or not at all, and every file it reads has a size limit.
// Thread-safety: all functions may be called from any thread.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// Reads a whole file of at most `limit` bytes. NotFound, PermissionDenied, InvalidArgument (larger than the limit), Io.
Result<std::string> readFile(const std::filesystem::path& path, std::uint64_t limit);

// A file that becomes visible under its name only at commit(): temporary file beside it, fsync, rename, fsync of the
// folder. Destroyed without commit(), it leaves nothing behind. After an error every later call returns that error.
class AtomicFile {
 public:
  static Result<std::unique_ptr<AtomicFile>> create(const std::filesystem::path& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  Status write(const void* data, std::size_t bytes);
  Status write(std::string_view text) { return write(text.data(), text.size()); }
  Status commit();

 private:
  AtomicFile() = default;
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
};

// AtomicFile in one call.
Status writeFileAtomic(const std::filesystem::path& path, std::string_view content);

// Creates the folder and its parents; success if it is already there.
Status createFolder(const std::filesystem::path& path);

// Bytes a normal user can still write on the disk that holds `path` (or its nearest existing parent).
Result<std::uint64_t> freeSpace(const std::filesystem::path& path);

}  // namespace fovea

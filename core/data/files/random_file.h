// Why: many threads read items inside one large file at once, each at its own offset.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "core/base/result.h"
#include "core/data/files/stand_in.h"

namespace fovea {

// An open file, which may be inside an archive; each read states its offset. Thread-safe.
class RandomFile {
 public:
  // Fails with NotFound, PermissionDenied, InvalidArgument (a folder) or Io.
  static Result<std::shared_ptr<const RandomFile>> open(const std::filesystem::path& path);
  RandomFile(const RandomFile&) = delete;
  RandomFile& operator=(const RandomFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return file_.size; }
  // Fills `target`. Fails with Corrupt if the file ends before.
  Status read(std::uint64_t offset, std::span<std::uint8_t> target) const;

 private:
  RandomFile() = default;
  std::filesystem::path path_;
  OpenedFile file_;
};

}  // namespace fovea

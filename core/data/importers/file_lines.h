// Why: files of lines may be larger than the memory, compressed and in several encodings.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "core/data/importers/utf8_file.h"

namespace fovea {

// Reads the lines of a text file in order, as UTF-8. One thread.
class FileLines {
 public:
  // Fails like Utf8File::open().
  static Result<FileLines> open(const std::filesystem::path& path);

  // Reads the next line without its line feed; returns false at the end. Fails with Corrupt for a line of more than
  // 16 MiB, and like Utf8File::read().
  Result<bool> next(std::string& line);
  // Returns the number of the last line, counted from 1.
  std::int64_t number() const { return number_; }
  const std::filesystem::path& path() const { return file_.path(); }

 private:
  explicit FileLines(Utf8File file) : file_(std::move(file)) {}

  Utf8File file_;
  std::string block_;
  std::size_t at_ = 0;
  std::int64_t number_ = 0;
};

}  // namespace fovea

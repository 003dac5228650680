// Why: tables and lists come in UTF-8 and, from spreadsheets and editors, in UTF-16; their readers see UTF-8 for both.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/data/files/byte_source.h"
#include "core/data/importers/text_encoding.h"

namespace fovea {

// Reads the text of a file in order, plain or compressed with gzip, without its byte order mark. UTF-16 is detected by
// its mark; everything else stays unchanged. One thread.
class Utf8File {
 public:
  // Opens a file. Fails like ByteSource::open().
  static Result<Utf8File> open(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return source_->path(); }
  // Reads the next block of at least one byte; empty at the end. Fails like ByteSource::read().
  Status read(std::string& block);

 private:
  std::unique_ptr<ByteSource> source_;
  std::optional<Utf16Decoder> decoder_;
  bool started_ = false;
};

// Reads a text file (a list, names of classes, settings) of at most `most` bytes; UTF-16 with a mark becomes UTF-8,
// everything else stays unchanged. Fails like readFile().
Result<std::string> readTextFile(const std::filesystem::path& path, std::uint64_t most);

}  // namespace fovea

// Why: tables and lists come in UTF-8 and, from spreadsheets and editors, in UTF-16; whoever reads their lines sees
// UTF-8 in both cases.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/data/files/byte_source.h"
#include "core/data/importers/text_encoding.h"

namespace fovea {

// The text of a file in order, plain or compressed with gzip, without its byte order mark. UTF-16 is known by its mark;
// everything else stays as it is. One thread.
class Utf8File {
 public:
  // Fails as ByteSource::open().
  static Result<Utf8File> open(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return source_->path(); }
  // The next block, at least one byte; empty at the end. Fails as ByteSource::read().
  Status read(std::string& block);

 private:
  std::unique_ptr<ByteSource> source_;
  std::optional<Utf16Decoder> decoder_;
  bool started_ = false;
};

// The whole of a text file (a list, names of classes, settings) of at most so many bytes; UTF-16 with a mark becomes
// UTF-8, everything else stays as it is. Fails as readFile().
Result<std::string> readTextFile(const std::filesystem::path& path, std::uint64_t most);

}  // namespace fovea

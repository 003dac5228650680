// Why: tables come in UTF-8 and, from spreadsheets, in UTF-16; whoever reads their lines sees UTF-8 in both cases.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/data/byte_source.h"
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

}  // namespace fovea

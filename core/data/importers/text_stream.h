// Why: a text to learn from is one file or a whole tree of sources; windows of symbols are cut from it as if it were
// one.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/importers/found_files.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importers/text_encoding.h"

namespace fovea {

// The text files of a place one after the other. Thread-safe once open.
class TextStream {
 public:
  // A file, or all files below a folder that hold text (no zero byte at their beginning) and are not empty; those that
  // are empty or no text are problems(), and so are tables and records unless nothing else is there. At most `limit`
  // bytes; complete() says whether that was all. What is not UTF-8 is read as such: see TextJudge. Unsupported when
  // there is no text.
  static Result<TextStream> open(const std::filesystem::path& source, Look look, std::uint64_t limit,
                                 const std::string& encoding = "automatic");

  std::uint64_t size() const { return files_.empty() ? 0 : files_.back().begin + files_.back().bytes; }
  std::size_t files() const { return files_.size(); }
  bool complete() const { return complete_; }
  // Up to `bytes` bytes from `offset` on; fewer only at the end. Io, Corrupt (a file has become shorter).
  Result<std::string> read(std::uint64_t offset, std::size_t bytes) const;
  // The file that holds a byte, and the place of the byte in it.
  struct Place {
    std::string path;      // absolute
    std::string relative;  // below the source
    std::uint64_t offset = 0;
  };
  Place placeOf(std::uint64_t offset) const;
  // A file's path below the source.
  const std::string& nameOf(std::size_t file) const { return files_[file].relative; }
  // The number of the file that holds a byte.
  std::size_t fileAt(std::uint64_t offset) const;
  const std::vector<SkippedSample>& problems() const { return problems_; }
  const EncodingReport& encodings() const { return encodings_; }

 private:
  struct File {
    std::string relative;
    std::uint64_t begin;
    std::uint64_t bytes;
    std::uint64_t skipped = 0;                       // its byte order mark
    std::shared_ptr<const std::string> converted{};  // of a file that is not UTF-8
  };
  Result<File> fileOf(const std::string& relative, std::uint64_t limit, Look look, const std::string& encoding);
  std::filesystem::path root_;
  std::string rootText_;  // absolute, with a slash at its end
  std::vector<File> files_;
  std::vector<SkippedSample> problems_;
  EncodingReport encodings_;
  std::uint64_t convertedBytes_ = 0;
  bool complete_ = true;
};

// Whether a file begins as text does: without zero bytes and with few other signs of control. An empty one does.
bool holdsText(const std::filesystem::path& file);

// Whether `source` is a table or records by its name, or a folder in which all files are that could be texts. Fails as
// findFiles().
Result<bool> holdsRecordsOnly(const std::filesystem::path& source, Look look);

// The symbols of a text: bytes, or characters of UTF-8 of which the rarest are one symbol.
class Symbols {
 public:
  // Every byte is a symbol.
  static Symbols bytes();
  // The `most` - 1 most frequent characters of a stream, in the order of their code, and "other" at the end if needed.
  static Result<Symbols> characters(const TextStream& stream, Look look, std::size_t most);

  bool areBytes() const { return places_.empty(); }
  const std::vector<std::string>& names() const { return names_; }
  // The symbol at the start of `text`, and how many bytes it takes.
  std::int32_t first(std::string_view text, std::size_t& length) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::int32_t> places_;  // by code; -1 other
  std::int32_t other_ = 0;
};

// Where every `step`th character begins, as places in the stream, and how many characters there are.
struct CharacterPlaces {
  std::vector<std::uint64_t> places;
  std::uint64_t characters = 0;
};
Result<CharacterPlaces> findCharacters(const TextStream& stream, Look look, std::uint64_t step);

}  // namespace fovea

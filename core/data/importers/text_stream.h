// Why: training text is one file or a whole tree of files; windows of symbols are cut from it as from one text.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importers/found_files.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importers/text_encoding.h"

namespace fovea {

// The text files of a source concatenated. Thread-safe once open.
class TextStream {
 public:
  // Opens a file, or all non-empty files below a folder that hold text (no zero byte at their beginning). Other files
  // are problems(), and so are tables and records unless there is nothing else. Reads at most `limit` bytes; complete()
  // says whether that was everything. Files that are not UTF-8 are converted: see TextJudge. Fails with Unsupported if
  // there is no text.
  static Result<TextStream> open(const std::filesystem::path& source, Look look, std::uint64_t limit,
                                 const std::string& encoding = "automatic");

  std::uint64_t size() const { return files_.empty() ? 0 : files_.back().begin + files_.back().bytes; }
  std::size_t files() const { return files_.size(); }
  bool complete() const { return complete_; }
  // Reads up to `bytes` bytes from `offset` on; fewer only at the end. Fails with Io, or Corrupt (a file has shrunk).
  Result<std::string> read(std::uint64_t offset, std::size_t bytes) const;
  // The file that contains a byte, and the offset of the byte in it.
  struct Place {
    std::string path;      // absolute
    std::string relative;  // relative to the source
    std::uint64_t offset = 0;
  };
  Place placeOf(std::uint64_t offset) const;
  // Returns the path of a file relative to the source.
  const std::string& nameOf(std::size_t file) const { return files_[file].relative; }
  // Returns the index of the file that contains a byte.
  std::size_t fileAt(std::uint64_t offset) const;
  const std::vector<SkippedSample>& problems() const { return problems_; }
  // Returns the number of bytes of files that hold no text, and the path of the first one relative to the source.
  std::uint64_t otherBytes() const { return otherBytes_; }
  const std::string& firstOther() const { return firstOther_; }
  // Returns the number of tables and records beside the texts, without those that describe them by their names
  // ("dataset_infos.json"), and the path of the first one relative to the source.
  std::size_t records() const { return records_; }
  const std::string& firstRecords() const { return firstRecords_; }
  const EncodingReport& encodings() const { return encodings_; }

 private:
  struct File {
    std::string relative;
    std::uint64_t begin;
    std::uint64_t bytes;
    std::uint64_t skipped = 0;                       // length of its byte order mark
    std::shared_ptr<const std::string> converted{};  // only for a file that is not UTF-8
  };
  Result<File> fileOf(const std::string& relative, std::uint64_t limit, Look look, const std::string& encoding);
  std::filesystem::path root_;
  std::string rootText_;  // absolute, with a final slash
  std::vector<File> files_;
  std::vector<SkippedSample> problems_;
  EncodingReport encodings_;
  std::uint64_t convertedBytes_ = 0;
  std::uint64_t otherBytes_ = 0;
  std::string firstOther_;
  std::size_t records_ = 0;
  std::string firstRecords_;
  bool complete_ = true;
};

// Returns true if samples of a file from its beginning to its end are text: no zero bytes, hardly any other control
// characters, and UTF-8, UTF-16 or plausible bytes of a Western encoding. Also true for an empty file.
bool holdsText(const std::filesystem::path& file);

// Returns true if `source` is a table or records by its name or content, or is a folder in which every possible text
// file is, except for notes. Fails like findFiles().
Result<bool> holdsRecordsOnly(const std::filesystem::path& source, Look look);

// Returns true for names of records that describe data or programs and hold no samples: "dataset_infos.json",
// "vocab.json".
bool isDescription(std::string_view name);

// The symbols of a text: bytes, or characters of UTF-8, where the rarest share one symbol.
class Symbols {
 public:
  // Returns a set in which every byte is a symbol.
  static Symbols bytes();
  // Returns the `most` - 1 most frequent characters of a stream, in the order of their code points, plus "other" at the
  // end if needed.
  static Result<Symbols> characters(const TextStream& stream, Look look, std::size_t most);

  bool areBytes() const { return places_.empty(); }
  const std::vector<std::string>& names() const { return names_; }
  // Returns the symbol at the start of `text`; sets `length` to its number of bytes.
  std::int32_t first(std::string_view text, std::size_t& length) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::int32_t> places_;  // symbol of each code point; -1: other
  std::int32_t other_ = 0;
};

// The stream offset of every `step`th character, and the number of characters.
struct CharacterPlaces {
  std::vector<std::uint64_t> places;
  std::uint64_t characters = 0;
};
Result<CharacterPlaces> findCharacters(const TextStream& stream, Look look, std::uint64_t step);

}  // namespace fovea

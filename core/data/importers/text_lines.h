// Why: lists, labels and annotations come as lines of text from any system; this one reader handles all line ends.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace fovea {

inline constexpr std::uint64_t kMaximumTextFile = std::uint64_t{1} << 30;

// The lines of a text without their ends (LF, CRLF or CR) and without a UTF-8 byte order mark. Points into `text`.
class TextLines {
 public:
  explicit TextLines(std::string_view text);
  // Returns the next line, trimmed; number() is then its number, from 1. Returns nothing after the last line.
  std::optional<std::string_view> next();
  // Returns the next line that is not empty.
  std::optional<std::string_view> nextFilled();
  std::int64_t number() const { return number_; }
  // Returns the last line with the white space at its ends, where tabs may separate empty fields.
  std::string_view whole() const { return whole_; }

 private:
  std::string_view rest_;
  std::string_view whole_;
  std::int64_t number_ = 0;
};

// Returns the blank-separated words of a line.
std::vector<std::string_view> wordsOf(std::string_view line, std::size_t limit = 100'000);

// Parses an integer or a finite decimal number; nothing if the text holds anything else.
std::optional<std::int64_t> wholeNumber(std::string_view text);
std::optional<double> realNumber(std::string_view text);

// Reads the non-empty lines of a file of class names; "0 cat" becomes "cat" if every line begins with its number.
Result<std::vector<std::string>> readNames(const std::filesystem::path& path);

}  // namespace fovea

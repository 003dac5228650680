// Why: lists, labels and annotations come as lines of text from any system; one reader knows the ways lines end.
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

// The lines of a text, without their ends (LF, CRLF or CR); a byte order mark of UTF-8 is left out. Points into `text`.
class TextLines {
 public:
  explicit TextLines(std::string_view text);
  // Trimmed; number() is then its place, from 1. Nothing after the last.
  std::optional<std::string_view> next();
  // The next line that is not empty.
  std::optional<std::string_view> nextFilled();
  std::int64_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::int64_t number_ = 0;
};

// The words of a line, separated by blanks.
std::vector<std::string_view> wordsOf(std::string_view line, std::size_t limit = 100'000);

// A whole number or a finite decimal one; nothing if the text holds anything else.
std::optional<std::int64_t> wholeNumber(std::string_view text);
std::optional<double> realNumber(std::string_view text);

// Filled lines of a file of names (classes); "0 cat" is "cat" where every line begins with its number.
Result<std::vector<std::string>> readNames(const std::filesystem::path& path);

}  // namespace fovea

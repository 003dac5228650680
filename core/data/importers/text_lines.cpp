#include "core/data/importers/text_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaximumNames = 1'000'000;
constexpr std::uint64_t kMaximumNamesFile = std::uint64_t{64} << 20;

}  // namespace

TextLines::TextLines(std::string_view text) : rest_(text) {
  if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);
}

std::optional<std::string_view> TextLines::next() {
  if (rest_.empty()) return std::nullopt;
  ++number_;
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  whole_ = rest_.substr(0, end);
  const std::size_t skipped = rest_.substr(end, 2) == "\r\n" ? 2 : 1;
  rest_.remove_prefix(std::min(end + skipped, rest_.size()));
  return trimmed(whole_);
}

std::optional<std::string_view> TextLines::nextFilled() {
  for (auto line = next(); line; line = next())
    if (!line->empty()) return line;
  return std::nullopt;
}

std::vector<std::string_view> wordsOf(std::string_view line, std::size_t limit) {
  std::vector<std::string_view> words;
  while (words.size() < limit) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) break;
    const std::size_t end = std::min(line.find_first_of(" \t", first), line.size());
    words.push_back(line.substr(first, end - first));
    line.remove_prefix(end);
  }
  return words;
}

std::optional<std::int64_t> wholeNumber(std::string_view text) {
  std::int64_t value = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> realNumber(std::string_view text) {
  double value = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

Result<std::vector<std::string>> readNames(const fs::path& path) {
  FOVEA_TRY(const std::string text, readTextFile(path, kMaximumNamesFile));
  TextLines lines(text);
  std::vector<std::string> names;
  bool numbered = true;
  while (const auto line = lines.nextFilled()) {
    if (names.size() >= kMaximumNames)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("{} holds more than {} names.", path.string(), grouped(kMaximumNames)));
    const auto words = wordsOf(*line, 2);
    numbered = numbered && words.size() == 2 && wholeNumber(words[0]) == std::ssize(names);
    names.push_back(displayName(*line));
  }
  if (numbered)
    for (std::string& name : names)
      name = std::string(trimmed(std::string_view(name).substr(name.find_first_of(" \t"))));
  return names;
}

}  // namespace fovea

#include "core/data/importers/table_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/data/importers/table_names.h"
#include "core/data/importers/table_values.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {

namespace {

constexpr std::size_t kLongestColumnName = 60;
constexpr std::int64_t kRowsToCompare = 4;  // with fewer rows, any number may differ from the others

using HeaderFields = std::vector<std::string>;

// Returns true if all fields are single words, and sentences are below one of them: "id,article,highlights".
bool standsAboveSentences(const HeaderFields& row, const std::vector<ColumnLook>& below) {
  constexpr double kLeastBlanks = 3;  // in a field on average
  bool sentences = false;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i].find_first_of(" .,;:!?") != std::string::npos) return false;
    sentences =
        sentences || (below[i].filled > 1 && below[i].numbers == 0 && !row[i].empty() &&
                      static_cast<double>(below[i].blanks) >= kLeastBlanks * static_cast<double>(below[i].filled));
  }
  return sentences && row.size() > 1;
}

// Returns true for a word that no name of a column is.
bool isNoName(const std::string& word) {
  return fileKindOf(word) == FileKind::Image || word.size() > kLongestColumnName;
}

// Returns true for a word that is met nowhere below, and whose column has the name of a role: "label", "text".
bool namesRole(const std::string& word, const ColumnLook& below) {
  return below.countOf(word).value_or(0) == 0 &&
         (labelRank(word) || isTextName(word) || isSplitName(word) || isGroupName(word) || isFileName(word));
}

// Returns true for a word that never occurs again in a column whose values repeat.
bool standsAlone(const std::string& word, const ColumnLook& below) {
  const auto met = below.countOf(word);
  return met && *met == 0 && below.filled >= 2 && below.distinct() * 2 <= static_cast<std::size_t>(below.filled);
}

// Judges a line of words alone: it holds names if it differs in kind from the values below it.
bool areWordsNames(const HeaderFields& row, const std::vector<ColumnLook>& looks) {
  bool differs = false;
  std::size_t again = 0;  // column names rarely occur again among the values
  for (std::size_t i = 0; i < row.size(); ++i) again += looks[i].countOf(row[i]).value_or(0) > 0;
  if (again * 2 > row.size()) return false;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const ColumnLook& below = looks[i];
    if (row[i].empty() && i > 0 && below.filled * 2 > below.rows()) return false;
    if (isNoName(row[i])) return false;
    const bool splits = below.filled > 0 && below.splits == below.filled && below.distinct() > 1;
    const bool paths = below.filled > 0 && below.paths == below.filled;
    // "spam" may be the name of a column while "ham" and "spam" below are classes.
    differs =
        differs || below.allNumbers() || paths || splits || standsAlone(row[i], below) || namesRole(row[i], below);
  }
  return differs || (again == 0 && standsAboveSentences(row, looks));
}

bool holdsLetters(const std::string& field) {
  return !realNumber(field) && std::ranges::any_of(field, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || static_cast<unsigned char>(c) >= 0x80;
  });
}

// Returns the value of a whole number without a sign or leading zeros.
std::optional<std::int64_t> plainCount(const std::string& field) {
  if (field.empty() || field.size() > 9 || field.find_first_not_of("0123456789") != std::string::npos ||
      (field.size() > 1 && field[0] == '0'))
    return std::nullopt;
  return wholeNumber(field);
}

// Returns true if a whole number differs in kind or size from the values below it. The first number of a sorted column
// is near the others.
bool isForeign(std::int64_t number, const ColumnLook& below) {
  if (below.filled < kRowsToCompare) return false;
  if (below.numbers == 0 || below.whole * 2 < below.numbers) return true;
  const double width = std::max(below.highest - below.lowest, 1.0);
  const auto value = static_cast<double>(number);
  return value < below.lowest - width || value > below.highest + width;
}

// The evidence in a line that holds words and numbers, or numbers alone.
struct MixedLine {
  bool possible = true;
  std::vector<std::int64_t> numbers;
  std::size_t foreign = 0;  // numbers that differ from the values below them
  std::string role;         // a word with the name of a role
  std::string above;        // a word above numbers
  std::string alone;        // a word that never occurs again in a column whose values repeat

  bool countsUp() const {
    for (std::size_t i = 1; i < numbers.size(); ++i)
      if (numbers[i] != numbers[i - 1] + 1) return false;
    return numbers.size() > 1;
  }
  bool areDifferent() const { return std::set(numbers.begin(), numbers.end()).size() == numbers.size(); }
  bool isForeignMostly() const { return foreign * 2 > numbers.size(); }
};

MixedLine mixedLineOf(const HeaderFields& row, const std::vector<ColumnLook>& looks) {
  MixedLine line;
  for (std::size_t i = 0; i < row.size() && line.possible; ++i) {
    const std::string& field = row[i];
    const ColumnLook& below = looks[i];
    if (field.empty()) {
      line.possible = i == 0 || below.filled * 2 <= below.rows();
    } else if (realNumber(field)) {
      const auto number = plainCount(field);
      line.possible = number.has_value();
      if (!number) break;
      line.numbers.push_back(*number);
      line.foreign += isForeign(*number, below);
    } else {
      line.possible = !isNoName(field) && !isMissing(field) && below.countOf(field).value_or(0) == 0;
      if (namesRole(field, below) && line.role.empty()) line.role = field;
      if (below.allNumbers() && below.filled >= kRowsToCompare && line.above.empty()) line.above = field;
      if (standsAlone(field, below) && line.alone.empty()) line.alone = field;
    }
  }
  line.possible = line.possible && line.areDifferent();
  return line;
}

std::string becauseOf(const MixedLine& line) {
  const std::string word = !line.role.empty() ? line.role : !line.above.empty() ? line.above : line.alone;
  const std::string words = word.empty() ? std::string() : fmt::format("the word \"{}\" is in no row below", word);
  if (!line.countsUp()) return words;
  const std::string numbers = fmt::format("its numbers count from {} to {}", line.numbers.front(), line.numbers.back());
  return words.empty() ? numbers : numbers + ", and " + words;
}

FirstLine judgeMixed(const HeaderFields& row, const std::vector<ColumnLook>& looks) {
  constexpr std::size_t kFewestCounted = 3;  // two numbers may follow each other by chance
  constexpr std::size_t kManyCounted = 6;
  constexpr std::int64_t kFirstYear = 1800, kLastYear = 2100;
  const MixedLine line = mixedLineOf(row, looks);
  if (!line.possible) return {};
  const std::size_t count = line.numbers.size();
  const bool says = !line.role.empty() || !line.above.empty();
  const FirstLine names{true, true, becauseOf(line)}, doubtful{true, false, becauseOf(line)};
  if (line.countsUp() && count >= kFewestCounted) {
    const bool many = count >= kManyCounted && (says || !line.alone.empty());
    if (line.isForeignMostly() || !line.role.empty() || many) return names;
    const std::int64_t first = line.numbers.front();
    const bool usual = first <= 1 || (first >= kFirstYear && line.numbers.back() <= kLastYear);
    // Rows of a window that moves on by one also count up, as each of its columns does.
    if (std::ranges::all_of(looks, [](const ColumnLook& below) { return below.counts(); })) return {};
    return says || !line.alone.empty() || (usual && count > kFewestCounted) ? doubtful : FirstLine{};
  }
  if (line.countsUp() && line.isForeignMostly() && (says || !line.alone.empty())) return names;
  return says ? doubtful : FirstLine{};
}

}  // namespace

Status LeadingRows::readAhead(std::size_t count) {
  std::vector<std::string_view> fields;
  while (ahead_.size() < count) {
    FOVEA_TRY(const bool more, rows_.next(fields));
    if (!more) break;
    ahead_.emplace_back(fields.begin(), fields.end());
  }
  return {};
}

Result<bool> LeadingRows::next(std::vector<std::string_view>& fields) {
  if (at_ == ahead_.size()) return rows_.next(fields);
  fields.assign(ahead_[at_].begin(), ahead_[at_].end());
  ++at_;
  return true;
}

std::size_t titleLinesOf(const std::vector<HeaderFields>& rows) {
  constexpr std::size_t kFewestColumns = 3, kFewestRows = 3, kManyColumns = 6;
  std::map<std::size_t, std::size_t> widths;
  for (const HeaderFields& row : rows) ++widths[row.size()];
  const auto most =
      std::max_element(widths.begin(), widths.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == widths.end() || most->first < kFewestColumns || most->second < kFewestRows) return 0;
  std::size_t titles = 0;
  for (const HeaderFields& row : rows) {
    const auto filled = std::ranges::count_if(row, [](const std::string& field) { return !field.empty(); });
    const bool isEmpty = filled == 0 && titles > 0;
    const bool isShort = filled == 1 || (filled == 2 && most->first >= kManyColumns && row.size() < most->first);
    const bool isTitle = isShort && !row[0].empty() && !realNumber(row[0]) && !isMissing(row[0]);
    if (!isEmpty && !isTitle) break;
    ++titles;
  }
  return titles + 1 < rows.size() ? titles : 0;
}

FirstLine firstLineOf(const HeaderFields& row, const std::vector<ColumnLook>& below) {
  const bool numbers = std::ranges::any_of(row, [](const std::string& each) { return realNumber(each).has_value(); });
  return numbers ? judgeMixed(row, below) : FirstLine{areWordsNames(row, below), true, {}};
}

std::optional<std::string> furtherName(const HeaderFields& row, const std::vector<ColumnLook>& below) {
  constexpr std::int64_t kRowsToJudgeNames = 8;
  if (row.empty() || below[0].rows() < kRowsToJudgeNames) return std::nullopt;
  std::size_t numbers = 0, words = 0;  // columns of numbers, and those among them with a word in this row
  std::string found;
  for (std::size_t i = 0; i < below.size(); ++i) {
    const ColumnLook& look = below[i];
    if (look.numbers < 2 || look.numbers * 10 < look.filled * 8) continue;
    ++numbers;
    // A mark of a missing value has no letters, or is met again.
    const bool word = i < row.size() && holdsLetters(row[i]) && !isMissing(row[i]) && look.countOf(row[i]) == 1;
    words += word;
    if (word && found.empty()) found = row[i];
  }
  const bool open = row[0].empty() && below[0].empty * 10 <= below[0].rows();
  if (words == 0 || !(open || (numbers > 1 && words == numbers))) return std::nullopt;
  return found;
}

std::vector<std::string> namesOfColumns(const HeaderFields& row, std::size_t columns) {
  std::vector<std::string> names;
  std::map<std::string, int> met;
  for (std::size_t i = 0; i < columns; ++i) {
    std::string name = i < row.size() && !row[i].empty() ? displayName(row[i]) : fmt::format("column {}", i + 1);
    const int times = ++met[name];
    names.push_back(times == 1 ? std::move(name) : fmt::format("{} ({})", name, times));
  }
  return names;
}

}  // namespace fovea

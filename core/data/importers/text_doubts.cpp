#include "core/data/importers/text_doubts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <system_error>
#include <vector>

#include "core/data/files/stand_in.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/line_form.h"
#include "core/data/importers/table_files.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/text_stream.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kTextsLookedAt = 64;
constexpr std::size_t kStartOfText = std::size_t{32} << 10;
constexpr std::uintmax_t kLargestCounted = std::uintmax_t{64} << 20;  // bytes of a file whose lines are counted

// What the beginning of a file holds.
enum class TextContent { Text, Numbers, Sequences, CommentedTable, Records, Tagged };

struct LookedAt {
  fs::path path;
  std::string folder;  // relative to the source
  std::string name;
  TextContent content = TextContent::Text;
  std::uintmax_t bytes = 0;
  bool numbers = false;  // most of its words are numbers
};

// Returns true for FASTA: names behind ">", and lines of letters without blanks.
bool holdsSequences(std::string_view text) {
  TextLines lines(text);
  std::size_t names = 0, letters = 0;
  while (const auto line = lines.nextFilled()) {
    if (names == 0 && !line->starts_with('>')) return false;
    if (line->starts_with('>')) {
      ++names;
      continue;
    }
    const bool sequence = std::ranges::all_of(
        *line, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '*' || c == '-'; });
    if (!sequence) return false;
    ++letters;
  }
  return names > 1 && letters > 0;
}

// Returns the text behind the lines at its beginning that begin with "#"; empty if there are none.
std::string_view behindComments(std::string_view text) {
  const std::string_view all = text;
  while (text.starts_with('#')) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.size() == all.size() ? std::string_view() : text;
}

TextContent contentOf(const fs::path& file, const std::string& name, bool& numbers) {
  if (isTableName(name) && endingOf(name) != ".data") return TextContent::Records;
  std::string start = utf8Of(beginningOfFile(file, kStartOfText));
  // The last line may be incomplete.
  if (start.size() >= kStartOfText) start.resize(std::min(start.rfind('\n'), start.size()));
  const std::string_view rest = behindComments(start);
  const LineForm form = lineFormOf(start);
  if (form == LineForm::Tagged) return TextContent::Tagged;
  if (holdsSequences(start)) return TextContent::Sequences;
  if (!rest.empty() && form != LineForm::Table && lineFormOf(rest) == LineForm::Table)
    return TextContent::CommentedTable;
  numbers = holdsMoreNumbers(start);
  if (form == LineForm::Table) return TextContent::Records;
  if (numbers || form == LineForm::Column) return TextContent::Numbers;
  return form == LineForm::Records || form == LineForm::Document ? TextContent::Records : TextContent::Text;
}

Error noText(std::string message, std::string advice) {
  return fail(ErrorCode::InvalidArgument, std::move(message),
              advice + " To train on the characters all the same, choose the kind \"text\".");
}

Error numbersInText(const LookedAt& file) {
  return noText(fmt::format("{} holds numbers rather than a text.", displayName(file.name)),
                "If each line is a row of a table, give the file the ending .csv, and import that. Otherwise write the "
                "numbers to a table or to arrays, a sample a row; in Python: numpy.savez(\"a.npz\", x=…, y=…).");
}

Error rowsInText(const LookedAt& file) {
  return noText(fmt::format("{} holds rows of a table rather than a text.", displayName(file.name)),
                "Give the file the ending .csv, and import that.");
}

Error numbersBesideTexts(const LookedAt& numbers, const LookedAt& text) {
  return noText(fmt::format("{} holds numbers, and {} beside it holds a text: they may be its labels.",
                            displayName(numbers.name), displayName(text.name)),
                "Write both to one table, a text and its label a row, and import that; or import a text alone.");
}

Error sequencesInText(const LookedAt& file) {
  return noText(fmt::format("{} holds sequences with a name above each (as FASTA does), which are not read.",
                            displayName(file.name)),
                "Write a table, a sequence and its class a row, and import that.");
}

Error tableBelowComments(const LookedAt& file) {
  return noText(
      fmt::format("{} holds a table below lines that begin with \"#\".", displayName(file.name)),
      "Remove these lines, keep one line of names above the rows, give the file the ending .csv, and import that.");
}

Error textsGoTogether(const LookedAt& first, const LookedAt& second, std::size_t lines) {
  return noText(
      fmt::format("{} and {} have {} each, so that these may belong together, or be of a class each.",
                  displayName(first.name), displayName(second.name), counted(static_cast<std::int64_t>(lines), "line")),
      "Write them to one table, either a column each or a line and its class a row, and import that; or "
      "import one of them alone.");
}

Error tablesBesideText(const LookedAt& table, const LookedAt& text) {
  return noText(fmt::format("Most of what is there are tables or records, such as {}, and {} is a text beside them.",
                            displayName(table.name), displayName(text.name)),
                "Open one of the tables.");
}

std::vector<std::string> partsBetweenMarks(const std::string& name) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : lowerCase(name)) {
    const bool mark = c == '.' || c == '_' || c == '-' || c == ' ';
    if (mark && !part.empty()) parts.push_back(std::exchange(part, {}));
    if (!mark) part += c;
  }
  if (!part.empty()) parts.push_back(part);
  return parts;
}

// Returns true if names differ in one word that is no number and no split: "train.article.txt", "train.title.txt".
bool areNamedAlike(const std::string& first, const std::string& second) {
  const auto a = partsBetweenMarks(first), b = partsBetweenMarks(second);
  if (a.size() != b.size() || a.size() < 2) return false;
  std::size_t differ = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    const auto isNoWord = [](const std::string& part) {
      return part.find_first_of("0123456789") != std::string::npos || splitInName(part).has_value();
    };
    if (isNoWord(a[i]) || isNoWord(b[i])) return false;
    ++differ;
  }
  return differ == 1;
}

// Counts lines, each file once.
class LineCounts {
 public:
  explicit LineCounts(Look look) : look_(look) {}
  // Returns 0 for a file that is too large to be read here.
  std::size_t of(const LookedAt& file) {
    if (file.bytes > kLargestCounted) return 0;
    const auto [known, isNew] = counts_.try_emplace(file.path.string(), 0);
    if (isNew) known->second = countLines(file.path, look_);
    return known->second;
  }

 private:
  const Look look_;
  std::map<std::string, std::size_t> counts_;
};

// Refuses numbers, and numbers beside texts if they have as many lines or are half of the files.
Status checkNumbers(const std::vector<LookedAt>& files, LineCounts& lines) {
  const LookedAt *numbers = nullptr, *text = nullptr;
  std::size_t count = 0, texts = 0;
  for (const LookedAt& file : files) {
    if (file.content == TextContent::Numbers && count++ == 0) numbers = &file;
    if (file.content == TextContent::Text && texts++ == 0) text = &file;
  }
  if (numbers && !text) return numbersInText(*numbers);
  if (numbers && count >= texts) return numbersBesideTexts(*numbers, *text);
  for (const LookedAt& one : files)
    for (const LookedAt& other : files)
      if ((one.content == TextContent::Numbers || one.numbers) && other.content == TextContent::Text &&
          one.folder == other.folder && lines.of(one) > 1 && lines.of(one) == lines.of(other))
        return numbersBesideTexts(one, other);
  return {};
}

Status checkTogether(const std::vector<LookedAt>& files, LineCounts& lines, Look look) {
  constexpr std::size_t kFewestTogether = 8;
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t k = i + 1; k < files.size(); ++k) {
      FOVEA_CHECK(look.check());
      const LookedAt &a = files[i], &b = files[k];
      if (a.content != TextContent::Text || b.content != TextContent::Text || a.folder != b.folder ||
          !areNamedAlike(a.name, b.name))
        continue;
      if (lines.of(a) >= kFewestTogether && lines.of(a) == lines.of(b)) return textsGoTogether(a, b, lines.of(a));
    }
  return {};
}

Status checkContents(const std::vector<LookedAt>& files, Look look) {
  const LookedAt *text = nullptr, *table = nullptr;
  std::uintmax_t bytesOfTexts = 0, bytesOfTables = 0;
  for (const LookedAt& file : files) {
    if (file.content == TextContent::Sequences) return sequencesInText(file);
    if (file.content == TextContent::CommentedTable) return tableBelowComments(file);
    if (file.content == TextContent::Text && !text) text = &file;
    if (file.content == TextContent::Records && !table && !isDescription(file.name)) table = &file;
    bytesOfTexts += file.content == TextContent::Text ? file.bytes : 0;
    bytesOfTables += file.content == TextContent::Records && !isDescription(file.name) ? file.bytes : 0;
  }
  for (const LookedAt& file : files)
    for (const LookedAt& other : files)
      if (file.content == TextContent::Tagged && other.content == TextContent::Text && file.folder == other.folder &&
          stemOf(file.name) == stemOf(other.name))
        return checkLines(file.path, look);
  if (!text && table &&
      std::ranges::none_of(files, [](const LookedAt& file) { return file.content != TextContent::Records; }))
    return rowsInText(*table);
  LineCounts lines(look);
  FOVEA_CHECK(checkNumbers(files, lines));
  FOVEA_CHECK(checkTogether(files, lines, look));
  if (text && table && bytesOfTables > bytesOfTexts) return tablesBesideText(*table, *text);
  return {};
}

}  // namespace

Status checkIsOneText(const fs::path& source, Look look) {
  std::error_code code;
  std::vector<LookedAt> files;
  std::uintmax_t texts = 0, others = 0;  // bytes
  const auto add = [&](const fs::path& path, std::string folder) {
    std::string name = path.filename().string();
    std::error_code unread;
    const std::uintmax_t bytes = fs::file_size(path, unread);
    if (unread || bytes == 0) return;
    const bool text = holdsText(path);
    (text ? texts : others) += bytes;
    if (!text || isNote(name)) return;
    bool numbers = false;
    const TextContent content = contentOf(path, name, numbers);
    files.push_back({path, std::move(folder), std::move(name), content, bytes, numbers});
  };
  if (!fs::is_directory(source, code)) {
    add(source, {});
    return checkContents(files, look);
  }
  bool media = false;
  const auto wanted = [&](std::string_view name) {
    const FileKind kind = fileKindOf(name);
    const bool other = kind == FileKind::Text || kind == FileKind::Other;
    media = media || !other;
    return other;
  };
  FOVEA_TRY(const FoundFiles found, findFiles(source, wanted, look.scan, kLookLimits));
  if (media) return {};
  const std::size_t step = std::max<std::size_t>(1, found.files.size() / kTextsLookedAt);
  for (std::size_t i = 0; i < found.files.size(); i += step) {
    FOVEA_CHECK(look.check());
    add(found.files.path(source, i), found.files.folder(found.files.folderOf(i)));
  }
  // Texts that only describe other files are no samples.
  return others > texts ? Status() : checkContents(files, look);
}

}  // namespace fovea

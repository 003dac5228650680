#include "core/data/importers/table_beside.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>

#include "core/data/files/stand_in.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/joined_tables.h"
#include "core/data/importers/line_form.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/text_stream.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kShownBeside = 5;
constexpr std::uintmax_t kTimesAsLarge = 4;  // descriptions of small tables are larger, too
constexpr std::size_t kStartBeside = std::size_t{32} << 10;
constexpr std::size_t kMostEntriesBeside = 200;  // entries of a folder that are looked at

// Returns true for names of tables of rows; a JSON file may be settings.
bool holdsRowsByName(std::string_view name) {
  const std::string ending = endingOf(name);
  return ending == ".csv" || ending == ".tsv" || ending == ".tab" || ending == ".jsonl" || ending == ".arff" ||
         ending == ".parquet";
}

// Returns true for a list of names behind their numbers, such as those of columns: "1 tBodyAcc-mean()-X".
bool areNumberedNames(std::string_view text) {
  constexpr std::int64_t kLinesOfList = 5;
  TextLines lines(text);
  std::int64_t place = 0, offset = 0;
  while (const auto line = lines.nextFilled()) {
    const auto words = wordsOf(*line, 3);
    const auto number = words.size() < 2 ? std::nullopt : wholeNumber(words[0]);
    if (!number || realNumber(words[1])) return false;
    if (place == 0) offset = *number;
    if (*number != offset + place++) return false;
    if (place == kLinesOfList) break;
  }
  return place > 1;
}

// Knows the files that were read or named already.
class KnownFiles {
 public:
  KnownFiles(const fs::path& source, const TableFiles& tables, const std::vector<ImportDecision>& decisions)
      : decisions_(decisions) {
    for (const TableFile& file : tables.files) {
      addName(file.path, source);
      if (const auto joined = joinedFilesOf(file.path))
        for (const fs::path& each : {joined->labels, joined->groups, joined->features, joined->classes})
          addName(each, source);
      std::error_code code;
      const auto bytes = fs::file_size(file.path, code);
      bytes_ += code ? 0 : bytes;
      divided_ = divided_ || file.split.has_value();
    }
  }
  bool has(const std::string& name) const {
    return std::ranges::count(names_, name) > 0 || std::ranges::any_of(decisions_, [&](const ImportDecision& each) {
             return each.what.find(displayName(name)) != std::string::npos ||
                    each.chosen.find(displayName(name)) != std::string::npos;
           });
  }
  std::uintmax_t bytes() const { return bytes_; }
  bool isDivided() const { return divided_; }

 private:
  void addName(const fs::path& file, const fs::path& source) {
    const fs::path relative = file.lexically_relative(source);
    if (!relative.empty()) names_.push_back(relative.begin()->string());
  }

  const std::vector<ImportDecision>& decisions_;
  std::vector<std::string> names_;  // of files and folders in the source that hold what is read
  std::uintmax_t bytes_ = 0;
  bool divided_ = false;  // a table has a split
};

// Returns why a file beside the tables may matter; empty if it hardly does.
std::string whyFileMatters(const fs::path& file, const KnownFiles& known) {
  const std::string name = file.filename().string();
  const FileKind kind = fileKindOf(name);
  if ((kind != FileKind::Text && kind != FileKind::Other) || isNote(name) || isDescription(name) || !holdsText(file))
    return {};
  if (!mayHoldLines(name) && !holdsRowsByName(name)) return {};
  std::error_code code;
  const auto bytes = fs::file_size(file, code);
  if (!code && bytes > kTimesAsLarge * known.bytes()) return "it is larger than what is read";
  const LineForm form = lineFormOfFile(file);
  const bool list = form == LineForm::Column;
  if (list && !known.isDivided() && splitOfName(stemOf(name))) return "it is a list with the name of a split";
  if (list) return "it holds a number a line";
  const std::string start = utf8Of(beginningOfFile(file, kStartBeside));
  return holdsMoreNumbers(start) && !areNumberedNames(start) ? "most of what it holds are numbers" : "";
}

// Returns true if a folder, or one in it, holds tables.
Result<bool> holdsTables(const fs::path& folder, Look look, int depth = 1) {
  FOVEA_TRY(const FolderEntries inside, listFolder(folder, look.scan, kMostEntriesBeside));
  if (std::ranges::any_of(inside.files, isMedium)) return false;
  if (std::ranges::any_of(inside.files, holdsRowsByName)) return true;
  for (const std::string& each : inside.folders) {
    if (depth == 0) break;
    FOVEA_TRY(const bool found, holdsTables(folder / each, look, depth - 1));
    if (found) return true;
  }
  return false;
}

}  // namespace

Result<std::optional<ImportDecision>> askWhatIsBesideTables(const fs::path& source, const TableFiles& tables,
                                                            const std::vector<ImportDecision>& decisions, Look look) {
  std::error_code code;
  if (!fs::is_directory(source, code)) return std::optional<ImportDecision>();
  FOVEA_TRY(const FolderEntries entries, listFolder(source, look.scan, kMostEntriesBeside));
  const KnownFiles known(source, tables, decisions);
  std::vector<std::string> found;
  for (const std::string& name : entries.folders) {
    FOVEA_CHECK(look.check());
    if (known.has(name)) continue;
    FOVEA_TRY(const bool holds, holdsTables(source / name, look));
    if (holds) found.push_back(fmt::format("the folder \"{}\" holds tables", displayName(name)));
  }
  for (const std::string& name : entries.files) {
    FOVEA_CHECK(look.check());
    if (known.has(name)) continue;
    if (const std::string why = whyFileMatters(source / name, known); !why.empty())
      found.push_back(fmt::format("{} is not read, and {}", displayName(name), why));
  }
  if (found.empty()) return std::optional<ImportDecision>();
  const std::size_t more = found.size() - std::min(found.size(), kShownBeside);
  found.resize(std::min(found.size(), kShownBeside));
  return std::optional(ImportDecision{
      "what lies beside the tables",
      "left out",
      fmt::format("{}{}", fmt::join(found, "; "), more > 0 ? fmt::format("; and {} more", more) : std::string()),
      {"others=leave_out"},
      false});
}

}  // namespace fovea

// Reads all rows of all tables once, before the roles of their columns are decided.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/data/importers/table.h"
#include "core/data/importers/table_files.h"
#include "core/data/importers/table_header.h"
#include "core/data/importers/table_names.h"
#include "core/data/importers/table_rows.h"
#include "core/data/importers/table_split.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {

namespace {

constexpr std::int64_t kRowsBetweenScanChecks = 1024;
// after this many rows, a row with more fields than all before counts as an error
constexpr std::int64_t kRowsThatWiden = 2000;
constexpr int kMostDifferent = 5;

using Record = std::vector<std::string>;

// Returns a name in small letters without the first word for a split in it.
std::string withoutSplit(const std::string& name) {
  std::string rest = lowerCase(name);
  for (const std::string_view word : {"training", "train", "validation", "valid", "val", "dev", "testing", "test"})
    if (const std::size_t at = rest.find(word); at != std::string::npos) return rest.erase(at, word.size());
  return rest;
}

std::string nameOf(const TableFile& file) {
  return displayName(file.path.filename().string());
}

class Scanner {
 public:
  Scanner(TableFiles& files, const TableChoices& choices, Look look)
      : files_(files), choices_(choices), look_(look), missing_(choices.missingWords) {}

  Result<TableLook> scan() {
    for (const TableFile& file : files_.files) names_.push_back(file.path.filename().string());
    FOVEA_CHECK(readFirst(files_.files[files_.first]));
    FOVEA_CHECK(matchOthers());
    for (std::size_t i = 0; i < files_.files.size(); ++i)
      if (i != files_.first) FOVEA_CHECK(readOther(files_.files[i]));
    if (!table_.looks.empty() && table_.looks[0].rows() == 0) return noRecords(files_.files[files_.first]);
    return std::move(table_);
  }

 private:
  static Error noRecords(const TableFile& file) {
    return fail(ErrorCode::Unsupported, displayName(file.path.string()) + " holds no records.");
  }

  Status readFirst(TableFile& file) {
    FOVEA_TRY(const auto rows, openRows(file, delimiterOf(choices_)));
    table_.delimiter = rows->delimiter();
    table_.nested = rows->nested();
    table_.pictures = rows->pictures();
    LeadingRows lines(*rows);
    FOVEA_TRY(titles_, skipTitle(*rows, lines));
    file.skippedRecords = titles_;
    sayTitle(file);
    std::vector<std::string_view> fields;
    FOVEA_TRY(bool more, lines.next(fields));
    if (!more) return noRecords(file);
    Record first(fields.begin(), fields.end());
    FOVEA_TRY(more, lines.next(fields));
    if (more && takesCounts(first, fields.size())) {
      ++file.skippedRecords;
      first.assign(fields.begin(), fields.end());
      FOVEA_TRY(more, lines.next(fields));
    }
    widen(first.size());
    width_ = fields.size();
    const Record second(fields.begin(), fields.end());
    while (more) {
      FOVEA_CHECK(add(fields, nullptr, true));
      FOVEA_TRY(more, lines.next(fields));
    }
    if (rows_ > 0 && width_ == first.size() + 1 && table_.looks.back().filled > 0) first.emplace(first.begin());
    table_.named = rows->isNamed() || choices_.header == "yes" || (choices_.header == "auto" && takesNames(first));
    if (table_.named && !rows->isNamed() && choices_.header == "auto") FOVEA_CHECK(checkNamesEnd(file, second));
    noteSeparator(*rows);
    table_.columns = namesOfColumns(table_.named ? first : Record(), table_.looks.size());
    for (std::size_t i = 0; i < table_.looks.size(); ++i) {
      file.columns.push_back(static_cast<int>(i));
      if (auto names = rows->classNames(table_.columns[i]); !names.empty())
        table_.columnClasses[table_.columns[i]] = std::move(names);
    }
    if (table_.named) {
      ++file.skippedRecords;
    } else {
      std::vector<std::string_view> again(first.begin(), first.end());
      FOVEA_CHECK(add(again, nullptr, false));
    }
    return {};
  }

  // Skips the lines of a title above the names or rows, unless the user says that a row is first. Returns their number.
  Result<int> skipTitle(const TableRows& rows, LeadingRows& lines) const {
    if (rows.isNamed() || rows.delimiter() == 0 || choices_.header == "no") return 0;
    FOVEA_CHECK(lines.readAhead(kRowsAhead));
    const std::size_t titles = titleLinesOf(lines.ahead());
    std::vector<std::string_view> fields;
    for (std::size_t i = 0; i < titles; ++i) FOVEA_CHECK(lines.next(fields));
    return static_cast<int>(titles);
  }

  void sayTitle(const TableFile& file) {
    if (file.skippedRecords == 0) return;
    files_.decisions.push_back({file.skippedRecords == 1
                                    ? fmt::format("the first line of {}", nameOf(file))
                                    : fmt::format("the first {} lines of {}", file.skippedRecords, nameOf(file)),
                                "left out",
                                "what is there is a title, and has not as many fields as the lines below",
                                {"header=no"}});
  }

  // Returns whether the first line names the columns, and says so where numbers are among the names.
  bool takesNames(const Record& first) {
    FirstLine line = firstLineOf(first, table_.looks);
    if (line.because.empty()) return line.named;
    std::vector<std::string> alternatives{"header=no"};
    if (!line.sure) alternatives.insert(alternatives.begin(), "header=yes");
    files_.decisions.push_back(
        {"the first line", "the names of the columns", std::move(line.because), std::move(alternatives), line.sure});
    return line.named;
  }

  // Fails if the line behind the names holds names as well.
  Status checkNamesEnd(const TableFile& file, const Record& second) const {
    const auto word = furtherName(second, table_.looks);
    if (!word) return {};
    return fail(ErrorCode::InvalidArgument,
                fmt::format("Several lines of {} name its columns: behind the first of them, the word \"{}\" is above "
                            "numbers.",
                            nameOf(file), displayName(*word)),
                "Keep one line of names above the rows, and import that. With header=yes, the second one is read as a "
                "row.");
  }

  void noteSeparator(const TableRows& rows) {
    if (std::string separator = rows.labelSeparator(); !separator.empty()) table_.labelSeparator = std::move(separator);
  }

  void widen(std::size_t width) {
    while (table_.looks.size() < width) {
      table_.looks.emplace_back();
      for (std::int64_t i = 0; i < rows_; ++i) table_.looks.back().add({}, true);
    }
  }

  Status add(std::vector<std::string_view>& fields, const std::vector<int>* columns, bool ordered) {
    if (rows_ % kRowsBetweenScanChecks == 0) FOVEA_CHECK(look_.check());
    missing_.clear(fields);
    if (rows_ < kRowsThatWiden && !columns) widen(fields.size());
    if (fields.size() != width_) width_ = 0;
    for (std::size_t i = 0; i < table_.looks.size(); ++i) {
      const std::size_t place = columns ? static_cast<std::size_t>((*columns)[i]) : i;
      table_.looks[i].add(place < fields.size() ? fields[place] : std::string_view(), ordered);
    }
    ++rows_;
    return {};
  }

  // Reads a first line of counts of records and features, then class names (scikit-learn): "150,4,setosa,versicolor".
  bool takesCounts(const Record& row, std::size_t nextWidth) {
    if (choices_.header != "auto" || row.size() < 2) return false;
    const auto samples = wholeNumber(row[0]);
    const auto features = wholeNumber(row[1]);
    if (!samples || !features || *samples < 1 || *features + 1 != static_cast<std::int64_t>(nextWidth)) return false;
    std::vector<std::string> names;
    // Further numbers make it an ordinary row.
    for (std::size_t i = 2; i < row.size(); ++i) {
      if (realNumber(row[i])) return false;
      if (!row[i].empty()) names.push_back(displayName(row[i]));
    }
    if (row.size() == nextWidth && row.size() == 2) return false;
    table_.classNames = std::move(names);
    return true;
  }

  // Matches the columns of the other files to those of the first. Refuses files with different columns, except for a
  // test file without the target.
  Status matchOthers() {
    std::vector<TableFile> kept;
    const TableFile first = files_.files[files_.first];
    for (std::size_t i = 0; i < files_.files.size(); ++i) {
      TableFile& file = files_.files[i];
      if (i == files_.first) {
        files_.first = kept.size();
        kept.push_back(std::move(file));
        continue;
      }
      FOVEA_TRY(const bool used, match(file, first));
      if (used) kept.push_back(std::move(file));
    }
    files_.files = std::move(kept);
    return {};
  }

  Result<bool> match(TableFile& file, const TableFile& first) {
    FOVEA_TRY(const auto rows, openRows(file, table_.delimiter));
    LeadingRows lines(*rows);
    FOVEA_TRY(const int titles, skipTitle(*rows, lines));
    std::vector<std::string_view> fields;
    FOVEA_TRY(const bool more, lines.next(fields));
    if (!more) return leaveOut(file, "it is empty");
    if (!table_.named) {
      if (fields.size() != table_.columns.size())
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{0} has {1} columns and {2} has {3}, and the first line of {0} does not name them.",
                                nameOf(first), table_.columns.size(), nameOf(file), fields.size()),
                    fmt::format("Import without it (tables={}), or give both the same columns.", others(file)));
      file.columns = first.columns;
      file.skippedRecords = first.skippedRecords - titles_ + titles;
      return true;
    }
    // A column without a name is matched by its position, as in the first file.
    std::vector<std::string> names = namesOfColumns(Record(fields.begin(), fields.end()), fields.size());
    FOVEA_TRY(const bool filled, lines.next(fields));
    if (filled && fields.size() == names.size() + 1 && table_.columns[0] == "column 1")
      names.emplace(names.begin(), table_.columns[0]);  // of the row names, as in the first file
    std::vector<int> lacking;
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      const auto found = std::find(names.begin(), names.end(), table_.columns[i]);
      file.columns.push_back(found == names.end() ? -1 : static_cast<int>(found - names.begin()));
      if (found == names.end()) lacking.push_back(static_cast<int>(i));
    }
    file.skippedRecords = titles + 1;
    const std::vector<int> needed = withoutUnneeded(lacking);
    if (needed.empty()) {
      sayExtra(file, first, names);
      return true;
    }
    if (needed.size() == 1 && file.split == Split::Test &&
        isTextName(table_.columns[static_cast<std::size_t>(needed[0])]))
      return leaveOut(
          file, fmt::format("it has no column {}, so that its rows are labels without their texts", quoted(needed)));
    if (needed.size() == 1 && file.split == Split::Test && mayBeTarget(needed[0], file)) {
      table_.missing = needed[0];
      return leaveOut(file, fmt::format("it has no column \"{}\": its rows are not labelled",
                                        table_.columns[static_cast<std::size_t>(needed[0])]));
    }
    if (file.split == Split::Test && areLabels(needed))
      return leaveOut(file, fmt::format("it has no columns {}: its rows are not labelled", quoted(needed)));
    return differ(file, first, needed);
  }

  // Returns true if these columns are the labels of rows: those that the user chose, or several of 0 and 1 alone.
  bool areLabels(const std::vector<int>& columns) const {
    const auto chosen = splitList(choices_.labelColumns.empty() ? choices_.targetColumns : choices_.labelColumns);
    return columns.size() > 1 && std::ranges::all_of(columns, [&](int column) {
             const auto i = static_cast<std::size_t>(column);
             if (!chosen.empty()) return std::ranges::count(chosen, table_.columns[i]) > 0;
             const ColumnLook& look = table_.looks[i];
             return look.empty == 0 && !look.manyValues() &&
                    std::ranges::all_of(look.values, [](const auto& each) { return each == "0" || each == "1"; });
           });
  }

  // Returns the first names of columns: "a", "b", …
  std::string quoted(const std::vector<int>& columns) const {
    std::string names;
    for (std::size_t i = 0; i < std::min<std::size_t>(columns.size(), kMostDifferent); ++i)
      names += (i > 0 ? ", " : "") + ("\"" + table_.columns[static_cast<std::size_t>(columns[i])] + "\"");
    return names + (columns.size() > kMostDifferent ? ", …" : "");
  }

  // Ignores ids and empty columns, without which rows are equally useful.
  std::vector<int> withoutUnneeded(const std::vector<int>& lacking) const {
    std::vector<int> needed;
    for (const int column : lacking) {
      const auto i = static_cast<std::size_t>(column);
      const bool id = isIdName(table_.columns[i]) && table_.looks[i].allDifferent();
      if (!id && table_.looks[i].filled > 0) needed.push_back(column);
    }
    return needed;
  }

  // Returns true if the column that the file lacks is the target: as chosen by the user, or if no column in the file
  // has the name of a target.
  bool mayBeTarget(int column, const TableFile& file) const {
    const std::string& name = table_.columns[static_cast<std::size_t>(column)];
    if (!choices_.labelColumn.empty() || !choices_.targetColumns.empty())
      return lowerCase(name) == lowerCase(choices_.labelColumn) || lowerCase(name) == lowerCase(choices_.targetColumns);
    const auto rank = labelRank(name);
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      const auto other = labelRank(table_.columns[i]);
      if (other && file.columns[i] >= 0 && (!rank || *other < *rank)) return false;
    }
    return true;
  }

  Result<bool> leaveOut(const TableFile& file, const std::string& because) {
    files_.decisions.push_back({"the table " + nameOf(file), "left out", because, {}});
    return false;
  }

  Error differ(const TableFile& file, const TableFile& first, const std::vector<int>& needed) const {
    if (auto several = severalTrain(); !several.empty())
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("{} lacks {} of the columns of {} ({}), and several tables train.", nameOf(file),
                              needed.size(), nameOf(first), quoted(needed)),
                  fmt::format("Choose those that belong together: {}. To learn from all, join them to one table first.",
                              several));
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} lacks {} of the columns of {}: {}.", nameOf(file), needed.size(), nameOf(first),
                            quoted(needed)),
                fmt::format("Import without it (tables={}), or give both the same columns.", others(file)));
  }

  // Returns the names of all other files with commas between them.
  std::string others(const TableFile& file) const {
    std::vector<std::string> names = names_;
    std::erase(names, file.path.filename().string());
    return fmt::format("{}", fmt::join(names, ","));
  }

  // Returns options for the tables to train with those whose names differ in the split alone, if several train:
  // "tables=train_a.csv,test_a.csv or tables=train_b.csv,test_b.csv". Empty otherwise.
  std::string severalTrain() const {
    std::map<std::string, std::vector<std::string>> sets;
    for (const std::string& name : names_) sets[withoutSplit(name)].push_back(name);
    std::erase_if(sets, [](const auto& set) {
      return std::ranges::none_of(set.second,
                                  [](const std::string& name) { return splitOfTable(name) == Split::Train; });
    });
    if (sets.size() < 2) return {};
    std::vector<std::string> options;
    for (const auto& [rest, names] : sets) options.push_back(fmt::format("tables={}", fmt::join(names, ",")));
    return fmt::format("{}", fmt::join(options, " or "));
  }

  void sayExtra(const TableFile& file, const TableFile& first, const std::vector<std::string>& names) {
    std::string extra;
    for (const std::string& name : names)
      if (std::find(table_.columns.begin(), table_.columns.end(), name) == table_.columns.end())
        extra += (extra.empty() ? "" : ", ") + name;
    if (!extra.empty())
      files_.decisions.push_back({fmt::format("columns of {}: {}", nameOf(file), extra),
                                  "left out",
                                  nameOf(first) + " has none of that name",
                                  {}});
  }

  // Also notes where all rows have -1, which in the labels of a test says that there are none.
  Status readOther(TableFile& file) {
    FOVEA_TRY(const auto rows, openRows(file, table_.delimiter));
    std::vector<std::string_view> fields;
    for (int i = 0; i < file.skippedRecords; ++i) FOVEA_CHECK(rows->next(fields));
    for (;;) {
      FOVEA_TRY(const bool more, rows->next(fields));
      if (!more) {
        noteSeparator(*rows);
        return {};
      }
      if (file.rows++ == 0)
        for (std::size_t i = 0; i < file.columns.size(); ++i) file.minusOne.push_back(static_cast<int>(i));
      std::erase_if(file.minusOne, [&](int column) {
        const auto place = static_cast<std::size_t>(file.columns[static_cast<std::size_t>(column)]);
        return place >= fields.size() || fields[place] != "-1";
      });
      FOVEA_CHECK(add(fields, &file.columns, false));
    }
  }

  TableFiles& files_;
  const TableChoices& choices_;
  const Look look_;
  const MissingWords missing_;
  TableLook table_;
  std::vector<std::string> names_;  // of all files
  int titles_ = 0;  // lines of a title in the first table
  std::int64_t rows_ = 0;
  std::size_t width_ = 0;  // of each row of the first table but its first line; 0 if they differ
};

}  // namespace

Result<TableLook> lookAtTables(TableFiles& files, const TableChoices& choices, Look look) {
  return Scanner(files, choices, look).scan();
}

}  // namespace fovea

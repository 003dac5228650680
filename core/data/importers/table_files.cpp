#include "core/data/importers/table_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/data/files/stand_in.h"
#include "core/data/importers/arff_rows.h"
#include "core/data/importers/class_tables.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/joined_tables.h"
#include "core/data/importers/line_form.h"
#include "core/data/importers/parquet_rows.h"
#include "core/data/importers/record_text.h"
#include "core/data/importers/table.h"
#include "core/data/importers/table_rows.h"
#include "core/data/importers/table_split.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importers/uci_table.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

bool isDelimited(const std::string& name) {
  const std::string lower = lowerCase(name);
  const std::string_view plain = std::string_view(lower).substr(0, lower.size() - (lower.ends_with(".gz") ? 3 : 0));
  return plain.ends_with(".csv") || plain.ends_with(".tsv") || plain.ends_with(".tab") || isArffName(name);
}

bool isTableForm(LineForm form) {
  return form == LineForm::Table || form == LineForm::Labelled || form == LineForm::Question ||
         form == LineForm::Behind || form == LineForm::Records;
}

constexpr std::size_t kStartOfJson = std::size_t{128} << 10;
constexpr std::size_t kMostLineTables = 200;  // number of files in a folder to examine

// Returns files whose lines are tables although their names do not say so; none if there are pictures or sounds, or if
// most files hold something else.
Result<std::vector<std::string>> lineTables(const fs::path& folder, const FolderEntries& entries, Look look) {
  std::vector<std::string> names;
  std::size_t looked = 0, others = 0;
  if (!entries.folders.empty()) return names;
  for (const std::string& name : entries.files) {
    const FileKind kind = fileKindOf(name);
    if (kind != FileKind::Text && kind != FileKind::Other) return std::vector<std::string>();
    if (!mayHoldLines(name) || isNote(name) || ++looked > kMostLineTables) continue;
    FOVEA_CHECK(look.check());
    const bool table = isTableForm(lineFormOfFile(folder / name));
    if (table) names.push_back(name);
    others += !table && usuallyHoldsLines(name);
  }
  if (names.size() <= others) names.clear();
  return names;
}

// Returns "iris.data", and "adult.test" beside "adult.data". Beside pictures, such files are lists of settings.
std::vector<std::string> uciTables(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string& name : files) {
    if (fileKindOf(name) == FileKind::Image) return {};
    if (!isUciTable(name)) continue;
    const std::string data = name.substr(0, name.size() - endingOf(name).size()) + ".data";
    if (endingOf(name) == ".data" || std::find(files.begin(), files.end(), data) != files.end()) names.push_back(name);
  }
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 10); ++i) text += (i > 0 ? ", " : "") + names[i];
  return names.size() > 10 ? text + ", …" : text;
}

// Chooses a table to train as the first one.
void chooseFirst(TableFiles& found) {
  const auto trains = std::ranges::find(found.files, std::optional(Split::Train), &TableFile::split);
  if (trains != found.files.end()) found.first = static_cast<std::size_t>(trains - found.files.begin());
}

bool holdsJsonRows(const fs::path& file) {
  return recordTextOf(utf8Of(beginningOfFile(file, kStartOfJson))) == RecordText::JsonRows;
}

// A folder that is named like a split.
struct SplitFolder {
  fs::path path;
  Split split;
  FolderEntries entries;
};

Result<std::vector<SplitFolder>> splitFoldersIn(const fs::path& source, const FolderEntries& entries, Look look) {
  std::vector<SplitFolder> folders;
  for (const std::string& name : entries.folders) {
    const auto split = splitOfName(name);
    if (!split) continue;
    FOVEA_TRY(FolderEntries inside, listFolder(source / name, look.scan));
    folders.push_back({source / name, *split, std::move(inside)});
  }
  return folders;
}

class TableFinder {
 public:
  TableFinder(const fs::path& folder, const TableChoices& choices, bool ofSplit = false)
      : folder_(folder), choices_(choices), ofSplit_(ofSplit) {}

  Result<TableFiles> choose(std::vector<std::string> names) {
    if (!choices_.tables.empty()) {
      FOVEA_CHECK(takeNamed(names));
    } else {
      leaveOut(names, isSubmissionTable, "its name is that of an example of answers");
      if (!std::all_of(names.begin(), names.end(), isClassListTable))
        leaveOut(names, isClassListTable, "its name is that of a list of classes");
    }
    if (names.empty()) return nothingFound("table", folder_);
    const auto splitOf = [all = names](const std::string& name) { return splitOfTableAmong(name, all); };
    if (choices_.tables.empty() && holdSeveralSets(names)) return sayNamesOfTables(names);
    if (std::any_of(names.begin(), names.end(), splitOf))
      leaveOut(
          names, [&](const std::string& name) { return !splitOf(name); }, "other tables are named after a split");
    else if (areShards(names, ofSplit_))
      found_.decisions.push_back({fmt::format("{} tables", names.size()),
                                  "one table",
                                  "their names differ in numbers alone",
                                  {"tables=" + names[0]}});
    else if (names.size() > 1 && choices_.tables.empty())
      return sayNamesOfTables(names);
    for (const std::string& name : names) found_.files.push_back({folder_ / name, splitOf(name)});
    useOnlyTable();
    chooseFirst(found_);
    return std::move(found_);
  }

 private:
  // A table that is alone is there to train with, too, although its name says that it tests.
  void useOnlyTable() {
    if (found_.files.size() != 1 || ofSplit_ || found_.files[0].split.value_or(Split::Train) == Split::Train) return;
    const std::string name = displayName(found_.files[0].path.filename().string());
    found_.decisions.push_back(
        {"the splits of " + name,
         "drawn from its rows",
         fmt::format("its name is that of a split ({}), and no other table trains", splitName(*found_.files[0].split)),
         {}});
    found_.files[0].split.reset();
  }

  Error sayNamesOfTables(const std::vector<std::string>& names) const {
    return fail(ErrorCode::InvalidArgument,
                fmt::format("There are {} tables in {}, and their names do not say which one trains: {}.", names.size(),
                            displayName(folder_.string()), listed(names)),
                "Choose with tables=NAME, or open one of them. Parts of one table with the same columns are named "
                "together: tables=NAME,NAME. Columns of one row in several tables have to be joined first.");
  }

  Status takeNamed(std::vector<std::string>& names) {
    std::vector<std::string> chosen = splitList(choices_.tables);
    for (const std::string& name : chosen)
      if (std::find(names.begin(), names.end(), name) == names.end())
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("There is no table {} in {}.", name, displayName(folder_.string())),
                    fmt::format("It has: {}.", listed(names)));
    names = std::move(chosen);
    return {};
  }

  template <class Unwanted>
  void leaveOut(std::vector<std::string>& names, Unwanted unwanted, const std::string& because) {
    std::vector<std::string> kept;
    for (std::string& name : names) {
      if (unwanted(name))
        found_.decisions.push_back({"the table " + displayName(name), "left out", because, {"tables=" + name}});
      else
        kept.push_back(std::move(name));
    }
    names = std::move(kept);
  }

  const fs::path& folder_;
  const TableChoices& choices_;
  const bool ofSplit_;  // the folder is that of a split
  TableFiles found_;
};

// Finds "train/metadata.csv" and "test/metadata.csv", each beside the pictures of its split.
TableFiles metadataOfSplits(const std::vector<SplitFolder>& folders) {
  TableFiles found;
  for (const SplitFolder& folder : folders) {
    const auto isMetadata = [](const std::string& name) {
      return lowerCase(stemOfTable(name)) == "metadata" && (isDelimited(name) || isJsonTable(name));
    };
    const auto name = std::ranges::find_if(folder.entries.files, isMetadata);
    if (name != folder.entries.files.end()) found.files.push_back({folder.path / *name, folder.split});
  }
  chooseFirst(found);
  return found;
}

// Finds "train/data.csv" and "test/data.csv": the tables of each folder that is named like a split.
Result<TableFiles> tablesOfSplits(const std::vector<SplitFolder>& folders, const TableChoices& choices) {
  TableFiles found;
  for (const SplitFolder& folder : folders) {
    std::vector<std::string> names;
    std::ranges::copy_if(folder.entries.files, std::back_inserter(names), isDelimited);
    // JSON beside media describes these.
    if (names.empty() && std::ranges::none_of(folder.entries.files, isMedium))
      std::ranges::copy_if(folder.entries.files, std::back_inserter(names), [&](const std::string& name) {
        return isJsonTable(name) && holdsJsonRows(folder.path / name);
      });
    if (names.empty()) continue;
    FOVEA_TRY(TableFiles inside, TableFinder(folder.path, choices, true).choose(std::move(names)));
    // The folder counts more than the name of a table in it.
    for (TableFile& file : inside.files) found.files.push_back({std::move(file.path), folder.split});
    std::ranges::move(inside.decisions, std::back_inserter(found.decisions));
  }
  chooseFirst(found);
  return found;
}

// Finds "train/X_train.txt" and "test/X_test.txt" with labels beside them, or all of them in one folder.
TableFiles joinedTables(const fs::path& source, const FolderEntries& entries, const std::vector<SplitFolder>& folders) {
  TableFiles found;
  std::set<std::string> beside;
  const auto takeFrom = [&](const fs::path& folder, const FolderEntries& inside, std::optional<Split> split) {
    for (const std::string& name : inside.files) {
      if (!joinedFilesOf(folder / name)) continue;
      const auto own = splitOfTable(name);
      found.files.push_back({folder / name, own ? own : split});
      if (split) beside.insert(inside.folders.begin(), inside.folders.end());
    }
  };
  takeFrom(source, entries, std::nullopt);
  for (const SplitFolder& folder : folders) takeFrom(folder.path, folder.entries, folder.split);
  chooseFirst(found);
  for (const std::string& folder : beside)
    found.decisions.push_back({fmt::format("the folder \"{}\"", displayName(folder)),
                               "left out",
                               "the tables beside it hold inputs and labels",
                               {}});
  return found;
}

constexpr int kParquetDepth = 2;  // depth of folders: "plain_text/train/0000.parquet"

// Returns true if folders up to that depth contain Parquet tables.
Result<bool> holdsParquet(const fs::path& folder, int depth, Look look) {
  FOVEA_TRY(const FolderEntries inside, listFolder(folder, look.scan));
  if (std::any_of(inside.files.begin(), inside.files.end(), isParquetName)) return true;
  for (const std::string& each : inside.folders) {
    if (depth == 0) break;
    FOVEA_TRY(const bool found, holdsParquet(folder / each, depth - 1, look));
    if (found) return true;
  }
  return false;
}

// Finds tables in the layout of the Hugging Face Hub: "data/train-00000-of-00002.parquet", or one folder per split, in
// one folder per configuration. Returns an empty result if there are none.
Result<TableFiles> parquetTables(const fs::path& source, const FolderEntries& entries, const TableChoices& choices,
                                 Look look, int depth = kParquetDepth) {
  std::vector<std::string> names;
  std::copy_if(entries.files.begin(), entries.files.end(), std::back_inserter(names), isParquetName);
  if (!names.empty()) return TableFinder(source, choices).choose(std::move(names));
  std::vector<std::string> forms;
  TableFiles found;
  FOVEA_TRY(const std::vector<SplitFolder> folders, splitFoldersIn(source, entries, look));
  for (const SplitFolder& folder : folders)
    for (const std::string& name : folder.entries.files)
      if (isParquetName(name)) found.files.push_back({folder.path / name, folder.split});
  if (!found.files.empty()) {
    chooseFirst(found);
    return found;
  }
  for (const std::string& folder : entries.folders) {
    FOVEA_TRY(const bool holds, holdsParquet(source / folder, depth, look));
    if (holds) forms.push_back(folder);
  }
  if (forms.size() > 1)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} holds {} data sets: {}.", displayName(source.string()), forms.size(), listed(forms)),
                "Open one of these folders.");
  if (forms.empty() || depth == 0) return found;
  FOVEA_TRY(const FolderEntries inside, listFolder(source / forms[0], look.scan));
  return parquetTables(source / forms[0], inside, choices, look, depth - 1);
}

// Finds the tables of the only folder that holds any, whose names say their splits: "data/train-00000-of-00002.jsonl".
Result<TableFiles> tablesOfOnlyFolder(const fs::path& source, const FolderEntries& entries, const TableChoices& choices,
                                      Look look) {
  TableFiles found;
  fs::path only;
  std::vector<std::string> names;
  for (const std::string& folder : entries.folders) {
    FOVEA_TRY(const FolderEntries inside, listFolder(source / folder, look.scan));
    if (std::ranges::any_of(inside.files, isMedium)) return found;
    std::vector<std::string> tables;
    std::ranges::copy_if(inside.files, std::back_inserter(tables), [&](const std::string& name) {
      return isDelimited(name) || (isJsonTable(name) && holdsJsonRows(source / folder / name));
    });
    if (tables.empty()) continue;
    if (!only.empty()) return found;
    only = source / folder;
    names = std::move(tables);
  }
  const auto hasSplit = [](const std::string& name) { return splitOfTable(name).has_value(); };
  if (names.size() < 2 || !std::ranges::all_of(names, hasSplit)) return found;
  return TableFinder(only, choices).choose(std::move(names));
}

// Finds tables in files with other endings.
Result<TableFiles> bareTables(const fs::path& folder, const FolderEntries& entries,
                              const std::vector<SplitFolder>& folders, const TableChoices& choices, Look look) {
  TableFiles found = joinedTables(folder, entries, folders);
  if (!found.files.empty()) return found;
  FOVEA_TRY(std::vector<std::string> names, lineTables(folder, entries, look));
  if (names.empty()) return found;
  return TableFinder(folder, choices).choose(std::move(names));
}

// Finds tables that the names of the files of a folder do not show.
Result<TableFiles> otherTables(const fs::path& source, const FolderEntries& entries, const TableChoices& choices,
                               Look look) {
  FOVEA_TRY(const std::vector<SplitFolder> folders, splitFoldersIn(source, entries, look));
  TableFiles found = metadataOfSplits(folders);
  if (found.files.empty()) {
    FOVEA_TRY(found, tablesOfSplits(folders, choices));
  }
  if (found.files.empty() && canReadParquet().ok()) {
    FOVEA_TRY(found, parquetTables(source, entries, choices, look));
  }
  if (found.files.empty()) {
    FOVEA_TRY(found, tablesOfOnlyFolder(source, entries, choices, look));
  }
  if (found.files.empty()) {
    FOVEA_TRY(found, bareTables(source, entries, folders, choices, look));
  }
  return found;
}

// Removes JSON that holds no rows (a dictionary of labels) if other JSON does, and returns its names.
std::vector<std::string> takeDocuments(const fs::path& folder, std::vector<std::string>& names) {
  std::vector<std::string> rows, documents;
  for (const std::string& name : names) {
    const bool holds = recordTextOf(utf8Of(beginningOfFile(folder / name, kStartOfJson))) != RecordText::Object;
    (holds || !isJsonTable(name) ? rows : documents).push_back(name);
  }
  names = std::move(rows);
  return documents;
}

std::set<std::string> stemsOfMedia(const std::vector<std::string>& files) {
  std::set<std::string> stems;
  for (const std::string& name : files)
    if (isMedium(name)) stems.insert(stemOfTable(name));
  return stems;
}

void sayDocuments(const std::vector<std::string>& documents, TableFiles& found) {
  for (const std::string& name : documents)
    found.decisions.push_back(
        {"the file " + displayName(name), "left out", "it holds one object and no rows", {"tables=" + name}});
}

// Finds files that hold a class each and are named after it.
TableFiles tablesOfClasses(const fs::path& source, const FolderEntries& entries) {
  std::vector<std::string> files;
  for (const std::string& name : entries.files) {
    const FileKind kind = fileKindOf(name);
    if (kind != FileKind::Text && kind != FileKind::Other) return {};
    if (!isNote(name)) files.push_back(name);
  }
  TableFiles found;
  const std::vector<TableOfClass> tables = entries.folders.empty() ? classTablesIn(files) : std::vector<TableOfClass>();
  if (tables.empty()) return found;
  for (const TableOfClass& each : tables)
    found.files.push_back({.path = source / each.name, .split = splitOfTable(each.name), .label = each.label});
  chooseFirst(found);
  found.decisions.push_back(
      {"the class of a row",
       fmt::format("the word in the name of its file ({}, {})", tables[0].label,
                   tables.back().label == tables[0].label ? tables[1].label : tables.back().label),
       fmt::format("{} and {} are called alike but for it", displayName(tables[0].name), displayName(tables[1].name)),
       {"tables=" + tables[0].name}});
  return found;
}

// Chooses among files that may hold rows after all. Fails with InvalidArgument.
Result<TableFiles> tablesOfDocuments(const fs::path& source, const TableChoices& choices,
                                     const std::vector<std::string>& all, const std::vector<std::string>& documents) {
  auto found = TableFinder(source, choices).choose(all);
  if (found.ok() || documents.size() != all.size() || all.size() < 2) return found;
  return fail(
      ErrorCode::InvalidArgument, fmt::format("Each of {} holds one object and no rows.", listed(documents)),
      "Write a table (CSV) or JSON lines, a sample a row, and import that. To take one of them for a table all the "
      "same, choose it with tables=NAME.");
}

// Finds the tables of a folder; findTables() explains the errors.
Result<TableFiles> tablesIn(const fs::path& source, const TableChoices& choices, Look look) {
  FOVEA_TRY(const FolderEntries entries, listFolder(source, look.scan));
  std::vector<std::string> names;
  for (const std::string& name : entries.files)
    if (isDelimited(name)) names.push_back(name);
  if (choices.tables.empty()) {
    TableFiles classes = tablesOfClasses(source, entries);
    if (!classes.files.empty()) return classes;
  }
  if (choices.tables.empty() && !names.empty()) {
    // Lists of inputs and of their labels say more than a table that describes the labels.
    TableFiles joined = joinedTables(source, entries, {});
    for (const std::string& name : joined.files.empty() ? std::vector<std::string>() : names)
      joined.decisions.push_back({"the table " + displayName(name),
                                  "left out",
                                  "lists of inputs and of their labels lie beside it",
                                  {"tables=" + name}});
    if (!joined.files.empty()) return joined;
  }
  // JSON beside folders, or beside a medium of its name, usually describes these and holds no samples, except for
  // "metadata.jsonl".
  const std::set<std::string> media = stemsOfMedia(entries.files);
  if (names.empty())
    for (const std::string& name : entries.files)
      if (isJsonTable(name) &&
          ((entries.folders.empty() && !media.contains(stemOfTable(name))) || stemOfTable(name) == "metadata"))
        names.push_back(name);
  const std::vector<std::string> all = names;
  const auto documents = choices.tables.empty() ? takeDocuments(source, names) : std::vector<std::string>();
  if (names.empty()) names = uciTables(entries.files);
  if (names.empty()) {
    FOVEA_TRY(TableFiles joined, otherTables(source, entries, choices, look));
    if (joined.files.empty() && !all.empty()) return tablesOfDocuments(source, choices, all, documents);
    if (joined.files.empty()) return nothingFound("table", source);
    sayDocuments(documents, joined);
    return joined;
  }
  FOVEA_TRY(TableFiles found, TableFinder(source, choices).choose(std::move(names)));
  sayDocuments(documents, found);
  return found;
}
}  // namespace

bool isTableName(const std::string& name) {
  return isDelimited(name) || isJsonTable(name) || endingOf(name) == ".data" ||
         (isParquetName(name) && canReadParquet().ok());
}

bool holdsTable(const fs::path& file) {
  const LineForm form = lineFormOfFile(file);
  return form == LineForm::Column || isTableForm(form);
}

Result<TableFiles> findTables(const fs::path& source, const TableChoices& choices, Look look) {
  std::error_code code;
  if (!fs::is_directory(source, code)) {
    const std::string name = source.filename().string();
    if (isParquetName(name)) FOVEA_CHECK(canReadParquet());
    if (look == Look::Quick && !isTableName(name) && !holdsTable(source)) return nothingFound("table", source);
    TableFiles one;
    one.files.push_back({source, std::nullopt});
    return one;
  }
  return tablesIn(source, choices, look);
}

Result<std::unique_ptr<TableRows>> openRows(const TableFile& file, char delimiter) {
  return file.label.empty() ? TableRows::open(file.path, delimiter) : openClassRows(file.path, file.label, delimiter);
}

char delimiterOf(const TableChoices& choices) {
  if (choices.delimiter == "comma") return ',';
  if (choices.delimiter == "semicolon") return ';';
  if (choices.delimiter == "tab") return '\t';
  if (choices.delimiter == "bar") return '|';
  if (choices.delimiter == "colons") return ':';
  return choices.delimiter == "blank" ? ' ' : '\0';
}

MissingWords::MissingWords(const std::string& list) : words_(splitList(list)) {}

void MissingWords::clear(std::vector<std::string_view>& fields) const {
  if (words_.empty()) return;
  for (std::string_view& field : fields)
    if (std::find(words_.begin(), words_.end(), field) != words_.end()) field = {};
}

}  // namespace fovea

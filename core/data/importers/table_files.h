// Why: a table often comes as several files (train, test, an example of answers); which of them hold samples, and which
// of their columns are the same, is found by name before any is read.
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/data/importers/listed_source.h"
#include "core/data/importers/table_look.h"
#include "core/data/importers/table_rows.h"

namespace fovea {

struct TableChoices;

// A table to read, and the split that its name says.
struct TableFile {
  std::filesystem::path path;
  std::optional<Split> split;
  int skippedRecords = 0;    // before the data: a header, a line of counts
  std::vector<int> columns;  // the place in this file of each column of the plan; -1 where it has none
};

struct TableFiles {
  std::vector<TableFile> files;
  std::size_t first = 0;  // the one that the others are compared with: of the training rows where there is one
  std::vector<ImportDecision> decisions;
};

// Says whether the name ends as tables do: .csv, .tsv, .tab (with .gz behind it or not), .json, .jsonl, .data, and
// .parquet where it is read.
bool isTableName(const std::string& name);
// Whether a file whose name says nothing holds a table by its lines: fields, or labels in front of texts.
bool holdsTable(const std::filesystem::path& file);

// The tables at `source`: a file, or those of a folder whose names say a split. Unsupported when there is none,
// InvalidArgument when a person has to choose.
Result<TableFiles> findTables(const std::filesystem::path& source, const TableChoices& choices, Look look);

// What all rows of all files show.
struct TableLook {
  char delimiter = 0;
  bool named = false;                   // the first line holds the names of the columns
  std::vector<std::string> columns;     // names; "column 3" where there is no header
  std::vector<std::string> classNames;  // where the file itself names them in its first line
  std::vector<ColumnLook> looks;        // of each column, over all files that are read
  std::vector<NestedColumn> nested;     // columns that hold lists or objects
  std::vector<std::string> pictures;    // columns that hold the files of pictures
  // The classes that numbers of a column stand for, where the table says them.
  std::map<std::string, std::vector<std::string>> columnClasses;
  std::string labelSeparator;  // between several labels in the column "label"; empty where each row has one
  int imageNames = -1;         // the column that names pictures which lie elsewhere or without their ending
  std::string imageEvidence;   // a clause: why it is
  int missing = -1;            // the only column that a test file lacks: what is to be predicted
};

// Reads all files once. A test file that lacks one column is taken out of `files`, with a decision. Unsupported when
// there are no records, InvalidArgument for files whose columns differ, naming them.
Result<TableLook> lookAtTables(TableFiles& files, const TableChoices& choices, Look look);

// The words that a person calls missing become empty.
class MissingWords {
 public:
  explicit MissingWords(const std::string& list);
  void clear(std::vector<std::string_view>& fields) const;

 private:
  std::vector<std::string> words_;
};

// 0: to be detected.
char delimiterOf(const TableChoices& choices);

}  // namespace fovea

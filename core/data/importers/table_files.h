// Why: a table often consists of several files (train, test, a sample submission). This decides by their names and
// columns which of them hold samples, and matches their columns, before reading the rows.
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/data/importers/emnist.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importers/table_look.h"
#include "core/data/importers/table_rows.h"

namespace fovea {

struct TableChoices;

// A table file, and the split in its name.
struct TableFile {
  std::filesystem::path path;
  std::optional<Split> split;
  int skippedRecords = 0;    // lines before the data: a header, a line of counts
  std::vector<int> columns{};  // index in this file of each column of the plan; -1 if it has none
  std::string label{};         // class of all rows, if the name of the file says it: "pos"; a column of its own
  std::int64_t rows = 0;       // as lookAtTables() has counted them; 0 for the first table
  std::vector<int> minusOne{};  // columns in which every row of this file, not the first one, has -1
};

struct TableFiles {
  std::vector<TableFile> files;
  std::size_t first = 0;  // the file to compare the others with; it has training rows if any file does
  std::vector<ImportDecision> decisions;
};

// Opens the rows of a table. Fails like TableRows::open().
Result<std::unique_ptr<TableRows>> openRows(const TableFile& file, char delimiter);

// Returns true for names with the endings of tables: .csv, .tsv, .tab (each also with .gz), .arff, .json, .jsonl,
// .data, and .parquet if the build reads it.
bool isTableName(const std::string& name);
// Returns true if the lines of a file with an unknown ending are a table: fields, JSON objects, or labels in front of
// texts.
bool holdsTable(const std::filesystem::path& file);

// Finds the tables at `source`: a file, or those of a folder, whose names or folders name their splits. Fails with
// Unsupported if there is none, and with InvalidArgument if the user has to choose.
Result<TableFiles> findTables(const std::filesystem::path& source, const TableChoices& choices, Look look);

// A summary of all rows of all files.
struct TableLook {
  char delimiter = 0;
  bool named = false;                   // true: the first line holds the names of the columns
  std::vector<std::string> columns;     // names; "column 3" if there is no header
  std::vector<std::string> classNames;  // set if the first line of the file names them
  std::vector<ColumnLook> looks;        // summary of each column over all files that are read
  std::vector<NestedColumn> nested;     // columns that hold lists or objects
  std::vector<std::string> pictures;    // columns that contain image files
  // Class names for the numbers in a column, if the table states them.
  std::map<std::string, std::vector<std::string>> columnClasses;
  std::string labelSeparator;  // separates several labels in the column "label"; empty if each row has one
  int imageNames = -1;         // the column with names of images that are elsewhere or lack their ending; -1: none
  std::string imageEvidence;   // a clause with the reason for `imageNames`
  bool emnist = false;         // the file is named like those of EMNIST
  EmnistMapping mapping;       // meanings of its labels; empty if unknown
  int missing = -1;            // the only column that a test file lacks, which is the target; -1: none
};

// Reads all files once. A test file that lacks one column is removed from `files`, with a decision. Fails with
// Unsupported if there are no records, and with InvalidArgument for files with different columns, naming them.
Result<TableLook> lookAtTables(TableFiles& files, const TableChoices& choices, Look look);

// Replaces the words that the user defines as missing values by empty fields.
class MissingWords {
 public:
  explicit MissingWords(const std::string& list);
  void clear(std::vector<std::string_view>& fields) const;

 private:
  std::vector<std::string> words_;
};

// Returns the chosen delimiter; 0: to be detected.
char delimiterOf(const TableChoices& choices);

}  // namespace fovea

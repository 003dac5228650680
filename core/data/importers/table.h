// Why: before a table can be imported it must be known which column is what; that is guessed here, and what a person
// says goes before the guess.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/importers/listed_source.h"

namespace fovea {

struct TableChoices {
  std::string delimiter = "auto";
  std::string header = "auto";
  std::string task = "auto";
  std::string imageColumn;
  std::string textColumn;
  std::int64_t textLength = 512;
  std::string labelColumn;
  std::string labelColumns;    // several: each says 0 or 1
  std::string labelSeparator;  // between several labels in one column
  std::string targetColumns;
  std::string featureColumns;
  std::string splitColumn;
  std::string groupColumn;
  std::string baseFolder;
  std::vector<std::int64_t> featureShape;
};

// What the columns of a table are for, by their places from 0; -1 and empty where there is none.
struct TablePlan {
  char delimiter = ',';
  int skippedRecords = 0;               // before the data: a header, a line of counts
  std::vector<std::string> columns;     // names; "column 3" where there is no header
  std::vector<std::string> classNames;  // where the file itself names them in its first line
  Task task = Task::Unlabelled;
  int image = -1;
  int text = -1;
  int label = -1;
  std::string separator;    // where `label` holds several, separated so
  std::vector<int> labels;  // columns that each say whether a sample has the class of their name
  int split = -1;
  int group = -1;
  std::vector<int> features;
  std::vector<int> targets;
  std::vector<std::string> remarks;  // full sentences
};

// Reads the beginning of a table. Unsupported when it is none, InvalidArgument for a column that is not there.
Result<TablePlan> planTable(const std::filesystem::path& file, const TableChoices& choices);

// No value: an empty field, "NA", "nan", "null", "?".
bool isMissing(std::string_view field);

}  // namespace fovea

// Why: some sets keep the samples of each class in a file of its own that is named after it: "rt-polarity.pos" and
// "rt-polarity.neg" with a sentence a line (Pang and Lee 2005), "True.csv" and "Fake.csv". Side by side they are one
// table with a column for the class.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/data/importers/table_rows.h"

namespace fovea {

struct TableOfClass {
  std::string name;   // of the file
  std::string label;  // the word for its class
};

// Returns the files that are named alike but for a word for one of two opposite classes, such as "pos" and "neg"; empty
// if some file is not, or if texts and tables are mixed. `files` are the names of the files in a folder that hold
// tables or texts.
std::vector<TableOfClass> classTablesIn(const std::vector<std::string>& files);

// Opens the rows of such a file: those of a table with names of columns, or a text a line, and behind them the label.
// Fails like TableRows::open().
Result<std::unique_ptr<TableRows>> openClassRows(const std::filesystem::path& file, const std::string& label,
                                                 char delimiter);

}  // namespace fovea

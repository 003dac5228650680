// Why: some sets keep inputs, classes and people in separate files with one row a line (X_train.txt, y_train.txt,
// subject_train.txt); side by side they are one table. Inputs may be texts. Sources: the layouts of Human Activity
// Recognition Using Smartphones (Anguita et al. 2013) and of WiLI-2018 (Thoma 2018).
#pragma once
#include <optional>
#include <vector>

#include "core/data/importers/table_rows.h"

namespace fovea {

// The files of one split.
struct JoinedFiles {
  std::filesystem::path inputs;    // "X_train.txt"
  std::filesystem::path labels;    // "y_train.txt"
  std::filesystem::path groups;    // "subject_train.txt"; empty if there is none
  std::filesystem::path features;  // "features.txt", a name for each column of the inputs; may be empty
  std::filesystem::path classes;   // "activity_labels.txt", a name for each number of the labels; may be empty
};
// Finds the files around a file of inputs; nothing if it is not named like inputs or no labels are beside it.
std::optional<JoinedFiles> joinedFilesOf(const std::filesystem::path& inputs);

// Opens the rows of all files side by side, with column names: the features, or "text"; "group" if there are groups,
// and "label". Fails like DelimitedFile::open(), and with Corrupt if the files have different numbers of lines.
Result<std::unique_ptr<TableRows>> openJoinedRows(const JoinedFiles& files);

}  // namespace fovea

// Why: the meaning of the folders around files (a split, a class, neither) is guessed from all of their names together,
// and the guess is reported. Thread-safety: all functions may be called from any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importers/folder_names.h"
#include "core/data/importing/import_decision.h"
#include "core/data/store/sample.h"

namespace fovea {

// Determines which folder around a file names its class: all of them ("animals/cat"), the outermost ("animals"), the
// innermost ("cat"), or none. Automatic uses all of them, and asks if that is doubtful. Name uses the file name (see
// name_labels.h); Number predicts a number in that name.
enum class ClassFolder { Automatic, Path, First, Last, None, Name, Number };
// Whether folders such as "train" and "test" are splits: as their names and surroundings suggest, always, or never.
enum class SplitFolders { Automatic, Always, Never };

struct FolderRules {
  FolderRules(ClassFolder classes = ClassFolder::Path) : classFrom(classes) {}
  ClassFolder classFrom;
  std::int64_t namePart = 0;  // part of the name for ClassFolder::Name; see NameForm
  std::string classDepth;     // "family", if lists name classes of several depths; empty: the finest
  std::string only;           // of several folders with the same classes, the one to use; empty: all
  SplitFolders splits = SplitFolders::Automatic;
  std::string leftOut;  // names of folders to leave out, separated by commas, which may also be in the names
  // True if the importer has the options of folder_options.h, which answer questions; otherwise nothing is asked.
  bool asks = false;
};

// A folder that contains files, and their number.
struct CountedFolder {
  std::string path;  // relative to the root, "" for the root itself
  std::size_t files = 0;
};

struct FolderMeaning {
  std::vector<std::optional<Split>> splits;  // split of each folder
  std::vector<std::string> names;            // class of each folder; empty: none
  std::vector<bool> leftOut;                 // for each folder, whether it is left out
  std::vector<ImportDecision> decisions;
  std::optional<ImportDecision> classQuestion;  // set if it is doubtful which folder names the class
};

// Guesses the meaning of the folders. `noun` describes the files: "image".
FolderMeaning meaningOfFolders(const std::vector<CountedFolder>& folders, const FolderRules& rules,
                               std::string_view noun);

}  // namespace fovea

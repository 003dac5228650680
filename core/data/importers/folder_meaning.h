// Why: what the folders around files mean (a split, a class, neither) is guessed from all of their names together, and
// the guess is said. Thread-safety: all functions may be called from any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importing/import_decision.h"
#include "core/data/store/sample.h"

namespace fovea {

// Which of the folders around a file names its class: all of them ("animals/cat"), the outermost ("animals"), the
// innermost ("cat"), or none. Automatic is all of them, and asks where that is doubtful; Name is the name of the file,
// see name_labels.h, and Number is a number in that name, which is to be predicted.
enum class ClassFolder { Automatic, Path, First, Last, None, Name, Number };
// Whether folders such as "train" and "test" are splits: as their names and surroundings suggest, always, or never.
enum class SplitFolders { Automatic, Always, Never };

struct FolderRules {
  FolderRules(ClassFolder classes = ClassFolder::Path) : classFrom(classes) {}
  ClassFolder classFrom;
  std::int64_t namePart = 0;  // of ClassFolder::Name, see NameForm
  std::string classDepth;     // where lists name classes of several depths: "family"; empty: the finest
  std::string only;           // the one folder to take of several that hold the same classes; empty: all
  SplitFolders splits = SplitFolders::Automatic;
  std::vector<std::string> leftOut;  // names of folders, in lower case
  // Whether the importer has the options of folder_options.h, so that it can be told; without them nothing is asked.
  bool asks = false;
};

// A folder that holds files, and how many.
struct CountedFolder {
  std::string path;  // relative to the root, "" for the root itself
  std::size_t files = 0;
};

struct FolderMeaning {
  std::vector<std::optional<Split>> splits;  // of each folder
  std::vector<std::string> names;            // class of each folder; empty: it says none
  std::vector<bool> leftOut;                 // of each folder
  std::vector<ImportDecision> decisions;
  std::optional<ImportDecision> classQuestion;  // where it is doubtful which folder names the class
};

// "images", "data", "wavs" and other names that say what is inside of a folder, and never a class.
bool isContainerName(std::string_view name);

// A name such as "train", "seg_train", "train2017", "test_set" or "imagesVal": its split, and what else it says.
struct SplitName {
  Split split;
  std::string rest;  // in lower case, without words such as "images" and "set" and without numbers
};
std::optional<SplitName> splitOfFolder(std::string_view name);

// `noun` is what the files are: "image".
FolderMeaning meaningOfFolders(const std::vector<CountedFolder>& folders, const FolderRules& rules,
                               std::string_view noun);

}  // namespace fovea

// Why: a list of files with labels is the oldest form of a data set (Caffe, DIGITS), and it has many variants.
#pragma once
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/data/importers/found_files.h"
#include "core/data/importers/listed_source.h"

namespace fovea {

struct TextListChoices {
  std::string baseFolder;             // empty: the folder in which the first files of the list are found
  std::string labelsFile;             // empty: labels.txt, classes.txt, … beside the list
  std::string deep = "ask";           // see deep_images.h
  std::string labels = "attributes";  // or "identity", see attribute_list.h
  bool ignoreAnnotations = false;     // files without labels are imported, though other files name them
};

// Files named by lists, with their labels and splits.
struct TextList {
  std::filesystem::path base;
  FileList files;                                  // relative to `base`
  std::vector<std::vector<std::int32_t>> several;  // labels of each file, if any file has several; otherwise empty
  std::vector<std::int32_t> labels;                // label of each file, if each has at most one
  std::vector<std::optional<Split>> splits;
  std::vector<std::string> classes;
  std::vector<SkippedSample> problems;
  std::vector<ImportDecision> decisions;
  std::set<std::string> lists;  // names of the lists that were read, if the source is a folder
  bool complete = true;
};

// Reads the lists at `source`: a file, or the files of a folder with train, val or test in their names. A line is a
// path, blanks and a label (a number from 0, a name, or several of them separated by commas), or only a path. Fails
// with Unsupported if the first lines are not paths of images.
Result<TextList> readTextLists(const std::filesystem::path& source, const TextListChoices& choices, Look look);

}  // namespace fovea

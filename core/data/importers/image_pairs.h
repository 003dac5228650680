// Why: masks and pictures of a pair lie in folders beside each other, or beside each other in one folder, and share a
// name but for an ending; which belongs to which is found out here.
#pragma once
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importers/found_files.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importing/names.h"

namespace fovea {

// Which of two folders a file is in, told by words in lower case.
struct PairWords {
  std::vector<std::string> inputFolders;
  std::vector<std::string> targetFolders;
  std::vector<std::string> inputEndings;   // of names: "_leftimg8bit"
  std::vector<std::string> targetEndings;  // "_mask"
  // Of the folders' words, those that may as well be names of classes: they count only where nothing lies beside them.
  std::vector<std::string> weakFolders;
  std::vector<std::string> ignoredFolders;
  std::vector<std::string> ignoredEndings;
  std::vector<std::string> ignoredParts;  // of names
  // Beginnings and endings of names that are targets whatever their folder is called.
  std::vector<std::pair<std::string, std::string>> sureTargets;
  bool wordsInNames = false;  // "train_labels" and "trainannot" are folders of "labels" and "annot"
};

struct ImagePair {
  std::size_t input = 0;  // places in the list
  std::size_t target = 0;
};

struct ImagePairs {
  FileList files;
  std::vector<ImagePair> pairs;
  std::vector<std::optional<Split>> splits;  // of each pair
  std::vector<SkippedSample> problems;       // inputs without a target; paths relative to the root
  // Where all pairs are told by weak words: the names of the two folders.
  std::string weakInput, weakTarget;
  bool complete = true;
};

// Unsupported when there are no pairs, when neither half of the inputs nor half of the targets have another half, and
// when only weak words tell the halves and other images lie beside them.
Result<ImagePairs> findImagePairs(const std::filesystem::path& root, const PairWords& words, Look look,
                                  FileKind kind = FileKind::Image);

}  // namespace fovea

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
#include "core/data/importers/names.h"

namespace fovea {

// Which of two folders a file is in, told by words in lower case.
struct PairWords {
  std::vector<std::string> inputFolders;
  std::vector<std::string> targetFolders;
  std::vector<std::string> inputEndings;   // of names: "_leftimg8bit"
  std::vector<std::string> targetEndings;  // "_mask"
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
  bool complete = true;
};

// Unsupported when there are no pairs, or fewer than half of the inputs have a target.
Result<ImagePairs> findImagePairs(const std::filesystem::path& root, const PairWords& words, Look look,
                                  FileKind kind = FileKind::Image);

}  // namespace fovea

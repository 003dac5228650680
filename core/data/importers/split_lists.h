// Why: many sets keep a list of the names of their images for each split, such as ImageSets/train.txt.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/data/importers/listed_source.h"

namespace fovea {

// Returns the split that a list is named after: "train_list"; nothing for names of several splits.
std::optional<Split> splitOfList(std::string_view stem);

class SplitLists {
 public:
  // Reads those of `texts` (paths below `root`) that are named after a split and name images below the root: more than
  // half of the lines of each. Fails with Cancelled, and like findFiles().
  static Result<SplitLists> of(const std::filesystem::path& root, const std::vector<std::string>& texts, Look look);

  // Returns the split of an image, given by its path below the root; nothing if no list names it.
  std::optional<Split> splitOf(const std::string& image) const;
  // Returns the decision to follow the lists; nothing if there are none.
  std::optional<ImportDecision> decision() const;

 private:
  std::vector<std::string> lists_;  // that were read, relative to the root
  std::unordered_map<std::string, Split> splits_;
};

}  // namespace fovea

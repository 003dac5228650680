// Why: many sets keep a list of the names of their images for each split, such as ImageSets/train.txt.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/data/importers/listed_source.h"
#include "core/data/importers/stem_index.h"

namespace fovea {

// Returns the split that a list is named after: "train_list"; nothing for names of several splits.
std::optional<Split> splitOfList(std::string_view stem);

class SplitLists {
 public:
  // Reads those of `texts` (paths below `root`) that are named after a split and name `images`: more than half of the
  // lines of each. Fails with Cancelled.
  static Result<SplitLists> of(const std::filesystem::path& root, const std::vector<std::string>& texts,
                               const StemIndex& images, Look look);

  // Returns the split of an image, given by its path below the root: that of the line whose path has the longest end in
  // common with it. Returns nothing if no list names it, or two of different splits do.
  std::optional<Split> splitOf(std::string_view image) const;
  // Returns the decision to follow the lists; nothing if there are none.
  std::optional<ImportDecision> decision() const;

 private:
  struct Named {
    std::string path;  // without ending
    Split split;
  };
  // Returns the path that a line names, without ending; empty if it names none of the images.
  static std::string pathInLine(std::string_view line, const StemIndex& images);

  std::vector<std::string> lists_;                             // that were read, relative to the root
  std::unordered_map<std::string, std::vector<Named>> named_;  // keyed by the last part of the path
  std::int64_t lines_ = 0;
};

}  // namespace fovea

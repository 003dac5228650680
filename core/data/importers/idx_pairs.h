// Why: the names of the files in a folder alone tell which belong together; this does not read their content.
#pragma once
#include <filesystem>
#include <vector>

#include "core/base/result.h"

namespace fovea {

struct IdxPair {
  std::filesystem::path images;
  std::filesystem::path labels;
  bool test = false;  // the pair that MNIST reserves for testing
};

// Finds the pairs at `source` (see idxImporter()), training first. The training file of a set with a name of its own,
// such as "emnist-letters-train-…", stands for the whole set. Fails with Unsupported if there is no IDX file, NotFound
// if one of a pair is missing (names it), InvalidArgument if it is not clear which pair is meant, or PermissionDenied.
Result<std::vector<IdxPair>> findIdxPairs(const std::filesystem::path& source);

}  // namespace fovea

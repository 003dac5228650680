// Why: which files of a folder belong together is a question of names only, apart from what they hold.
#pragma once
#include <filesystem>
#include <vector>

#include "core/base/result.h"

namespace fovea {

struct IdxPair {
  std::filesystem::path images;
  std::filesystem::path labels;
  bool test = false;  // the files that MNIST keeps apart for testing
};

// The pairs at `source` (see idxImporter()), training first. Unsupported when there is no IDX file, NotFound when one
// of a pair is missing (names it), InvalidArgument when it is not clear which pair is meant, PermissionDenied.
Result<std::vector<IdxPair>> findIdxPairs(const std::filesystem::path& source);

}  // namespace fovea

// Why: what arrays hold (pictures, rows, volumes; classes, quantities, masks) follows from their shapes and values, in
// one way for every kind of file.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/importers/array_files.h"

namespace fovea {

struct ArrayOptions {
  std::string axes = "automatic";
  std::string target = "automatic";
  std::string samples = "automatic";
  std::string inputs;
  std::string targets;
};

// The samples of these arrays, which lie at `path`. Unsupported where none is of inputs; InvalidArgument where they do
// not fit each other, Cancelled.
Result<std::unique_ptr<ListedSource>> openArrays(const std::filesystem::path& path, ArrayOptions options,
                                                 std::vector<FoundArray> arrays, Look look);

}  // namespace fovea

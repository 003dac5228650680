// Why: one place derives what arrays hold (pictures, rows, volumes; classes, numbers, masks) from their shapes and
// values, for every kind of file.
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
  std::vector<std::int64_t> featureShape;  // of a row that is a list of numbers; empty: automatic
  std::string orientation = "automatic";   // of pictures in such rows, see emnist.h
};

// The samples of the arrays at `path`. Fails with Unsupported where none holds inputs; InvalidArgument where they do
// not fit together; Cancelled.
Result<std::unique_ptr<ListedSource>> openArrays(const std::filesystem::path& path, ArrayOptions options,
                                                 std::vector<FoundArray> arrays, Look look);

}  // namespace fovea

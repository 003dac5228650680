// Why: one place derives what arrays hold (pictures, rows, volumes; classes, numbers, masks) from their shapes and
// values, for all file formats.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/importers/array_files.h"

namespace fovea {

struct ArrayOptions {
  std::string files = "automatic";
  std::string axes = "automatic";
  std::string target = "automatic";
  std::string samples = "automatic";
  std::string labels = "automatic";  // how the values of masks become labels; see meaningOf()
  std::string inputs;
  std::string targets;
  std::vector<std::int64_t> featureShape;  // input shape if a row is a list of numbers; empty: automatic
  std::string orientation = "automatic";   // of pictures in such rows; see emnist.h
};

// Opens the arrays at `path` as samples. Fails with Unsupported if none holds inputs, InvalidArgument if they do not
// fit together, or Cancelled.
Result<std::unique_ptr<ListedSource>> openArrays(const std::filesystem::path& path, ArrayOptions options,
                                                 std::vector<FoundArray> arrays, Look look);

}  // namespace fovea

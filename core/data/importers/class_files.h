// Why: shards of WebDataset hold a small file with the class beside each sample: 000012.jpg and 000012.cls, or
// 000012.json. https://github.com/webdataset/webdataset
#pragma once
#include <filesystem>
#include <string>
#include <unordered_map>

#include "core/data/importers/listed_source.h"

namespace fovea {

// The classes of samples by pictureKeyOf() their path below the root.
struct ClassFiles {
  std::unordered_map<std::string, std::string> classes;
  std::string what;  // "000012.cls", or "the member \"label\" of 000012.json"; empty if there are none
};

// Reads the class files below `root`, at most kLookLimits entries for a quick look; no error if there are none. A file
// ending in .cls holds a class alone, and an object in JSON a member "cls", "class", "label" or "category" with one; a
// folder of JSON counts only if each of the first ones has such a member and lies beside an image, a sound or a film.
// Fails as findFiles().
Result<ClassFiles> readClassFiles(const std::filesystem::path& root, Look look);

}  // namespace fovea

// Why: the words in the name of a folder tell whether it is a split or describes its content.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/data/store/sample.h"

namespace fovea {

// Returns true for "images", "data", "wavs" and other names that describe a folder's content and are hardly ever a
// class.
bool isContainerName(std::string_view name);

// Returns true for those of them that are file formats: "jpeg" may be a class where others are "blur" and "noise".
bool isFormatName(std::string_view name);

// The split in a name such as "train", "seg_train", "train2017", "test_set" or "imagesVal", and the rest of the name.
struct SplitName {
  Split split;
  std::string rest;  // in lower case, without words like "images" and "set" and without numbers
};
std::optional<SplitName> splitOfFolder(std::string_view name);

// Returns a name in lower case without its first word of a split, words like "images" and "set", and numbers.
std::string restOfName(std::string_view name);

}  // namespace fovea

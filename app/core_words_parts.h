// Why: the list of core's texts is long, so it stands in several files, which core_words.cpp joins.
#pragma once
#include <span>

namespace fovea {

std::span<const char* const> coreHelpWords();    // helps of layers
std::span<const char* const> coreDataWords();    // of imports, transforms and tasks
std::span<const char* const> coreFolderWords();  // of imports of boxes, masks, pairs and folders
std::span<const char* const> networkWords();     // of suggested networks and of detection

}  // namespace fovea

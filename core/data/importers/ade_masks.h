// Why: the masks of the full ADE20K (Zhou et al. 2017) number thousands of classes by two colour channels, more than a
// mask here can hold; which of them are kept, and what they are called, is found out from the masks and the lists
// beside them.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/data/importers/listed_source.h"

namespace fovea {

// "ADE_train_00000001_seg.png".
bool isFullAdeMask(const std::string& name);

struct AdeClasses {
  std::map<int, std::uint8_t> labels;  // by the number R / 10 · 256 + G; all others are label 0
  std::vector<std::string> classes;    // the first is "other"
  std::vector<ImportDecision> decisions;
};

// From `masks`, some of `all` that there are: of more classes than a mask holds, those with the most pixels. Names are
// those of "_atr.txt" or ".json" beside the masks. Cancelled; InvalidArgument when no mask can be read.
Result<AdeClasses> learnAdeClasses(const std::vector<std::filesystem::path>& masks, std::size_t all, Look look);

// The labels of a mask's pixels: u8 [1, H, W].
Result<Tensor> adeLabelsOf(const Tensor& mask, const AdeClasses& classes);

}  // namespace fovea

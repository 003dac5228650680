// Why: the masks of the full ADE20K (Zhou et al. 2017) encode thousands of classes in two colour channels, more than
// our masks hold. This chooses the classes to keep and finds their names in the masks and the lists beside them.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/data/importers/listed_source.h"

namespace fovea {

// Returns true for names like "ADE_train_00000001_seg.png".
bool isFullAdeMask(const std::string& name);

struct AdeClasses {
  std::map<int, std::uint8_t> labels;  // keyed by R / 10 · 256 + G; all other numbers are label 0
  std::vector<std::string> classes;    // names by label; the first is "other"
  std::vector<ImportDecision> decisions;
};

// Learns the classes from `masks`, a sample of `all` masks in total. If a mask cannot hold all classes, keeps those
// with the most pixels. Their names come from the "_atr.txt" or ".json" files beside the masks. Fails with Cancelled,
// and with InvalidArgument if no mask can be read.
Result<AdeClasses> learnAdeClasses(const std::vector<std::filesystem::path>& masks, std::size_t all, Look look);

// Returns the labels of the pixels of a mask: u8 [1, H, W].
Result<Tensor> adeLabelsOf(const Tensor& mask, const AdeClasses& classes);

}  // namespace fovea

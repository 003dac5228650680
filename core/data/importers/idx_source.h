// Why: looking at an IDX source and importing it find out its content in the same way: files opened and compared, names
// of classes.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/importers/idx_file.h"
#include "core/data/importers/idx_pairs.h"

namespace fovea {

// A pair of files with the headers read and compared, and all labels loaded; positioned at the first image.
struct OpenIdxPair {
  IdxPair files;
  std::unique_ptr<IdxFile> images;
  std::vector<std::uint8_t> labels;
};

// Opens the result of findIdxPairs(); at least one pair, all with images of one size and at least one image each. Fails
// as findIdxPairs() and IdxFile; Corrupt when the counts of images and labels differ, InvalidArgument when sizes do.
Result<std::vector<OpenIdxPair>> openIdxPairs(const std::filesystem::path& source);

// "Fashion-MNIST" if the path contains that name, else the name of the folder.
std::string idxDatasetName(const std::filesystem::path& source);
// The ten names of Fashion-MNIST (Xiao, Rasul, Vollgraf 2017), or else the numbers from 0 to the highest label.
std::vector<std::string> defaultIdxClasses(const std::vector<OpenIdxPair>& pairs, const std::filesystem::path& source);
// The names in `names`, separated by commas; if empty, the default names. Fails with InvalidArgument when there are
// fewer names than labels.
Result<std::vector<std::string>> chosenIdxClasses(const std::vector<OpenIdxPair>& pairs,
                                                  const std::filesystem::path& source, const std::string& names);

}  // namespace fovea

// Why: recognition and import of an IDX source examine it in the same way: they open and compare its files and name its
// classes.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/importers/idx_file.h"
#include "core/data/importers/idx_pairs.h"

namespace fovea {

// A pair of files, positioned at the first image: the headers are read and compared, and all labels are loaded.
struct OpenIdxPair {
  IdxPair files;
  std::unique_ptr<IdxFile> images;
  std::vector<std::uint8_t> labels;
};

// Opens the result of findIdxPairs(); at least one pair, all with images of one size and at least one image each. Fails
// like findIdxPairs() and IdxFile; Corrupt if the counts of images and labels differ, InvalidArgument if sizes do.
Result<std::vector<OpenIdxPair>> openIdxPairs(const std::filesystem::path& source);

// Returns "Fashion-MNIST" if the path contains that name, otherwise the name of the folder.
std::string idxDatasetName(const std::filesystem::path& source);
// Returns the ten names of Fashion-MNIST (Xiao, Rasul, Vollgraf 2017) or else the numbers from 0 to the highest label.
std::vector<std::string> defaultIdxClasses(const std::vector<OpenIdxPair>& pairs, const std::filesystem::path& source);
// Returns the names in `names`, separated by commas; if empty, the default names. Fails with InvalidArgument if there
// are fewer names than labels.
Result<std::vector<std::string>> chosenIdxClasses(const std::vector<OpenIdxPair>& pairs,
                                                  const std::filesystem::path& source, const std::string& names);

}  // namespace fovea

// Why: what an IDX source holds (its files, opened and compared, and what its classes are called) is found out in the
// same way when it is looked at and when it is imported.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/importers/idx_file.h"
#include "core/data/importers/idx_pairs.h"

namespace fovea {

// A pair of files with the headers read and compared, and all labels loaded; the images are at their first.
struct OpenIdxPair {
  IdxPair files;
  std::unique_ptr<IdxFile> images;
  std::vector<std::uint8_t> labels;
};

// Opens what findIdxPairs() finds; at least one pair, all with images of one size and at least one image each. Fails as
// findIdxPairs() and IdxFile; Corrupt when the counts of images and labels differ, InvalidArgument when sizes do.
Result<std::vector<OpenIdxPair>> openIdxPairs(const std::filesystem::path& source);

// "Fashion-MNIST" where a path says so, else the name of the folder.
std::string idxDatasetName(const std::filesystem::path& source);
// The ten names of Fashion-MNIST (Xiao, Rasul, Vollgraf 2017), else the numbers from 0 to the highest label.
std::vector<std::string> defaultIdxClasses(const std::vector<OpenIdxPair>& pairs, const std::filesystem::path& source);
// The names in `names`, separated by commas; none gives the default. InvalidArgument when there are fewer than labels.
Result<std::vector<std::string>> chosenIdxClasses(const std::vector<OpenIdxPair>& pairs,
                                                  const std::filesystem::path& source, const std::string& names);

}  // namespace fovea

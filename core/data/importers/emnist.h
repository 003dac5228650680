// Why: EMNIST comes as IDX, table and MATLAB files, which all store its square pictures with rows and columns swapped
// and its classes as numbers of a mapping. All importers that may meet these files share this code.
// Source: Cohen, Afshar, Tapson, van Schaik, "EMNIST: an extension of MNIST to handwritten letters" (2017).
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/schema.h"
#include "core/data/importing/import_decision.h"

namespace fovea {

// Class name of each label: "Aa" for the letter A in either case.
using EmnistMapping = std::map<std::int64_t, std::string>;

// Returns "letters" for "emnist-letters-train.csv"; nothing if a file name does not have this form.
std::optional<std::string> emnistSetOf(std::string_view fileName);
// Reads the mapping beside a file of EMNIST: "emnist-letters-mapping.txt", with a label and its code points per line.
// Returns an empty one if there is no such file or it has another form.
EmnistMapping emnistMappingBeside(const std::filesystem::path& file);
// Returns the name of a label with these code points, ignoring zeros; empty for characters other than letters and
// digits.
std::string emnistNameOf(const std::vector<std::int64_t>& codes);

// Returns the option "orientation": "automatic", "swapped" or "as_stored".
Field orientationField();
// Returns whether rows and columns of the pictures must be swapped: as the option says or, if automatic, for files of
// EMNIST. In the latter case adds a decision to `decisions`.
bool turnsPictures(const std::string& option, bool emnist, std::vector<ImportDecision>& decisions);
// Swaps rows and columns of a square picture of side * side values.
void swapRowsAndColumns(std::uint8_t* pixels, std::int64_t side);
// Returns the decision that says which mapping names the classes.
ImportDecision mappedClasses(std::size_t count, const std::string& mapping);

}  // namespace fovea

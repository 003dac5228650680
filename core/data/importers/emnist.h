// Why: EMNIST comes as IDX files, tables and MATLAB files, all of which store its square pictures with rows and columns
// swapped and its classes as numbers of a mapping. Every importer that may meet them treats them in the same way.
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

// The name of the class of each label: "Aa" for the letter A of either form.
using EmnistMapping = std::map<std::int64_t, std::string>;

// "letters" for "emnist-letters-train.csv"; nothing where the name of a file is not of this form.
std::optional<std::string> emnistSetOf(std::string_view fileName);
// The mapping that lies beside a file of EMNIST: "emnist-letters-mapping.txt", a label and its code points a line.
// Empty where there is none or it is not of this form.
EmnistMapping emnistMappingBeside(const std::filesystem::path& file);
// A name for a label of these code points, of which those that are 0 do not count; empty for others than letters and
// digits.
std::string emnistNameOf(const std::vector<std::int64_t>& codes);

// The option "orientation": "automatic", "swapped" or "as_stored".
Field orientationField();
// Returns whether the pictures are turned: as the option says, or because their files are EMNIST's. Adds a decision to
// `decisions` where the files decide.
bool turnsPictures(const std::string& option, bool emnist, std::vector<ImportDecision>& decisions);
// Swaps rows and columns of a square picture of side * side values.
void swapRowsAndColumns(std::uint8_t* pixels, std::int64_t side);
// The decision that says which mapping names the classes.
ImportDecision mappedClasses(std::size_t count, const std::string& mapping);

}  // namespace fovea

// Why: masks hold numbers; annotation services name them in a table beside the masks.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// Reads a table "Pixel Value, Class" with a line for each class. Returns the names by value, numbers for values between
// that have none, and the two names alone for the values 0 and 255; otherwise 255 is an ignored pixel and has none.
// Empty for a table with another head. Fails with Corrupt for a line that names no value, or one for the second time.
Result<std::vector<std::string>> readMaskNames(const std::filesystem::path& table);

}  // namespace fovea

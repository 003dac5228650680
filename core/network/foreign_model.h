// Why: people try models of other programs wherever Fovea asks for a model. The refusal says what the file is, and how
// that program writes it in a format that is read here.
#pragma once
#include <filesystem>

#include "core/base/result.h"

namespace fovea {

// Unsupported for an existing file whose extension belongs to another program's models, or whose first bytes do if it
// has no extension or ".bin". Success for any other file, so that its reader decides.
Status refuseForeignModel(const std::filesystem::path& file);

}  // namespace fovea

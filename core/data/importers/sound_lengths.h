// Why: every sound of a data set becomes as long as the options say, and most data sets hold sounds of other lengths;
// what is cut off or filled up is reported before the import.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>

#include "core/data/importers/sound_options.h"
#include "core/data/importing/import_decision.h"

namespace fovea {

// Reads the headers of a few of `count` sounds. Returns nothing if they last as long as the options ask, if each stays
// as long as it is, or if no header says how long.
std::optional<ImportDecision> decisionOnLengths(std::size_t count,
                                                const std::function<std::filesystem::path(std::size_t)>& path,
                                                const SoundOptions& options);

}  // namespace fovea
